"""Words of a transcript find the words they stand for."""

import pytest

from bfcl_audio.alignment import align

CASES = [
    ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
    ("call bryan now", "call brian now", [(0, 0), (1, 1), (2, 2)]),
    ("call bryan now", "call now", [(0, 0), (2, 1)]),
    ("call now", "call him now", [(0, 0), (1, 2)]),
    ("liam neeson", "liam nee son", [(0, 0), (1, 2)]),
    ("", "a", []),
]


@pytest.mark.parametrize(("said", "wrote", "pairs"), CASES)
def test_words_are_paired(said: str, wrote: str, pairs: list[tuple[int, int]]) -> None:
    """Equal words first, then those that look alike; the rest stands alone."""
    assert list(align(tuple(said.split()), tuple(wrote.split()))) == pairs
