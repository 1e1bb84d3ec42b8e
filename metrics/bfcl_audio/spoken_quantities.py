"""Readings of a number in its company: fractions, percent, money, ranges, magnitudes, signs.

Each yields `(end, forms)`: one past the last atom, and the canonical forms, best first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal, localcontext

from .spoken_atoms import Atom, plain_number
from .spoken_edges import words_at
from .spoken_numbers import (
    FRACTION_PARTS,
    SMALL,
    Number,
    is_numeric,
    read_number,
    read_ordinal,
)
from .spoken_words import SYMBOLS

Forms = tuple[int, tuple[str, ...]]

_CURRENCIES = {
    "dollar": "dollar", "dollars": "dollar", "bucks": "dollar", "euro": "euro", "euros": "euro",
    "pound": "pound", "pounds": "pound",
}  # fmt: skip
_LINKS = {"-": ("to", "minus"), "–": ("to", "minus"), "'": ("foot",)}
"""A mark between two numerals -> what may be said for it."""
_POWERS = frozenset(("squared", "cubed"))
_CENTS = frozenset(("cent", "cents", "pence", "penny", "pennies"))
_SUFFIXES = {"k": 3, "m": 6, "b": 9, "bn": 9, "mm": 6}


def number_edges(run: Sequence[Atom], i: int, inner: set[int]) -> Iterator[Forms]:
    """Readings of the number at atom `i`; marks the atoms inside it in `inner`."""
    atom = run[i]
    if atom.kind == "w" and atom.word in ("a", "half", "quarter"):
        yield from _a_part(run, i)
    numbers = read_number(run, i)
    if not numbers:
        return
    best = numbers[0]
    stop = numbers[1].end if len(numbers) > 1 else best.end
    inner.update(range(i + 1, stop))
    yield from _scientific(run, best)
    yield from _fractions(run, i, best)
    yield from _money(run, best)
    if atom.kind == "n" and atom.link and i:
        yield best.end, (best.digits,)
        for word in _LINKS.get(atom.link, ()):
            yield best.end, (word, best.digits)
    for number in numbers:
        yield number.end, (number.digits,)
    scaled = scaled_by_suffix(run, best)
    if scaled:
        yield best.end + 1, (scaled,)
    percent = _percent_end(run, best.end)
    if percent and len(best.digits) < 15:
        share = plain_number(format(Decimal(best.digits) / 100, "f"))
        yield percent, (share,)


def sign_edges(run: Sequence[Atom], i: int) -> Iterator[Forms]:
    """A negative number that starts with the sign or word at atom `i`."""
    if i + 1 >= len(run) or run[i + 1].barrier:
        return
    if i + 2 < len(run) and run[i].kind == "-" and run[i + 1].word in SYMBOLS:
        for number in read_number(run, i + 2)[:1]:
            yield number.end, ("-" + number.digits, SYMBOLS[run[i + 1].word][0])
        return
    if run[i].kind == "s" or not (is_numeric(run[i + 1]) or run[i + 1].word == "point"):
        return
    if (
        i
        and (is_numeric(run[i - 1]) or len(run[i - 1].word) == 1 or run[i - 1].word in _POWERS)
        and run[i].kind == "w"
        and run[i].word == "minus"
        and not run[i].barrier
    ):
        return  # "ten minus five" subtracts
    for number in read_number(run, i + 1)[:1]:
        yield number.end, ("-" + number.digits,)
        percent = _percent_end(run, number.end)
        if percent and len(number.digits) < 15:
            yield percent, ("-" + plain_number(format(Decimal(number.digits) / 100, "f")),)


def scaled_by_suffix(run: Sequence[Atom], number: Number) -> str:
    """`1.5` before a glued `M` -> `1500000`; "" without such a suffix."""
    j = number.end
    if j >= len(run) or not run[j].glued or run[j].word not in _SUFFIXES or len(number.digits) > 12:
        return ""
    return plain_number(format(Decimal(number.digits).scaleb(_SUFFIXES[run[j].word]), "f"))


def _percent_end(run: Sequence[Atom], j: int) -> int:
    if j < len(run) and run[j].word in ("%", "percent"):
        return j + 1
    if j + 1 < len(run) and run[j].word == "per" and run[j + 1].word == "cent":
        return j + 2
    return 0


def _ratio(top: int, bottom: int) -> str:
    """The decimal value of a fraction, or "" if it does not end."""
    if bottom == 0:
        return ""
    with localcontext() as context:
        context.prec = 30
        value = Decimal(top) / Decimal(bottom)
    text = plain_number(format(value, "f"))
    return text if len(text) <= 10 else ""


def _fractions(run: Sequence[Atom], i: int, number: Number) -> Iterator[Forms]:
    """`3/4`, "three quarters", "two and a half"."""
    j = number.end
    if j >= len(run) or not number.digits.isdigit() or len(number.digits) > 6:
        return
    top = int(number.digits)
    after = run[j]
    is_pair = (
        after.kind == "n" and after.link == "/" and after.word.isdigit() and len(after.word) < 7
    )
    more = j + 1 < len(run) and run[j + 1].link == "/"
    if is_pair and not more and run[i].link != "/":
        yield j + 1, (f"{top}/{after.word}",)
        if ratio := _ratio(top, int(after.word)):
            yield j + 1, (ratio,)
        yield j + 1, (str(top), after.word)
        return
    if after.word == "over" and j + 1 < len(run):
        for below in read_number(run, j + 1)[:1]:
            if below.digits.isdigit() and len(below.digits) < 7:
                yield below.end, (str(top), "over", below.digits)
                yield below.end, (f"{top}/{below.digits}",)
    if words_at(run, j, ("out", "of")) and j + 2 < len(run):
        for below in read_number(run, j + 2)[:1]:
            if below.digits.isdigit() and len(below.digits) < 7:
                yield j, (str(top),)
                yield below.end, (f"{top}/{below.digits}",)
    part = FRACTION_PARTS.get(after.word)
    several = after.word.endswith("s") or after.word == "quarter"
    if part and not after.barrier and after.kind == "w" and (top == 1 or (several and top < 100)):
        yield j + 1, (f"{top}/{part}",)
        if ratio := _ratio(top, part):
            yield j + 1, (ratio,)
    if after.word == "and":
        yield from _mixed(run, j + 1, top)


def _mixed(run: Sequence[Atom], j: int, whole: int) -> Iterator[Forms]:
    """The "a half" of "two and a half"."""
    if j + 1 >= len(run):
        return
    top = 1 if run[j].word in ("a", "one") else SMALL.get(run[j].word, 0)
    part = FRACTION_PARTS.get(run[j + 1].word)
    if top and part and top < part and (ratio := _ratio(whole * part + top, part)):
        yield j + 2, (ratio,)


def _a_part(run: Sequence[Atom], i: int) -> Iterator[Forms]:
    """Read "a third", "a quarter"."""
    if run[i].word == "a" and i + 1 < len(run) and not run[i + 1].barrier:
        part = FRACTION_PARTS.get(run[i + 1].word)
        if part and run[i + 1].word not in ("halves", "second"):
            yield i + 1, ("a",)
            yield i + 2, (f"1/{part}",)
            if ratio := _ratio(1, part):
                yield i + 2, (ratio,)


def _exponent_start(run: Sequence[Atom], j: int) -> int:
    """The atom after "times ten to the" or "E" at atom `j`, or 0."""
    words = [atom.word for atom in run[j : j + 6]]
    if words[:1] == ["e"] and words[1:2] in (["minus"], ["negative"]):
        return j + 1
    if len(words) < 4 or words[0] not in ("times", "x", "×", "*") or words[1] not in ("ten", "10"):
        return 0
    if words[2] == "^":
        return j + 3
    if words[2:6] == ["to", "the", "power", "of"]:
        return j + 6
    return j + 4 if words[2:4] == ["to", "the"] else 0


def _scientific(run: Sequence[Atom], number: Number) -> Iterator[Forms]:
    """Read "8.99 times ten to the ninth", `2 x 10^-7`."""
    k = _exponent_start(run, number.end)
    if not k or len(number.digits) > 20:
        return
    minus = k < len(run) and run[k].word in ("minus", "negative")
    k += minus
    if k >= len(run):
        return
    exponent = read_ordinal(run, k) or next(iter(read_number(run, k)), None)
    if exponent and exponent.digits.isdigit() and len(exponent.digits) < 3:
        power = -int(exponent.digits) if minus else int(exponent.digits)
        end = exponent.end
        if end < len(run) and run[end].word == "power":
            yield end + 1, (plain_number(format(Decimal(number.digits).scaleb(power), "f")),)
        yield end, (plain_number(format(Decimal(number.digits).scaleb(power), "f")),)


def _money(run: Sequence[Atom], number: Number) -> Iterator[Forms]:
    """Read "twelve dollars and fifty cents"."""
    j = number.end
    if j >= len(run) or len(number.digits) > 15:
        return
    if run[j].word in _CENTS:
        yield j, (number.digits,)
        yield j + 1, (plain_number(format(Decimal(number.digits) / 100, "f")), "dollar")
        yield j + 1, (plain_number(format(Decimal(number.digits) / 100, "f")),)
        return
    currency = _CURRENCIES.get(run[j].word)
    if currency is None:
        return
    k = j + 2 if j + 1 < len(run) and run[j + 1].word == "and" else j + 1
    if k >= len(run):
        return
    for small in read_number(run, k)[:1]:
        cents = small.end < len(run) and run[small.end].word in _CENTS
        if not small.digits.isdigit() or len(small.digits) > 2 or not (cents or k == j + 1):
            return
        total = plain_number(f"{number.digits}.{int(small.digits):02d}")
        if "." in number.digits:
            return
        if cents:
            yield small.end + 1, (total, currency)
            yield small.end + 1, (total,)
        else:
            yield j, (number.digits,)
            yield small.end, (total, currency)
            yield small.end, (total,)
