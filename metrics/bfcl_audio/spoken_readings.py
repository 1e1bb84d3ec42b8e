"""The ways to read an atom: as a number, a date, a symbol, a word, a spelling, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .spoken_atoms import Atom
from .spoken_edges import Edge, edge, skip, words_at
from .spoken_letters import LETTER_WORDS, letter_edges, restarts
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
from .spoken_units import loose_unit_edges, may_measure, power_at, unit_edges
from .spoken_words import (
    CONTRACTION_TAILS,
    CONTRACTIONS,
    FILLER_PHRASES,
    FILLERS,
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

_NUMBERISH = frozenset((*SMALL, *TENS, *ORDINAL_UNITS, *ORDINAL_TENS, *MONTHS)) | {
    "a", "an", "the", "point", "dot", "oh", "o", "half", "quarter",
}  # fmt: skip
_PHRASED = LETTER_WORDS | frozenset(
    (*FILLERS, *FILLER_PHRASES, *SOFT_FILLERS, *SEPARATORS, *PHRASES, *STATES, "minus", "negative")
)
_SPECIAL = _NUMBERISH | _PHRASED | frozenset((*CONTRACTIONS, *WORD_FORMS, *UNITS, *PLURAL_UNITS))
"""Words that may be read in another way than as they stand."""


def readings(run: Sequence[Atom], i: int, inner: set[int]) -> tuple[Edge, ...]:
    """Every reading that starts at atom `i`, best first; never empty.

    Adds to `inner` the atoms that stand inside a number which starts here.
    """
    word = run[i].word
    if _is_plain(run[i]):
        found = (edge(i + 1, word), *restarts(run, i))
    else:
        found = tuple(dict.fromkeys((*_readings(run, i, inner), *restarts(run, i))))
    return found or (edge(i + 1, word),)


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


def _readings(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    """The readings of anything but a plain word."""
    atom = run[i]
    word = atom.word
    if atom.kind == "w":
        if word in _NUMBERISH:
            yield from _numeric_edges(run, i, inner)
            if i + 1 in inner or (is_numeric(atom) and word not in ("o", "oh")):
                return
        if word in _PHRASED or len(word) == 1:
            yield from _phrase_edges(run, i)
        yield from _word_edges(run, i)
    elif atom.kind in "ntdo":
        yield from _numeric_edges(run, i, inner)
    elif atom.kind == "-" or word == "minus":
        yield from _sign_edges(run, i)
    else:
        yield from _symbol_edges(run, i, inner)


def _numeric_edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    """Dates, times, ordinals and numbers that start at atom `i`."""
    doubtful = []
    for readings in (date_readings(run, i), clock_readings(run, i)):
        for end, forms, sure in readings:
            if sure:
                yield edge(end, *forms)
            else:
                doubtful.append(edge(end, *forms))
    after_number = i > 0 and (
        is_numeric(run[i - 1]) or run[i - 1].word in SCALES or run[i - 1].word == "per"
    )
    rank = read_ordinal(run, i)
    if rank is not None and not (run[i].word == "second" and after_number):
        yield edge(rank.end, ordinal(int(rank.digits)) if len(rank.digits) < 19 else rank.digits)
        yield edge(rank.end, rank.digits)
        inner.update(range(i + 1, rank.end))
    else:
        for end, forms in number_edges(run, i, inner):
            yield edge(end, *forms)
    yield from doubtful


def _sign_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """Readings of "minus", "negative" or a minus sign at atom `i`."""
    for end, forms in sign_edges(run, i):
        yield edge(end, *forms)
    if run[i].word == "minus":
        yield edge(i + 1, "minus")
        if run[i].kind == "s":
            yield skip(i + 1)


def _symbol_edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Edge]:
    word = run[i].word
    then = run[i + 1] if i + 1 < len(run) else None
    if word in "$€£¥₹" and then is not None and is_numeric(then):
        name = SYMBOLS[word][0]
        for number in read_number(run, i + 1)[:1]:
            scaled = scaled_by_suffix(run, number)
            if scaled:
                yield edge(number.end + 1, scaled, name)
            yield edge(number.end, number.digits, name)
            yield edge(number.end, number.digits)
            if run[i].link in ("-", "–"):
                yield edge(number.end, "to", number.digits, name)
    if word == "^" and (power := power_at(run, i)):
        inner.add(i + 1)
        yield edge(power[0], power[2])
    for form in SYMBOLS[word]:
        yield edge(i + 1, *form.split())


def _phrases(
    run: Sequence[Atom], i: int, table: dict[str, tuple[tuple[str, ...], ...]]
) -> Iterator[int]:
    for words in table.get(run[i].word, ()):
        if words_at(run, i, words):
            yield i + len(words)


def _phrase_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """Fillers, separators said aloud, phrases that count as one word, spelling."""
    word = run[i].word
    if word in FILLERS:
        yield skip(i + 1)
    for end in _phrases(run, i, FILLER_PHRASES):
        yield skip(end)
    for end in _phrases(run, i, SEPARATORS):
        yield skip(end)
    if word in ("minus", "negative"):
        for end, forms in sign_edges(run, i):
            yield edge(end, *forms)
    yield from letter_edges(run, i)
    for words, form in PHRASES.get(word, ()):
        if words_at(run, i, words):
            yield edge(i + len(words), form)


def _word_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """The word itself: contractions, possessives, abbreviations, units."""
    atom, word = run[i], run[i].word
    if "'" in word:
        yield from _apostrophe_edges(i, word)
        return
    if word in CONTRACTIONS:
        yield edge(i + 1, *CONTRACTIONS[word])
        yield edge(i + 1, word)
        return
    if i and may_measure(run, i - 1):
        yield from unit_edges(run, i)
    elif word in UNITS and power_at(run, i + 1):
        yield edge(i + 1, word)
        yield from unit_edges(run, i)
    if word in PLURAL_UNITS:
        yield edge(i + 1, PLURAL_UNITS[word])
    forms = WORD_FORMS.get(word, (word,))
    for form in forms:
        yield edge(i + 1, form)
    if word not in forms:
        yield edge(i + 1, word)
    yield from loose_unit_edges(run, i)
    if word in STATES and i and run[i].barrier and len(word) == 2:
        yield edge(i + 1, STATES[word])
    if word in NATO:
        yield edge(i + 1, NATO[word])
    if word in _PHRASED:
        for end in _phrases(run, i, SOFT_FILLERS):
            yield skip(end)
    if atom.glued and i and run[i - 1].kind == "d" and word == "t":
        yield edge(i + 1, "at")
        yield skip(i + 1)
    elif atom.glued and i and run[i - 1].kind == "t" and word == "z":
        yield skip(i + 1)


def _apostrophe_edges(i: int, word: str) -> Iterator[Edge]:
    if word in CONTRACTIONS:
        yield edge(i + 1, *CONTRACTIONS[word])
    else:
        for tail, full in CONTRACTION_TAILS.items():
            if word.endswith(tail) and len(word) > len(tail):
                yield edge(i + 1, word[: -len(tail)].replace("'", ""), full)
                break
    base, _, tail = word.rpartition("'")
    base = base.replace("'", "")
    if tail == "s" and base:
        yield edge(i + 1, base, "s")
        yield edge(i + 1, base)
    yield edge(i + 1, word.replace("'", ""))
