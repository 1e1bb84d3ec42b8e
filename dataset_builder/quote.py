"""What a build would ask of whom, and what that would cost: `--dry-run`."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from .budget import Spent, usd
from .calls import Call
from .price_table import read_on
from .prices import Prices, System

_HEAD = ("", "", "calls", "kept", "characters", "audio", "USD")


@dataclass(frozen=True, slots=True)
class Line:
    """One system's share.

    Attributes:
        system: kind and SPEC.
        asked: the calls to make.
        kept: how many are not made, as their results are kept already.
    """

    system: System
    asked: Spent = field(default_factory=Spent)
    kept: int = 0

    @property
    def cells(self) -> tuple[str, ...]:
        """The line for a person."""
        asked = self.asked
        dollars = "unknown" if asked.cost_usd is None else usd(asked.cost_usd)
        counts = (f"{count:,}" for count in (asked.calls, self.kept, asked.characters))
        return (*self.system, *counts, _clock(asked.seconds), dollars)


@dataclass(frozen=True, slots=True)
class Quote:
    """The calls of a build, by system in order of first mention.

    How long speech will be, and what a language model answers, are estimates; what fails is asked
    again, which nothing here foresees.
    """

    lines: tuple[Line, ...]

    @classmethod
    def of(cls, calls: Iterable[tuple[Call, bool]], prices: Prices | None = None) -> "Quote":
        """Count calls.

        Args:
            calls: each with whether its result is kept already, so that it is not made.
            prices: None: those of the tables.
        """
        prices = prices or Prices()
        lines: dict[System, Line] = {}
        for call, kept in calls:
            line = lines.setdefault((call.kind, call.spec), Line((call.kind, call.spec)))
            if kept:
                line = replace(line, kept=line.kept + 1)
            else:
                line = replace(line, asked=line.asked.plus(call, prices.cost_usd(call)))
            lines[line.system] = line
        return cls(tuple(lines.values()))

    @property
    def known_usd(self) -> float:
        """What the calls cost whose price is known."""
        return sum(line.asked.cost_usd or 0.0 for line in self.lines)

    @property
    def unknown(self) -> tuple[System, ...]:
        """Whose price is not known."""
        return tuple(line.system for line in self.lines if line.asked.cost_usd is None)

    def as_json(self) -> dict[str, object]:
        """The table for a program; `usd` is null where it is not known, in all or in part."""
        systems = [
            {
                "kind": line.system[0],
                "spec": line.system[1],
                "calls": line.asked.calls,
                "kept": line.kept,
                "characters": line.asked.characters,
                "seconds": round(line.asked.seconds, 3),
                "usd": _cents(line.asked.cost_usd),
            }
            for line in self.lines
        ]
        total = None if self.unknown else self.known_usd
        return {"systems": systems, "usd": _cents(total), "prices_read": read_on()}

    def __str__(self) -> str:
        """The table for a person."""
        calls = sum(line.asked.calls for line in self.lines)
        kept = sum(line.kept for line in self.lines)
        dollars = usd(self.known_usd) + (" + unknown" if self.unknown else "")
        total = ("total", "", f"{calls:,}", f"{kept:,}", "", "", dollars)
        rows = [_HEAD, *(line.cells for line in self.lines), total]
        note = (
            f"Prices read on {read_on()}, without tax. How long speech will be is an estimate; "
            "a call that fails is made again."
        )
        return "\n".join([*_aligned(rows), "", note])


def _aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def _cents(amount: float | None) -> float | None:
    """Without the dust of floating point."""
    return None if amount is None else round(amount, 6)


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds; empty for none.

    >>> _clock(4000.4)
    '1:06:40'
    """
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" if seconds else ""
