"""What a reply costs: tokens times a dated price (`prices.toml`), or nothing known."""

import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files

from ..errors import InputError

_DATED = re.compile(r"-20\d\d-\d\d-\d\d$")
_PER = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """USD per million tokens.

    Attributes:
        prompt: of what a model is given.
        completion: of what it writes.
        cached: of prompt tokens that the vendor had cached; None: as `prompt`.
        prompt_audio: of sound that it is given; None: not known.
        completion_audio: of sound that it makes; None: not known.
        source: the vendor's list.
        date: when it was looked up.
    """

    prompt: float
    completion: float
    cached: float | None = None
    prompt_audio: float | None = None
    completion_audio: float | None = None
    source: str = ""
    date: str = ""

    def cost_usd(self, usage: Mapping[str, int]) -> float | None:
        """What a reply costs; None if its usage or a price for it is not known.

        Args:
            usage: as `Reply.usage`: audio and cached tokens are among the prompt's. Cached sound
                counts as cached text no further than there is text: the dearer way.

        >>> Price(prompt=2.5, completion=10.0).cost_usd({"prompt_tokens": 1000})
        0.0025
        """
        if self == FREE:
            return 0.0
        if not usage:
            return None
        sound_in = usage.get("prompt_audio_tokens", 0)
        sound_out = usage.get("completion_audio_tokens", 0)
        text_in = max(0, usage.get("prompt_tokens", 0) - sound_in)
        text_out = max(0, usage.get("completion_tokens", 0) - sound_out)
        cached = min(usage.get("cached_tokens", 0), text_in)
        if (sound_in and self.prompt_audio is None) or (
            sound_out and self.completion_audio is None
        ):
            return None
        total = (
            (text_in - cached) * self.prompt
            + cached * (self.prompt if self.cached is None else self.cached)
            + sound_in * (self.prompt_audio or 0.0)
            + text_out * self.completion
            + sound_out * (self.completion_audio or 0.0)
        )
        return total / _PER

    def as_record(self) -> dict[str, float | str]:
        """The price as a trajectory keeps it: what is known of it."""
        return {name: value for name, value in asdict(self).items() if value not in (None, "")}


FREE = Price(prompt=0.0, completion=0.0, prompt_audio=0.0, completion_audio=0.0)


@dataclass(frozen=True, slots=True)
class Prices:
    """What agent and judge of a run cost; None: not known."""

    agent: Price | None
    judge: Price | None

    def as_record(self) -> dict[str, dict[str, float | str]]:
        """The prices as a trajectory keeps them; who is free or unknown is left out."""
        named = {"agent": self.agent, "judge": self.judge}
        return {
            who: price.as_record()
            for who, price in named.items()
            if price is not None and price != FREE
        }


UNTOLD = Prices(None, FREE)


def price_of(spec: str, *, base_url: str | None = None) -> Price | None:
    """The price of an agent or a judge by its SPEC; None if it is not known.

    Args:
        spec: e.g. `openai/gpt-4o-mini`.
        base_url: of another server than the vendor's, whose prices are its own.
    """
    name = spec.partition("?")[0]
    if name.startswith("python/"):
        return None  # a function may ask anybody, and can tell what that cost
    known = _prices()
    vendors = {model.partition("/")[0] for model in known}
    if name.partition("/")[0] not in vendors:
        return FREE  # it runs on this machine, or tells its costs itself
    if base_url is not None:
        return None
    return known.get(name) or known.get(_DATED.sub("", name))


_ADDRESSES = {
    "openai": "OPENAI_BASE_URL",
    "openai-realtime": "OPENAI_BASE_URL",
    "gemini": "GOOGLE_GEMINI_BASE_URL",
}


def server_of(spec: str, base_url: str | None) -> str | None:
    """The server that an agent or judge is sent to: as given, or where its SDK's variable points.

    None: the vendor's own.
    """
    variable = _ADDRESSES.get(spec.partition("/")[0], "")
    return base_url or os.environ.get(variable) or None


def read_price(text: str) -> Price:
    """A price from the command line: `IN,OUT` or `IN,OUT,AUDIO_IN,AUDIO_OUT`.

    Raises:
        InputError: it is not written so.
    """
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4) or any(not 0 <= one < math.inf for one in numbers):
        raise InputError(
            f"--price is {text!r}; give USD per million tokens as IN,OUT (2.5,10) or "
            "IN,OUT,AUDIO_IN,AUDIO_OUT"
        )
    price = Price(prompt=numbers[0], completion=numbers[1], source="--price")
    if numbers[2:]:
        return replace(price, prompt_audio=numbers[2], completion_audio=numbers[3])
    return price


@cache
def _prices() -> Mapping[str, Price]:
    text = files(__package__).joinpath("prices.toml").read_text(encoding="utf-8")
    return {name: Price(**row) for name, row in tomllib.loads(text).items()}
