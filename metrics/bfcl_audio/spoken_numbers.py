"""English number words, read as callers say them.

`read_number` reads the longest number that starts at an atom. Runs of several numbers
("nineteen ninety nine", "five five five") stay several readings: they join by their digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from .spoken_atoms import Atom, plain_number


def _numbered(words: str, first: int, step: int = 1) -> dict[str, int]:
    """Number the words of a list from `first` on."""
    return {word: first + step * i for i, word in enumerate(words.split())}


SMALL = _numbered(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen""",
    first=0,
) | {"nought": 0}
TENS = _numbered("twenty thirty forty fifty sixty seventy eighty ninety", first=20, step=10)
SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "grand": 10**3,
}  # fmt: skip
ORDINAL_UNITS = _numbered(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth""",
    first=1,
)
ORDINAL_TENS = _numbered(
    "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth",
    first=20,
    step=10,
)
ORDINAL_SCALES = {"hundredth": 100, "thousandth": 1000, "millionth": 10**6}
FRACTION_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
    "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7,
    "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
    "sixteenth": 16, "sixteenths": 16, "hundredth": 100, "hundredths": 100,
}  # fmt: skip
_OH = ("oh", "o")


class Number(NamedTuple):
    """A number read from atoms: one past its last atom, and its plain digits."""

    end: int
    digits: str


def is_numeric(atom: Atom) -> bool:
    """Whether an atom can be (part of) a number."""
    return atom.kind == "n" or atom.word in SMALL or atom.word in TENS


def ordinal(value: int) -> str:
    """`3` -> `3rd`."""
    if value % 100 in (11, 12, 13):
        return f"{value}th"
    return f"{value}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th') }"


def read_number(run: Sequence[Atom], i: int) -> list[Number]:
    """The readings of the number that starts at atom `i`, best first; empty if none does.

    A second reading stops before an "and" ("three hundred and five" may be two numbers).
    """
    if run[i].word in ("point", "dot") and run[i].kind == "w":
        fraction = _fraction_digits(run, i)
        goes_on = i and _digit(run, i - 1) and not run[i].barrier
        if i and run[i - 1].word in ("a", "the", "this", "that", "each", "any"):
            return []  # "at a point three meters away"
        # A numeral after "point" is seldom a decimal: "at a point 4 m away".
        if fraction and not goes_on and run[i + 1].kind == "w":
            return [Number(fraction.end, plain_number("0." + fraction.digits))]
        return []
    whole, cut = _cardinal(run, i)
    if whole is None:
        return []
    readings = [_with_fraction(run, i, whole)]
    if cut is not None:
        readings.append(cut)
    return readings


def read_ordinal(run: Sequence[Atom], i: int) -> Number | None:
    """An ordinal that starts at atom `i` ("twenty first", "21st", "two hundredth")."""
    atom = run[i]
    if atom.kind == "o":
        return Number(i + 1, atom.word.lstrip("0") or "0")
    small = _ordinal_below_hundred(run, i)
    if small is not None or atom.kind != "w":
        return small
    then = _word(run, i + 1)
    factor = SMALL.get(atom.word, TENS.get(atom.word, 0))
    if then in ORDINAL_SCALES and (factor == 1 or atom.word in TENS):
        return Number(i + 2, str(factor * ORDINAL_SCALES[then]))
    if then == "hundred" and atom.word in SMALL:
        rest = _ordinal_below_hundred(run, i + 3 if _word(run, i + 2) == "and" else i + 2)
        if rest is not None:
            return Number(rest.end, str(100 * factor + int(rest.digits)))
    return None


def _ordinal_below_hundred(run: Sequence[Atom], i: int) -> Number | None:
    if i >= len(run) or run[i].kind != "w":
        return None
    word = run[i].word
    if word in ORDINAL_UNITS:
        return Number(i + 1, str(ORDINAL_UNITS[word]))
    if word in ORDINAL_TENS:
        return Number(i + 1, str(ORDINAL_TENS[word]))
    unit = ORDINAL_UNITS.get(_word(run, i + 1), 10)
    if word in TENS and unit < 10:
        return Number(i + 2, str(TENS[word] + unit))
    return None


def _below_hundred(run: Sequence[Atom], i: int) -> tuple[int, int] | None:
    """(end, value) of a number word below 100."""
    if i >= len(run) or run[i].kind != "w":
        return None
    word = run[i].word
    if word in SMALL:
        return i + 1, SMALL[word]
    if word in TENS:
        if i + 1 < len(run) and not run[i + 1].barrier and run[i + 1].kind == "w":
            unit = SMALL.get(run[i + 1].word, 0)
            if 0 < unit < 10:
                return i + 2, TENS[word] + unit
        return i + 1, TENS[word]
    return None


def _word(run: Sequence[Atom], i: int) -> str:
    return run[i].word if i < len(run) and not run[i].barrier else ""


def _group(run: Sequence[Atom], i: int) -> tuple[int, Decimal, Number | None] | None:
    """(end, value, reading that stops before "and") of a number up to a scale word."""
    if i >= len(run):
        return None
    if run[i].kind == "n":
        if len(run[i].word) > 15:
            return None
        end, value = i + 1, Decimal(run[i].word)
    elif run[i].word in ("a", "an") and _word(run, i + 1) in ("hundred", *SCALES):
        end, value = i + 1, Decimal(1)
    else:
        small = _below_hundred(run, i)
        if small is None:
            return None
        end, value = small[0], Decimal(small[1])
    cut: Number | None = None
    if _word(run, end) == "hundred" and value < 100:
        end, value = end + 1, value * 100
        joined = _word(run, end) == "and"
        rest = _below_hundred(run, end + 1 if joined else end)
        another = rest is not None and joined and _word(run, rest[0]) in ("hundred", *SCALES)
        if rest is not None and not another and (joined or not run[end].barrier):
            if joined:
                cut = Number(end, plain_number(format(value, "f")))
            end, value = rest[0], value + rest[1]
    return end, value, cut


def _cardinal(run: Sequence[Atom], i: int) -> tuple[Number | None, Number | None]:
    """(longest reading, reading that stops before an "and")."""
    first = run[i]
    then = _word(run, i + 1)
    if first.kind == "n" and then != "hundred" and then not in SCALES:
        return Number(i + 1, first.word), None
    if first.kind not in "wn":
        return None, None
    total, limit = Decimal(0), Decimal(10) ** 15
    end, cut, is_first = i, None, True
    while end < len(run):
        start = end
        if not is_first:
            if run[end].word == "and":
                start = end + 1
            elif run[end].kind == "n" and run[end].barrier:
                break
        group = _group(run, start)
        if group is None:
            break
        stop, value, inner_cut = group
        scale = SCALES.get(_word(run, stop), 1)
        if scale >= limit or value * scale >= limit or (start > end and scale > 1):
            break
        if start > end and value >= 100:
            break
        if start > end:
            cut = Number(end, plain_number(format(total, "f")))
        elif inner_cut is not None and is_first and scale == 1:
            cut = inner_cut
        total += value * scale
        end, is_first = (stop + 1 if scale > 1 else stop), False
        if scale == 1:
            break
        limit = Decimal(scale)
    if is_first:
        return None, None
    return Number(end, plain_number(format(total, "f"))), cut


def _digit(run: Sequence[Atom], i: int) -> str:
    """The digits that one atom says, one to nine or a numeral; "" if it says none."""
    if i >= len(run) or run[i].barrier:
        return ""
    atom = run[i]
    if atom.kind == "n":
        return atom.word if "." not in atom.word else ""
    if atom.word in _OH:
        return "0"
    value = SMALL.get(atom.word, 10)
    return str(value) if value < 10 else ""


def _fraction_digits(run: Sequence[Atom], i: int) -> Number | None:
    """Digits after the "point" or "dot" at atom `i`."""
    if run[i].kind != "w" or run[i].word not in ("point", "dot"):
        return None
    j = i + 1
    digits = ""
    while (digit := _digit(run, j)) and not (digits and run[j].kind == "n" and len(digit) > 1):
        digits += digit
        j += 1
    if not digits:
        tens = _below_hundred(run, j)
        if tens is None or run[j].barrier:
            return None
        j, digits = tens[0], str(tens[1])
    if _word(run, j) == run[i].word and j + 1 < len(run) and is_numeric(run[j + 1]):
        return None  # an address or a version, not a decimal
    if run[i].word == "dot" and j < len(run) and is_numeric(run[j]) and not run[j].barrier:
        return None
    return Number(j, digits)


def _with_fraction(run: Sequence[Atom], i: int, whole: Number) -> Number:
    """`whole` with its decimals and a scale word after them ("one point five million")."""
    if "." in whole.digits or (
        i > 1 and run[i - 1].word in ("dot", "point") and is_numeric(run[i - 2])
    ):
        return whole  # after "one dot two", "dot three" is no decimal either
    if whole.end == len(run) or run[whole.end].barrier:
        return whole
    fraction = _fraction_digits(run, whole.end)
    if fraction is None:
        return whole
    digits = plain_number(f"{whole.digits}.{fraction.digits}")
    scale = SCALES.get(_word(run, fraction.end))
    if scale and len(digits) < 20:
        return Number(fraction.end + 1, plain_number(format(Decimal(digits) * scale, "f")))
    return Number(fraction.end, digits)
