"""Long texts are cut where a speaker would breathe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.engines.services import parts


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("One. Two, three four", 9, ["One.", "Two,", "three", "four"]),
        ("One two", 9, ["One two"]),
        ("It is 3.14 now. Go on", 16, ["It is 3.14 now.", "Go on"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("  ", 3, []),
    ],
)
def test_a_text_is_cut_at_sentences_then_commas_then_words(
    text: str, longest: int, expected: list[str]
) -> None:
    """A point inside a number ends nothing; a word that is too long is cut."""
    assert parts(text, longest) == expected


@given(st.text(), st.integers(1, 20))
def test_nothing_is_lost_and_nothing_is_too_long(text: str, longest: int) -> None:
    """Apart from white space at the cuts."""
    found = parts(text, longest)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(0 < len(part) <= longest for part in found)
