"""Dates and clock times, as written ("2023-03-03", "2:00 PM") and as said ("two p m").

Both functions return possible readings that start at an atom: `Reading(end, forms, sure)`.
A clock time's form is 24-hour `HH:MM`, a date's is ISO `YYYY-MM-DD` or `MM-DD`. A reading that
is not `sure` ("two thirty", "fourteen hundred") is allowed but not preferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .spoken_atoms import Atom
from .spoken_numbers import SMALL, TENS, read_number, read_ordinal
from .spoken_words import MONTHS


class Reading(NamedTuple):
    """One way to read the atoms up to `end`."""

    end: int
    forms: tuple[str, ...]
    sure: bool


_DAY_PARTS: dict[tuple[str, ...], str] = {
    ("am",): "am", ("pm",): "pm", ("a", "m"): "am", ("p", "m"): "pm",
    ("in", "the", "morning"): "am", ("in", "the", "afternoon"): "pm",
    ("in", "the", "evening"): "pm", ("at", "night"): "pm",
}  # fmt: skip
_DAY_PART_STARTS = frozenset(words[0] for words in _DAY_PARTS)
_OCLOCK = frozenset(("oclock", "o'clock"))
_SPLIT = re.compile(r"[-/.]")


def clock_readings(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    """Clock times that start at atom `i`."""
    atom = run[i]
    if atom.kind == "t":
        yield from _written_clock(run, i)
        return
    if atom.word in ("half", "quarter") and atom.kind == "w":
        yield from _relative_clock(run, i)
        return
    lead = 1 if atom.word in ("oh", "o", "zero") and i + 1 < len(run) else 0
    hour = _small(run, i + lead, 24)
    if hour is None:
        yield from _compact_clock(run, i)
        return
    end, h = hour
    part = _day_part(run, end)
    if part and 1 <= h <= 12:
        yield Reading(part[0], (_clock(h, 0, part[1]),), True)
    if end < len(run) and run[end].word in _OCLOCK:
        part = _day_part(run, end + 1)
        yield Reading(part[0] if part else end + 1, (_clock(h, 0, part[1] if part else ""),), True)
    minute = _minute(run, end)
    if minute:
        part = _day_part(run, minute[0])
        if part and 1 <= h <= 12:
            yield Reading(part[0], (_clock(h, minute[1], part[1]),), True)
        elif minute[0] < len(run) and run[minute[0]].word == "hours" and h < 24:
            yield Reading(minute[0] + 1, (_clock(h, minute[1], ""),), True)
        if h < 24 and run[end].kind != "n":
            yield Reading(minute[0], (_clock(h, minute[1], ""),), False)
    if end < len(run) and run[end].word == "hundred" and h <= 24:
        if end + 1 < len(run) and run[end + 1].word == "hours":
            yield Reading(end + 2, (_clock(h % 24, 0, ""),), True)
        yield Reading(end + 1, (_clock(h % 24, 0, ""),), False)


def date_readings(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    """Dates that start at atom `i`."""
    atom = run[i]
    if atom.kind == "d":
        yield from _written_date(run, i)
    elif atom.word in MONTHS:
        yield from _month_first(run, i)
    elif atom.word == "the":
        if i + 1 < len(run) and not run[i + 1].barrier and run[i + 1].kind in "wo":
            yield from _day_first(run, i + 1)
    else:
        yield from _year_first(run, i)
        yield from _day_first(run, i)


def _day_first(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    """Read "third of March 2023", `10 Dec 2022`."""
    day = _day(run, i)
    if day is None:
        return
    j = day[0]
    if j < len(run) and run[j].word == "of":
        j += 1
    if j < len(run) and run[j].word in MONTHS:
        yield from _with_year(run, j + 1, MONTHS[run[j].word], day[1])


def year_readings(run: Sequence[Atom], i: int) -> Iterator[tuple[int, int]]:
    """(end, year) of years that start at atom `i`: "2019", "nineteen oh five"."""
    if i >= len(run):
        return
    for number in read_number(run, i)[:1]:
        if len(number.digits) == 4 and number.digits.isdigit() and "1000" <= number.digits < "3000":
            yield number.end, int(number.digits)
        elif number.digits in ("17", "18", "19", "20", "21") and number.end < len(run):
            j = number.end
            if run[j].word in ("oh", "o", "zero") and j + 1 < len(run):
                unit = SMALL.get(run[j + 1].word, 10)
                if unit < 10:
                    yield j + 2, int(number.digits) * 100 + unit
            elif not run[j].barrier and (last := _small(run, j, 100)) and last[1] >= 10:
                yield last[0], int(number.digits) * 100 + last[1]


def _written_clock(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    fields = [int(f) for f in run[i].word.split(":")]
    part = _day_part(run, i + 1)
    seconds = f":{fields[2]:02d}" if len(fields) == 3 and fields[2] else ""
    if part and fields[0] <= 12:
        yield Reading(part[0], (_clock(fields[0], fields[1], part[1]) + seconds,), True)
    yield Reading(i + 1, (_clock(fields[0], fields[1], "") + seconds,), True)
    yield Reading(i + 1, (str(fields[0]), f"{fields[1]:02d}"), False)


def _relative_clock(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    if i + 2 >= len(run) or run[i + 1].word not in ("past", "to", "till"):
        return
    hour = _small(run, i + 2, 12)
    if hour is None or hour[1] == 0:
        return
    minute = 30 if run[i].word == "half" else 15
    h = hour[1]
    if run[i + 1].word != "past":
        h, minute = h - 1 or 12, 60 - minute
    part = _day_part(run, hour[0])
    yield Reading(part[0] if part else hour[0], (_clock(h, minute, part[1] if part else ""),), True)


def _compact_clock(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    """`530 pm`, `1400 hours`: hour and minutes in one numeral."""
    atom = run[i]
    if atom.kind != "n" or not 3 <= len(atom.word) <= 4 or "." in atom.word:
        return
    h, minute = divmod(int(atom.word), 100)
    part = _day_part(run, i + 1)
    if part and 1 <= h <= 12 and minute < 60:
        yield Reading(part[0], (_clock(h, minute, part[1]),), True)
    elif i + 1 < len(run) and run[i + 1].word == "hours" and h < 25 and minute < 60:
        yield Reading(i + 2, (_clock(h % 24, minute, ""),), len(atom.word) == 4)


def _written_date(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    a, b, c = _SPLIT.split(run[i].word)
    readings = []
    if len(a) == 4:
        readings.append((int(a), int(b), int(c)))
    else:
        readings.append((int(c), int(a), int(b)))
        if a != b:
            readings.append((int(c), int(b), int(a)))
    valid = [(y, m, d) for y, m, d in readings if 1 <= m <= 12 and 1 <= d <= 31]
    for y, m, d in valid:
        yield Reading(i + 1, (f"{y:04d}-{m:02d}-{d:02d}",), True)
    yield Reading(i + 1, (a, b, c), not valid)
    unpadded = (a.lstrip("0") or "0", b.lstrip("0") or "0", c.lstrip("0") or "0")
    if unpadded != (a, b, c):
        yield Reading(i + 1, unpadded, False)


def _month_first(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    month = MONTHS[run[i].word]
    j = i + 1
    if j < len(run) and run[j].word == "the" and not run[j].barrier:
        j += 1
    day = _day(run, j)
    if day is not None and not (j < len(run) and run[j].barrier):
        yield from _with_year(run, day[0], month, day[1])
    j = i + 2 if i + 1 < len(run) and run[i + 1].word == "of" else i + 1
    for end, year in year_readings(run, j):
        yield Reading(end, (f"{year:04d}{month:02d}",), False)


def _year_first(run: Sequence[Atom], i: int) -> Iterator[Reading]:
    """`2023 April 4th`, `2026, 11/15`."""
    if run[i].kind != "n" or len(run[i].word) != 4 or i + 2 >= len(run):
        return
    for j, year in year_readings(run, i):
        if j + 1 >= len(run):
            continue
        if run[j].word in MONTHS:
            day = _day(run, j + 1)
            if day is not None:
                form = f"{year:04d}-{MONTHS[run[j].word]:02d}-{day[1]:02d}"
                yield Reading(day[0], (form,), True)
        elif run[j + 1].link == "/" and (month := _small(run, j, 12)) and month[1]:
            day = _small(run, j + 1, 31)
            if day is not None and day[1]:
                yield Reading(j + 2, (f"{year:04d}-{month[1]:02d}-{day[1]:02d}",), True)


def _with_year(run: Sequence[Atom], j: int, month: int, day: int) -> Iterator[Reading]:
    k = j + 1 if j < len(run) and run[j].word in ("of", "in") else j
    for end, year in year_readings(run, k):
        yield Reading(end, (f"{year:04d}-{month:02d}-{day:02d}",), True)
    yield Reading(j, (f"{month:02d}-{day:02d}",), True)


def _day(run: Sequence[Atom], i: int) -> tuple[int, int] | None:
    if i >= len(run):
        return None
    number = read_ordinal(run, i)
    if number is not None:
        value = int(number.digits) if len(number.digits) < 3 else 99
        return (number.end, value) if 1 <= value <= 31 else None
    small = _small(run, i, 31)
    return small if small is not None and small[1] >= 1 else None


def _small(run: Sequence[Atom], i: int, most: int) -> tuple[int, int] | None:
    """(end, value) of a whole number up to `most` at atom `i`."""
    if i >= len(run):
        return None
    atom = run[i]
    if atom.kind == "n":
        value = int(atom.word) if len(atom.word) <= 2 and atom.word.isdigit() else most + 1
        return (i + 1, value) if value <= most else None
    if atom.kind != "w":
        return None
    if atom.word in SMALL:
        value, end = SMALL[atom.word], i + 1
    elif atom.word in TENS:
        value, end = TENS[atom.word], i + 1
        unit = SMALL.get(run[end].word, 0) if end < len(run) and not run[end].barrier else 0
        if 0 < unit < 10:
            value, end = value + unit, end + 1
    else:
        return None
    return (end, value) if value <= most else None


def _minute(run: Sequence[Atom], i: int) -> tuple[int, int] | None:
    """(end, minutes) of two spoken digits: "thirty", "oh five", "15"."""
    if i >= len(run) or run[i].barrier:
        return None
    if run[i].word in ("oh", "o", "zero") and i + 1 < len(run):
        return _small(run, i + 1, 9)
    if run[i].kind == "n" and len(run[i].word) != 2:
        return None
    minute = _small(run, i, 59)
    return minute if minute is not None and (minute[1] >= 10 or run[i].kind == "n") else None


def _day_part(run: Sequence[Atom], i: int) -> tuple[int, str] | None:
    """(end, "am" or "pm") of what follows an hour."""
    if i >= len(run) or run[i].word not in _DAY_PART_STARTS:
        return None
    for words, part in _DAY_PARTS.items():
        if tuple(a.word for a in run[i : i + len(words)]) == words:
            return i + len(words), part
    return None


def _clock(hour: int, minute: int, part: str) -> str:
    if part == "pm" and hour < 12:
        hour += 12
    elif part == "am" and hour == 12:
        hour = 0
    return f"{hour:02d}:{minute:02d}"
