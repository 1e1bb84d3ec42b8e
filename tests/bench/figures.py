"""What was measured, beside what was aimed at."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a bench.

    Attributes:
        name: what was measured.
        value: in `unit`.
        unit: `x` for a ratio, else `s` or `MB`.
        target: the bound; None where nothing is aimed at.
        at_least: whether more is better.
        detail: what it was worked out from, with its spread.
    """

    name: str
    value: float
    unit: str
    target: float | None
    at_least: bool
    detail: str

    @property
    def met(self) -> bool:
        """Whether the target is met, if there is one."""
        if self.target is None:
            return True
        return self.value >= self.target if self.at_least else self.value <= self.target

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"met": self.met}


def table(figures: Sequence[Figure]) -> str:
    """One line a figure."""
    rows = [("", "figure", "target", "", "how")]
    for figure in figures:
        sign = ">=" if figure.at_least else "<="
        target = "" if figure.target is None else f"{sign} {figure.target:g} {figure.unit}"
        passed = "" if figure.target is None else ("met" if figure.met else "MISSED")
        rows.append(
            (figure.name, f"{figure.value:.4g} {figure.unit}", target, passed, figure.detail)
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
