"""How a caller says a reply that was asked for: each value so that every sign of it can be heard.

| value | said |
|---|---|
| file, path, address, code | with all its signs: "final underscore report dot P D F" |
| name or word | said, then spelled: "Bryan, B R Y A N"; long ones only where that is wanted |
| whole number, where digits are wanted | said, then digit by digit: "fifteen, that's one five" |
| number, amount, date, time | as anyone says it |

A reply is said in one way only: the words of a reply draw between the ways there are.
"""

import hashlib
import random
import re
from collections.abc import Iterator, Mapping

from ..spoken_entities import EntityType, entity_type
from ..verbalise import phrases, say
from ..verbalise.codes import code
from ..verbalise.numbers import digits
from ..verbalise.paths import email, host
from ..verbalise.spelling import spell

VERSION = "1"
"""Rises with every change of what is said, so that runs of two kinds do not mix."""

_SIGNED = frozenset({EntityType.FILE, EntityType.PATH, EntityType.CODE})
_PLAIN = frozenset({EntityType.NUMBER, EntityType.AMOUNT, EntityType.DATE, EntityType.TIME})
_SPELLING = re.compile(r"\b(?:spell\w*|letters?|digits?|characters?)\b|\bone by one\b", re.I)
_SPELLED_ASKED = 5
"""Words that are spelled at most; nobody spells a sentence."""

_SPELLED_UNASKED = {EntityType.PERSON: 2}
"""Words of a name that is spelled unasked; of other kinds one: nobody spells "New York City"."""


def spoken_form(reply: str, whitelist: Mapping[str, str], question: str) -> str:
    """Say a reply.

    Args:
        reply: as the judge approved it, values written as in the whitelist.
        whitelist: topic -> written value.
        question: what the agent asked: whether it wants letters and digits one by one.

    >>> spoken_form("It's final_report.pdf.", {"file_name": "final_report.pdf"}, "Which file?")
    "It's final underscore report dot P D F."
    """
    rng = random.Random(hashlib.sha256(reply.encode()).digest())  # noqa: S311 - no secret
    wanted = bool(_SPELLING.search(question))
    said: list[str] = []
    for topic, text in _parts(reply, whitelist):
        if topic is None:
            words = "".join(f" {one.text}{one.pause}" for one in phrases(text, rng))
            said.append(words if words else _pause(text))
        else:
            said.append(f" {_value(topic, text, rng, spelled=wanted)}")
    return re.sub(r"\s+([,.?!])", r"\1", " ".join("".join(said).split()))


def _parts(reply: str, whitelist: Mapping[str, str]) -> Iterator[tuple[str | None, str]]:
    """The reply cut into (topic, value) and, with no topic, what stands between them."""
    topics = {value.casefold(): topic for topic, value in whitelist.items() if value.strip()}
    longest = sorted(topics, key=len, reverse=True)
    if not longest:
        yield None, reply
        return
    pattern = "|".join(rf"(?<!\w){re.escape(value)}(?!\w)" for value in longest)
    end = 0
    for match in re.finditer(pattern, reply, re.I):
        yield None, reply[end : match.start()]
        yield topics.get(match.group().casefold(), ""), match.group()
        end = match.end()
    yield None, reply[end:]


def _pause(text: str) -> str:
    """The mark between two values, where no word stands there."""
    marks = [mark for mark in text if mark in ",.?!"]
    return marks[0] if marks else ""


def _value(topic: str, value: str, rng: random.Random, *, spelled: bool) -> str:
    kind = entity_type(topic, value)
    if kind is EntityType.EMAIL:
        return email(value, rng)
    if kind is EntityType.URL:
        return say(value, kind, rng) if "/" in value else host(value, rng)
    if kind in _SIGNED and " " not in value:
        return code(value, rng, separators=True)
    if kind in _PLAIN:
        words = say(value, kind, rng)
        several = value.isdecimal() and len(value) > 1
        return f"{words}, that's {digits(value)}" if spelled and several else words
    words = say(value, kind, rng)
    letters = [spell(word) for word in re.findall(r"[^\W\d_]{2,}", value)]
    most = _SPELLED_ASKED if spelled else _SPELLED_UNASKED.get(kind, 1)
    unheard = [one for one in letters if one not in words]  # "L E D" is spelled as it is said
    return f"{words}, {', '.join(unheard)}" if unheard and len(letters) <= most else words
