"""The whitelisted values, and which of them is meant by what things are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .alignment import align
from .judge_called import called_so
from .judge_nouns import COMMON, NOISE, NOUN_WORDS, NOUNS, OPPOSED, PLAIN
from .judge_terms import english, noun_of
from .spoken import canonical, entity_type, find, tokens
from .spoken_numbers import ordinal

_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W]+")
_NUMBERED = re.compile(r"_\d+$")
_LATER = re.compile(r"_turn_\d+$")
_GENERIC = frozenset({"word", "level"})  # "the value", "the word": no kind of thing in particular
_VAGUE = frozenset({"name", "number", "code", "id", "word", "title", "text", "place"})
_BEFORE = re.compile(
    r"\b(?:the|an?|my|our|your|his|her|their|this|with|new)\s+(?:[\w-]+\s+)?([a-z]{3,})\W{1,3}$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[\s-]+([a-z]{3,})\b")
_ORDER = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w'’-]+|\d\S*")
_DATE = re.compile(r"\d{4}-(\d{2}-(\d{2}))")
_TIME = re.compile(r"(\d{2}):(\d{2})")
_MOST_PARTS = 6


@dataclass(frozen=True, slots=True)
class Topic:
    """One whitelisted value, ready to be recognised in a message.

    Attributes:
        name: as in the whitelist.
        value: as it is to be written.
        base: the topic's name without a number that tells calls apart.
        own: words of the topic's own name, as they stand and as English names of things.
        called: what values of its type are called.
        sounds: joined canonical forms of the value, and of what was heard in its place.
        parts: those words of a longer value, and of what was heard, that can stand for it.
        current: False for values of an earlier turn, which a bare name does not mean first.
    """

    name: str
    value: str
    base: str
    own: frozenset[str]
    called: frozenset[str]
    sounds: tuple[str, ...]
    parts: frozenset[str]
    current: bool


def topics(whitelist: Mapping[str, str], intended_request: str, asr_text: str) -> tuple[Topic, ...]:
    """The whitelist's values, with how each sounded to the agent."""
    return tuple(
        _topic(
            name,
            value,
            _heard(value, intended_request, asr_text),
            _beside(value, intended_request),
        )
        for name, value in whitelist.items()
    )


def _topic(name: str, value: str, heard: str, beside: frozenset[str]) -> Topic:
    plain = _LATER.sub("", name)
    words = [word.lower() for word in _HUMPS.split(_NUMBERED.sub("", plain)) if word]
    return Topic(
        name=name,
        value=value,
        base=" ".join(words),
        own=frozenset(words) | frozenset(english(" ".join(words))) | {"-".join(words)},
        called=_with_plurals(called_so(entity_type(plain, value), words, value) | beside),
        sounds=tuple(dict.fromkeys(filter(None, (joined(value), joined(heard), _clock(value))))),
        parts=frozenset(_parts(value) | _parts(heard)),
        current=plain == name,
    )


def _with_plurals(words: frozenset[str]) -> frozenset[str]:
    return words | {f"{word}s" for word in words}


def _beside(value: str, request: str) -> frozenset[str]:
    """What the request itself calls a value: "38 liters", "the ticket 7423"."""
    span = find(value, request)
    if span is None:
        return frozenset()
    found = set()
    before, after = _BEFORE.search(request[: span.start]), _AFTER.match(request[span.end :])
    if before and before[1].lower() not in PLAIN:
        found.add(noun_of(before[1].lower()))
    if after and any(char.isdigit() for char in value) and after[1].lower() not in PLAIN:
        found |= {after[1].lower(), noun_of(after[1].lower().removesuffix("s"))}
    return frozenset(found - _VAGUE)


def _clock(value: str) -> str:
    """A time as it sounds without a word that makes it one: "six fifteen"."""
    told = _TIME.fullmatch(joined(value))
    return f"{(int(told[1]) - 1) % 12 + 1}{told[2]}" if told else ""


def _parts(value: str) -> set[str]:
    """The words of a value of a few words by which one would ask for it."""
    words = canonical(value)
    if len(words) == 1 and (date := _DATE.fullmatch(words[0])):
        return {ordinal(int(date[2])), date[1]}
    if len(words) < 2:
        pieces = {joined(piece) for piece in re.split(r"[\W_]+", value)} - set(words)
        return {piece for piece in pieces if _telling(piece) and not piece.isdigit()}
    if len(words) <= _MOST_PARTS:
        return {word for word in words if _telling(word)}
    # Of a whole sentence only what stands out: names and numbers.
    names = {form for name in _NAME.findall(value) for form in canonical(name)}
    return {word for word in words if _telling(word) and (word in names or not word.isalpha())}


