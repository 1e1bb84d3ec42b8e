"""The finest pieces of a text: words, numerals, clock times, numeric dates and symbols.

Written and spoken text are cut by the same rules: at every space and punctuation mark, at the
border between letters and digits (`file1`), and at the humps of camel case (`getUserName`).
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from .spoken_words import SYMBOLS, UNITS


class Atom(NamedTuple):
    """One piece of a text.

    Attributes:
        word: folded text (lower case, no accents); for a numeral its plain decimal digits.
        kind: `w` word, `n` numeral, `o` ordinal numeral, `t` clock time, `d` numeric date,
            `s` symbol, `-` a minus sign.
        start: first character in the text.
        end: one past the last character.
        glued: nothing stands between this atom and the one before it.
        barrier: a comma, bracket, line or sentence end stands before it, so that numbers on
            its two sides are two numbers.
        link: the separator before it, when that is a single character; else "".
    """

    word: str
    kind: str
    start: int
    end: int
    glued: bool
    barrier: bool
    link: str


_PIECE = re.compile(
    r"""
    (?P<date>(?<![0-9])(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}
        |[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})(?![0-9]))
  | (?P<time>(?<![0-9:])[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9:]))
  | (?P<ordinal>(?<!\w)[0-9]+(?:st|nd|rd|th|ST|ND|RD|TH)\b)
  | (?P<sci>[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]{1,2}(?![\w.]))
  | (?P<num>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?
        |(?<![0-9]\.)[0-9]+\.[0-9]+(?!\.?[0-9])|[0-9]+|(?<![\w.])\.[0-9]+(?!\.?[0-9]))
  | (?P<word>[^\W\d_¹²³⁰-⁹₀-₉½¼¾]+(?:['’][^\W\d_¹²³⁰-⁹₀-₉½¼¾]+)*)
  | (?P<mark>\S)
    """,
    re.VERBOSE,
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_INITIAL = re.compile(r"(?:^|\W)[^\W\d_]\. $")
_BARRIERS = frozenset(",;!?()[]{}\n…")
_DASHES = frozenset("-−–")


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Lower case, without accents, typographic apostrophes made plain."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def plain_number(text: str) -> str:
    """A numeral without thousands separators and without idle zeros after the point."""
    text = text.replace(",", "")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
        if not text or text[0] == ".":
            text = "0" + text
    return text


def atoms(text: str) -> list[Atom]:
    """Cut `text` into atoms, in order, with their character offsets."""
    found: list[Atom] = []
    last_end = 0
    for match in _PIECE.finditer(text):
        kind = match.lastgroup or "mark"
        start, end = match.span()
        piece = match.group()
        if kind == "mark":
            word, code = _mark(text, piece, start)
            if not code:
                continue
            pieces = [(word, code, start, end)]
        elif kind == "word":
            pieces = _words(piece, start)
        elif kind == "num":
            pieces = [(plain_number(piece), "n", start, end)]
        elif kind == "sci":
            pieces = [(plain_number(format(Decimal(piece), "f")), "n", start, end)]
        elif kind == "ordinal":
            pieces = [(piece[:-2], "o", start, end)]
        else:
            pieces = [(piece, kind[0], start, end)]
        for word, code, s, e in pieces:
            gap = text[last_end:s]
            found.append(
                Atom(word, code, s, e, s == last_end and s > 0, _is_barrier(gap, text, s),
                     gap if len(gap) == 1 and gap != " " else "")
            )  # fmt: skip
            last_end = e
    return found


def _words(piece: str, start: int) -> list[tuple[str, str, int, int]]:
    """A run of letters, cut at camel-case humps."""
    whole = piece.islower() or piece.isupper() or not piece.isascii()
    if whole or (len(piece) < 4 and piece.lower() in UNITS):  # `kHz` is one word
        return [(fold(piece), "w", start, start + len(piece))]
    cuts = [0, *(m.start() for m in _HUMP.finditer(piece)), len(piece)]
    return [(fold(piece[a:b]), "w", start + a, start + b) for a, b in itertools.pairwise(cuts)]


def _mark(text: str, mark: str, start: int) -> tuple[str, str]:
    """What a single other character says: (word, kind), or ("", "") if it is not said."""
    before = text[start - 1] if start else " "
    after = text[start + 1] if start + 1 < len(text) else " "
    if mark == "*" and "*" in (before, after):  # `x**2` is x^2
        return ("^", "s") if before == "*" else ("", "")
    if mark in _DASHES:
        if not before.isalnum() and before not in ")]%" and (after.isdigit() or after in ".$€£¥₹"):
            return "minus", "-"
        variable = after.isalpha() and not text[start + 2 : start + 3].isalpha()
        if not before.isalnum() and variable:  # `(-x)`
            return "minus", "s"
        if before == " " and after == " " and mark != "–":
            return "minus", "s"
        return "", ""
    if mark.isdecimal():
        return str(unicodedata.decimal(mark)), "n"
    if mark.isdigit() and mark not in SYMBOLS:  # a subscript, a circled digit
        return str(unicodedata.digit(mark)), "n"
    low = mark.lower()
    if low in SYMBOLS:
        return low, "s"
    if mark.isalnum():  # a letter-like number, such as Ⅷ
        return fold(mark), "w"
    return "", ""


def _is_barrier(gap: str, text: str, start: int) -> bool:
    """Whether what stands between two atoms keeps their numbers apart."""
    if not gap or gap == " ":
        return False
    if any(c in _BARRIERS for c in gap):
        return True
    if gap == ". " and _INITIAL.search(text[max(0, start - 4) : start]):
        return text[start + 1 : start + 2].isspace()  # `P. D. F.`, but not `the R M B. I need`
    return ". " in gap or ": " in gap or '"' in gap
