"""Articles that fit the word that is now said after them: "a HTTP" is "an H T T P"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from bfcl_audio.verbalise.forms import Form

from .pieces import Piece

SLIP = re.compile(r"a (?!one|once|eu)[aeio][a-z]", re.IGNORECASE)  # of the request itself
VOWEL_LETTERS = frozenset("AEFHILMNORSX")
AN = re.compile(r"(?:[aeio]|u(?!ni|s[aeiu]|tf|ti)|hour|honest|heir)", re.IGNORECASE)
A = re.compile(r"(?:one\b|once\b|eu|ewe|u\b|unique)", re.IGNORECASE)


def agree(pieces: Sequence[Piece]) -> list[Piece]:
    """Choose "a" or "an" anew before every value whose wording changed."""
    done = list(pieces)
    for at in range(len(done) - 1):
        piece, following = done[at], done[at + 1]
        if not piece.free or piece.text.lower() not in ("a", "an"):
            continue
        if following.form is not Form.WORD or SLIP.match(f"{piece.text} {following.text}"):
            right = "an" if takes_an(following.text) else "a"
            done[at] = replace(piece, text=right.capitalize() if piece.text[0] == "A" else right)
    return done


def takes_an(words: str) -> bool:
    """Whether the sound that `words` start with takes "an"."""
    first = words.split()[0]
    if len(first) == 1 and first.isupper():
        return first in VOWEL_LETTERS
    return A.match(first) is None and AN.match(first) is not None
