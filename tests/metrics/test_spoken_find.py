"""Where a value is said in a text, and where it is not."""

import pytest

from bfcl_audio import spoken

FOUND = [
    ("14:00", "let's say two p m, okay", "two p m"),
    ("final_report.pdf", "open final, uh, underscore report dot p d f now",
     "final, uh, underscore report dot p d f"),
    ("1250.5", "it cost twelve hundred fifty dollars and fifty cents",
     "twelve hundred fifty dollars and fifty cents"),
    ("0.05", "at five percent interest", "five percent"),
    ("Brian", "it's Brian's house", "Brian's"),
    ("New York", "from new york to Rome", "new york"),
    ("A1B52", "the code is A one, B, fifty two", "A one, B, fifty two"),
    ("20", "ten twenty thirty", "twenty"),
    ("3", "one, two, three", "three"),
    ("USD", "fifteen hundred U S dollars", "U S dollars"),
    ("six_months", "in six months", "six months"),
    ("2026-11-15", "on the fifteenth of November, twenty twenty six",
     "the fifteenth of November, twenty twenty six"),
    ("San Francisco", "to San, San Francisco", "San Francisco"),
    ("Jon Smith", "Jon without an h Smith", "Jon without an h Smith"),
]  # fmt: skip

ABSENT = [
    ("19", "in two thousand nineteen"),
    ("5", "fifteen"),
    ("5", "five hundred"),
    ("5", "four five six"),
    ("50", "one fifty"),
    ("2", "two point five"),
    ("12", "one, two"),
    ("12", "1, 2, 3"),
    ("2", "x^2"),
    ("Brian", "tell Bryan"),
    ("port", "the report"),
    ("report", "the reports"),
    ("", "anything"),
]


@pytest.mark.parametrize(("value", "text", "words"), FOUND)
def test_found(value: str, text: str, words: str) -> None:
    """A value is found exactly where it is said."""
    span = spoken.find(value, text)
    assert span is not None and text[span.start : span.end] == words


@pytest.mark.parametrize(("value", "text"), ABSENT)
def test_absent(value: str, text: str) -> None:
    """A value is not found where something like it is said."""
    assert spoken.find(value, text) is None


def test_find_all_gives_every_place() -> None:
    """All places where a value is said are found, from left to right."""
    text = "two p m, no, 14:00"
    assert [text[a:b] for a, b in spoken.find_all("2:00 PM", text)] == ["two p m", "14:00"]
