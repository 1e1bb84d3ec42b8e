"""Every plausible reading of a text, as edges between its atoms.

An edge covers one or more atoms and carries the canonical forms they are read as; an edge
without forms is a word or mark that may be left out. The first edge at an atom is the preferred
reading. Two texts say the same thing when their lattices share a path (`meet`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .spoken_atoms import Atom, atoms
from .spoken_numbers import (
    ORDINAL_TENS,
    ORDINAL_UNITS,
    SCALES,
    SMALL,
    TENS,
    is_numeric,
    ordinal,
    read_number,
    read_ordinal,
)
from .spoken_quantities import number_edges, scaled_by_suffix, sign_edges
from .spoken_times import clock_readings, date_readings
from .spoken_words import (
    CONTRACTION_TAILS,
    CONTRACTIONS,
    FILLER_PHRASES,
    FILLERS,
    LETTER_CASES,
    MONTHS,
    NATO,
    PHRASES,
    PLURAL_UNITS,
    SEPARATORS,
    SOFT_FILLERS,
    STATES,
    SYMBOLS,
    UNITS,
    WORD_FORMS,
)


class Edge(NamedTuple):
    """A reading of the atoms up to `end`: its canonical forms, and the same in one string."""

    end: int
    said: str
    forms: tuple[str, ...]


class Lattice(NamedTuple):
    """The atoms of a text and the edges that start at each.

    Attributes:
        atoms: in order, with character offsets.
        edges: for each atom, its readings, best first.
        inner: atoms inside a longer number; nothing that is looked for starts there.
    """

    atoms: tuple[Atom, ...]
    edges: tuple[tuple[Edge, ...], ...]
    inner: frozenset[int]


_NUMBERISH = frozenset((*SMALL, *TENS, "a", "an", "point", "dot", "oh", "o"))
_ORDINALISH = frozenset((*ORDINAL_UNITS, *ORDINAL_TENS, *TENS, *SMALL))
_PHRASED = frozenset(
    (*FILLERS, *FILLER_PHRASES, *SOFT_FILLERS, *SEPARATORS, *LETTER_CASES, *PHRASES, *NATO, *STATES)
) | {"double", "triple", "oh", "spelled", "spelt", "that's", "that", "without", "with", "minus",
     "negative", "half", "quarter", "a", "second", "no"}  # fmt: skip
_SPELLING_LINKS = (("as", "in"), ("for",), ("like",), ("is", "for"), ("is", "in"))


@lru_cache(maxsize=16384)
def lattice(text: str) -> Lattice:
    """The lattice of a text; never raises."""
    run = tuple(atoms(text))
    edges: list[tuple[Edge, ...]] = []
    inner: set[int] = set()
    for i in range(len(run)):
        if i in inner:
            edges.append(())
            continue
        readings = tuple(dict.fromkeys(_edges(run, i, inner)))
        edges.append(readings or (Edge(i + 1, run[i].word, (run[i].word,)),))
    return Lattice(run, tuple(edges), frozenset(inner))


def _edge(end: int, *forms: str) -> Edge:
    return Edge(end, "".join(forms), forms)


def _skip(end: int) -> Edge:
    return Edge(end, "", ())


def _edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    """The readings that start at atom `i`, best first; adds to `inner`."""
    atom = run[i]
    word = atom.word
    if atom.kind == "w":
        if (
            word in _NUMBERISH
            or word in _ORDINALISH
            or word in MONTHS
            or word in ("half", "quarter")
        ):
            yield from _numeric_edges(run, i, inner)
            if i + 1 in inner or (is_numeric(atom) and word not in ("o", "oh")):
                return
        if word in _PHRASED or len(word) == 1:
            yield from _phrase_edges(run, i)
        yield from _word_edges(run, i)
    elif atom.kind in "ntdo":
        yield from _numeric_edges(run, i, inner)
    elif atom.kind == "-" or word == "minus":
        yield from sign_readings(run, i, inner)
    else:
        yield from _symbol_edges(run, i, inner)


def _numeric_edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    """Dates, times, ordinals and numbers that start at atom `i`."""
    doubtful = []
    for readings in (date_readings(run, i), clock_readings(run, i)):
        for end, forms, sure in readings:
            if sure:
                yield _edge(end, *forms)
            else:
                doubtful.append(_edge(end, *forms))
    after_number = i > 0 and (is_numeric(run[i - 1]) or run[i - 1].word in SCALES)
    rank = read_ordinal(run, i)
    if rank is not None and not (run[i].word == "second" and after_number):
        yield _edge(rank.end, ordinal(int(rank.digits)) if len(rank.digits) < 19 else rank.digits)
        yield _edge(rank.end, rank.digits)
        inner.update(range(i + 1, rank.end))
    else:
        for end, forms in number_edges(run, i, inner):
            yield _edge(end, *forms)
    yield from doubtful


def sign_readings(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    """Readings of "minus", "negative" or a minus sign at atom `i`."""
    for end, forms in sign_edges(run, i):
        yield _edge(end, *forms)
    if run[i].word == "minus":
        yield _edge(i + 1, "minus")
        if run[i].kind != "w":
            yield _skip(i + 1)


def _symbol_edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    word = run[i].word
    then = run[i + 1] if i + 1 < len(run) else None
    if word in "$€£¥₹" and then is not None and is_numeric(then):
        name = SYMBOLS[word][0]
        for number in read_number(run, i + 1)[:1]:
            scaled = scaled_by_suffix(run, number)
            if scaled:
                yield _edge(number.end + 1, scaled, name)
            yield _edge(number.end, number.digits, name)
            yield _edge(number.end, number.digits, name, "s")
    if word == "^" and then is not None and then.kind == "n" and then.word in ("2", "3"):
        yield _edge(i + 2, "squared" if then.word == "2" else "cubed")
    for form in SYMBOLS[word]:
        yield _edge(i + 1, form) if form else _skip(i + 1)


def _words_at(run: Sequence[Atom], i: int, words: Sequence[str]) -> bool:
    return len(run) - i >= len(words) and all(
        run[i + k].word == w and (k == 0 or not run[i + k].barrier) for k, w in enumerate(words)
    )


def _phrases(
    run: Sequence[Atom], i: int, table: dict[str, tuple[tuple[str, ...], ...]]
) -> Iterator[int]:
    for words in table.get(run[i].word, ()):
        if _words_at(run, i, words):
            yield i + len(words)


def _phrase_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """Fillers, separators said aloud, spelling alphabets, doubled digits."""
    atom, word = run[i], run[i].word
    then = run[i + 1] if i + 1 < len(run) else None
    if word in FILLERS:
        yield _skip(i + 1)
    for end in _phrases(run, i, FILLER_PHRASES):
        yield _skip(end)
    for end in _phrases(run, i, SEPARATORS):
        yield _skip(end)
    if word in ("double", "triple") and then is not None and not then.barrier:
        times = 2 if word == "double" else 3
        digit = "0" if then.word in ("oh", "o") else str(SMALL.get(then.word, then.word))
        if len(digit) == 1 and digit.isalnum():
            yield _edge(i + 2, digit * times)
    if word in ("minus", "negative"):
        for end, forms in sign_edges(run, i):
            yield _edge(end, *forms)
    if word in ("oh", "o"):
        yield from _oh_edges(run, i)
    if len(word) == 1:
        yield from _letter_edges(run, i)
    elif word in NATO and _spells(run, i):
        yield _edge(i + 1, NATO[word])
        yield _edge(i + 1, word)
    elif word in LETTER_CASES and then is not None and len(then.word) == 1 and then.kind == "w":
        yield _skip(i + 1)
    for words, form in PHRASES.get(word, ()):
        if _words_at(run, i, words):
            yield _edge(i + len(words), form)
    yield from _asides(run, i)


def _oh_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    beside = [run[k] for k in (i - 1, i + 1) if 0 <= k < len(run)]
    digits = any(is_numeric(a) or (len(a.word) == 1 and a.word not in "ai") for a in beside)
    if run[i].word == "o":
        yield _edge(i + 1, "o")
        yield _edge(i + 1, "0")
    elif digits or any(a.word in ("oh", "double", "triple") for a in beside):
        yield _edge(i + 1, "0")
        yield _edge(i + 1, "o")
        yield _skip(i + 1)
    else:
        yield _skip(i + 1)
        yield _edge(i + 1, "oh")
        yield _edge(i + 1, "0")


def _letter_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """ "b as in bravo", "b for bravo" -> b."""
    letter = run[i].word
    for link in _SPELLING_LINKS:
        k = i + 1 + len(link)
        if k < len(run) and _words_at(run, i + 1, link) and run[k].word.startswith(letter):
            plain = NATO.get(run[k].word) == letter or link[0] == "as"
            if plain or len(run[k].word) > 2:
                yield _edge(k + 1, letter) if plain else Edge(k + 1, letter, (letter,))


def _spells(run: Sequence[Atom], i: int) -> bool:
    """Whether the NATO word at `i` stands among other spelled letters."""
    beside = [run[k] for k in (i - 1, i + 1) if 0 <= k < len(run)]
    return any(a.word in NATO and a.kind == "w" for a in beside)


def _asides(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """Spellings and remarks about spelling that follow a name; they may be left out."""
    word = run[i].word
    if word in ("that's", "spelled", "spelt", "that"):
        j = i + 2 if word == "that" and i + 1 < len(run) and run[i + 1].word == "is" else i + 1
        if word == "that" and j == i + 1:
            return
        if j < len(run) and run[j].word in ("spelled", "spelt"):
            j += 1
        k = j
        while k < len(run) and (
            len(run[k].word) == 1 or run[k].word in ("double", "triple", "dash")
        ):
            k += 1
        if k - j >= 2:
            yield _skip(k)
    elif word in ("without", "with", "no"):
        j = i + 2 if i + 1 < len(run) and run[i + 1].word in ("a", "an") else i + 1
        if (
            j < len(run)
            and len(run[j].word) == 1
            and run[j].kind == "w"
            and (j > i + 1 or word == "no")
        ):
            yield _skip(j + 1)


def _word_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """The word itself: contractions, possessives, abbreviations, units."""
    atom, word = run[i], run[i].word
    if "'" in word:
        yield from _apostrophe_edges(i, word)
        return
    if word in CONTRACTIONS:
        yield _edge(i + 1, *CONTRACTIONS[word])
        yield _edge(i + 1, word)
        return
    if i and _measured(run, i - 1):
        yield from _unit_edges(run, i)
    elif word in PLURAL_UNITS:
        yield _edge(i + 1, PLURAL_UNITS[word])
    forms: Iterable[str] = WORD_FORMS.get(word, (word,))
    for form in forms:
        yield _edge(i + 1, form)
    if word not in forms:
        yield _edge(i + 1, word)
    if word in STATES and i and run[i].barrier and len(word) == 2:
        yield _edge(i + 1, STATES[word])
    if word in NATO:
        yield _edge(i + 1, NATO[word])
    if word in _PHRASED:
        for end in _phrases(run, i, SOFT_FILLERS):
            yield _skip(end)
    if atom.glued and i and run[i - 1].kind == "d" and word == "t":
        yield _edge(i + 1, "at")
        yield _skip(i + 1)
    elif atom.glued and i and run[i - 1].kind == "t" and word == "z":
        yield _skip(i + 1)


def _apostrophe_edges(i: int, word: str) -> Iterator[Edge]:
    if word in CONTRACTIONS:
        yield _edge(i + 1, *CONTRACTIONS[word])
    else:
        for tail, full in CONTRACTION_TAILS.items():
            if word.endswith(tail) and len(word) > len(tail):
                yield _edge(i + 1, word[: -len(tail)].replace("'", ""), full)
                break
    base, _, tail = word.rpartition("'")
    base = base.replace("'", "")
    if tail == "s" and base:
        yield _edge(i + 1, base, "s")
        yield _edge(i + 1, base)
    yield _edge(i + 1, word.replace("'", ""))


def _measured(run: Sequence[Atom], i: int) -> bool:
    """Whether a unit may follow atom `i`."""
    return (
        is_numeric(run[i])
        or run[i].word in SCALES
        or run[i].word in ("°", "sq", "square", "per")
        or run[i].word in UNITS
    )


def _unit_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    atom, word = run[i], run[i].word
    per = atom.link == "/"
    name = UNITS.get(word) or PLURAL_UNITS.get(word, "")
    if not name:
        return
    code = i + 1 < len(run) and run[i + 1].glued and len(word) == 1
    single = len(word) == 1 and run[i - 1].kind != "n" and run[i - 1].word != "°" and not per
    ambiguous = word in ("a", "in", "k", "t", "pa", "ma", "nc", "mi", "n", "j", "c", "f") and (
        run[i - 1].word != "°" and not per
    )
    if run[i - 1].word in UNITS and not is_numeric(run[i - 1]) and not per:
        return
    readings = [_edge(i + 1, "per", name)] if per else []
    readings.append(_edge(i + 1, name))
    if code or single or ambiguous:
        yield _edge(i + 1, word)
    yield from readings
    yield _edge(i + 1, name, "s")


def meet(value: Lattice, text: Lattice, start: int, whole: bool = False) -> int:
    """The atom of `text` where a common path of both lattices ends, or -1.

    Args:
        value: read from its first atom to its last.
        text: read from atom `start`; the first word may not be left out.
        start: an atom of `text`.
        whole: the path must also end at the last atom of `text`.
    """
    v_len, t_len = len(value.atoms), len(text.atoms)
    v_edges, t_edges, t_atoms = value.edges, text.edges, text.atoms
    brief = _brief_number(value)
    # State: atoms read on each side, what one side is ahead (side, text), end of the match.
    stack: list[tuple[int, int, bool, str, int, bool]] = [(0, start, True, "", start, False)]
    seen = set()
    while stack:
        v, t, v_ahead, ahead, end, digit = stack.pop()
        key = (v, t, v_ahead, ahead)
        if key in seen:
            continue
        seen.add(key)
        if v == v_len and not ahead and end > start:
            if not whole or t == t_len:
                return end
        if (ahead and v_ahead) or (not ahead and v == v_len):
            if t == t_len:
                continue
            fresh = end == start and not whole
            for edge in reversed(t_edges[t]):
                said = edge.said
                if not said:
                    if not fresh:
                        stack.append((v, edge.end, v_ahead, ahead, end, digit))
                elif (brief and digit and t_atoms[t].barrier and said[0].isdigit()) or not ahead:
                    continue
                elif ahead.startswith(said):
                    stack.append(
                        (v, edge.end, True, ahead[len(said) :], edge.end, said[-1].isdigit())
                    )
                elif said.startswith(ahead):
                    stack.append(
                        (v, edge.end, False, said[len(ahead) :], edge.end, said[-1].isdigit())
                    )
        elif v < v_len:
            for edge in reversed(v_edges[v]):
                said = edge.said
                if not ahead:
                    stack.append((edge.end, t, True, said, end, digit))
                elif ahead.startswith(said):
                    stack.append((edge.end, t, False, ahead[len(said) :], end, digit))
                elif said.startswith(ahead):
                    stack.append((edge.end, t, True, said[len(ahead) :], end, digit))
    return -1


def _brief_number(value: Lattice) -> bool:
    """Whether a value is one number of few digits, never said across a comma."""
    if len(value.atoms) > 2 or not value.edges:
        return False
    return all(len(e.said) < 5 and e.said.lstrip("-").isdigit() for e in value.edges[0][:1])
