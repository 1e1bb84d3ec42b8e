"""What kind of thing a value is: the closed list of entity types and how one is told."""

from __future__ import annotations

import re
from enum import StrEnum


class EntityType(StrEnum):
    """The closed list of entity types."""

    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    FILE = "file"
    PATH = "path"
    EMAIL = "email"
    URL = "url"
    CODE = "code"
    NUMBER = "number"
    AMOUNT = "amount"
    DATE = "date"
    TIME = "time"
    WORD = "word"
    OTHER = "other"


_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\.?"
_SHAPES: tuple[tuple[EntityType, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.I | re.X))
    for kind, pattern in (
        (EntityType.EMAIL, r"[^@\s]+@[^@\s]+\.[^@\s]+"),
        (EntityType.NUMBER, r"[-+]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?|\d+/\d+"),
        (EntityType.AMOUNT, r"[-+]?\s*[$€£¥₹]\s*[\d.,]+.*"),
        (EntityType.AMOUNT, r"[-+]?[\d.,]+\s*(?:%|percent|dollars?|euros?|usd|eur|gbp)"),
        (EntityType.TIME, r"\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?"),
        (EntityType.DATE, r"\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:[T\ ]\d{1,2}:\d{2}\S*)?"),
        (EntityType.DATE, r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"),
        (EntityType.DATE, rf"\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s\d{{4}})?"),
        (EntityType.DATE, rf"{_MONTH}(?:\s\d{{1,2}}(?:st|nd|rd|th)?)?(?:,?\s\d{{4}})"),
        (EntityType.DATE, rf"{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?"),
        (EntityType.URL, r"(?:https?://|www\.)\S+"),
        (EntityType.URL, r"[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov)(?:/\S*)?"),
        (EntityType.PATH, r"(?=\S*[a-z]{3})(?:[a-z]:)?[\w.~-]*[/\\][\w./\\:~-]*"),
        (
            EntityType.FILE,
            r"""[\w\ -]+(?:\.[\w-]+)*\.(?:txt|pdf|docx?|csv|xlsx?|md|json|xml|html?|css|js|ts|py|
            java|class|wav|mp[34]|png|jpe?g|gif|svg|ya?ml|log|ini|zip|tar|gz|exe|properties|sql)""",
        ),
    )
)
_CODE = re.compile(
    r"(?=\S*\d)(?=\S*[A-Za-z])[\w.-]+|[A-Z]{2,}(?:[_-][A-Z0-9]+)*|\S*[_{}()\[\]<>=;]\S*"
    r"|[a-z]+[A-Z]\w*|(?:[A-Z][a-z]+){2,}|[#@]\w+|[\w .()+/-]*(?:\*\*|\^|[+*=])[\w .()+*/^=-]*"
)
_ADDRESS = re.compile(r"\d+\s+[A-Z]\w+\s.*")

