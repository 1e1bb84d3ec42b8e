"""What a value is called: from its look, and from its topic's name where that says little."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .judge_synonyms import also_called
from .judge_terms import english
from .spoken import EntityType, entity_type

_CALLED: Mapping[EntityType, frozenset[str]] = {
    EntityType.FILE: frozenset({"file", "name", "title", "extension"}),
    EntityType.PATH: frozenset({"directory", "path", "file", "name", "place", "destination"}),
    EntityType.EMAIL: frozenset({"email", "address", "domain"}),
    EntityType.URL: frozenset({"url", "address", "domain"}),
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
_HANDLES = frozenset({"id", "token", "code"})
_TEXTUAL = frozenset({"text", "wording", "note", "content", "title", "name", "body", "extension"})
_MEASURED = frozenset({EntityType.DATE, EntityType.TIME, EntityType.NUMBER, EntityType.AMOUNT})
_WITH_EXTENSION = re.compile(r"^[^@/\s]*\w\.[a-z][a-z0-9]{1,4}$")
_ANY_NAME = "Aaaa"
"""A value whose look tells nothing, so that the topic's name does."""


def called_so(kind: EntityType, words: Sequence[str], value: str) -> frozenset[str]:
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
    if "directory" in names:
        called -= {"file"}
    if kind is EntityType.CODE and names & {"id", "number", "token", "code"}:
        called.discard("name")
    if roles := names & _ROLES.keys():
        others = set().union(*_ROLES.values()) - set().union(*(_ROLES[role] for role in roles))
        called -= others - {"person"}
    if kind in (EntityType.WORD, EntityType.OTHER) and not names & _TITLED:
        called.discard("title")
    also = also_called(words) - (_TEXTUAL if names & _HANDLES else frozenset())
    if kind in _MEASURED:
        also -= _CALLED[EntityType.PLACE]
    called |= also
    if _WITH_EXTENSION.search(value):
        called |= _CALLED[EntityType.FILE]
    return frozenset(called - ({"quantity"} if _MONEY & set(words) else set()))
