"""Figures of the entries that one asks about, and of no others."""

import base64

import hand_made_runs
import pytest

from bfcl_audio.report.episodes import Episode, episode_of
from bfcl_audio.report.judged import Judged, judge
from space.board import Narrow, board, choices, narrowed, recognizers

LINES = hand_made_runs.runs(10)


@pytest.fixture(scope="module")
def judged() -> tuple[Judged, ...]:
    """The listener over ten cities, five of which whisper mishears."""
    episodes = [episode_of(line, "a test") for line in LINES]
    return judge(episodes, hand_made_runs.references(10))[0]


def test_what_there_is_to_choose_from(judged: tuple[Judged, ...]) -> None:
    """As the runs have it."""
    found = choices(judged)
    assert (found.categories, found.engines, found.channels, found.entities) == (
        ("simple_python",), ("hibari", "kokoro"), ("clean",), ("place",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("to", "episodes"),
    [
        (Narrow(), 50),
        (Narrow(category="simple_python"), 50),
        (Narrow(category="multiple"), 0),
        (Narrow(engine="kokoro"), 25),  # in all arms, the written one too
        (Narrow(channel="clean"), 50),
        (Narrow(channel="phone"), 30),  # what is read has no channel
        (Narrow(entity="place"), 50),
        (Narrow(entity="person"), 0),
    ],
)
def test_what_counts(judged: tuple[Judged, ...], to: Narrow, episodes: int) -> None:
    """Each filter takes away what does not fit."""
    assert len(narrowed(judged, to)) == episodes


def test_a_board_counts_the_same_entries_in_each_arm(judged: tuple[Judged, ...]) -> None:
    """An engine picks entries, also where nothing was spoken."""
    found = board(judged, (), Narrow(engine="kokoro"))
    shares = {cell.n for row in found.standings.rows for cell in row[2:] if cell is not None}  # type: ignore[union-attr]
    assert (found.counted, shares) == ("25 conversations over 5 entries", {5})


def test_what_was_not_run_is_counted_and_never_scored(judged: tuple[Judged, ...]) -> None:
    """In the table of every run."""
    missing: list[Episode] = [episode_of(LINES[0] | {"status": "not_run"}, "a test")]
    table = board(judged, missing, Narrow()).tables[0]
    assert {row[0]: row[-1] for row in table.rows if row[0] == "text"} == {"text": 1}


def test_a_table_is_a_file_to_download(judged: tuple[Judged, ...]) -> None:
    """One figure a column, in the link itself."""
    name, uri = board(judged, (), Narrow()).csv[0]
    text = base64.b64decode(uri.partition(",")[2]).decode()
    assert (name, text.splitlines()[0].split(",")[:3]) == (
        "standings.csv", ["agent", "asking", "text"],
    )  # fmt: skip


def test_a_recogniser_loses_values(judged: tuple[Judged, ...]) -> None:
    """Each value once, however many agents read it."""
    ((name, channel, lost),) = recognizers(judged).rows
    assert (name, channel, getattr(lost, "value", None), getattr(lost, "n", None)) == (
        "whisper", "clean", 0.5, 10,
    )  # fmt: skip


def test_the_link_says_what_counts(judged: tuple[Judged, ...]) -> None:
    """And nothing else."""
    assert board(judged, (), Narrow(entity="place")).link == "?tab=leaderboard&entity=place"
