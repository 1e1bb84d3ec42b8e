"""An edge: one way to read some neighbouring atoms of a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .spoken_atoms import Atom


class Edge(NamedTuple):
    """A reading of the atoms up to `end`: its canonical forms, and the same in one string."""

    end: int
    said: str
    forms: tuple[str, ...]


def edge(end: int, *forms: str) -> Edge:
    """The reading of the atoms up to `end` as `forms`."""
    return Edge(end, "".join(forms), forms)


def skip(end: int) -> Edge:
    """The reading that leaves the atoms up to `end` out."""
    return Edge(end, "", ())


def words_at(run: Sequence[Atom], i: int, words: Sequence[str]) -> bool:
    """Whether these words stand at atom `i`, with no comma between them."""
    return len(run) - i >= len(words) and all(
        run[i + k].word == w and (k == 0 or not run[i + k].barrier) for k, w in enumerate(words)
    )