_TOPICS: dict[EntityType, re.Pattern[str]] = {
    kind: re.compile(rf"(?:{words})s?", re.X)
    for kind, words in {
        EntityType.FILE: "file|filename|filepath",
        EntityType.PATH: "path|dir|directory|directorie|folder",
        EntityType.CODE: r"""id|code|symbol|token|key|ticker|serial|card|license|passport|password|
            account|zip|zipcode|docket|case|phone|sequence|isbn|sku""",
        EntityType.DATE: "date|year|month|day|birthday",
        EntityType.AMOUNT: r"""price|amount|cost|budget|fund|salary|balance|fee|payment|principal|
            percentage|income|revenue|investment""",
        EntityType.PLACE: r"""city|citie|country|countrie|state|location|loc|place|address|region|
            origin|departure|destination|airport|town|county|continent|from|to|start|end|park|court|
            planet|timezone|area|city[ab]|place""",
        EntityType.ORGANISATION: r"""company|companie|org|organi[sz]ation|school|university|team|
            airline|hotel|brand|restaurant|institution|club|league|museum|bank|agency|store""",
        EntityType.PERSON: r"""person|user|username|author|artist|composer|player|receiver|sender|
            traveler|driver|scientist|president|actor|director|celebrity|recipient|patient|passenger|
            defendant|plaintiff|lawyer|inventor|singer|founder|leader|party|partie|athlete|
            character|friend|mention""",
    }.items()
}  # fmt: skip
_NAMES = frozenset(("name", "names", "first", "last", "full", "title"))
_PROSE = frozenset(
    "content message body description resolution comment title subject text review".split()  # noqa: SIM905
)
_MEASURES = frozenset(("unit", "units", "currency", "lang", "language"))
_INSTITUTIONS = re.compile(
    r"\b(?:museum|university|college|school|hotel|inc|corp|company|bank|gallery|hospital)\b", re.I
)
_LIKE_CODES = (EntityType.FILE, EntityType.PATH, EntityType.ORGANISATION)
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W\d]+")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def entity_type(topic: str, value: str, doc: str | None = None) -> EntityType:
    """The type of a value, told from its shape, then its parameter name, then its description.

    Args:
        topic: the parameter's name, with or without a `_2`.
        value: the value as written.
        doc: the parameter's description, where there is one.
    """
    text = value.strip()
    words = [w.lower() for w in _HUMPS.split(topic) if w]
    if _MEASURES.intersection(words) and not any(c.isdigit() for c in text):
        return EntityType.CODE if text.isupper() and len(text) > 1 else EntityType.WORD
    shape = next((kind for kind, shape in _SHAPES if shape.fullmatch(text)), None)
    if shape is EntityType.NUMBER:
        return _number_type(words, text)
    if shape is not None:
        return shape
    if _PROSE.intersection(words):
        return _word_or_prose(text)
    named = _by_topic(words, doc)
    if _CODE.fullmatch(text):
        # The name of a file, a folder or a company looks like a code as often as not.
        return named if named in _LIKE_CODES else EntityType.CODE
    if _ADDRESS.fullmatch(text):
        return EntityType.PLACE
    if named in (EntityType.FILE, EntityType.PATH):
        return named
    if named is not None and text[:1].isupper():
        return EntityType.ORGANISATION if _INSTITUTIONS.search(text) else named
    return _word_or_prose(text)


def _word_or_prose(text: str) -> EntityType:
    return EntityType.WORD if 0 < len(text.split()) <= 3 else EntityType.OTHER


def _number_type(words: list[str], text: str) -> EntityType:
    """The type of a bare number: an amount of money, a year, a code, or just a number."""
    kinds = {kind for word in words for kind, p in _TOPICS.items() if p.fullmatch(word)}
    digits = text.isdigit()
    if EntityType.CODE in kinds and digits:
        return EntityType.CODE
    if digits and len(text) > 9:
        return EntityType.CODE
    if EntityType.AMOUNT in kinds:
        return EntityType.AMOUNT
    if EntityType.DATE in kinds and _YEAR.fullmatch(text):
        return EntityType.DATE
    return EntityType.NUMBER


def _by_topic(words: list[str], doc: str | None) -> EntityType | None:
    """The type that a parameter's name shows; its last telling word decides."""
    telling = [word for word in words if word not in _NAMES]
    for word in reversed(telling):
        for kind, pattern in _TOPICS.items():
            if pattern.fullmatch(word):
                return _text_type(kind, word, doc)
    if "name" in words and not telling:
        return EntityType.PERSON
    return None


def _text_type(kind: EntityType, word: str, doc: str | None) -> EntityType | None:
    """The type of a text under a parameter of a kind; a "destination" may be a folder."""
    if kind in (EntityType.DATE, EntityType.AMOUNT, EntityType.CODE):
        return None
    if word in ("destination", "source") and re.search(r"(?i)director|folder|file", doc or ""):
        return EntityType.PATH
    return kind
