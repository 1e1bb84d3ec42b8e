"""How whole numbers, decimals and digit strings are said in English."""

import random
import re
from collections.abc import Sequence

from .lists import word_list

ONES = word_list(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen
    """
)
TENS = ["", "", *["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]]
SCALES = (
    (10**12, "trillion"),
    (10**9, "billion"),
    (10**6, "million"),
    (10**3, "thousand"),
    (100, "hundred"),
)
IRREGULAR_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def cardinal(number: int) -> str:
    """Say a whole number: 1250 is "one thousand two hundred fifty"."""
    if number < 0:
        return f"minus {cardinal(-number)}"
    if number < 20:
        return ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return TENS[tens] + (f" {ONES[ones]}" if ones else "")
    for size, name in SCALES:
        if number >= size:
            head, rest = divmod(number, size)
            return f"{cardinal(head)} {name}" + (f" {cardinal(rest)}" if rest else "")
    raise AssertionError(number)


def ordinal(number: int) -> str:
    """Say a rank: 21 is "twenty first"."""
    head, _, last = cardinal(number).rpartition(" ")
    if last in IRREGULAR_ORDINALS:
        last = IRREGULAR_ORDINALS[last]
    elif last.endswith("y"):
        last = f"{last[:-1]}ieth"
    else:
        last = f"{last}th"
    return f"{head} {last}".strip()


def hundreds(number: int) -> str:
    """Say a four-digit number by hundreds: 1250 is "twelve hundred fifty"."""
    head, rest = divmod(number, 100)
    return f"{cardinal(head)} hundred" + (f" {cardinal(rest)}" if rest else "")


def year(number: int) -> str:
    """Say a year: 1940 is "nineteen forty", 2005 "two thousand five", 2026 "twenty twenty six"."""
    head, rest = divmod(number, 100)
    if not 1000 <= number < 2100 or (head % 10 == 0 and rest < 10):
        return cardinal(number)
    if rest == 0:
        return hundreds(number)
    return f"{cardinal(head)} {f'oh {ONES[rest]}' if rest < 10 else cardinal(rest)}"


def digits(text: str, zero: str = "zero") -> str:
    """Say every digit by itself: "105" is "one zero five"."""
    return " ".join(zero if digit == "0" else ONES[int(digit)] for digit in text)


def group_sizes(length: int) -> list[int]:
    """Cut a digit string of `length` into the groups people breathe in: 4s, else 3s and 2s."""
    if length % 4 == 0:
        return [4] * (length // 4)
    threes, rest = divmod(length, 3)
    if rest == 1:
        return [3] * (threes - 1) + ([2, 2] if threes else [1])
    return [3] * threes + ([2] if rest else [])


def in_groups(text: str, rng: random.Random) -> str:
    """Say a long digit string in groups: "144756014165" is "one four four seven, five six …"."""
    zero = "oh" if rng.random() < 0.15 else "zero"
    groups: list[str] = []
    start = 0
    for size in group_sizes(len(text)):
        groups.append(digits(text[start : start + size], zero))
        start += size
    return ", ".join(groups)


def digit_string(text: str, rng: random.Random) -> str:
    """Say the digits of an id or a code, where the number itself means nothing."""
    if len(text) > 5:
        return in_groups(text, rng)
    if len(text) == 4 and text[0] != "0" and text[2] != "0" and rng.random() < 0.3:
        return f"{cardinal(int(text[:2]))} {cardinal(int(text[2:]))}"
    if len(text) == 2 and text[0] != "0" and rng.random() < 0.6:
        return cardinal(int(text))
    return digits(text)


def number(text: str, rng: random.Random) -> str:
    """Say a written number: "1,250" , "-3", "0.05", "8.854", "2e-9".

    Raises:
        ValueError: if `text` is not a number.
    """
    match = re.fullmatch(r"([-+−]?)([\d,]*)(?:\.(\d+))?(?:[eE]([-+]?\d+))?", text)
    if match is None or not (match[2] or match[3]):
        raise ValueError(f"not a number: {text!r}")
    sign, whole_text, decimals, exponent = match.groups()
    whole_text = whole_text.replace(",", "")
    words = _whole(whole_text, rng, plain=bool(decimals) or "," in text) if whole_text else ""
    if decimals and whole_text and not decimals.strip("0") and rng.random() < 0.6:
        decimals = ""  # "30.0 degrees" is mostly thirty degrees
    if decimals:
        words = f"{words} point {digits(decimals)}".strip()
        if words.startswith("zero point") and rng.random() < 0.25:
            words = words.removeprefix("zero ")
    if exponent:
        words += f" times ten to the {_power(int(exponent))}"
    if sign in ("-", "−"):
        words = f"{rng.choice(('minus', 'negative', 'minus'))} {words}"
    return words


def _whole(text: str, rng: random.Random, plain: bool) -> str:
    if len(text) > 1 and text[0] == "0":
        return digit_string(text, rng)
    value = int(text)
    if not plain and 1100 <= value < 10000 and value % 100 == 0 and value % 1000:
        return hundreds(value) if rng.random() < 0.5 else cardinal(value)
    return cardinal(value)


def _power(exponent: int) -> str:
    return ("minus " if exponent < 0 else "") + cardinal(abs(exponent))


def listed(items: Sequence[str], last: str = "and") -> str:
    """Join spoken items as one breath: "ten, twelve and fifteen"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
