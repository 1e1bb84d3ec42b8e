"""Every plausible reading of a text, as edges between its atoms.

An edge covers one or more atoms and carries the canonical forms they are read as; an edge
without forms is a word or mark that may be left out. The first edge at an atom is the preferred
reading. Two texts say the same thing when their lattices share a path (`meet`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from .spoken_atoms import Atom, atoms
from .spoken_edges import Edge
from .spoken_readings import readings


class Lattice(NamedTuple):
    """The atoms of a text and the edges that start at each.

    Attributes:
        atoms: in order, with character offsets.
        edges: for each atom, its readings, best first.
        starts: first character of a reading -> the atoms where such a reading starts; atoms
            inside a longer number are left out, nothing that is looked for starts there.
        opening: the first characters that the text, read from its beginning, can have.
        digits: how many digits the text is, if it is one unsigned integer; else 0.
    """

    atoms: tuple[Atom, ...]
    edges: tuple[tuple[Edge, ...], ...]
    starts: Mapping[str, Sequence[int]]
    opening: frozenset[str]
    digits: int


@lru_cache(maxsize=16384)
def lattice(text: str) -> Lattice:
    """The lattice of a text; never raises."""
    run = tuple(atoms(text))
    inner: set[int] = set()
    edges = tuple(readings(run, i, set() if i in inner else inner) for i in range(len(run)))
    starts: dict[str, list[int]] = {}
    for i, found in enumerate(edges):
        if i not in inner:
            for first in {said[0] for _, said, _ in found if said}:
                starts.setdefault(first, []).append(i)
    return Lattice(run, edges, starts, frozenset(_opening(edges)), _digits(edges))


def _digits(edges: Sequence[Sequence[Edge]]) -> int:
    """How many digits a text is, if its preferred reading is one unsigned integer; else 0."""
    if not edges or edges[0][0].end < len(edges):
        return 0
    said = edges[0][0].said
    return len(said) if said.isdigit() else 0


def _opening(edges: Sequence[Sequence[Edge]]) -> Iterator[str]:
    """The first characters of all paths."""
    reached = {0}
    for i, found in enumerate(edges):
        if i in reached:
            for edge in found:
                if edge.said:
                    yield edge.said[0]
                else:
                    reached.add(edge.end)
        if max(reached) <= i:
            return


_MOST_STATES = 20_000
"""Text that is ambiguous all along ("uh uh uh …") is given up after so many tries."""


def meet(value: Lattice, text: Lattice, start: int, whole: bool = False) -> int:
    """The atom of `text` where a common path of both lattices ends, or -1.

    Args:
        value: read from its first atom to its last.
        text: read from atom `start`; unless `whole`, the first word may not be left out.
        start: an atom of `text`.
        whole: the path must also end at the last atom of `text`.
    """
    v_end, t_end = len(value.atoms), len(text.atoms)
    # A number of few digits is never said across a comma: "1, 2" is not 12.
    brief = 0 < value.digits < 5
    # A state: the atoms read on each side; the characters by which one side is ahead, and
    # whether that is the value; where the match ends so far. Plain tuples: this is the inner loop.
    stack = [(0, start, "", True, start)]
    seen: set[tuple[int, int, str, bool, int]] = set()
    while stack and len(seen) < _MOST_STATES:
        state = stack.pop()
        if state in seen:
            continue
        seen.add(state)
        v, t, ahead, value_leads, end = state
        if v == v_end and not ahead and end > start and (not whole or t == t_end):
            return end
        if (not ahead and v < v_end) or (ahead and not value_leads):
            for to, said, _ in reversed(value.edges[v]) if v < v_end else ():
                if ahead.startswith(said):
                    stack.append((to, t, ahead[len(said) :], False, end))
                elif said.startswith(ahead):
                    stack.append((to, t, said[len(ahead) :], True, end))
        elif t < t_end:
            apart = brief and t > start and text.atoms[t].barrier
            for to, said, _ in reversed(text.edges[t]):
                if not said:
                    if whole or end > start:
                        stack.append((v, to, ahead, value_leads, end))
                elif not ahead or (apart and said[0].isdigit()):
                    continue
                elif ahead.startswith(said):
                    stack.append((v, to, ahead[len(said) :], True, to))
                elif said.startswith(ahead):
                    stack.append((v, to, said[len(ahead) :], False, to))
    return -1
