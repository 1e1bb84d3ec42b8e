"""Which words of one text stand for which of another."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache

_GAP = 0.7
"""Cost of a word that only one side has; two of them cost more than any exchange."""


@lru_cache(maxsize=4096)
def align(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Pairs of positions that belong together, in order; the rest was dropped or put in.

    Runs of equal words are anchors; between them the cheapest way to edit one side into the
    other pairs words that look alike.

    Args:
        a: canonical forms of what was said.
        b: canonical forms of what was written.
    """
    pairs: list[tuple[int, int]] = []
    blocks = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    for kind, start_a, end_a, start_b, end_b in blocks:
        if kind == "equal":
            pairs.extend(zip(range(start_a, end_a), range(start_b, end_b), strict=True))
        elif kind == "replace":
            inner = _cheapest(a[start_a:end_a], b[start_b:end_b])
            pairs.extend((start_a + i, start_b + j) for i, j in inner)
    return tuple(pairs)


def _cheapest(a: tuple[str, ...], b: tuple[str, ...]) -> list[tuple[int, int]]:
    cost = [[j * _GAP for j in range(len(b) + 1)]]
    for i, left in enumerate(a, start=1):
        row = [i * _GAP]
        above = cost[-1]
        for j, right in enumerate(b, start=1):
            exchanged = above[j - 1] + _unlike(left, right)
            row.append(min(exchanged, above[j] + _GAP, row[j - 1] + _GAP))
        cost.append(row)
    return _path(a, b, cost)


def _path(a: tuple[str, ...], b: tuple[str, ...], cost: list[list[float]]) -> list[tuple[int, int]]:
    """Walk back from the end along the cells that gave the lowest cost."""
    pairs = []
    i, j = len(a), len(b)
    while i and j:
        if cost[i][j] == cost[i - 1][j - 1] + _unlike(a[i - 1], b[j - 1]):
            pairs.append((i - 1, j - 1))
            i, j = i - 1, j - 1
        elif cost[i][j] == cost[i - 1][j] + _GAP:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


@lru_cache(maxsize=65536)
def _unlike(a: str, b: str) -> float:
    """0 for the same word, up to 1.2 for two that share nothing."""
    if a == b:
        return 0.0
    return 0.2 + (1 - SequenceMatcher(None, a, b, autojunk=False).ratio())
