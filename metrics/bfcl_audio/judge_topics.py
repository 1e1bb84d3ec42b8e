"""The whitelisted values, and which of them is meant by what things are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .alignment import align
from .judge_nouns import COMMON, NOUNS, OPPOSED
from .spoken import EntityType, canonical, entity_type, find, tokens
from .spoken_numbers import ordinal

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W]+")
_NUMBERED = re.compile(r"_\d+$")
_LATER = re.compile(r"_turn_\d+$")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\d*")
_ELIDED = re.compile(r"^(?:l|d|s|n|m|t|c|j|qu|dell|all|nell|un)'")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

_CALLED: Mapping[EntityType, frozenset[str]] = {
    EntityType.FILE: frozenset({"file", "name", "title"}),
    EntityType.PATH: frozenset({"directory", "path", "file", "name", "place", "destination"}),
    EntityType.EMAIL: frozenset({"email", "address"}),
    EntityType.URL: frozenset({"url", "address"}),
    EntityType.PERSON: frozenset(
        {
            "name",
            "user",
            "person",
            "recipient",
            "receiver",
            "sender",
            "contact",
            "customer",
            "passenger",
            "traveler",
            "guest",
            "author",
            "artist",
            "player",
        }
    ),
    EntityType.PLACE: frozenset(
        {
            "city",
            "country",
            "place",
            "address",
            "name",
            "destination",
            "origin",
            "airport",
            "state",
            "station",
            "region",
            "county",
            "area",
            "street",
            "venue",
            "zip",
            "code",
        }
    ),
    EntityType.ORGANISATION: frozenset(
        {
            "company",
            "name",
            "brand",
            "restaurant",
            "hotel",
            "school",
            "university",
            "airline",
            "team",
            "museum",
            "venue",
            "place",
        }
    ),
    EntityType.CODE: frozenset({"code", "id", "number", "name"}),
    EntityType.NUMBER: frozenset({"number", "amount", "quantity"}),
    EntityType.AMOUNT: frozenset({"amount", "number", "quantity"}),
    EntityType.DATE: frozenset({"date"}),
    EntityType.TIME: frozenset({"time", "date"}),
    EntityType.WORD: frozenset({"word", "name", "title"}),
    EntityType.OTHER: frozenset({"word", "message", "title"}),
}
NOUN_WORDS = frozenset(NOUNS.values())
_MONEY = frozenset({"price", "cost", "fee", "budget", "salary", "balance", "payment", "premium"})
_GENERIC = frozenset({"word"})  # "the value", "the word": no kind of thing in particular
_DATE = re.compile(r"\d{4}-(\d{2}-(\d{2}))")
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
        _topic(name, value, _heard(value, intended_request, asr_text))
        for name, value in whitelist.items()
    )


def _topic(name: str, value: str, heard: str) -> Topic:
    plain = _LATER.sub("", name)
    kind = entity_type(plain, value)
    words = [word.lower() for word in _HUMPS.split(_NUMBERED.sub("", plain)) if word]
    return Topic(
        name=name,
        value=value,
        base=" ".join(words),
        own=frozenset(words) | frozenset(english(" ".join(words))),
        called=_CALLED[kind] - ({"quantity"} if _MONEY & set(words) else set()),
        sounds=tuple(dict.fromkeys(filter(None, (joined(value), joined(heard))))),
        parts=frozenset(_parts(value) | _parts(heard)),
        current=plain == name,
    )


def _parts(value: str) -> set[str]:
    """The words of a value of a few words by which one would ask for it."""
    words = canonical(value)
    if len(words) == 1 and (date := _DATE.fullmatch(words[0])):
        return {ordinal(int(date[2])), date[1]}
    if not 2 <= len(words) <= _MOST_PARTS:
        return set()
    return {word for word in words if _telling(word)}


def _telling(word: str) -> bool:
    if word in COMMON or word in NOUNS or word.isdigit():
        return False
    return len(word) >= 3 or any(char.isdigit() for char in word)


@lru_cache(maxsize=4096)
def joined(text: str) -> str:
    """The canonical forms of a text as one string: what is left of it in speech."""
    return "".join(canonical(text))


def words_of(text: str) -> list[str]:
    """The words of a text, lower case and without accents that hide the name of a thing."""
    spread = _UNSPACED.sub(lambda run: " " + _spread(run.group()) + " ", text)
    spread = _HUMP.sub(" ", spread)
    found = []
    for word in _WORD.findall(spread.replace("’", "'").lower()):
        plain = _ELIDED.sub("", word.removesuffix("'s"))
        bare = _unaccented(plain)
        found.append(bare if plain not in NOUNS and bare in NOUNS else plain)
    return found


def english(text: str) -> list[str]:
    """The words of a text; names of things in other languages as English ones."""
    return [noun_of(word) for word in words_of(text)]


def noun_of(word: str) -> str:
    """The English name of a thing that a word (or a numbered one, "file1") is; else the word.

    >>> noun_of("datei"), noun_of("file1"), noun_of("num2")
    ('file', 'file', 'num2')
    """
    bare = word.rstrip("0123456789")
    return NOUNS.get(word) or NOUNS.get(bare) or NOUNS.get(bare.removesuffix("s")) or word


def _spread(run: str) -> str:
    """Put the names of things apart in a script that writes no spaces."""
    for word, noun in NOUNS.items():
        if _UNSPACED.fullmatch(word):
            run = run.replace(word, f" {noun} ")
    return run


def _unaccented(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


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
    ranked: dict[int, list[Topic]] = {}
    for topic in known:
        strength = _strength(phrase, topic, context)
        if strength:
            ranked.setdefault(strength + topic.current, []).append(topic)
    best = ranked[max(ranked)] if ranked else []
    if len({topic.value for topic in best}) == 1:
        return best[:1]
    return best


def _strength(phrase: Sequence[str], topic: Topic, context: frozenset[str]) -> int:
    """How well a phrase names a topic; 0 if it holds a word that belongs to something else."""
    pairs = [(word, noun_of(word)) for word in phrase]
    own = [pair for pair in pairs if topic.own & set(pair)]
    rest = [pair for pair in pairs if not topic.own & set(pair)]
    if any(word in OPPOSED and not _part_of_name(word, topic) for word, _ in rest):
        return 0
    called = [noun for _, noun in rest if noun in topic.called]
    strange = [
        (word, noun)
        for word, noun in rest
        if noun not in topic.called and word not in OPPOSED and noun not in _GENERIC
    ]
    if any(noun in NOUN_WORDS or word not in context for word, noun in strange):
        return 0
    if not own and not called:
        return 0
    to_the_word = sum(word in topic.own for word, _ in own)
    whole = " ".join(phrase) == topic.base
    return 20 * len(own) + 4 * to_the_word + 2 * whole + 2


def _part_of_name(word: str, topic: Topic) -> bool:
    """Whether "first" or "last" asks for a part of a name that is one value."""
    return word in ("first", "last", "middle") and len(topic.parts) >= 2 and "name" in topic.called
