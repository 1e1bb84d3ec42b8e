"""How one written value is said aloud: "final_report.pdf" is "final report dot P D F"."""

import random
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from .codes import SYMBOLS, acronym, code, odd_onset, word_run
from .dates import date_words, time_words
from .figures import (
    amounts,
    colour,
    compound,
    digit_groups,
    dimensions,
    fraction,
    height,
    house_number,
    number_range,
    playing_card,
    season,
    uuid,
    version,
)
from .forms import Form, Written, scan, word_form
from .maths import expression
from .numbers import digit_string, number, ordinal, year
from .paths import email, file_name, handle, hashtag, host, path, slashed, url
from .spelling import spell
from .units import RATES, bearing, percent, quantity
from .words import ABBREVIATIONS, EXPIRY_CUE, UNSAID, number_role

PAUSES = {
    ",": ",",
    ";": ",",
    ":": ",",
    "(": ",",
    ")": ",",
    "—": ",",
    "–": ",",
    "…": ",",
    ".": ".",
    "?": "?",
    "!": "!",
}
CONSONANTS_ONLY = re.compile(r"[bcdfgjklmnpqrstvwxz][bcdfghjklmnpqrstvwxz]{1,3}")  # not "hmm"
QUOTES = ("'", '"', "`", "\ue000", "\ue001")
Sayer = Callable[[str, random.Random], str]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A few words said together, and the pause after them ("", ",", ".", "?", "!").

    `form` is the written form they came from; words that stood in the text as they are said
    have `Form.WORD`.
    """

    text: str
    pause: str = ""
    form: Form = Form.WORD
    start: int = 0
    end: int = 0


def say(value: str, entity_type: str, rng: random.Random) -> str:
    """Say one written value as a person would.

    Args:
        value: as it stands in the request or the answer.
        entity_type: one of the entity types; a `code`'s digits are read one by one.
        rng: draws between the ways people say the same thing.
    """
    if entity_type == "code" and value.isdecimal():
        return digit_string(value, rng)
    return " ".join(phrase.text + phrase.pause for phrase in phrases(value, rng)).rstrip(",")


def phrases(text: str, rng: random.Random) -> list[Phrase]:
    """Say a whole text, phrase by phrase, its punctuation turned into pauses."""
    said: list[Phrase] = []
    text = "".join(map(_ascii_digit, text))
    for written in scan(text):
        if written.form is Form.SIGN:
            _sign(written, text, said)
            continue
        words = _say(written, text, rng)
        if words:
            _part(said, written, words)
            said.append(Phrase(words, "", written.form, written.start, written.end))
    return said


def _ascii_digit(sign: str) -> str:
    """A digit of another script as our own; any other sign as it is."""
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign


def _sign(written: Written, text: str, said: list[Phrase]) -> None:
    """Turn a sign into the pause of the phrase before it, or into a word of its own."""
    sign = written.text
    if sign in UNSAID:
        return
    spaced = text[written.end : written.end + 1].isspace()
    if (len(sign) > 1 and set(sign) == {"."}) or (sign == "-" and spaced):
        sign = "…"
    if sign in PAUSES:
        if said:
            last = said[-1]
            pause = stronger(last.pause, PAUSES[sign])
            said[-1] = Phrase(last.text, pause, last.form, last.start, last.end)
    elif sign in SYMBOLS and sign not in "_":
        said.append(Phrase(SYMBOLS[sign], "", Form.SIGN, written.start, written.end))


def _part(said: list[Phrase], written: Written, words: str) -> None:
    """Put a breath between two phrases that would run together."""
    if said and not said[-1].pause and _run_together(said[-1], written, words):
        last = said[-1]
        said[-1] = Phrase(last.text, ",", last.form, last.start, last.end)


def _run_together(last: Phrase, written: Written, words: str) -> bool:
    """An acronym and a spelled code, two hashtags, or "at a point" and "three meters away"."""
    if last.form is Form.ACRONYM or last.text == "I D":
        return written.form is Form.CODE and len(words.split()[0]) == 1
    if last.form is Form.HASHTAG:
        return written.form is Form.HASHTAG
    return last.text == "point" and written.form in (Form.NUMBER, Form.QUANTITY)


def stronger(one: str, other: str) -> str:
    """The pause that two marks in a row make."""
    return max(one, other, key=["", ",", ".", "!", "?"].index)


def _say(written: Written, text: str, rng: random.Random) -> str:
    word = written.text
    if written.form is Form.WORD:
        return _word(word, text[: written.start], text[written.end :], rng)
    if written.form is Form.HASHTAG and re.search(r"hashtags?:?\s*\W?$", text[: written.start]):
        return hashtag(word, rng).removeprefix("hashtag ")
    if written.form is Form.INITIALS and not word.endswith("s"):
        return ABBREVIATIONS.get(word.rstrip(".")) or spell(word)
    if written.form is Form.FRACTION and EXPIRY_CUE.search(text[: written.start]):
        return date_words(word, rng)
    if written.form is Form.NUMBER:
        return _number(word, text[: written.start], text[written.end :], rng)
    if word[-2:] in ("'s", "’s"):
        return f"{_say(Written(written.form, word[:-2], 0, 0), '', rng)}'s"
    if word in ABBREVIATIONS:
        return ABBREVIATIONS[word]
    return SAYERS[written.form](word, rng)


def _word(word: str, before: str, after: str, rng: random.Random) -> str:
    """Say a word: "vs" is "versus", "T-test" "T test", a single letter its name."""
    if "-" in word:
        parts = (Written(word_form(part), part, 0, 0) for part in word.split("-") if part)
        return " ".join(_say(part, "", rng) for part in parts)
    alone = before[-1:] in QUOTES and after[:1] in QUOTES and bool(before and after)
    if len(word) == 1 and (word not in ("a", "A") or alone):
        return word.upper()
    if alone and word.islower() and odd_onset(word):
        return word_run(word)
    if CONSONANTS_ONLY.fullmatch(word) and word not in ABBREVIATIONS:
        return spell(word)
    if word == "No" and not re.match(r"\.?\s?\d", after):
        return word
    return ABBREVIATIONS.get(word, word)


def _number(text: str, before: str, after: str, rng: random.Random) -> str:
    role = number_role(text, before, after)
    if role == "id":
        return digit_string(text, rng)
    if role == "year":
        return year(int(text))
    if role == "house":
        return house_number(text)
    return number(text, rng)


SAYERS: dict[Form, Sayer] = {
    Form.URL: url,
    Form.EMAIL: email,
    Form.UUID: uuid,
    Form.COLOUR: colour,
    Form.HASHTAG: hashtag,
    Form.HANDLE: handle,
    Form.NUMBERED: lambda text, rng: f"number {digit_string(text[1:], rng)}",
    Form.PATH: path,
    Form.FILE: file_name,
    Form.HOST: host,
    Form.VERSION: version,
    Form.DATE: date_words,
    Form.TIME: time_words,
    Form.MONEY: amounts,
    Form.BEARING: bearing,
    Form.PERCENT: percent,
    Form.DIMENSIONS: dimensions,
    Form.EXPRESSION: expression,
    Form.HEIGHT: height,
    Form.QUANTITY: quantity,
    Form.RATE: lambda text, rng: RATES[text],
    Form.CARD: playing_card,
    Form.GROUPS: digit_groups,
    Form.SCIENTIFIC: number,
    Form.YEARS: season,
    Form.RANGE: number_range,
    Form.FRACTION: fraction,
    Form.ORDINAL: lambda text, rng: ordinal(int(text[:-2])),
    Form.COMPOUND: compound,
    Form.SLASHED: slashed,
    Form.CODE: code,
    Form.ACRONYM: lambda text, rng: acronym(text),
}
