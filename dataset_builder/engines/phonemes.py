"""Text to phonemes for Hibari and Kokoro, which read one alphabet.

Hibari's own rules make them; feeding Kokoro the same keeps its GPL phonemizer out of the house.
"""

from functools import cache
from typing import TYPE_CHECKING, cast

from . import installed
from .base import Refused

if TYPE_CHECKING:
    from hibari import Hibari

LONGEST = 400
"""Phonemes said in one breath; Kokoro has styles for up to 510."""


def version() -> str:
    """The rules' version, a part of every voice's that speaks through them."""
    return f"hibari-tts {installed.version('hibari-tts')}"


@cache
def speaker(british: bool) -> "Hibari":
    """Hibari with American or British spelling-to-sound rules, on one thread."""
    from hibari import Hibari
    from hibari.g2p import G2P

    return Hibari(threads=1, g2p=G2P(british=british))


def breaths(text: str, british: bool) -> list[str]:
    """Phoneme strings to be said one after the other, none longer than `LONGEST`.

    Raises:
        Refused: nothing in the text can be said.
    """
    sentences = cast(list[str], speaker(british).phonemize(text))
    found = [breath for sentence in sentences for breath in split(sentence, LONGEST)]
    if not any(char.isalpha() for breath in found for char in breath):
        raise Refused(f"nothing to say in {text[:60]!r}")
    return found


def split(phonemes: str, longest: int) -> list[str]:
    """Cut at spaces, as late as fits; a single longer word is cut where it must be."""
    pieces = []
    rest = phonemes.strip()
    while len(rest) > longest:
        comma = max(rest.rfind(mark, longest // 2, longest) for mark in (", ", "; ", ": "))
        cut = comma + 1 if comma > 0 else rest.rfind(" ", 1, longest + 1)
        if cut <= 0:
            cut = longest
        pieces.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*pieces, rest] if rest else pieces
