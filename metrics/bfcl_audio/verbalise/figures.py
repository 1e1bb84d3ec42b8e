"""How figures of a special shape are said: ranges, fractions, cards, sizes, addresses, hex."""

import random
import re

from .codes import acronym
from .numbers import cardinal, digits, number, year
from .units import money

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def house_number(text: str) -> str:
    """Say a house number: "456" is "four fifty six"."""
    head, tail = text[:-2], text[-2:]
    if len(text) in (3, 4) and tail != "00" and head[0] != "0":
        return f"{cardinal(int(head))} {'oh ' if tail[0] == '0' else ''}{cardinal(int(tail))}"
    return digits(text) if len(text) > 2 else cardinal(int(text))


def amounts(text: str, rng: random.Random) -> str:
    """Say an amount or a range of amounts: "$20-$30" is "twenty dollars to thirty dollars"."""
    parts = re.split(r"(?<=[\dMKBk])\s?[-–]\s?", text)
    return " to ".join(money(part, rng) for part in parts)


def number_range(text: str, rng: random.Random) -> str:
    """Say a range: "5-7" is "five to seven"."""
    parts = re.split(r"\s?[-–]\s?", text)
    return " to ".join(number(part, rng) for part in parts)


def season(text: str, rng: random.Random) -> str:
    """Say a season: "2018-2019" is "twenty eighteen to twenty nineteen"."""
    return rng.choice((" to ", " ")).join(year(int(part)) for part in re.findall(r"\d+", text))


def digit_groups(text: str, rng: random.Random) -> str:
    """Say a dashed number, digit by digit or in pairs: "2278-9812"."""
    dash = " dash " if rng.random() < 0.25 else ", "
    groups = re.findall(r"\d+", text)
    pairs = all(len(group) == 4 for group in groups) and rng.random() < 0.25
    return ("plus " if text[0] == "+" else "") + dash.join(
        " ".join(_pair(group[at : at + 2]) for at in (0, 2)) if pairs else digits(group)
        for group in groups
    )


def _pair(two: str) -> str:
    return digits(two) if two[0] == "0" else cardinal(int(two))


def fraction(text: str, rng: random.Random) -> str:
    """Say "3/4" as "three over four", "three slash four" or "three out of four"."""
    above, below = (int(part) for part in text.split("/"))
    return f"{cardinal(above)} {rng.choice(('over', 'slash', 'out of'))} {cardinal(below)}"


def playing_card(text: str, rng: random.Random) -> str:
    """Say a card: "10♠" is "ten of spades"."""
    rank, suit = text[:-1], text[-1]
    return f"{RANKS.get(rank) or cardinal(int(rank))} of {SUITS[suit]}"


def compound(text: str, rng: random.Random) -> str:
    """Say "7-day" as "seven day"."""
    amount, _, word = text.partition("-")
    return f"{number(amount, rng)} {word if not word.isupper() else acronym(word)}"


def version(text: str, rng: random.Random) -> str:
    """Say a version or an address: "192.168.1.10" is "one ninety two dot one sixty eight …"."""
    said = [house_number(part) for part in text.lstrip("v").split(".")]
    return " dot ".join(said)


def height(text: str, rng: random.Random) -> str:
    """Say a height in feet and inches: "five foot eleven"."""
    feet, inches = re.findall(r"\d+", text)
    return f"{cardinal(int(feet))} foot {cardinal(int(inches))}"


def dimensions(text: str, rng: random.Random) -> str:
    """Say "24x36" as "twenty four by thirty six"."""
    return " by ".join(number(part, rng) for part in re.findall(r"[\d.]+", text))


def uuid(text: str, rng: random.Random) -> str:
    """Say a UUID sign by sign, its dashes too."""
    return " dash ".join(_hex(group) for group in text.split("-"))


def colour(text: str, rng: random.Random) -> str:
    """Say a colour code: "#00FFFF" is "hash zero zero F F F F"."""
    hexadecimal = text[1:]
    pairs = (_hex(hexadecimal[at : at + 2]) for at in (0, 2, 4))
    return f"hash {' '.join(pairs)}"


def _hex(text: str) -> str:
    return " ".join(digits(sign) if sign.isdecimal() else sign.upper() for sign in text)
