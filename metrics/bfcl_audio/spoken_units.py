"""Units of measurement, as written after a number or alone, and as said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .spoken_atoms import Atom
from .spoken_edges import Edge, edge
from .spoken_numbers import SCALES, is_numeric
from .spoken_words import CARD_FACES, PLURAL_UNITS, UNITS

_AMBIGUOUS = frozenset(
    ("a", "in", "k", "t", "pa", "ma", "nc", "mi", "n", "j", "c", "f", "e", "w", "st")
)
"""Units that are more often something else after a number."""


def may_measure(run: Sequence[Atom], i: int) -> bool:
    """Whether a unit may follow atom `i`: a number, a power, another unit."""
    return (
        is_numeric(run[i])
        or run[i].word in SCALES
        or run[i].word in ("°", "sq", "square", "per")
        or run[i].word in UNITS
    )


def unit_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """A unit after a number: `kg` -> kilogram, `/s` -> per second, `m³` -> cubic meter."""
    word, before = run[i].word, run[i - 1].word if i else ""
    names = UNITS.get(word) or tuple(filter(None, (PLURAL_UNITS.get(word),)))
    per = ("per",) if run[i].link == "/" else ()
    if not names or (before in UNITS and not per and not is_numeric(run[i - 1])):
        return
    if power := power_at(run, i + 1):
        for name in names:
            yield edge(power[0], *per, power[1], name)
            yield edge(power[0], *per, name, power[2])
    code = i + 1 < len(run) and run[i + 1].glued and len(word) == 1
    spoken_letter = len(word) == 1 and i and run[i - 1].kind != "n" and before != "°"
    if not per and (code or spoken_letter or (word in _AMBIGUOUS and before != "°")):
        yield edge(i + 1, word)
    for name in names:
        yield edge(i + 1, *per, name)


def loose_unit_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """A unit without its number ("in km/h"), and "per" for a slash."""
    word = run[i].word
    per = ("per",) if run[i].link == "/" else ()
    over = i + 1 < len(run) and run[i + 1].link == "/" and run[i + 1].word in UNITS
    if word in UNITS and (len(word) > 1 or per or over or len(run) == 1 or power_at(run, i + 1)):
        for name in UNITS[word]:
            yield edge(i + 1, *per, name)
    elif per:
        yield edge(i + 1, "per", PLURAL_UNITS.get(word, word))
    if word in CARD_FACES and i + 1 < len(run) and run[i + 1].word in "♥♠♦♣":
        yield edge(i + 1, CARD_FACES[word])
    if word == "x" and 0 < i < len(run) - 1 and is_numeric(run[i - 1]) and is_numeric(run[i + 1]):
        yield edge(i + 1, "by")
        yield edge(i + 1, "times")


def power_at(run: Sequence[Atom], i: int) -> tuple[int, str, str] | None:
    """(end, before a unit, after a unit) of a written second or third power at atom `i`."""
    if i < len(run) and run[i].word in ("²", "³") and run[i].glued:
        return (i + 1, "square", "squared") if run[i].word == "²" else (i + 1, "cubic", "cubed")
    if i + 1 < len(run) and run[i].word == "^" and run[i + 1].word in ("2", "3"):
        two = run[i + 1].word == "2"
        return (i + 2, "square", "squared") if two else (i + 2, "cubic", "cubed")
    return None
