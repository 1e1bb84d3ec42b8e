"""The table of what vendors charge for speech and for transcripts (`prices.toml`)."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from .calls import Call, Kind
from .engines.base import Spec

CHARACTERS_PER_TOKEN = 3
"""Of English and JSON; it is nearer four, and the dearer way is meant."""
_PER = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD for speech or for transcripts; the parts add up.

    Attributes:
        per_million_characters: of the text that is said.
        per_minute: of sound, made or heard.
        per_million_prompt_tokens: of the text that is said.
        per_million_audio_tokens: of the sound that is made.
        audio_tokens_per_s: how many of those a second of sound is.
        source: the vendor's list.
        date: when copies of it were read.
        read: which, and what is uncertain.
    """

    per_million_characters: float = 0.0
    per_minute: float = 0.0
    per_million_prompt_tokens: float = 0.0
    per_million_audio_tokens: float = 0.0
    audio_tokens_per_s: float = 0.0
    source: str = ""
    date: str = ""
    read: str = ""

    def cost_usd(self, call: Call) -> float:
        """What a call costs.

        >>> Price(per_minute=0.6).cost_usd(Call(kind="transcript", spec="deepgram", seconds=10))
        0.1
        """
        prompt_tokens = math.ceil(call.characters / CHARACTERS_PER_TOKEN)
        return (
            call.characters * self.per_million_characters / _PER
            + prompt_tokens * self.per_million_prompt_tokens / _PER
            + call.seconds * self.minute_usd / 60
        )

    @property
    def minute_usd(self) -> float:
        """Of a minute of sound, its text aside."""
        tokens = 60 * self.audio_tokens_per_s
        return self.per_minute + tokens * self.per_million_audio_tokens / _PER

    def __str__(self) -> str:
        parts = {
            "/min": self.minute_usd,
            "/1M characters": self.per_million_characters,
            "/1M tokens of text": self.per_million_prompt_tokens,
        }
        return " + ".join(f"${usd:.4g}{unit}" for unit, usd in parts.items() if usd) or "free"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table.

    Attributes:
        spec: vendor/model.
        default: whether the vendor's bare name means it.
        since: ISO date from which it holds; empty for always.
        price: None where we know none.
    """

    spec: str
    default: bool
    since: str
    price: Price | None


@cache
def rows() -> Mapping[Kind, tuple[Row, ...]]:
    """The table by kind, as it is written; rewriters have none here."""
    text = files(__package__).joinpath("prices.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    kinds: tuple[Kind, ...] = ("speech", "transcript", "paraphrase")
    return {kind: tuple(map(_row, found.get(kind, ()))) for kind in kinds}


def _row(fields: dict[str, Any]) -> Row:
    spec, since = str(fields.pop("spec")), str(fields.pop("since", ""))
    default = bool(fields.pop("default", False))
    price = Price(**fields)
    return Row(spec, default, since, price if str(price) != "free" else None)


def read_on() -> str:
    """The day on which copies of the vendors' lists were last read."""
    return max(row.price.date for kind in rows().values() for row in kind if row.price)


def full_name(kind: Kind, spec: str) -> str:
    """Vendor and model of a SPEC, its voice and options aside, the vendor's default filled in.

    >>> full_name("speech", "openai:alloy?speed=1.5")
    'openai/gpt-4o-mini-tts'
    """
    if kind == "paraphrase":
        return spec.partition("?")[0]  # a colon is part of a model's name
    parsed = Spec.parse(spec)
    if parsed.model:
        return f"{parsed.vendor}/{parsed.model}"
    defaults = (row.spec for row in rows()[kind] if row.default)
    return next((one for one in defaults if one.partition("/")[0] == parsed.vendor), parsed.vendor)
