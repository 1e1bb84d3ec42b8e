"""The whitelisted values, and which of them is meant by what things are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .alignment import align
from .judge_nouns import COMMON, NOUN_WORDS, NOUNS, OPPOSED
from .spoken import EntityType, canonical, entity_type, find, tokens
from .spoken_numbers import ordinal

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W]+")
_NUMBERED = re.compile(r"_\d+$")
_LATER = re.compile(r"_turn_\d+$")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\d*")
_ELIDED = re.compile(r"^(?:l|d|s|n|m|t|c|j|qu|dell|all|nell|un)'")
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

_UNSPACED_NOUNS = re.compile(
    "|".join(sorted(filter(UNSPACED.fullmatch, NOUNS), key=len, reverse=True))
)
_HEADS = re.compile(
    r"(?:nummern?|datum|namens?|name|adresse|betrag|betrags|karte|konto|titel|preis|naam|nummer|adres)$"
)

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
_MONEY = frozenset({"price", "cost", "fee", "budget", "salary", "balance", "payment", "premium"})
_ENDS = frozenset({"arrival", "stop", "pickup", "dropoff", "via"})
_PEOPLE = frozenset(
    """doctor nurse teacher guest contact customer client employee student manager owner host
    attendee member candidate actor director singer coach captain""".split()  # noqa: SIM905
)
_ADDRESS = re.compile(r"\d+\w?,? +[A-Z]")
_OF_ADDRESS = frozenset(
    {"number", "house", "building", "apartment", "flat", "street", "zip", "code"}
)
_AREAS = frozenset({"city", "country", "state", "region", "county"})
_WITHIN_AREAS = frozenset({"address", "airport", "station", "street", "venue", "zip", "code"})
_FULL_NAME = re.compile(r"(?:Dr\.? )?[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]*\.?)?(?: [A-Z][\w'’-]+)")
_THINGS = frozenset(
    """product item song book movie project title album event game brand company team hotel
    restaurant place city course subject device model dish drink""".split()  # noqa: SIM905
)
_NAMELESS = frozenset(
    """day month unit units class type mode status priority language currency color colour size
    action format gender order direction""".split()  # noqa: SIM905
)
_ROLES: Mapping[str, frozenset[str]] = {
    role: frozenset(family.split())
    for family in (
        "recipient receiver contact",
        "sender",
        "passenger traveler guest customer user person patient",
        "author",
        "artist",
        "player",
        "actor",
        "director",
        "doctor",
    )
    for role in family.split()
}
"""Who a person is -> what else the same person may be called; others are other people."""
_TITLED = frozenset({"title", "song", "book", "album", "movie", "film", "course", "track", "game"})
_GENERIC = frozenset({"word"})  # "the value", "the word": no kind of thing in particular
_NAME = re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][\w'’-]+|\d\S*")
_DATE = re.compile(r"\d{4}-(\d{2}-(\d{2}))")
_TIME = re.compile(r"(\d{2}):(\d{2})")
_MOST_PARTS = 6
_ANY_NAME = "Aaaa"
"""A value whose look tells nothing, so that the topic's name does."""


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
    words = [word.lower() for word in _HUMPS.split(_NUMBERED.sub("", plain)) if word]
    return Topic(
        name=name,
        value=value,
        base=" ".join(words),
        own=frozenset(words) | frozenset(english(" ".join(words))) | {"-".join(words)},
        called=_called(entity_type(plain, value), words, value),
        sounds=tuple(dict.fromkeys(filter(None, (joined(value), joined(heard), _clock(value))))),
        parts=frozenset(_parts(value) | _parts(heard)),
        current=plain == name,
    )


def _called(kind: EntityType, words: Sequence[str], value: str) -> frozenset[str]:
    """What a thing is called, from its look and, where that says little, from its topic's name.

    A departure that is written SFO looks like a code and is an airport all the same.
    """
    told = english(" ".join(words))
    names, called = set(told), set(_CALLED[kind])
    if kind in (EntityType.CODE, EntityType.WORD, EntityType.OTHER):
        named_so = entity_type("_".join(told), _ANY_NAME)
        if named_so not in (EntityType.WORD, EntityType.OTHER):
            called |= _CALLED[named_so]
        if names & _PEOPLE:
            called |= _CALLED[EntityType.PERSON]
        if names & _ENDS:
            called |= _CALLED[EntityType.PLACE]
    if "address" in called and _ADDRESS.search(value):
        called |= _OF_ADDRESS
    if names & _AREAS and not any(char.isdigit() for char in value):
        called -= _WITHIN_AREAS
    if kind is EntityType.WORD and _FULL_NAME.fullmatch(value) and not names & _THINGS:
        called.add("person")
    if kind is EntityType.WORD and names & _NAMELESS:
        called.discard("name")
    if roles := names & _ROLES.keys():
        others = set().union(*_ROLES.values()) - set().union(*(_ROLES[role] for role in roles))
        called -= others - {"person"}
    if kind in (EntityType.WORD, EntityType.OTHER) and not names & _TITLED:
        called.discard("title")
    return frozenset(called - ({"quantity"} if _MONEY & set(words) else set()))


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
        return set()
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


def words_of(text: str) -> list[str]:
    """The words of a text, lower case and without accents that hide the name of a thing."""
    spread = UNSPACED.sub(lambda run: " " + _spread(run.group()) + " ", text)
    spread = _HUMP.sub(" ", spread)
    found: list[str] = []
    for word in _WORD.findall(spread.replace("’", "'").lower()):
        plain = _ELIDED.sub("", word.removesuffix("'s"))
        bare = _unaccented(plain)
        found += _compound(bare if plain not in NOUNS and bare in NOUNS else plain)
    return found


def _compound(word: str) -> list[str]:
    """A German or Dutch compound that ends in the name of a thing, as two words.

    >>> _compound("bestellnummer"), _compound("nummer")
    (['bestell', 'nummer'], ['nummer'])
    """
    head = _HEADS.search(word)
    if word in NOUNS or head is None or head.start() < 3:
        return [word]
    first = word[: head.start()].strip("-")
    return [first if first in NOUNS else first.removesuffix("s"), head[0]]


def english(text: str) -> list[str]:
    """The words of a text; names of things in other languages as English ones."""
    return [noun_of(word) for word in words_of(text)]


def noun_of(word: str) -> str:
    """The English name of a thing that a word (or a numbered one, "file1") is; else the word.

    >>> noun_of("datei"), noun_of("file1"), noun_of("num2")
    ('file', 'file', 'num2')
    """
    bare = word.rstrip("0123456789")
    forms = [word, bare, *(bare.removesuffix(ending) for ending in ("s", "n", "en", "es"))]
    return next((NOUNS[form] for form in forms if form in NOUNS), word)


def _spread(run: str) -> str:
    """Put the names of things apart in a script that writes no spaces."""
    return _UNSPACED_NOUNS.sub(lambda found: f" {NOUNS[found[0]]} ", run)


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
        others = frozenset(word for one in known if one is not topic for word in one.own)
        strength = _strength(phrase, topic, context, others - topic.own)
        if strength:
            ranked.setdefault(strength + topic.current, []).append(topic)
    best = ranked[max(ranked)] if ranked else []
    if [noun_of(word) for word in phrase] == ["name"]:
        best = [topic for topic in best if "person" in topic.called] or best
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
    if any(word in OPPOSED and not _part_of_name(word, topic) for word, _ in rest):
        return 0
    called = [noun for _, noun in rest if noun in topic.called]
    strange = [
        (word, noun)
        for word, noun in rest
        if noun not in topic.called and word not in OPPOSED and noun not in _GENERIC
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
