"""From a SPEC to the engine or recogniser that it names, imported when it is asked for."""

import importlib
import os
from functools import cache
from typing import Literal, cast

from bfcl_audio import models
from bfcl_audio.errors import meant

from .base import NotReady, OpenVoices, Recognizer, Spec, SpecError, SpeechEngine
from .offers import ENGINES, RECOGNIZERS, Row, missing

__all__ = [
    "ENGINES", "RECOGNIZERS", "Row", "elsewhere", "engine", "missing", "prepare", "recognizer",
    "server", "voices",
]  # fmt: skip

Kind = Literal["engine", "recogniser"]


def engine(spec: str) -> SpeechEngine:
    """The speech engine that a SPEC names, one object a process.

    Raises:
        SpecError: unknown name, or a voice that it lacks.
        NotReady: its package is not installed.
    """
    parsed = Spec.parse(spec)
    found = cast(SpeechEngine, _of(parsed, "engine"))
    named = parsed.voice
    beyond = isinstance(found, OpenVoices) and found.has_voice(named)
    if named and named not in found.voices and not beyond:
        near = meant(named, found.voices)
        raise SpecError(f"{parsed.vendor} has no voice {named!r}; {near}{_some(found.voices)}")
    return found


def recognizer(spec: str) -> Recognizer:
    """The recogniser that a SPEC names, one object a process.

    Raises:
        SpecError: unknown name.
        NotReady: its package is not installed.
    """
    parsed = Spec.parse(spec)
    if parsed.voice:
        raise SpecError(f"{spec!r} names a voice; a recogniser has none: write {parsed.vendor!r}")
    return cast(Recognizer, _of(parsed, "recogniser"))


def voices(spec: str) -> tuple[str, ...]:
    """The voices to draw from: the one that the SPEC names, else all of the engine's."""
    parsed = Spec.parse(spec)
    found = engine(spec)
    return (parsed.voice,) if parsed.voice else found.voices


def prepare(spec: str, kind: Kind) -> None:
    """Fetch what the named engine loads, so that workers find it ready and failures come early.

    Raises:
        SpecError: unknown name, or a voice that it lacks.
        NotReady: its package is not installed.
        ModelError: no source has a model of it.
    """
    made = engine(spec) if kind == "engine" else recognizer(spec)
    table = ENGINES if kind == "engine" else RECOGNIZERS
    for model in table[made.name].models:
        models.resolve(model)


@cache
def elsewhere(kind: Literal["paraphrase", "speech", "transcript"], spec: str) -> bool:
    """Whether a vendor does the work, or a server: not this machine's models.

    Raises:
        SpecError: no SPEC.
    """
    if kind == "paraphrase":
        return spec != "rules"
    row = (ENGINES if kind == "speech" else RECOGNIZERS).get(Spec.parse(spec).vendor)
    return bool(row and row.keys)


def server(spec: str) -> str:
    """The address that stands in for a vendor's own; empty if none does.

    Raises:
        SpecError: no SPEC.
    """
    parsed = Spec.parse(spec)
    row = ENGINES.get(parsed.vendor) or RECOGNIZERS.get(parsed.vendor)
    variable = row.address if row else ""
    return parsed.options.get("base_url") or os.environ.get(variable, "")


def _of(spec: Spec, kind: Kind) -> SpeechEngine | Recognizer:
    """What a SPEC names, its voice aside."""
    table = ENGINES if kind == "engine" else RECOGNIZERS
    row = table.get(spec.vendor)
    if row is None:
        known = [name for name, row in table.items() if row.listed]
        near = meant(spec.vendor, known)
        raise SpecError(f"unknown {kind} {spec.vendor!r}; {near}known: {', '.join(known)}")
    if not row.models_of_choice:
        if spec.options:
            raise SpecError(f"{spec.vendor} takes no options, got {', '.join(spec.options)}")
        if spec.model:
            wrong = f"{spec.vendor}/{spec.model}"
            raise SpecError(f"{spec.vendor} has one model; write {spec.vendor!r}, not {wrong!r}")
    if row.path and not spec.model:
        raise SpecError(f"{spec.vendor} needs a model; write {spec.vendor}/PATH")
    if lack := missing(row, spec.options):
        raise NotReady(f"{kind} {spec.vendor}: {lack[0]}; {lack[1]}")
    return _made(row, spec.model, tuple(sorted(spec.options.items())))


@cache
def _made(row: Row, model: str, options: tuple[tuple[str, str], ...]) -> SpeechEngine | Recognizer:
    """One object a process for each model and set of options."""
    module, _, name = row.target.partition(":")
    maker = getattr(importlib.import_module(f"dataset_builder.engines.{module}"), name)
    made: SpeechEngine | Recognizer = (
        maker(model, dict(options)) if row.models_of_choice else maker()
    )
    return made


def _some(names: tuple[str, ...]) -> str:
    return "it has " + ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
