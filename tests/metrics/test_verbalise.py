"""How written values are said: literal tables, and properties over any text."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio import spoken
from bfcl_audio.verbalise import say
from bfcl_audio.verbalise.numbers import cardinal, group_sizes, ordinal, year
from bfcl_audio.verbalise.spelling import Spelling, spell


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (21, "twenty one"),
        (100, "one hundred"),
        (1250, "one thousand two hundred fifty"),
        (1_000_001, "one million one"),
        (-7, "minus seven"),
    ],
)
def test_cardinals(number: int, words: str) -> None:
    """Whole numbers are said in full, without "and"."""
    assert cardinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "first"), (12, "twelfth"), (20, "twentieth"), (21, "twenty first"), (30, "thirtieth")],
)
def test_ordinals(number: int, words: str) -> None:
    """Only the last word of a rank changes."""
    assert ordinal(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1940, "nineteen forty"),
        (1905, "nineteen oh five"),
        (1900, "nineteen hundred"),
        (2000, "two thousand"),
        (2005, "two thousand five"),
        (2026, "twenty twenty six"),
    ],
)
def test_years(number: int, words: str) -> None:
    """Years are said in pairs, where people do so."""
    assert year(number) == words


@pytest.mark.parametrize(
    ("value", "kind", "ways"),
    [
        ("final_report.pdf", "file", {"final report dot P D F"}),
        ("DataSet1.csv", "file", {"data set one dot C S V"}),
        ("/var/log/db.log", "path", {"slash var slash log slash D B dot log"}),
        ("document/temp", "path", {"document slash temp"}),
        ("jane.doe@example.com", "email", {"jane dot doe at example dot com"}),
        ("#RoadTrip", "word", {"hashtag road trip"}),
        ("@VehicleGuru", "person", {"at vehicle guru"}),
        ("mapController", "code", {"map controller"}),
        ("number_theory.gcd", "code", {"number theory dot G C D"}),
        ("P@ssw0rd", "code", {"P at S S W zero R D"}),
        ("securePass123", "code", {"secure pass one two three"}),
        ("C6H12O6", "word", {"C six H twelve O six"}),
        ("NPV", "word", {"N P V"}),
        ("IDs", "word", {"I D's"}),
        ("START", "word", {"start"}),
        ("LeBron James", "person", {"LeBron James"}),
        ("$1,250.50", "amount", {"one thousand two hundred fifty dollars and fifty cents"}),
        ("$1M", "amount", {"one million dollars"}),
        ("$20-$30", "amount", {"twenty dollars to thirty dollars"}),
        ("3.5%", "number", {"three point five percent"}),
        ("-74.006", "number", {"minus seventy four point zero zero six"}),
        ("1.75m", "number", {"one point seven five meters"}),
        ("1kg", "number", {"one kilogram"}),
        ("9.8 m/s^2", "number", {"nine point eight meters per second squared"}),
        ("25°C", "number", {"twenty five degrees Celsius"}),
        ("5 Hz", "number", {"five hertz"}),
        ("1st", "number", {"first"}),
        ("7-day", "word", {"seven day"}),
        ("24x36", "number", {"twenty four by thirty six"}),
        ("3x^2 + 2x - 1", "other", {"three X squared plus two X minus one"}),
        ("a = -3", "other", {"A equals negative three"}),
        ("f(x)=x^2", "other", {"F of X equals X squared"}),
        ("8.854 x 10^-12", "number", {"eight point eight five four times ten to the minus twelve"}),
        ("1e-9", "number", {"one times ten to the minus nine"}),
        ("7:30 pm", "time", {"seven thirty P M"}),
        ("11:50", "time", {"eleven fifty"}),
        ("14:00", "time", {"two P M", "fourteen hundred hours"}),
        ("May 3rd 2022", "date", {"May third, twenty twenty two"}),
        ("Jun.20,2023", "date", {"June twentieth, twenty twenty three"}),
        ("2022-02-30", "date", {"twenty twenty two two thirty"}),
        ("D.C.", "place", {"D C"}),
        ("192.168.1.10", "code", {"one ninety two dot one sixty eight dot one dot ten"}),
        ("10♠", "other", {"ten of spades"}),
        ("5'11\"", "number", {"five foot eleven"}),
        ("#00FFFF", "code", {"hash zero zero F F F F"}),
        ("00125648", "code", {"zero zero one two, five six four eight"}),
    ],
)  # fmt: skip
def test_values_are_said_as_people_say_them(value: str, kind: str, ways: set[str]) -> None:
    """Among what is drawn for a written value is each of the ways people say it."""
    assert ways <= {say(value, kind, random.Random(seed)) for seed in range(40)}


@pytest.mark.parametrize("how", list(Spelling))
def test_spelling_is_read_back(how: Spelling) -> None:
    """A word spelled in any way is the word again after normalisation."""
    assert spoken.same(spell("Stonebrook", how), "Stonebrook")


@given(st.integers(1, 40))
def test_groups_hold_every_digit(length: int) -> None:
    """A digit string is cut into groups of two to four that leave no digit out."""
    sizes = group_sizes(length)
    assert (sum(sizes), length < 2 or set(sizes) <= {2, 3, 4}) == (length, True)


@given(st.text(max_size=60), st.integers(0, 3))
def test_any_text_can_be_said(value: str, seed: int) -> None:
    """No text makes `say` fail, and what it says holds no digit."""
    assert not re.search(r"[0-9]", say(value, "other", random.Random(seed)))


@given(st.integers(0, 10**9), st.integers(0, 3))
def test_numbers_survive(number: int, seed: int) -> None:
    """A whole number is found again in what is said."""
    words = say(str(number), "number", random.Random(seed))
    assert spoken.heard(str(number), f"set it to {words} now")
