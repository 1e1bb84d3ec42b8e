"""Tables say what was built into the runs."""

from collections.abc import Sequence
from dataclasses import replace

import hand_made_runs
import pytest

from bfcl_audio.report.asking import asking
from bfcl_audio.report.breakdown import by_run, outcome_shares, trust
from bfcl_audio.report.compose import Report
from bfcl_audio.report.figures import Share, rate
from bfcl_audio.report.judged import Judged, trajectory
from bfcl_audio.report.repeats import repeats
from bfcl_audio.report.tables import Table, shown
from bfcl_audio.scoring import score


def _table(report: Report, name: str) -> Table:
    return next(table for table in report.tables if table.name == name)


def _figures(table: Table) -> list[tuple[object, ...]]:
    """Rows with shares as (value, n)."""
    return [
        tuple((round(c.value, 3), c.n) if isinstance(c, Share) else c for c in row)
        for row in table.rows
    ]


def test_recognisers(report: Report) -> None:
    """Half the cities are lost; each is one word of nine, fillers not counted."""
    rows = _figures(_table(report, "recognisers"))
    assert [(name, channel, lost) for name, channel, _, lost in rows] == [
        ("whisper", "clean", (0.5, 10)),
        ("moonshine", "clean", (0.5, 10)),
    ]


def test_kinds_of_values(report: Report) -> None:
    """The one kind there is, under each recogniser."""
    assert _figures(_table(report, "values")) == [("place", "clean", (0.5, 10), (0.5, 10))]


def test_blind_trust(judged: Sequence[Judged]) -> None:
    """The mute listener passes on what was misheard, always."""
    assert _figures(trust(judged)) == [
        ("scripted/listener", "transcript:moonshine", "no", (1.0, 5)),
        ("scripted/listener", "transcript:moonshine", "rules", (1.0, 1)),
        ("scripted/listener", "transcript:whisper", "no", (1.0, 5)),
        ("scripted/listener", "transcript:whisper", "rules", (1.0, 1)),
    ]


def test_another_mistake_is_not_blind_trust(judged: Sequence[Judged]) -> None:
    """A wrong value that nobody misheard is the agent's own."""
    wrong = [
        replace(item, episode=replace(item.episode, answer=[{"weather_get": '{"city": "Rome"}'}]))
        for item in judged
        if not item.valid
    ]
    assert {row[-1] for row in _figures(trust(wrong))} == {(0.0, 5), (0.0, 1)}


def test_asking_counts_as_the_scorer_does(judged: Sequence[Judged]) -> None:
    """Recall, precision and repairs equal the scorer's figures, here with n."""
    items = [
        item
        for item in judged
        if (item.episode.arm, item.episode.judge) == ("transcript:whisper", "rules")
    ]
    (row,) = _figures(asking(items))
    figures = score(
        [trajectory(item.episode) for item in items],
        [hand_made_runs.references(10)[item.episode.id] for item in items],
    )
    names = ("asked", "recall", "precision", "repaired")
    assert [cell[0] for cell in row[3:7] if isinstance(cell, tuple)] == [
        pytest.approx(figures[f"clarification/{name}"]) for name in names
    ]


def test_the_text_arm_counts_once(judged: Sequence[Judged]) -> None:
    """It is the same work for the agent told to ask, if both were run on it."""
    text = [item for item in judged if item.episode.arm == "text"]
    told = [replace(i, episode=replace(i.episode, agent="scripted/listener?ask")) for i in text]
    assert [len(items) for items in by_run([*text, *told]).values()] == [10]


def test_outcomes_partition(judged: Sequence[Judged]) -> None:
    """Every entry has exactly one outcome."""
    shares = outcome_shares(judged)
    assert sum(share.value for share in shares.values()) == pytest.approx(1.0)


def test_questions_per_entry(judged: Sequence[Judged]) -> None:
    """Four entries of ten were asked about once."""
    rows = asking([item for item in judged if item.episode.arm == "transcript:whisper"]).rows
    assert shown(rows[0][-1]) == "0.40 [0.08, 0.72] of 10"


def test_repeats(judged: Sequence[Judged]) -> None:
    """Valid in all runs, and in any; entries that lack a run do not count."""
    text = [item for item in judged if item.episode.arm == "text"]
    again = [replace(i, episode=replace(i.episode, repeat=1), valid=False) for i in text[:4]]
    table = repeats([*text, *again])
    assert table and _figures(table) == [("scripted/listener", "text", "no", (0.0, 4), (1.0, 4))]


def test_no_repeats_no_table(judged: Sequence[Judged]) -> None:
    """Runs without repeats have nothing to say of them."""
    assert repeats(judged) is None


def test_rate_of_one_utterance_has_no_interval() -> None:
    """A spread cannot be told from a single clip."""
    assert shown(rate([1], [4])) == "25.0 % of 1"


def test_rate_weighs_long_utterances_more() -> None:
    """Pooled: three errors in thirty words, however they are spread over clips."""
    assert rate([3, 0], [10, 20]).value == pytest.approx(0.1)


def test_a_table_with_a_crooked_row_is_refused() -> None:
    """Cells under wrong heads never reach a reader."""
    with pytest.raises(ValueError, match="1 cells under 2 heads"):
        Table("t", "T", "", ("a", "b"), (("x",),))
