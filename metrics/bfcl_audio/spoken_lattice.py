"""Every plausible reading of a text, as edges between its atoms.

An edge covers one or more atoms and carries the canonical forms they are read as; an edge
without forms is a word or mark that may be left out. The first edge at an atom is the preferred
reading. Two texts say the same thing when their lattices share a path (`meet`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    CARD_FACES,
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
        starts: first character of a reading -> the atoms where such a reading starts; atoms
            inside a longer number are left out, nothing that is looked for starts there.
        opening: the first characters that the text, read from its beginning, can have.
    """

    atoms: tuple[Atom, ...]
    edges: tuple[tuple[Edge, ...], ...]
    starts: Mapping[str, Sequence[int]]
    opening: frozenset[str]


_NUMBERISH = frozenset((*SMALL, *TENS, "a", "an", "point", "dot", "oh", "o"))
_ORDINALISH = frozenset((*ORDINAL_UNITS, *ORDINAL_TENS, *TENS, *SMALL))
_PHRASED = frozenset(
    (*FILLERS, *FILLER_PHRASES, *SOFT_FILLERS, *SEPARATORS, *LETTER_CASES, *PHRASES, *NATO, *STATES)
) | {"double", "triple", "oh", "spelled", "spelt", "that's", "that", "without", "with", "minus",
     "negative", "half", "quarter", "a", "second", "no"}  # fmt: skip
_SPECIAL = (
    _NUMBERISH | _ORDINALISH | _PHRASED | frozenset(
        (*MONTHS, *CONTRACTIONS, *WORD_FORMS, *UNITS, *PLURAL_UNITS)
    )
)
"""Words that may be read in another way than as they stand."""
_SPELLING_LINKS = (("as", "in"), ("for",), ("like",), ("is", "for"), ("is", "in"))


@lru_cache(maxsize=16384)
def lattice(text: str) -> Lattice:
    """The lattice of a text; never raises."""
    run = tuple(atoms(text))
    edges: list[tuple[Edge, ...]] = []
    inner: set[int] = set()
    for i in range(len(run)):
        word = run[i].word
        if _is_plain(run[i]):
            plain = Edge(i + 1, word, (word,))
            edges.append((plain, *_restarts(run, i)))
        else:
            within = set() if i in inner else inner
            readings = tuple(dict.fromkeys((*_edges(run, i, within), *_restarts(run, i))))
            edges.append(readings or (Edge(i + 1, word, (word,)),))
    starts: dict[str, list[int]] = {}
    for i, readings in enumerate(edges):
        if i in inner:
            continue
        for first in {edge.said[0] for edge in readings if edge.said}:
            starts.setdefault(first, []).append(i)
    return Lattice(run, tuple(edges), starts, frozenset(_opening(edges)))


