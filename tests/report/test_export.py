"""CSV for programs, Markdown for people, JSON without NaN."""

import csv
import io
import json
import math

import pytest

from bfcl_audio.report.compose import Report
from bfcl_audio.report.export import ledger_records, to_csv, to_markdown
from bfcl_audio.report.figures import Difference, share
from bfcl_audio.report.tables import Cell, Table


def _table(*cells: Cell) -> Table:
    return Table("t", "T", "Says.", tuple(f"c{i}" for i in range(len(cells))), (cells,))


def test_csv_has_a_column_a_number() -> None:
    """A share gives four columns, a difference four."""
    text = to_csv(_table("a", share(1, 2), Difference(-0.5, -1, 0, 0.25, 2)))
    assert text.splitlines() == [
        "c0,c1,c1 low,c1 high,c1 n,c2,c2 low,c2 high,c2 p",
        "a,0.5,0.0945312,0.905469,2,-0.5,-1,0,0.25",
    ]


@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@x", "\t=1"])
def test_csv_holds_no_formula(formula: str) -> None:
    """A spreadsheet shows what a model said and computes none of it."""
    (_, (cell,)) = csv.reader(io.StringIO(to_csv(_table(formula))))
    assert cell == f"'{formula}"


def test_csv_quotes_what_it_must() -> None:
    """Commas, quotes and newlines of a name stay inside its cell."""
    (_, row) = csv.reader(io.StringIO(to_csv(_table('a,"b"\nc', None, math.nan, 3))))
    assert row == ['a,"b"\nc', "", "", "3"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a&#124;b"),
        ("<img src=x>", "&#60;img src=x&#62;"),
        ("![x](http://y)", "!&#91;x](http://y)"),
        ("a\nb", "a b"),
        ("multi_turn_base", "multi_turn_base"),
    ],
)
def test_markdown_shows_foreign_text(text: str, shown: str) -> None:
    """Names break no table, load no picture and open no tag."""
    assert f"| {shown} |" in to_markdown([_table(text)])


def test_markdown_of_an_empty_table() -> None:
    """A table with nothing to count still has its heads."""
    assert "| a | b |\n| --- | ---: |\n" in to_markdown([Table("t", "T", "", ("a", "b"), ())])


def test_ledger_as_json_is_strict(report: Report) -> None:
    """No NaN, which JSON has not."""
    records = json.loads(json.dumps(ledger_records(report.ledgers), allow_nan=False))
    assert (len(records), records[0]["n"], records[0]["against_text"]) == (7, 10, None)
