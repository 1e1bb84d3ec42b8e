"""Every engine and recogniser by name: where its code is, what it needs, what it costs."""

import importlib
import importlib.metadata
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, cast

from bfcl_audio import models
from bfcl_audio.errors import meant

from .base import NotReady, Recognizer, Spec, SpecError, SpeechEngine

Kind = Literal["engine", "recogniser"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What can be known about an engine without importing it.

    Attributes:
        target: `module:class`, below `dataset_builder.engines`.
        packages: distributions that it needs installed.
        extra: our extra that brings them.
        models: rows of `models.toml` that it loads.
        keys: environment variables of which one must be set.
        licence: of the model's output, or of the program where that says nothing.
        price: for a person to read.
        listed: whether tables and help texts show it.
    """

    target: str
    packages: tuple[str, ...] = ()
    extra: str = "speech"
    models: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    licence: str = "Apache-2.0"
    price: str = "free"
    listed: bool = True


ENGINES: Final[Mapping[str, Row]] = {
    "hibari": Row(target="hibari:HibariEngine", packages=("hibari-tts",)),
    "kokoro": Row(
        target="kokoro:KokoroEngine",
        packages=("hibari-tts", "onnxruntime"),
        models=("kokoro-82m", "kokoro-voices"),
    ),
    "pico": Row(target="pico:PicoEngine", packages=("py-nanotts",)),
    "espeak": Row(
        target="espeak:EspeakEngine", packages=("espeakng-loader",), licence="GPL-3.0 (program)"
    ),
    "fake": Row(target="fake:FakeEngine", listed=False),
}

RECOGNIZERS: Final[Mapping[str, Row]] = {
    "whisper": Row(
        target="whisper:WhisperTinyEn",
        packages=("faster-whisper",),
        models=("whisper-tiny-en",),
        licence="MIT",
    ),
    "whisper-base": Row(
        target="whisper:WhisperBase",
        packages=("faster-whisper",),
        models=("whisper-base",),
        licence="MIT",
    ),
    "moonshine": Row(
        target="moonshine:Moonshine",
        packages=("moonshine-voice",),
        models=("moonshine-tiny-en",),
        licence="MIT",
    ),
    "pocketsphinx": Row(
        target="pocketsphinx:PocketSphinx", packages=("pocketsphinx",), licence="BSD-2-Clause"
    ),
    "fake": Row(target="fake:FakeRecognizer", listed=False),
}


def engine(spec: str) -> SpeechEngine:
    """The speech engine that a SPEC names, one object a process.

    Raises:
        SpecError: unknown name, or a voice that it lacks.
        NotReady: its package is not installed.
    """
    parsed = Spec.parse(spec)
    found = cast(SpeechEngine, _made("engine", parsed.vendor, _model(parsed)))
    if parsed.voice and parsed.voice not in found.voices:
        raise SpecError(f"{parsed.vendor} has no voice {parsed.voice!r}; {_some(found.voices)}")
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
    return cast(Recognizer, _made("recogniser", parsed.vendor, _model(parsed)))


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


def missing(row: Row) -> tuple[str, str] | None:
    """Why an engine is not ready and what makes it so; None when nothing is missing."""
    for package in row.packages:
        try:
            importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return f"package {package} is not installed", f"pip install 'bfcl-audio[{row.extra}]'"
    if row.keys and not any(os.environ.get(key) for key in row.keys):
        return "no key", f"set ${' or $'.join(row.keys)}"
    return None


def _model(spec: Spec) -> str:
    if spec.options:
        raise SpecError(f"{spec.vendor} takes no options, got {', '.join(spec.options)}")
    return spec.model


@cache
def _made(kind: Kind, vendor: str, model: str) -> SpeechEngine | Recognizer:
    table = ENGINES if kind == "engine" else RECOGNIZERS
    row = table.get(vendor)
    if row is None:
        known = [name for name, row in table.items() if row.listed]
        near = meant(vendor, known)
        raise SpecError(f"unknown {kind} {vendor!r}; {near}known: {', '.join(known)}")
    if model:
        raise SpecError(f"{vendor} has one model; write {vendor!r}, not {f'{vendor}/{model}'!r}")
    if lack := missing(row):
        raise NotReady(f"{kind} {vendor}: {lack[0]}; {lack[1]}")
    module, _, name = row.target.partition(":")
    made: SpeechEngine | Recognizer = getattr(
        importlib.import_module(f"dataset_builder.engines.{module}"), name
    )()
    return made


def _some(names: tuple[str, ...]) -> str:
    return "it has " + ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
