"""What a text says, whether it is written or spoken.

"final_report.pdf" and "final underscore report dot p d f", "14:00" and "two p m",
"$1,250.50" and "twelve hundred fifty dollars and fifty cents" are the same once speech has
dropped what it cannot carry: letter case, separators, spacing. This module brings both to one
canonical form and keeps where in the text each piece stands.

    canonical("final_report.pdf")                 -> ("final", "report", "pdf")
    canonical("uh, final underscore report dot p d f") -> ("final", "report", "pdf")
    same("A1B52", "A one B fifty two")            -> True
    find("14:00", "let's say two p m, okay")      -> Span(10, 17)
    heard("Brian", "tell bryan")                  -> False

Nothing here raises on any text, and everything is a function of its arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .spoken_atoms import Atom, fold
from .spoken_entities import EntityType, entity_type
from .spoken_lattice import Lattice, lattice, meet
from .spoken_numbers import SMALL

__all__ = [
    "EntityType", "Span", "Token", "canonical", "entity_type", "find", "find_all", "heard", "same",
    "tokens",
]  # fmt: skip


class Token(NamedTuple):
    """One canonical token of a text.

    Attributes:
        form: canonical form: a folded word, a number as digits (`1250.5`), a 24-hour time
            (`14:00`), an ISO date (`2023-03-03`), spelled letters joined (`pdf`, `a1b52`).
        start: first character of the text that says it.
        end: one past the last character.
    """

    form: str
    start: int
    end: int


class Span(NamedTuple):
    """Characters `start` to `end` (exclusive) of a text."""

    start: int
    end: int


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[Token, ...]:
    """The canonical tokens of a written or spoken text, with their character offsets.

    Fillers and separators, said or written, give no token. Digits and single letters that
    stand side by side are one token. Tokens that one expression says together
    ("twelve dollars and fifty cents" -> `12.5`, `dollar`) share its offsets.
    """
    found: list[Token] = []
    group: list[Token] = []
    read = lattice(text)
    i = 0
    while i < len(read.atoms):
        edge = read.edges[i][0]
        start, end = read.atoms[i].start, read.atoms[edge.end - 1].end
        if len(edge.forms) == 1 and _joins(edge.forms[0]):
            if group and read.atoms[i].barrier:
                _close(group, found)
            group.append(Token(edge.forms[0], start, end))
        elif edge.forms:
            _close(group, found)
            found.extend(Token(form, start, end) for form in edge.forms)
        i = edge.end
    _close(group, found)
    return tuple(found)


@lru_cache(maxsize=16384)
def canonical(text: str) -> tuple[str, ...]:
    """The canonical forms of a text, in order: what a recogniser can be held to."""
    return tuple(token.form for token in tokens(text))


def same(a: str, b: str) -> bool:
    """Whether two texts say the same, up to what speech cannot carry."""
    if a == b or fold(a).strip() == fold(b).strip():
        return True
    left, right = lattice(a), lattice(b)
    if not left.atoms or not right.atoms:
        return False
    return meet(left, right, 0, whole=True) >= 0


def find(value: str, text: str) -> Span | None:
    """Where `value` is first said in `text`, or None.

    Matches begin and end at word borders; a whole number is not found inside a longer number.
    """
    sought, read = lattice(value), lattice(text)
    if not sought.atoms:
        stripped = value.strip()
        at = text.find(stripped) if stripped else -1
        return Span(at, at + len(stripped)) if at >= 0 else None
    for start in _starts(sought, read):
        span = _match(sought, read, start)
        if span is not None:
            return span
    return None


def find_all(value: str, text: str) -> tuple[Span, ...]:
    """Every place where `value` is said in `text`, without overlaps, from left to right."""
    sought, read = lattice(value), lattice(text)
    spans: list[Span] = []
    if sought.atoms:
        for start in _starts(sought, read):
            if not spans or read.atoms[start].start >= spans[-1].end:
                span = _match(sought, read, start)
                if span is not None:
                    spans.append(span)
    return tuple(spans)


def heard(value: str, text: str) -> bool:
    """Whether `value` is said anywhere in `text`."""
    return find(value, text) is not None


def _starts(sought: Lattice, read: Lattice) -> list[int]:
    """The atoms where what is sought could begin, from left to right."""
    found: set[int] = set()
    for first in sought.opening:
        found.update(read.starts.get(first, ()))
    return sorted(found)


def _match(sought: Lattice, read: Lattice, start: int) -> Span | None:
    end = meet(sought, read, start)
    if end < 0 or (0 < sought.digits < 3 and _is_spelled_on(read.atoms, start, end)):
        return None
    return Span(read.atoms[start].start, read.atoms[end - 1].end)


def _is_spelled_on(atoms: Sequence[Atom], start: int, end: int) -> bool:
    """Whether atoms `start` to `end` are part of a longer number said digit by digit.

    "five six seven" holds no 6, nor "one fifty" a 50; "ten twenty thirty" holds a 20.
    """
    before = start > 0 and _follows_closely(atoms[start]) and _is_digit(atoms[start - 1])
    after = end < len(atoms) and _follows_closely(atoms[end]) and _is_digit(atoms[end])
    return before or (after and _is_digit(atoms[end - 1]))


def _follows_closely(atom: Atom) -> bool:
    return not atom.barrier and atom.link in ("", "-")


def _is_digit(atom: Atom) -> bool:
    return (atom.kind == "n" and len(atom.word) == 1) or SMALL.get(atom.word, 10) < 10


def _joins(form: str) -> bool:
    """Whether a form is a letter or digits, which join with their neighbours."""
    return (len(form) == 1 and form.isalnum()) or form.isdigit()


def _close(group: list[Token], found: list[Token]) -> None:
    """Join the letters and digits of `group` into tokens."""
    if not group:
        return
    first = group[0]
    article = (
        len(group) > 1
        and first.form in ("a", "i")
        and first.end < group[1].start
        and (
            not any(token.form.isalpha() for token in group[1:])
            or any(a.end == b.start for a, b in pairwise(group[1:]))
        )
    )
    if article:
        found.append(first)
        del group[0]
    found.append(Token("".join(t.form for t in group), group[0].start, group[-1].end))
    group.clear()
