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


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_URL = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|edu|gov)(?:/\S*)?", re.I
)
_PATH = re.compile(r"(?:[A-Za-z]:)?[\w.~ -]*[/\\][\w./\\ -]*")
_FILE = re.compile(r"[\w -]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{0,4}")
_NUMBER = re.compile(r"[-+]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)")
_AMOUNT = re.compile(
    r"[-+]?\s*[$€£¥₹]\s*[\d.,]+\s*\w*|[-+]?[\d.,]+\s*(?:%|percent|dollars?|euros?|usd|eur|gbp)",
    re.I,
)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:[T ]\d{1,2}:\d{2}\S*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}"
    r"|(?:(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?)?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(?:\s+\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s+\d{4})?)",
    re.I,
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?|\d{1,2}\s*[ap]\.?m\.?", re.I)
_CODE = re.compile(
    r"(?=\S*\d)(?=\S*[A-Za-z])[\w.-]+|[A-Z]{2,}(?:[_-][A-Z0-9]+)*|\S*[_{}()\[\]<>=;]\S*"
)
_CAMEL = re.compile(r"[a-z]+[A-Z]\w*|[A-Z][a-z]+(?:[A-Z][a-z]+)+")

_TOPICS: tuple[tuple[EntityType, str], ...] = (
    (EntityType.EMAIL, r"e?mail"),
    (EntityType.URL, r"url|link|website"),
    (EntityType.FILE, r"file|document_name"),
    (EntityType.PATH, r"path|dir|directory|folder|source|destination"),
    (EntityType.DATE, r"date|day|year|month|birth"),
    (EntityType.TIME, r"time|hour"),
    (EntityType.AMOUNT,
     r"price|amount|cost|budget|fund|salary|balance|fee|payment|principal|percent(?:age)?"),
    (EntityType.PLACE,
     r"city|country|state|location|place|address|region|origin|departure|from|to|airport|town|"
     r"county|continent|destination|hotel_location|zip(?:code)?"),
    (EntityType.ORGANISATION,
     r"company|companies|org|organi[sz]ation|school|university|team|airline|hotel|brand|restaurant|"
     r"institution|club|league|platform|museum"),
    (EntityType.PERSON,
     r"person|user|username|author|artist|composer|player|name|receiver|sender|traveler|driver|"
     r"scientist|president|actor|director|celebrity|character|recipient|patient|passenger|"
     r"first|last|defendant|plaintiff|lawyer|inventor|singer|founder|leader"),
    (EntityType.CODE, r"id|code|symbol|token|key|number|ticker|serial|currency|card|license|query"),
)  # fmt: skip
_TOPIC_WORDS = tuple((kind, re.compile(rf"(?:{words})s?")) for kind, words in _TOPICS)
_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W\d]+")


def entity_type(topic: str, value: str, doc: str | None = None) -> EntityType:
    """The type of a value, told from its shape, then its parameter name, then its description.

    Args:
        topic: the parameter's name, with or without a `_2`.
        value: the value as written.
        doc: the parameter's description, where there is one.
    """
    text = value.strip()
    if not text:
        return EntityType.OTHER
    shape = _by_shape(text)
    words = [w.lower() for w in _HUMPS.split(topic) if w]
    named = _by_topic(words)
    if shape is EntityType.NUMBER:
        if named in (EntityType.AMOUNT, EntityType.DATE, EntityType.TIME):
            return named
        if named is EntityType.CODE and words[-1] not in ("number",):
            return EntityType.CODE
        return EntityType.NUMBER
    if shape is EntityType.CODE and named is EntityType.FILE:
        return EntityType.FILE
    if shape is not None:
        return shape
    if named is EntityType.DATE or named is EntityType.TIME or named is EntityType.AMOUNT:
        return EntityType.WORD if not any(c.isdigit() for c in text) else named
    if named is None and doc:
        named = _by_topic([w.lower() for w in re.findall(r"[A-Za-z]+", doc)][:12])
        if named in (EntityType.AMOUNT, EntityType.DATE, EntityType.TIME, EntityType.CODE):
            named = None
    if named is not None and (
        named is not EntityType.PERSON or text[:1].isupper() or "user" in words
    ):
        return named
    return EntityType.WORD if len(text.split()) <= 3 else EntityType.OTHER


def _by_shape(text: str) -> EntityType | None:
    """The type that a value's own characters show, or None."""
    if _EMAIL.fullmatch(text):
        return EntityType.EMAIL
    if _NUMBER.fullmatch(text):
        return EntityType.NUMBER
    if _AMOUNT.fullmatch(text):
        return EntityType.AMOUNT
    if _TIME.fullmatch(text):
        return EntityType.TIME
    if _DATE.fullmatch(text) and (any(c.isdigit() for c in text)):
        return EntityType.DATE
    if _URL.fullmatch(text):
        return EntityType.URL
    if _PATH.fullmatch(text) and " " not in text and re.search(r"[A-Za-z]{3}", text):
        return EntityType.PATH
    if _FILE.fullmatch(text) and not re.search(r"\.\s", text) and len(text.split()) <= 4:
        return EntityType.FILE
    if _CODE.fullmatch(text) or _CAMEL.fullmatch(text):
        return EntityType.CODE
    return None


def _by_topic(words: list[str]) -> EntityType | None:
    """The type that a parameter's name shows; its last telling word decides."""
    for word in reversed(words):
        for kind, pattern in _TOPIC_WORDS:
            if pattern.fullmatch(word):
                return kind
    return None
