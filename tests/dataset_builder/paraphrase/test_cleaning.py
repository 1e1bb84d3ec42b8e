"""What only a reader sees is taken out of a request before it is said."""

import pytest

from dataset_builder.paraphrase.cleaning import CLOSE, OPEN, clean


@pytest.mark.parametrize(
    ("written", "cleaned"),
    [
        ('"Find it."', "Find it."),
        ("[ [10, 20], [30, 40] ]", "10, 20, then 30, 40"),
        ("flows=[200,300]", "flows=200, 300"),
        ("{'math':90, 'art':75}", "‹math› 90, ‹art› 75"),
        ("It's 'fine' and users' own.", "It's ‹fine› and users' own."),
        ("He said 'It's late.' twice", "He said ‹It's late.› twice"),
        ("City—first", "City, first"),
        ("First:\n\n1. Go.\n2. Stop.", "First: 1, Go. 2, Stop."),
        ("`a` and “b”", "‹a› and ‹b›"),
        ("at ${price} per share", "at price per share"),
    ],
)
def test_cleaning(written: str, cleaned: str) -> None:
    """Quotes become marks, brackets commas, dashes breaths."""
    assert clean(written).replace(OPEN, "‹").replace(CLOSE, "›") == cleaned
