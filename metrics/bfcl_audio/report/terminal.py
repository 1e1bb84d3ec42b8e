"""The loss ledger as plain text of at most 100 columns, for the end of a run in a terminal."""

from collections.abc import Sequence

from .arms import asking
from .foreign import label, width
from .ledger import Cell, Ledger
from .tables import p_text, percent, points

COLUMNS = 100
_LONGEST_ARM = 28
_HEADS = ("arm", "asking", "n", "valid", "95 %", "vs text", "95 %", "p")


def ledger_text(ledgers: Sequence[Ledger]) -> str:
    """Return all `ledgers` as text that ends in a newline."""
    parts = [
        "LOSS LEDGER  valid entries in %, and the paired difference to the written request\n"
        "             in points; the same entries in every row, 95 % intervals\n"
    ]
    parts += [_one(ledger) for ledger in ledgers]
    if not ledgers:
        parts.append("no episode ran to the end\n")
    return "\n".join(parts)


def _one(ledger: Ledger) -> str:
    n = len(ledger.ids)
    head = f"{label(ledger.agent)}: {n:,} {'entry' if n == 1 else 'entries'} in every row"
    if ledger.ran > n:
        head += f" ({ledger.ran - n:,} more ran in some only and are left out)"
    return (
        "\n".join([head, *_aligned([_HEADS, *(_row(cell, ledger) for cell in ledger.cells)])])
        + "\n"
    )


def _row(cell: Cell, ledger: Ledger) -> tuple[str, ...]:
    against = cell.against_text
    return (
        _name(cell, ledger),
        label(asking(cell.judge, ledger.judges), 14),
        f"{cell.valid.n:,}",
        percent(cell.valid.value),
        _range(percent(cell.valid.low), percent(cell.valid.high)) if cell.valid.n else "–",
        points(against.value) if against else "",
        _range(points(against.low), points(against.high)) if against else "",
        p_text(against.p_value) if against else "",
    )


def _name(cell: Cell, ledger: Ledger) -> str:
    """The arm; of one over a channel only that, where the same on clean sound stands above it."""
    clean, at, channel = cell.arm.partition("@")
    if at and any(one.arm == clean for one in ledger.cells):
        return f"  {label(at + channel, _LONGEST_ARM - 2)}"
    return label(cell.arm, _LONGEST_ARM)


def _range(low: str, high: str) -> str:
    return f"[{low:>5}, {high:>5}]"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows as lines: two columns to the left, figures to the right, a rule below the heads."""
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for index, (cell, columns) in enumerate(zip(row, widths, strict=True)):
            pad = " " * (columns - width(cell))
            cells.append(cell + pad if index < 2 else pad + cell)
        lines.append("  ".join(cells).rstrip())
    return [lines[0], "─" * min(COLUMNS, sum(widths) + 2 * (len(widths) - 1)), *lines[1:]]
