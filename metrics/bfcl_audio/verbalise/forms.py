"""What kind of written thing each stretch of a text is: a date, a file name, an amount, a word."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from .dates import DATE, TIME
from .maths import EXPRESSION
from .paths import EXTENSIONS
from .units import BEARING, MONEY, NUMBER, RATE, UNIT

# Units that are also words or single letters: only when glued to their number.
GLUED_ONLY = "in|d|h|s|st|l|A|C|T|H|F|N|W"


class Form(StrEnum):
    """The written forms that are said otherwise than they are spelled."""

    URL = "url"
    EMAIL = "email"
    UUID = "uuid"
    COLOUR = "colour"
    HASHTAG = "hashtag"
    HANDLE = "handle"
    NUMBERED = "numbered"
    PATH = "path"
    FILE = "file"
    HOST = "host"
    VERSION = "version"
    DATE = "date"
    TIME = "time"
    MONEY = "money"
    BEARING = "bearing"
    PERCENT = "percent"
    DIMENSIONS = "dimensions"
    EXPRESSION = "expression"
    HEIGHT = "height"
    QUANTITY = "quantity"
    RATE = "rate"
    CARD = "card"
    GROUPS = "groups"
    RANGE = "range"
    SCIENTIFIC = "scientific"
    YEARS = "years"
    FRACTION = "fraction"
    ORDINAL = "ordinal"
    COMPOUND = "compound"
    NUMBER = "number"
    SLASHED = "slashed"
    CODE = "code"
    ACRONYM = "acronym"
    INITIALS = "initials"
    WORD = "word"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Written:
    """One stretch of a text. `start` and `end` are character offsets."""

    form: Form
    text: str
    start: int
    end: int


ENDS = r"(?![\w])"
STARTS = r"(?<![\w.])"
PATTERNS: tuple[tuple[Form, str], ...] = (
    (Form.URL, r"https?://[^\s'\"`<>,;)\]\ue000\ue001]*[\w/]"),
    (Form.EMAIL, r"[\w.+-]+@[\w-]*\.[\w.-]*\w"),
    (Form.UUID, rf"{STARTS}[0-9a-fA-F]{{8}}(?:-[0-9a-fA-F]{{4}}){{3}}-[0-9a-fA-F]{{12}}{ENDS}"),
    (Form.COLOUR, rf"\#[0-9A-Fa-f]{{6}}{ENDS}"),
    (Form.NUMBERED, rf"\#\d+{ENDS}"),
    (Form.HASHTAG, r"\#[^\W\d]\w*"),
    (Form.HANDLE, r"(?<!\w)@\w+"),
    (Form.PATH, r"(?<![\w/])(?:[A-Z]:|~|\.{1,2})?/[\w.-]*\w(?:/[\w.-]*\w)*/?|[A-Z]:\\[\w.\\-]+"),
    (Form.FILE, rf"(?<!\w)(?:[\w-]+\.)*[\w-]+\.(?:{EXTENSIONS}){ENDS}(?!\.\w)"),
    (Form.HOST, rf"(?<!\w)(?:[\w-]+\.)+(?:com|net|org|io|edu|gov|co\.uk){ENDS}"),
    (Form.DATE, rf"{STARTS}(?:{DATE}){ENDS}"),
    (Form.VERSION, rf"{STARTS}v?\d+(?:\.\d+){{2,3}}{ENDS}"),
    (Form.TIME, rf"{STARTS}(?:{TIME}){ENDS}"),
    (Form.MONEY, rf"(?:{MONEY})(?:\s?[-–]\s?(?:{MONEY}))?(?!\w)"),
    (Form.PERCENT, rf"(?<!\w)[-−]?(?:{NUMBER})\s?%"),
    (Form.DIMENSIONS, rf"{STARTS}\d+(?:\.\d+)?(?:\s?[x×]\s?\d+(?:\.\d+)?)+{ENDS}(?!\^)"),
    (Form.HEIGHT, rf"{STARTS}\d'\d{{1,2}}(?:\"|'')?"),
    (Form.YEARS, rf"{STARTS}(?:1[5-9]|20)\d\d\s?[-–]\s?(?:1[5-9]|20)\d\d{ENDS}(?!-)"),
    (Form.GROUPS, rf"{STARTS}\+?\(?\d{{2,6}}\)?(?:[- ]\d{{3,6}}(?![.,]\d|\s?[%°])){{1,4}}(?!\w)"),
    (Form.SCIENTIFIC, rf"{STARTS}[-−]?\d+(?:\.\d+)?[eE][-+]?\d{{1,2}}{ENDS}"),
    (Form.ORDINAL, rf"{STARTS}\d+(?:st|nd|rd|th){ENDS}"),
    (Form.EXPRESSION, rf"(?!\d+(?:\.\d+)?\s?(?:{RATE}){ENDS})(?:{EXPRESSION})"),
    (Form.BEARING, rf"{STARTS}{BEARING}{ENDS}(?!/)"),
    (
        Form.QUANTITY,
        rf"{STARTS}[-−]?(?:{NUMBER})(?:\s?(?:{RATE})|(?:{UNIT})|\s(?!(?:{GLUED_ONLY}){ENDS})(?:{UNIT})){ENDS}"
        r"(?!\^)",
    ),
    (Form.CARD, r"\b(?:10|[2-9AJQK])[♠♥♦♣]"),
    (Form.RANGE, rf"{STARTS}\d+(?:\.\d+)?\s?[-–]\s?\d+(?:\.\d+)?{ENDS}"),
    (Form.FRACTION, rf"{STARTS}\d{{1,3}}/\d{{1,3}}{ENDS}"),
    (Form.COMPOUND, rf"{STARTS}\d{{1,4}}(?:\.\d+)?-[a-z]{{2,}}{ENDS}(?!\d)"),
    (Form.NUMBER, rf"{STARTS}(?:(?<!\w)[-−])?(?:{NUMBER})(?:[eE][-+]?\d+)?{ENDS}(?!\.\d)"),
    (Form.RATE, rf"(?<!\w)(?:{RATE}){ENDS}"),
    (Form.SLASHED, r"(?<![\w/])[A-Za-z][\w.-]*(?:/[A-Za-z][\w.-]*)+(?<!\.)"),
    (
        Form.INITIALS,
        r"(?<!\w)(?:[A-Za-z]\.){2,}(?!\w)|(?<![\w.])(?:Ltd|Inc|vs|Mr|Mrs|Dr|St|etc|No|sq)\.(?:'s)?(?=\s?['\w,;)\ue001])",
    ),
    (Form.WORD, r"\w(?:[@$](?=\w)|[-.:](?=\w)|['’](?=\w)|\w)*"),
    (Form.SIGN, r"\.{2,}|\S"),
)


def _compiled(patterns: Iterable[tuple[Form, str]]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{form.name}>{p})" for form, p in patterns), re.VERBOSE)


SCANNER = _compiled(PATTERNS)
# Where what looked like an expression holds no mathematics: "m/s - 9", "a-b".
PROSE_SCANNER = _compiled(pair for pair in PATTERNS if pair[0] is not Form.EXPRESSION)
CAPITALS = re.compile(r"[A-Z]{2,}s?|[A-Z]")
SURNAME = re.compile(r"(?:Mc|Mac|Le|La|Di|De|Du|Van|Fitz)[A-Z][a-z]+")
PLAIN = re.compile(r"[^\W\d_]?[^\W\d_A-Z]*(?:['’][^\W\d_]+)*|[A-Z]?['’]?[A-Z][^\W\d_A-Z]+|I['’]\w+")


def scan(text: str) -> Iterator[Written]:
    """Cut a text into written forms, words and signs; what is left out is white space."""
    at = 0
    while (match := SCANNER.search(text, at)) is not None:
        if match.lastgroup == Form.EXPRESSION.name and not _is_maths(match[0]):
            match = PROSE_SCANNER.search(text, match.start())
            assert match is not None, "a sign always matches"
        form = Form[match.lastgroup or "SIGN"]
        at = match.end()
        if form is Form.WORD:
            yield from _words(match[0], match.start())
        else:
            yield Written(form, match[0], match.start(), at)


def _words(found: str, start: int) -> Iterator[Written]:
    """Classify a run of letters, digits and inner signs; glued sentences are taken apart."""
    glued = re.fullmatch(r"([a-z]{2,}|\d+)([.:])([A-Z][a-z'’]*(?:-\w+)?)", found)
    if glued is not None:
        middle = start + len(glued[1])
        yield from _words(glued[1], start)
        yield Written(Form.SIGN, glued[2], middle, middle + 1)
        yield from _words(glued[3], middle + 1)
        return
    form = word_form(re.sub("['’]s$", "", found))
    yield Written(form, found, start, start + len(found))


def word_form(word: str) -> Form:
    """What a run of letters, digits and inner signs is; "two-sample" and "T-test" are words."""
    if "-" in word:
        parts = [word_form(part) for part in word.split("-") if part]
        coded = sum(part in (Form.CODE, Form.NUMBER) for part in parts)
        return Form.CODE if coded and re.search(r"\d", word) and len(parts) > 1 else Form.WORD
    if word.isdecimal():
        return Form.NUMBER
    if re.fullmatch(r"(?:[A-Z]\.)+[A-Z]", word):
        return Form.INITIALS
    if CAPITALS.fullmatch(word) and word not in ("I", "A"):
        return Form.ACRONYM
    if PLAIN.fullmatch(word) or SURNAME.fullmatch(word):
        return Form.WORD
    return Form.CODE


def _is_maths(text: str) -> bool:
    return re.search(r"[=^²³(*+]|\d[a-zA-Z]", text) is not None
