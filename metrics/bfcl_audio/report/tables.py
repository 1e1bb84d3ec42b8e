"""A table as data: what its columns mean, and cells that print the same wherever they are shown."""

import math
from dataclasses import dataclass
from typing import TypeAlias

from .figures import Difference, Mean, Share

Cell: TypeAlias = "str | int | float | Share | Mean | Difference | None"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title, what it says in a sentence, and rows as long as `columns`.

    `name` is its file name and anchor, `columns` its headings.
    """

    name: str
    title: str
    says: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {len(row)} cells under {len(self.columns)} heads")


def shown(cell: Cell) -> str:
    """Return a cell as a person reads it, with n and interval where it has them."""
    match cell:
        case None:
            return "–"
        case Share():
            return share_text(cell)
        case Mean():
            return f"{cell.value:.2f} [{cell.low:.2f}, {cell.high:.2f}] of {cell.n:,}"
        case Difference():
            return difference_text(cell)
        case bool() | str():
            return str(cell)
        case int():
            return f"{cell:,}"
        case _:
            return f"{cell:.3g}" if math.isfinite(cell) else "–"


def share_text(share: Share) -> str:
    """`68.3 % [55.8, 78.7] of 60`; a dash where nothing was counted."""
    if not share.n:
        return "–"
    if math.isnan(share.low):
        return f"{percent(share.value)} % of {share.n:,}"
    return f"{percent(share.value)} % [{percent(share.low)}, {percent(share.high)}] of {share.n:,}"


def difference_text(difference: Difference) -> str:
    """`−31.7 [−43.3, −20.0]`, in percentage points."""
    low, high = points(difference.low), points(difference.high)
    return f"{points(difference.value)} [{low}, {high}]"


def percent(value: float) -> str:
    """`68.3` for 0.683."""
    return f"{100 * value:.1f}" if math.isfinite(value) else "–"


def points(value: float) -> str:
    """`−31.7` for -0.317, with a true minus sign, and `0.0` without a sign."""
    if not math.isfinite(value):
        return "–"
    text = f"{100 * value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


def p_text(p_value: float) -> str:
    """`<0.001`, else three decimals."""
    if not math.isfinite(p_value):
        return "–"
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"
