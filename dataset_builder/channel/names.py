"""Names of channels: `clean`, `noise:10dB`, or a chain such as `reverb:0.5s+noise:10dB+phone`.

| step | does |
|---|---|
| `noise:<dB>` | babble: several other clips of the build at once, speech above it by so much |
| `white:<dB>`, `pink:<dB>` | noise of equal power per hertz, per octave |
| `crosstalk:<dB>` | one other speaker of the build, intelligible |
| `reverb:<seconds>` | a room whose sound falls by 60 dB in that time |
| `phone` | a telephone line: 300 to 3400 Hz, 8 kHz, µ-law |
| `loss:<percent>` | packets of 20 ms that never came, in bursts; silence in their place |
| `clip:<dB>` | the top of the peaks cut off, by so much |
| `gain:<dB>` | louder or quieter; what passes full scale is cut |

A chain is gone through from left to right.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from bfcl_audio.errors import meant

from ..engines.base import slug
from ..errors import OptionError

CLEAN = "clean"


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a step's number may be; a step without `unit` takes none."""

    unit: str = ""
    lowest: float = 0.0
    highest: float = 0.0
    example: str = ""


_KINDS = {
    "noise": _Kind("dB", -20, 60, "noise:10dB"),
    "white": _Kind("dB", -20, 60, "white:10dB"),
    "pink": _Kind("dB", -20, 60, "pink:10dB"),
    "crosstalk": _Kind("dB", -20, 60, "crosstalk:10dB"),
    "reverb": _Kind("s", 0.05, 5, "reverb:0.5s"),
    "phone": _Kind(),
    "loss": _Kind("%", 0, 90, "loss:5"),
    "clip": _Kind("dB", 0, 40, "clip:12dB"),
    "gain": _Kind("dB", -60, 40, "gain:-12dB"),
}
_COMPANY = {"noise": 6, "crosstalk": 1}
_NUMBER = re.compile(r"([+-]?\d+(?:\.\d+)?)\s*(db|s|%)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing done to a clip; `amount` is in its kind's unit (dB, s, %), 0 for `phone`."""

    kind: str
    amount: float = 0.0

    def __str__(self) -> str:
        """As `parse` reads it."""
        unit = _KINDS[self.kind].unit
        # A percent sign would leave a config name that ends in an underscore.
        return f"{self.kind}:{self.amount:g}{unit.rstrip('%')}" if unit else self.kind


@dataclass(frozen=True, slots=True)
class Channel:
    """Steps from mouth to ear; none is `clean`."""

    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        """The one name of equal channels."""
        return "+".join(map(str, self.steps)) or CLEAN


def parse(name: str) -> Channel:
    """A channel by its name; the unit may be left out.

    >>> str(parse("phone + noise:10")), parse("clean")
    ('phone+noise:10dB', Channel(steps=()))

    Raises:
        OptionError: says which step is wrong, and what was meant.
    """
    if name.strip().lower() == CLEAN:
        return Channel()
    # `gain:+6dB` holds a plus that joins nothing.
    parts = re.split(r"(?<!:)\+", re.sub(r"\s+", "", name))
    return Channel(tuple(_step(part, name) for part in parts))


def parse_all(names: Iterable[str]) -> tuple[str, ...]:
    """The one name of each channel, `clean` first whether named or not.

    Raises:
        OptionError: one is no channel, or two would have the same config names.
    """
    found = dict.fromkeys([CLEAN, *(str(parse(name)) for name in names)])
    by_slug: dict[str, str] = {}
    for name in found:
        other = by_slug.setdefault(slug(name), name)
        if other != name:
            raise OptionError(
                f"channels {other} and {name} would share the config name *_{slug(name)}; build "
                "one of them in another folder"
            )
    return tuple(found)


def company_size(channel: Channel) -> int:
    """How many other clips of the build are heard in it."""
    return max((_COMPANY.get(step.kind, 0) for step in channel.steps), default=0)


def _step(part: str, name: str) -> Step:
    kind_name, colon, number = part.lower().partition(":")
    kind = _KINDS.get(kind_name)
    if kind is None:
        near = meant(kind_name, (CLEAN, *_KINDS))
        hint = "clean stands alone; " if kind_name == CLEAN else near
        raise OptionError(
            f"unknown channel {part!r}{_within(part, name)}; {hint}known: {', '.join(_EXAMPLES)}; "
            "join several with +"
        )
    if not kind.unit:
        if colon:
            raise OptionError(f"channel {part!r}{_within(part, name)}: {kind_name} takes no number")
        return Step(kind_name)
    match = _NUMBER.fullmatch(number)
    amount = float(match[1]) if match else math.nan
    unit_is_right = match is not None and (match[2] or kind.unit).lower() == kind.unit.lower()
    if not unit_is_right or not kind.lowest <= amount <= kind.highest:
        raise OptionError(
            f"channel {part!r}{_within(part, name)}: {kind_name} takes {kind.lowest:g} to "
            f"{kind.highest:g} {kind.unit}, e.g. {kind.example}"
        )
    return Step(kind_name, amount + 0.0)  # -0 and 0 are one channel


def _within(part: str, name: str) -> str:
    return "" if part == name else f" in {name!r}"


_EXAMPLES = [CLEAN, *(kind.example or name for name, kind in _KINDS.items())]
