"""Tables as CSV, one number a column for programs, and as Markdown for people."""

import csv
import io
import math
from collections.abc import Iterable, Sequence

from .figures import Difference, Mean, Share
from .foreign import label, visible
from .ledger import Ledger
from .tables import Cell, Table, shown

_LONGEST_CELL = 400


def to_csv(table: Table) -> str:
    """Return a table as CSV; a share or difference takes a column for each of its numbers."""
    kinds = [_kind(column) for column in zip(*table.rows, strict=True)] or [str] * len(
        table.columns
    )
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        _inert(name)
        for head, kind in zip(table.columns, kinds, strict=True)
        for name in _heads(head, kind)
    )
    for row in table.rows:
        writer.writerow(
            value for cell, kind in zip(row, kinds, strict=True) for value in _values(cell, kind)
        )
    return out.getvalue()


def to_markdown(tables: Sequence[Table], notes: Iterable[str] = ()) -> str:
    """Return tables as GitHub-flavoured Markdown, each with its title and what it says."""
    parts = ["# BFCL-Audio report"]
    parts += [f"> {_markdown(note)}" for note in notes]
    for table in tables:
        heads = " | ".join(_markdown(head) for head in table.columns)
        rules = " | ".join("---" if index == 0 else "---:" for index in range(len(table.columns)))
        rows = [" | ".join(_markdown_cell(cell) for cell in row) for row in table.rows]
        lines = [f"| {line} |" for line in (heads, rules, *rows)]
        parts += [f"## {_markdown(table.title)}", _markdown(table.says), "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def ledger_records(ledgers: Sequence[Ledger]) -> list[dict[str, object]]:
    """Return every cell of every ledger as JSON can hold it; what has no value is None."""
    return [
        {
            "agent": ledger.agent,
            "arm": cell.arm,
            "judge": cell.judge or "none",
            "n": cell.valid.n,
            "valid": _or_none(cell.valid.value),
            "ci_low": _or_none(cell.valid.low),
            "ci_high": _or_none(cell.valid.high),
            "against_text": _difference(cell.against_text),
            "against_spoken": _difference(cell.against_spoken),
            "of_asking": _difference(cell.of_asking),
        }
        for ledger in ledgers
        for cell in ledger.cells
    ]


def _difference(difference: Difference | None) -> dict[str, float | None] | None:
    if difference is None:
        return None
    return {
        "value": _or_none(difference.value),
        "ci_low": _or_none(difference.low),
        "ci_high": _or_none(difference.high),
        "p_value": _or_none(difference.p_value),
    }


def _or_none(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _kind(column: Iterable[Cell]) -> type:
    return next((type(cell) for cell in column if isinstance(cell, Share | Mean | Difference)), str)


def _heads(head: str, kind: type) -> list[str]:
    if kind in (Share, Mean):
        return [head, f"{head} low", f"{head} high", f"{head} n"]
    if kind is Difference:
        return [head, f"{head} low", f"{head} high", f"{head} p"]
    return [head]


def _values(cell: Cell, kind: type) -> list[str]:
    if isinstance(cell, Share | Mean):
        return [*map(_figure, (cell.value, cell.low, cell.high)), str(cell.n)]
    if isinstance(cell, Difference):
        return [_figure(number) for number in (cell.value, cell.low, cell.high, cell.p_value)]
    if cell is None:
        return [""] * (1 if kind is str else 4)
    return [_inert(cell) if isinstance(cell, str) else _figure(cell)]


def _figure(number: float) -> str:
    if isinstance(number, int):
        return str(number)
    return f"{number:.6g}" if math.isfinite(number) else ""


def _inert(text: str) -> str:
    """A cell that a spreadsheet takes for text, never for a formula."""
    text = visible(text, _LONGEST_CELL)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text


def _markdown_cell(cell: Cell) -> str:
    return _markdown(cell) if isinstance(cell, str) else shown(cell)


def _markdown(text: str) -> str:
    """Foreign text as Markdown that shows it and does nothing else."""
    line = label(text, _LONGEST_CELL)
    for character in "`*[<>|":
        line = line.replace(character, f"&#{ord(character)};")
    return line
