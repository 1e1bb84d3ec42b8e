"""Text from outside is shown, and does nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.report.foreign import label, visible, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\there", "two\nlines\there"),
        ("\x1b[31mred", "⟨U+001B⟩[31mred"),
        ("photo\u202egpj.exe", "photo⟨U+202E⟩gpj.exe"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("\ud800", "⟨U+D800⟩"),
        ("नमस्ते 👩\u200d🔬", "नमस्ते 👩\u200d🔬"),
        ("e" + "\u0301" * 9, "e" + "\u0301" * 4),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    """Controls, overrides and lone surrogates are named; scripts and emoji stay whole."""
    assert visible(text) == shown


def test_long_text_is_cut_and_says_so() -> None:
    """The reader learns how much is missing."""
    assert visible("x" * 5_000, 10) == "xxxxxxxxxx … (4,990 characters more)"


def test_label_is_one_short_line() -> None:
    """A name in a table never breaks its row."""
    assert label("a\n  b" + "c" * 100, 10) == "a bcccccc…"


def test_width_counts_columns() -> None:
    """Wide characters take two columns, combining marks none."""
    assert width("日本e\u0301") == 5


@given(st.text(st.characters(codec=None)))
def test_any_text_can_be_written(text: str) -> None:
    """Whatever a model says fits into a UTF-8 file."""
    assert visible(text).encode("utf-8").decode("utf-8") == visible(text)