def _telling(word: str) -> bool:
    if word in COMMON or word in NOUNS:
        return False
    return len(word) >= 3 or (len(word) == 2 and any(char.isdigit() for char in word))


@lru_cache(maxsize=4096)
def joined(text: str) -> str:
    """The canonical forms of a text as one string: what is left of it in speech."""
    return "".join(canonical(text))


def _heard(value: str, intended: str, transcript: str) -> str:
    """What the transcript has where the request says the value."""
    span = find(value, intended)
    if span is None:
        return ""
    said, wrote = tokens(intended), tokens(transcript)
    wanted = {i for i, one in enumerate(said) if one.start < span.end and span.start < one.end}
    pairs = align(tuple(one.form for one in said), tuple(one.form for one in wrote))
    there = [j for i, j in pairs if i in wanted]
    return transcript[wrote[there[0]].start : wrote[there[-1]].end] if there else ""


def named(
    phrase: Sequence[str], known: Sequence[Topic], context: frozenset[str] = frozenset()
) -> list[Topic]:
    """The topics that a phrase can mean by name; several if it is not clear.

    Words of the topic's own name count most; without them, what things of its type are called.
    Other words must be of the conversation (`context`): a "routing number" is no account number.
    """
    if len(phrase) > 1 and phrase[0] in _ORDER and noun_of(phrase[-1]) != "name":
        several = named(phrase[1:], known, context)  # "the second attendee", "the last date"
        if len(several) > 1:
            return [several[min(_ORDER[phrase[0]], len(several) - 1)]]
    ranked: dict[int, list[Topic]] = {}
    for topic in known:
        others = frozenset(
            word for one in known if one is not topic for word in one.own | (one.called - _VAGUE)
        )
        strength = _strength(phrase, topic, context, others - topic.own - topic.called)
        if strength:
            ranked.setdefault(strength + topic.current, []).append(topic)
    best = ranked[max(ranked)] if ranked else []
    if [noun_of(word) for word in phrase] == ["name"]:
        best = [topic for topic in best if "person" in topic.called] or best
    if len(best) > 1:
        said = {form for word in phrase for form in (word, noun_of(word))}
        best = [topic for topic in best if said & {*topic.base.split()[-1:]}] or best
    if len({topic.value for topic in best}) == 1:
        return best[:1]
    return best


def _strength(
    phrase: Sequence[str], topic: Topic, context: frozenset[str], others: frozenset[str]
) -> int:
    """How well a phrase names a topic; 0 if it holds a word that belongs to something else.

    Args:
        phrase: words that name a thing.
        topic: which may be that thing.
        context: words of the conversation.
        others: words of the other topics' names.
    """
    pairs = [(word, noun_of(word)) for word in phrase]
    own = [pair for pair in pairs if topic.own & set(pair)]
    rest = [pair for pair in pairs if not topic.own & set(pair)]
    if any(
        word in OPPOSED
        and not (len(phrase) > 1 and word in topic.called)
        and not _part_of_name(word, topic)
        for word, _ in rest
    ):
        return 0
    called = [noun for _, noun in rest if noun in topic.called]
    strange = [
        (word, noun)
        for word, noun in rest
        if noun not in topic.called
        and word not in OPPOSED
        and noun not in _GENERIC
        and word not in NOISE
    ]
    # "the user ID": a word of the conversation tells more of the thing, but is not the thing.
    led = bool({phrase[-1], noun_of(phrase[-1])} & topic.own)
    plain_head = topic.base == phrase[-1] and topic.base not in NOUNS  # "the search pattern"
    for word, noun in strange:
        if {word, noun} & others:
            return 0
        if plain_head and noun not in NOUN_WORDS:
            continue
        if word not in context or (noun in NOUN_WORDS and not led):
            return 0
    if not own and not called:
        return 0
    to_the_word = sum(word in topic.own for word, _ in own)
    whole = " ".join(phrase) == topic.base
    return 20 * len(own) + 4 * to_the_word + 2 * whole + 2


def _part_of_name(word: str, topic: Topic) -> bool:
    """Whether "first" or "last" asks for a part of a name that is one value."""
    if "person" not in topic.called or "user" in topic.own:
        return False
    return word in ("first", "last") or (word == "middle" and len(canonical(topic.value)) > 2)
