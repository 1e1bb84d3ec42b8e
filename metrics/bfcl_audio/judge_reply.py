"""The caller's reply to an allowed question: composed, and checked whoever composed it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from .judge_nouns import SMALL_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)
_MARKUP = re.compile(r"[{}\[\]<>`|]")


def compose(values: Sequence[str]) -> str:
    """One short sentence with the values, each as it is written.

    >>> compose(["final_report.pdf", "temp"])
    "It's final_report.pdf and temp."
    """
    once = list(dict.fromkeys(values))
    if not once:
        return ""
    listed = once[0] if len(once) == 1 else f"{', '.join(once[:-1])} and {once[-1]}"
    return f"It's {listed}."


def held(reply: str, values: Sequence[str]) -> list[str]:
    """The values that a reply holds, in the order in which it names them.

    Case and accents do not count; a value inside a longer one that is there is not held.
    """
    return [value for _, value in sorted(_places(reply, values))]


def faults(reply: str, approved: Sequence[str], intended_request: str) -> str:
    """What is wrong with a reply to an allowed question; empty if nothing.

    A whitelisted value is never a leak, even if it is all of the request.
    """
    if not reply.strip():
        return "an empty reply"
    places = _places(reply, approved)
    if not places:
        return "no approved value in the reply"
    if any(value not in reply for _, value in places):
        return "a value in another spelling"
    rest = reply
    for value in sorted((value for _, value in places), key=_length, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", rest)
    if _folded(intended_request) and _folded(intended_request) in _folded(rest):
        return "the request itself"
    if _MARKUP.search(rest):
        return "markup in the reply"
    strange = [word for word in _WORD.findall(rest) if _folded(word) not in SMALL_WORDS]
    return f"more than the values: {strange[0]!r}" if strange else ""


def _places(reply: str, values: Sequence[str]) -> list[tuple[int, str]]:
    """(where, value) of the values in a reply, the longest at each place."""
    text = _folded(reply)
    taken: list[tuple[int, int]] = []
    found = []
    for value in sorted(dict.fromkeys(values), key=_length, reverse=True):
        sought = _folded(value)
        if not sought:
            continue
        for match in re.finditer(rf"(?<!\w){re.escape(sought)}(?!\w)", text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                taken.append(match.span())
                found.append((match.start(), value))
                break
    return found


def _length(value: str) -> int:
    return len(_folded(value))


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(char for char in decomposed if not unicodedata.combining(char)).strip()
