"""How letters are spelled: one by one, in the NATO alphabet, or "as in" a word."""

import random
from enum import StrEnum

from .lists import word_list

NATO = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        word_list(
            """
    alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar
    papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu
    """
        ),
        strict=True,
    )
)
AS_IN = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        word_list(
            """
    apple boy cat dog elephant frank george house igloo john kite larry mary nancy orange peter
    queen robert sam tom umbrella victor water x-ray yellow zebra
    """
        ),
        strict=True,
    )
)


class Spelling(StrEnum):
    """The ways a caller spells."""

    LETTERS = "letters"
    NATO = "nato"
    AS_IN = "as in"


def spell(word: str, how: Spelling = Spelling.LETTERS) -> str:
    """Spell a word of letters: "pdf" is "P D F"; other characters are left out.

    With `Spelling.AS_IN` only the letters that are easily misheard get their word.
    """
    letters = [_letter(letter, how) for letter in word if letter.isalpha()]
    if how is Spelling.AS_IN:
        # A breath after each example, so that it does not run into the next letter.
        letters = [f"{name}," if " " in name else name for name in letters]
    return " ".join(letters).rstrip(",")


def choose_spelling(rng: random.Random, length: int) -> Spelling:
    """Draw a way to spell: "as in" and NATO are for short things, letters for anything."""
    draw = rng.random()
    if length <= 12 and draw < 0.22:
        return Spelling.NATO
    if length <= 12 and draw < 0.5:
        return Spelling.AS_IN
    return Spelling.LETTERS


def _letter(letter: str, how: Spelling) -> str:
    name = letter.upper()
    key = letter.lower()
    if key not in NATO:
        return name
    if how is Spelling.NATO:
        return NATO[key]
    if how is Spelling.AS_IN and key in "bcdefgmnpstvz":
        return f"{name} as in {AS_IN[key]}"
    return name
