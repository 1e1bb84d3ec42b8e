"""Whether two words could be taken for each other by ear."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache


@lru_cache(maxsize=65536)
def likeness(a: str, b: str) -> float:
    """How much of two joined forms is the same, 0..1."""
    return SequenceMatcher(None, a, b, autojunk=False).ratio()


@lru_cache(maxsize=65536)
def alike(a: str, b: str) -> bool:
    """Whether two joined forms could be taken for each other by ear."""
    if not a or not b:
        return False
    if a.isdigit() and b.isdigit():
        return _digits_alike(a, b)
    if any(one.replace(".", "").replace(":", "").replace("-", "").isdigit() for one in (a, b)):
        return False
    shorter, longer = sorted((len(a), len(b)))
    if shorter < 2 or longer > 2 * shorter + 1:
        return False
    if shorter >= 3 and sound(a) == sound(b) and likeness(a, b) >= 0.4:
        return True
    wanted = 0.72 if shorter >= 5 else 0.79
    # What two texts have in common is no longer than what their letters have: cheap to tell.
    shared = sum(min(a.count(letter), b.count(letter)) for letter in set(a))
    if 2 * shared < wanted * (shorter + longer):
        return False
    return likeness(a, b) >= wanted


def _digits_alike(a: str, b: str) -> bool:
    """Thirteen and thirty; 75 and 175; long numbers with a digit lost, put in or exchanged."""
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) == 2 and len(longer) == 3 and longer[0] == "1" and longer.endswith(shorter):
        return True
    if len(a) == len(b) == 2:
        return {a[0] + "0", "1" + a[0]} == {a, b} or {b[0] + "0", "1" + b[0]} == {a, b}
    if min(len(a), len(b)) < 3:
        return False
    return likeness(a, b) >= 0.74


_SOUNDS = (
    (r"^(?:kn|gn|pn)", "n"), (r"^wr", "r"), (r"^ps", "s"), (r"ph", "f"), (r"gh(?=t|$)", ""),
    (r"gh", "g"), (r"ck", "k"), (r"sch|sh|ch|tch", "x"), (r"c(?=[eiy])", "s"), (r"[cq]", "k"),
    (r"x", "ks"), (r"z", "s"), (r"dg(?=e)", "j"), (r"g(?=[ei])", "j"), (r"th", "t"), (r"wh", "w"),
    (r"v", "f"), (r"mb$", "m"), (r"(?<=[aeiouy])h|h(?=[^aeiouy]|$)", ""), (r"(.)\1+", r"\1"),
)  # fmt: skip
_SOUND_RULES = tuple((re.compile(pattern), heard) for pattern, heard in _SOUNDS)


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """A rough key of how a word sounds: consonants, and whether it begins with a vowel.

    >>> sound("brian") == sound("bryan"), sound("smith") == sound("smyth")
    (True, True)
    """
    key = word
    for pattern, heard in _SOUND_RULES:
        key = pattern.sub(heard, key)
    first = "a" if key[:1] in tuple("aeiouy") else key[:1]
    return first + re.sub(r"[aeiouyw]", "", key[1:])
