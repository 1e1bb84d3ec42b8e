"""The ground-truth values that an utterance says.

A value of the truth *stood in the request* when the request says it in any written form
("June 15, 2023" says `2023-06-15`, "two" says `2`, "5%" says `0.05`). Values that only a tool
result, a computation or a default gives are never said, and so never in the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bfcl_audio import spoken
from bfcl_audio.reference import parse
from bfcl_audio.spoken_parts import find_parts

from .needs import Needed, turn_needs
from .records import Entry


@dataclass(frozen=True, slots=True)
class SaidValue:
    """One ground-truth value that an utterance says.

    Attributes:
        topic: parameter name; `_2`, `_3` … for further values of it, in answer order.
        value: canonical written value.
        said: the words of the request that say it; several where it is composed of parts.
        type: what kind of thing it is.
        closed: the function's docs list its values (an enum), so it is a choice, not a name.
    """

    topic: str
    value: str
    said: tuple[str, ...]
    type: spoken.EntityType
    closed: bool


def said_values(entry: Entry) -> Mapping[str, tuple[SaidValue, ...]]:
    """Utterance id -> the ground-truth values of its turn that it says, in answer order.

    The utterance before a hold-out turn also answers for that turn's truth; an utterance whose
    turn needs nothing has none.
    """
    return _said_values(entry.reference)


@lru_cache(maxsize=4096)
def _said_values(reference_json: str) -> Mapping[str, tuple[SaidValue, ...]]:
    reference = parse(reference_json)
    found = {}
    for turn, messages in enumerate(reference.turns):
        texts = [m["content"] for m in messages if m["role"] == "user"]
        needed = list(turn_needs(reference, turn)) if texts else []
        for index, text in enumerate(texts):
            found[f"{reference.id}/{turn}/{index}"] = tuple(_said(needed, text))
    return found


def _said(needed: Sequence[Needed], request: str) -> Iterator[SaidValue]:
    """The needed values that a request says, each once per parameter, with their topics."""
    topics: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for need in needed:
        match = _match(need.options, request) if _row_is_said(need.row, request) else None
        if match is None or (need.parameter, match[0]) in seen:
            continue
        seen.add((need.parameter, match[0]))
        topic, count = need.parameter, 1
        while topic in topics:
            count += 1
            topic = f"{need.parameter}_{count}"
        topics.add(topic)
        kind = spoken.entity_type(need.parameter, match[0], need.description)
        yield SaidValue(topic, match[0], match[1], kind, need.closed)


def says(need: Needed, request: str) -> bool:
    """Whether a request says a needed value in any way that it may be written."""
    return _match(need.options, request) is not None


def _row_is_said(row: Sequence[str], request: str) -> bool:
    """False where a request meets a few numbers of a list that it does not say."""
    return 2 * sum(spoken.heard(number, request) for number in set(row)) >= len(set(row))


_Match = tuple[str, tuple[str, ...]]


def _match(options: Sequence[str], request: str) -> _Match | None:
    """(canonical written value, the words that say it) of the option a request says best."""
    said = []
    for option in options:
        spans = spoken.find_all(option, request) if spoken.canonical(option) else ()
        for start, end in spans:
            words = request[start:end]
            if words and not _is_chance(option, words, request[end:]):
                said.append((option, words))
                break
    if not said:
        return next(filter(None, (_in_parts(option, request) for option in options)), None)
    option, words = max(said, key=lambda pair: _closeness(*pair))
    # "5%" where the truth wants 0.05: what was written is what a caller can confirm
    converted = "%" in words and "%" not in option and option not in words
    return (words if converted else option), (words,)


def _closeness(option: str, words: str) -> tuple[int, int]:
    """How nearly an option is written as the request writes it; the longer words win a tie."""
    option, words = option.strip(" .'\""), words.strip(" .'\"")
    if option == words:
        return 3, len(words)
    if option.casefold() == words.casefold():
        return 2, len(words)
    return (1 if option in words else 0), 0


def _is_chance(option: str, words: str, after: str) -> bool:
    """Whether a tiny value merely meets an everyday word of the request."""
    if len(option) != 1:
        return False
    if option.isalpha():
        return option != words or option in "aAiI"
    low = words.lower()
    if low == "one":
        return bool(_PRONOUN_ONE.match(after))
    return low in ("first", "second", "once", "twice")


_PRONOUN_ONE = re.compile(r"\s+(?:of|thing|more|another|that|which|last)\b", re.I)


def _in_parts(option: str, request: str) -> _Match | None:
    """A path whose every folder was said, or a file said without its extension."""
    spans = find_parts(option, request)
    return (option, tuple(request[start:end] for start, end in spans)) if spans else None
