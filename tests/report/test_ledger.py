"""The ledger compares the same entries, and its figures are those that were built in."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bfcl_audio.report.foreign import width
from bfcl_audio.report.judged import Judged
from bfcl_audio.report.ledger import Ledger, ledgers
from bfcl_audio.report.terminal import ledger_text


def _cells(ledger: Ledger) -> dict[tuple[str, str], tuple[float, int]]:
    return {(c.arm, c.judge): (c.valid.value, c.valid.n) for c in ledger.cells}


def test_cells_are_what_was_built_in(judged: Sequence[Judged]) -> None:
    """Five of ten cities are misheard, four of those are asked about and repaired."""
    (ledger,) = ledgers(judged)
    assert _cells(ledger) == {
        ("text", ""): (1.0, 10),
        ("spoken", ""): (1.0, 10),
        ("spoken", "rules"): (1.0, 10),
        ("transcript:moonshine", ""): (0.5, 10),
        ("transcript:moonshine", "rules"): (0.9, 10),
        ("transcript:whisper", ""): (0.5, 10),
        ("transcript:whisper", "rules"): (0.9, 10),
    }


def test_differences_are_paired(judged: Sequence[Judged]) -> None:
    """Against text, spoken, and the same arm without asking; McNemar's p is exact."""
    (ledger,) = ledgers(judged)
    cell = ledger.cells[-1]
    assert cell.against_text and cell.against_spoken and cell.of_asking
    assert [cell.against_text.value, cell.against_spoken.value, cell.of_asking.value] == [
        pytest.approx(value) for value in (-0.1, -0.1, 0.4)
    ]
    assert cell.of_asking.p_value == 0.125


def test_only_common_entries_count(judged: Sequence[Judged]) -> None:
    """An entry that one arm lacks counts in none, so a difference is never one of entries."""
    some = [
        item
        for item in judged
        if item.episode.arm != "spoken" or item.episode.id in ("simple_python_1", "simple_python_8")
    ]
    (ledger,) = ledgers(some)
    assert (ledger.ids, ledger.ran, {cell.valid.n for cell in ledger.cells}) == (
        ("simple_python_1", "simple_python_8"),
        10,
        {2},
    )


def test_no_common_entry_is_a_ledger_without_figures(judged: Sequence[Judged]) -> None:
    """Runs over different entries give dashes and not an error."""
    apart = [judged[0], next(i for i in judged if i.episode.id != judged[0].episode.id
                             and i.episode.arm == "spoken")]  # fmt: skip
    (ledger,) = ledgers(apart)
    assert [cell.valid.n for cell in ledger.cells] == [0, 0]
    assert "nan" not in ledger_text([ledger])


def test_first_repeat_counts(judged: Sequence[Judged]) -> None:
    """Where an entry ran several times, later runs do not change the ledger."""
    again = [
        replace(item, episode=replace(item.episode, repeat=1), valid=not item.valid)
        for item in judged
    ]
    assert ledgers([*again, *judged]) == ledgers(judged)


def test_agents_are_apart(judged: Sequence[Judged]) -> None:
    """Each agent has a ledger of its own, over its own entries."""
    other = [replace(i, episode=replace(i.episode, agent="openai/x")) for i in judged[:3]]
    assert [(ledger.agent, len(ledger.ids)) for ledger in ledgers([*judged, *other])] == [
        ("openai/x", 3),
        ("scripted/listener", 10),
    ]


def test_terminal_rendering(judged: Sequence[Judged]) -> None:
    """Each row has n, share and interval, and its difference to the written request."""
    assert ledger_text(ledgers(judged)) == EXPECTED


@pytest.mark.parametrize("name", ["a" * 500, "日本語" * 40, "\x1b[31m\n\u202e|"])
def test_terminal_rendering_fits(judged: Sequence[Judged], name: str) -> None:
    """No name makes a line longer than 100 columns, or colours anything."""
    odd = [
        replace(i, episode=replace(i.episode, arm=f"transcript:{name}", agent=name, judge=name))
        for i in judged[:2]
    ]
    text = ledger_text(ledgers([*odd, *judged]))
    assert max(map(width, text.splitlines())) <= 100
    assert "\x1b" not in text


EXPECTED = """\
LOSS LEDGER  valid entries in %, and the paired difference to the written request
             in points; the same entries in every row, 95 % intervals

scripted/listener: 10 entries in every row
arm                   asking   n  valid            95 %  vs text            95 %      p
───────────────────────────────────────────────────────────────────────────────────────
text                  no      10  100.0  [ 72.2, 100.0]
spoken                no      10  100.0  [ 72.2, 100.0]      0.0  [  0.0,   0.0]  1.000
spoken                yes     10  100.0  [ 72.2, 100.0]      0.0  [  0.0,   0.0]  1.000
transcript:moonshine  no      10   50.0  [ 23.7,  76.3]    −50.0  [−80.0, −20.0]  0.062
transcript:moonshine  yes     10   90.0  [ 59.6,  98.2]    −10.0  [−30.0,   0.0]  1.000
transcript:whisper    no      10   50.0  [ 23.7,  76.3]    −50.0  [−80.0, −20.0]  0.062
transcript:whisper    yes     10   90.0  [ 59.6,  98.2]    −10.0  [−30.0,   0.0]  1.000
"""
