"""Where a message names whitelisted values, or something that sounds like them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .judge_nouns import NOISE, NOUNS, PLAIN, UNSAID
from .judge_sounds import alike, likeness, sound
from .judge_terms import UNSPACED
from .judge_topics import Topic
from .spoken import Token, canonical, tokens

_HELD = 0xE000
_MOST_HELD = 0x1000
_DULL = PLAIN | NOISE | frozenset(NOUNS)
_ORDINAL_NAME = re.compile(
    r"(?:first|second|last) (?:names?|letters?|digits?|words?)\b", re.IGNORECASE
)
_QUOTES = tuple("\"“”«»„「『'‘’")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a text that names a topic's value, or something that sounds like it."""

    topic: Topic
    start: int
    end: int
    weight: float


def with_values_held(text: str, known: Sequence[Topic]) -> str:
    """A text in which each value of several words that stands there exactly is one character.

    A value may hold what ends a sentence or a part of one, or asks something itself.
    """
    for place, topic in enumerate(known[:_MOST_HELD]):
        if len(topic.value) >= 5 and " " in topic.value.strip():
            value = rf"(?<!\w){re.escape(topic.value)}(?!\w)"
            text = re.sub(value, chr(_HELD + place), text, flags=re.IGNORECASE)
    return text


def mentions(text: str, known: Sequence[Topic]) -> tuple[Mention, ...]:
    """Where a text names the values, in order; of several that could be meant, the likeliest."""
    words = tokens(text)
    names = frozenset(word for topic in known for word in topic.own)
    unsaid = [_said_for_itself(text, word, UNSAID) for word in words]
    dull = [
        one or _said_for_itself(text, word, _DULL | names) or _is_ordinal_of_name(text, word)
        for one, word in zip(unsaid, words, strict=True)
    ]
    found = [mention for topic in known for mention in _mentions(words, unsaid, dull, topic)]
    found += [mention for topic in known for mention in _unspaced(text, topic)]
    found += [
        Mention(known[ord(char) - _HELD], place, place + 1, 3)
        for place, char in enumerate(text)
        if _HELD <= ord(char) < _HELD + min(len(known), _MOST_HELD)
    ]
    kept = [
        one
        for one in found
        if not any(_overlap(one, other) and _outweighs(other, one) for other in found)
    ]
    return tuple(sorted(kept, key=lambda one: one.start))


def _said_for_itself(text: str, word: Token, ordinary: frozenset[str]) -> bool:
    """Whether a word is an ordinary one; between quotes it is a value all the same."""
    return (
        text[word.start : word.end].lower() in ordinary
        and text[word.start - 1 : word.start] not in _QUOTES
    )


def _is_ordinal_of_name(text: str, word: Token) -> bool:
    """Whether "first" tells of a name and of no date: "the first name"."""
    return _ORDINAL_NAME.match(text, word.start) is not None


def _overlap(a: Mention, b: Mention) -> bool:
    return a is not b and a.start < b.end and b.start < a.end


def _outweighs(a: Mention, b: Mention) -> bool:
    return _rank(a) > _rank(b)


def _rank(one: Mention) -> tuple[float, int, bool]:
    return one.weight, one.end - one.start, one.topic.current


def _mentions(
    words: Sequence[Token], unsaid: Sequence[bool], dull: Sequence[bool], topic: Topic
) -> Iterator[Mention]:
    most_words = len(canonical(topic.value)) + 2
    longest = 2 * max((len(sound) for sound in (*topic.sounds, *topic.parts)), default=0) + 1
    for place, first in enumerate(words):
        said, all_unsaid, all_dull = "", True, True
        for last in range(place, min(place + most_words, len(words))):
            said += words[last].form
            all_unsaid, all_dull = all_unsaid and unsaid[last], all_dull and dull[last]
            if len(said) > longest:
                break
            if all_unsaid:
                continue
            weight = _weight(said, topic, whole=last > place)
            if weight == 3 or (
                weight and not all_dull and not (last > place and (unsaid[place] or unsaid[last]))
            ):
                yield Mention(topic, first.start, words[last].end, weight)


def _unspaced(text: str, topic: Topic) -> Iterator[Mention]:
    """A value in a script without blanks, inside a run of other words."""
    if UNSPACED.search(topic.value) and (place := text.find(topic.value)) >= 0:
        yield Mention(topic, place, place + len(topic.value), 3)


def _weight(said: str, topic: Topic, *, whole: bool) -> float:
    """How surely some words mean a value: 3 its very sound, 2 to 3 nearly, up to 1 a part of it."""
    if said in topic.sounds:
        return 3
    near = [likeness(said, sound) for sound in topic.sounds if alike(said, sound)]
    if near:
        return 2 + 0.9 * max(near)
    if not whole and any(said == part or _nearly(said, part) for part in topic.parts):
        return max(len(said) / len(sound) for sound in topic.sounds)
    return 0


def _nearly(said: str, part: str) -> bool:
    """Whether a word could be a part of a value: short ones must be as long, or sound the same."""
    near = min(len(said), len(part)) >= 5 or abs(len(said) - len(part)) <= 1
    return alike(said, part) and (near or sound(said) == sound(part))
