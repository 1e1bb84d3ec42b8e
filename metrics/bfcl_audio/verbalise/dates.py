"""How dates, months, years and clock times are said."""

import random
import re
from datetime import date

from .lists import word_list
from .numbers import cardinal, digits, ordinal, year

MONTHS = word_list(
    """
    January February March April May June July August September October November December
    """
)
SHORT_MONTHS = {month[:3].lower(): month for month in MONTHS} | {"sept": "September"}
MONTH = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"  # noqa: E501
DATE = rf"""
    \d{{4}}-\d{{1,2}}-\d{{1,2}} | \d{{4}}\s?\.\d{{1,2}}\.\d{{1,2}} | \d{{4}}/\d{{1,2}}/\d{{1,2}}
  | \d{{4}},?\s\d{{1,2}}/\d{{1,2}}(?!/)
  | (?:1[5-9]|20)\d\d\s{MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?
  | \d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{4}} | \d{{1,2}}/\d{{1,2}},?\s\d{{4}}
  | (?:0?[1-9]|1[0-2])/20\d\d
  | {MONTH}\.?[\s,]?\s?\d{{1,2}}(?:st|nd|rd|th)?(?:,\s?|\s)(?:1[5-9]|20)\d\d\b
  | \d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{MONTH}\b\.?,?(?:\s(?:of\s)?(?:1[5-9]|20)\d\d\b)?
  | {MONTH}\.?\s?\d{{1,2}}(?:st|nd|rd|th)?\b
  | {MONTH}\.?,?\s?(?:of\s)?(?:1[5-9]|20)\d\d\b
"""
TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\b\.?)?|\d{1,2}\s?(?:[AaPp][Mm]\b|[ap]\.m\.)"


def date_words(text: str, rng: random.Random) -> str:
    """Say a written date: "2026-11-15" is "November fifteenth, twenty twenty six".

    A date whose order of day and month is not certain is said part by part.
    """
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    named = re.search(MONTH, text)
    if named is not None:
        return _named(text, named[0], numbers, rng)
    if len(numbers) == 3 and re.match(r"\d{4},?\s", text):
        return f"{year(numbers[0])}, {cardinal(numbers[1])} slash {cardinal(numbers[2])}"
    if len(numbers) == 3 and numbers[0] > 31:
        return _full(numbers[0], numbers[1], numbers[2], rng)
    if len(numbers) == 3:
        return _day_and_month(numbers, rng)
    return _expiry(text, numbers, rng)


def time_words(text: str, rng: random.Random) -> str:
    """Say a clock time: "14:00" is "fourteen hundred hours" or "two P M".

    Raises:
        ValueError: if `text` is not a time.
    """
    match = re.fullmatch(r"(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s?(?:([AaPp])\.?[Mm]\.?)?", text)
    if match is None:
        raise ValueError(f"not a time: {text!r}")
    hour, minute = int(match[1]), int(match[2] or 0)
    half = f" {match[4].upper()} M" if match[4] else ""
    if match[3]:
        return f"{cardinal(hour)} {_minutes(minute)} and {cardinal(int(match[3]))} seconds{half}"
    if not half and (hour > 12 or hour == 0):
        return _military(hour, minute, rng)
    if minute:
        return f"{cardinal(hour)} {_minutes(minute)}{half}"
    return f"{cardinal(hour)}{half or ' o' + chr(39) + 'clock'}"


def _military(hour: int, minute: int, rng: random.Random) -> str:
    if rng.random() < 0.5 and hour > 12:
        return f"{cardinal(hour - 12)}{' ' + _minutes(minute) if minute else ''} P M"
    said = f"zero {cardinal(hour)}" if hour < 10 else cardinal(hour)
    return f"{said} {_minutes(minute) if minute else 'hundred'}{'' if minute else ' hours'}"


def _minutes(minute: int) -> str:
    if minute == 0:
        return "o'clock"
    return f"oh {cardinal(minute)}" if minute < 10 else cardinal(minute)


def _full(year_number: int, month: int, day: int, rng: random.Random) -> str:
    try:
        date(year_number, month, day)
    except ValueError:
        return _parts([year_number, month, day])
    if rng.random() < 0.25:
        return f"the {ordinal(day)} of {MONTHS[month - 1]}, {year(year_number)}"
    return f"{MONTHS[month - 1]} {ordinal(day)}, {year(year_number)}"


def _named(text: str, month: str, numbers: list[int], rng: random.Random) -> str:
    full = SHORT_MONTHS[month[:3].lower()]
    years = [number for number in numbers if number > 31]
    days = [number for number in numbers if number <= 31]
    if not days:
        return f"{full} of {year(years[0])}" if years else full
    tail = f", {year(years[0])}" if years else ""
    first = text.find(str(days[0])) < text.find(month)
    if first:
        return f"{'' if ' of ' in text else 'the '}{ordinal(days[0])} of {full}{tail}"
    the = "the " if rng.random() < 0.15 else ""
    return f"{full} {the}{ordinal(days[0])}{tail}"


def _day_and_month(numbers: list[int], rng: random.Random) -> str:
    """Say "03-25-2026" as a date, and "12-01-2022", which may be two dates, number by number."""
    one, other, of_year = numbers
    if one == other or other > 12:
        return _full(of_year, one, other, rng)
    if one > 12:
        return _full(of_year, other, one, rng)
    return _parts(numbers)


def _parts(numbers: list[int]) -> str:
    return " ".join(year(number) if number > 31 else cardinal(number) for number in numbers)


def _expiry(text: str, numbers: list[int], rng: random.Random) -> str:
    """Say a card's "08/2025" or "12/25", or "09/10, 2026": the numbers, as they are read off."""
    said = [
        year(number) if number > 99 else digits(part) if part[0] == "0" else cardinal(number)
        for part, number in zip(re.findall(r"\d+", text), numbers, strict=True)
    ]
    joint = " slash " if rng.random() < 0.4 else " "
    return joint.join(said[:2]) + "".join(f", {word}" for word in said[2:])
