"""Where a message names whitelisted values, or something that sounds like them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .judge_sounds import alike
from .judge_topics import Topic
from .spoken import Token, canonical, tokens


@dataclass(frozen=True, slots=True)
class Mention:
    """A place of a text that names a topic's value, or something that sounds like it."""

    topic: Topic
    start: int
    end: int
    weight: float


def mentions(text: str, known: Sequence[Topic]) -> tuple[Mention, ...]:
    """Where a text names the values, in order; of several that could be meant, the likeliest."""
    words = tokens(text)
    found = [mention for topic in known for mention in _mentions(words, topic)]
    kept = [
        one
        for one in found
        if not any(_overlap(one, other) and _outweighs(other, one) for other in found)
    ]
    return tuple(sorted(kept, key=lambda one: one.start))


def _overlap(a: Mention, b: Mention) -> bool:
    return a.topic is not b.topic and a.start < b.end and b.start < a.end


def _outweighs(a: Mention, b: Mention) -> bool:
    return (a.weight, a.topic.current) > (b.weight, b.topic.current)


def _mentions(words: Sequence[Token], topic: Topic) -> Iterator[Mention]:
    for size, place in _windows(words, topic):
        window = words[place : place + size]
        said = "".join(word.form for word in window)
        weight = _weight(said, topic, whole=size > 1)
        if weight:
            yield Mention(topic, window[0].start, window[-1].end, weight)


def _weight(said: str, topic: Topic, *, whole: bool) -> float:
    """How surely some words mean a value: 3 its very sound, 2 nearly, up to 1 a part of it."""
    if said in topic.sounds:
        return 3
    if any(alike(said, sound) for sound in topic.sounds):
        return 2
    if not whole and any(said == part or alike(said, part) for part in topic.parts):
        return max(len(said) / len(sound) for sound in topic.sounds)
    return 0


def _windows(words: Sequence[Token], topic: Topic) -> Iterator[tuple[int, int]]:
    longest = len(canonical(topic.value)) + 2
    for size in range(1, min(longest, len(words)) + 1):
        for place in range(len(words) - size + 1):
            yield size, place
