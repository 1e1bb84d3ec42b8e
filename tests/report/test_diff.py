"""What was said beside what was written down, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.report.diff import Piece, compare
from bfcl_audio.report.episodes import Entity
from bfcl_audio.report.hearings import edits

SAID = "uh move the final report to Brian by two p m"


def test_words_and_values_are_marked() -> None:
    """Changed words are marked on both sides, values by whether they were heard."""
    diff = compare(
        SAID,
        "Move the final report to Bryan by 2 PM.",
        [
            Entity("file", "final_report", "file", True),
            Entity("to", "Brian", "person", False),
            Entity("when", "14:00", "time", True),
        ],
    )
    assert [piece for piece in diff.said if piece.fate or piece.change] == [
        Piece("final report", "", "heard", "file"),
        Piece("Brian", "changed", "lost", "to"),
        Piece("two p m", "", "heard", "when"),
    ]
    assert [piece for piece in diff.transcript if piece.fate or piece.change] == [
        Piece("final report", "", "heard", "file"),
        Piece("Bryan", "changed"),
        Piece("2 PM", "", "heard", "when"),
    ]


@pytest.mark.parametrize(
    ("transcript", "dropped"),
    [
        ("move the report to Brian by two p m", ["final"]),
        ("move the final report to Brian", ["by two p m"]),
        ("", ["move the final report to Brian by two p m"]),
        ("move the vinyl report to Brian by two p m", []),
    ],
)
def test_words_that_are_missing_are_named(transcript: str, dropped: list[str]) -> None:
    """A reader of the transcript sees what is not there."""
    pieces = compare(SAID, transcript).transcript
    assert [piece.text for piece in pieces if piece.change == "dropped"] == dropped


@given(st.text(max_size=200), st.text(max_size=200))
def test_pieces_are_the_text(said: str, transcript: str) -> None:
    """Nothing is lost or added by marking."""
    diff = compare(said, transcript, [Entity("t", said[:5], "word", True)])
    joined = tuple(
        "".join(piece.text for piece in pieces if piece.change != "dropped")
        for pieces in (diff.said, diff.transcript)
    )
    assert joined == (said, transcript)


@pytest.mark.parametrize(
    ("said", "heard", "count"),
    [
        ("a b c", "a b c", 0),
        ("a b c", "a x c", 1),
        ("a b c", "", 3),
        ("", "a", 1),
        ("a b", "b a", 2),
    ],
)
def test_edits(said: str, heard: str, count: int) -> None:
    """The least number of words to replace, drop or add."""
    assert edits(said.split(), heard.split()) == count