def _restarts(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """A word or two that a speaker says twice ("on the, the invoice"); once may be left out."""
    for size in (1, 2):
        again = i + size
        if (
            again + size <= len(run)
            and run[again].barrier
            and run[i].word == run[again].word
            and run[i].kind == "w"
            and not is_numeric(run[i])
            and all(run[i + k].word == run[again + k].word for k in range(size))
        ):
            yield _skip(again)


def _is_plain(atom: Atom) -> bool:
    """Whether an atom is a word with a single reading."""
    word = atom.word
    return (
        atom.kind == "w"
        and word not in _SPECIAL
        and len(word) > 1
        and "'" not in word
        and atom.link != "/"
    )


def _opening(edges: Sequence[Sequence[Edge]]) -> Iterator[str]:
    """The first characters of all paths."""
    reached = {0}
    for i, readings in enumerate(edges):
        if i in reached:
            for edge in readings:
                if edge.said:
                    yield edge.said[0]
                else:
                    reached.add(edge.end)
        if max(reached) <= i:
            return


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
    after_number = i > 0 and (
        is_numeric(run[i - 1]) or run[i - 1].word in SCALES or run[i - 1].word == "per"
    )
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
            yield _edge(number.end, number.digits)
            if run[i].link in ("-", "–"):
                yield _edge(number.end, "to", number.digits, name)
    if word == "^" and (power := _power(run, i)):
        inner.add(i + 1)
        yield _edge(power[0], power[2])
    for form in SYMBOLS[word]:
        yield _edge(i + 1, *form.split())


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
    _atom, word = run[i], run[i].word
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
    if word in ("that's", "that", "spelled", "spelt"):
        end, letters = _spelled_run(run, _after_lead(run, i))
        if len(letters) > 1:
            yield _skip(end)
    elif word in ("without", "with", "no"):
        j = i + 2 if i + 1 < len(run) and run[i + 1].word in ("a", "an") else i + 1
        is_letter = j < len(run) and len(run[j].word) == 1 and run[j].kind == "w"
        if is_letter and (j > i + 1 or word == "no"):
            yield _skip(j + 1)
    elif i and run[i - 1].kind == "w" and run[i - 1].word[0] == NATO.get(word, word)[0]:
        name = run[i - 1].word.replace("'", "")
        end, letters = _spelled_run(run, i, len(name))
        if len(name) > 1 and letters == name:
            yield _skip(end)


def _after_lead(run: Sequence[Atom], i: int) -> int:
    """The atom after "that's", "that, um, is", "spelled" and the like at atom `i`."""
    while i < len(run) and (run[i].word in FILLERS or run[i].word in _SPELLING_LEADS):
        i += 1
    return i


_SPELLING_LEADS = frozenset(("that's", "that", "is", "it's", "spelled", "spelt"))


def _spelled_run(run: Sequence[Atom], i: int, most: int = 99) -> tuple[int, str]:
    """(end, letters) of at most so many letters spelled from atom `i` on, in any alphabet."""
    letters = ""
    while i < len(run) and len(letters) < most:
        word = run[i].word
        times = {"double": 2, "triple": 3}.get(word, 1)
        if times > 1 and i + 1 < len(run) and len(run[i + 1].word) == 1:
            letters, i = letters + run[i + 1].word * times, i + 2
        elif len(word) == 1 and run[i].kind == "w":
            letters += word
            i = max((edge.end for edge in _letter_edges(run, i)), default=i + 1)
        elif word in NATO:
            letters, i = letters + NATO[word], i + 1
        elif letters and (word in FILLERS or word in ("dash", "hyphen")):
            i += 1
        else:
            break
    return i, letters


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
    elif word in UNITS and _power(run, i + 1):
        yield _edge(i + 1, word)
        yield from _unit_edges(run, i)
    if word in PLURAL_UNITS:
        yield _edge(i + 1, PLURAL_UNITS[word])
    forms: Iterable[str] = WORD_FORMS.get(word, (word,))
    for form in forms:
        yield _edge(i + 1, form)
    if word not in forms:
        yield _edge(i + 1, word)
    yield from _loose_unit_edges(run, i)
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
    """A unit after a number: `kg` -> kilogram, `/s` -> per second, `m³` -> cubic meter."""
    word, before = run[i].word, run[i - 1].word if i else ""
    names = UNITS.get(word) or tuple(filter(None, (PLURAL_UNITS.get(word),)))
    per = ("per",) if run[i].link == "/" else ()
    if not names or (before in UNITS and not per and not is_numeric(run[i - 1])):
        return
    if power := _power(run, i + 1):
        for name in names:
            yield _edge(power[0], *per, power[1], name)
            yield _edge(power[0], *per, name, power[2])
    code = i + 1 < len(run) and run[i + 1].glued and len(word) == 1
    spoken_letter = len(word) == 1 and i and run[i - 1].kind != "n" and before != "°"
    if not per and (code or spoken_letter or (word in _AMBIGUOUS_UNITS and before != "°")):
        yield _edge(i + 1, word)
    for name in names:
        yield _edge(i + 1, *per, name)


_AMBIGUOUS_UNITS = frozenset(["a", "in", "k", "t", "pa", "ma", "nc", "mi", "n", "j", "c", "f", "e", "w", "st"])
"""Units that are more often something else after a number."""


def _loose_unit_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """A unit without its number ("in km/h"), and "per" for a slash."""
    word = run[i].word
    per = ("per",) if run[i].link == "/" else ()
    over = i + 1 < len(run) and run[i + 1].link == "/" and run[i + 1].word in UNITS
    if word in UNITS and (len(word) > 1 or per or over or len(run) == 1 or _power(run, i + 1)):
        for name in UNITS[word]:
            yield _edge(i + 1, *per, name)
    elif per:
        yield _edge(i + 1, "per", PLURAL_UNITS.get(word, word))
    if word in CARD_FACES and i + 1 < len(run) and run[i + 1].word in "♥♠♦♣":
        yield _edge(i + 1, CARD_FACES[word])
    if word == "x" and 0 < i < len(run) - 1 and is_numeric(run[i - 1]) and is_numeric(run[i + 1]):
        yield _edge(i + 1, "by")
        yield _edge(i + 1, "times")


def _power(run: Sequence[Atom], i: int) -> tuple[int, str, str] | None:
    """(end, before a unit, after a unit) of a written second or third power at atom `i`."""
    if i < len(run) and run[i].word in ("²", "³") and run[i].glued:
        return (i + 1, "square", "squared") if run[i].word == "²" else (i + 1, "cubic", "cubed")
    if i + 1 < len(run) and run[i].word == "^" and run[i + 1].word in ("2", "3"):
        two = run[i + 1].word == "2"
        return (i + 2, "square", "squared") if two else (i + 2, "cubic", "cubed")
    return None


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
        if v == v_len and not ahead and end > start and (not whole or t == t_len):
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
