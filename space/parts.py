"""What Try it offers: the engines, recognisers and agents that work here and cost nothing.

Whoever starts the Space may name others, such as a vendor's; nobody else can spend their money.
"""

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bfcl_audio.models import is_cached, models
from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, Row, missing

LANGUAGE_MODELS = ("qwen2.5-coder-0.5b", "qwen2.5-coder-1.5b")
"""Embedded language models, served by this machine while they are asked."""

SCRIPTED = ("scripted/listener", "scripted/listener?ask", "scripted/oracle")
EMBEDDED = "embedded/"


@dataclass(frozen=True, slots=True)
class Parts:
    """SPECs to choose from, the best first."""

    engines: tuple[str, ...]
    recognizers: tuple[str, ...]
    agents: tuple[str, ...]


def parts(recognizers: Sequence[str] = (), agents: Sequence[str] = ()) -> Parts:
    """Return what is ready here, after what the owner of the Space names."""
    return Parts(
        engines=_ready(ENGINES),
        recognizers=tuple(dict.fromkeys([*recognizers, *_ready(RECOGNIZERS)])),
        agents=tuple(dict.fromkeys([*agents, *_language_models(), *SCRIPTED])),
    )


def _ready(table: Mapping[str, Row]) -> tuple[str, ...]:
    """Those that are free, installed, and have their models here already."""
    return tuple(
        name for name, row in table.items()
        if row.listed and not row.keys and not row.path and missing(row) is None
        and all(map(_here, row.models))
    )  # fmt: skip


def _here(model: str) -> bool:
    """Whether a model needs no fetching: it is kept already, or comes inside its package."""
    return not models()[model].hub or is_cached(model)


def _language_models() -> list[str]:
    if importlib.util.find_spec("xllamacpp") is None or importlib.util.find_spec("openai") is None:
        return []
    return [f"{EMBEDDED}{name}" for name in LANGUAGE_MODELS if is_cached(name)]
