"""Written and spoken text, brought together: literal tables, then properties."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio import spoken

CANONICAL = {
    # files, paths, addresses
    "final_report.pdf": "final report pdf",
    "final underscore report dot p d f": "final report pdf",
    "document/temp": "document temp",
    "document slash temp": "document temp",
    "/var/log/db.log": "var log db log",
    "C:\\data\\cars.csv": "c data cars csv",
    "john.smith@gmail.com": "john smith at gmail com",
    "john dot smith at gmail dot com": "john smith at gmail com",
    "https://api.example.com/data": "https api example com data",
    "getUserName": "get user name",
    "file1.txt": "file 1 txt",
    # spelling
    "A1B52": "a1b52",
    "A one B fifty two": "a1b52",
    "p d f": "pdf",
    "P.D.F.": "pdf",
    "P. D. F.": "pdf",
    "R M B. I need": "rmb i need",
    "b as in bravo": "b",
    "b as in boy r as in romeo": "br",
    "n for november": "n",
    "alpha bravo charlie": "abc",
    "Is that S-M-I-T-H?": "is that smith",
    "the name that is a b c": "the name that is abc",
    "tell Jon, that's j o h n, hello": "tell jon hello",
    "double l": "ll",
    "capital B": "b",
    # numbers
    "one hundred and five": "105",
    "two thousand nineteen": "2019",
    "nineteen ninety nine": "1999",
    "nineteen oh five": "1905",
    "twenty twenty three": "2023",
    "five five five one two three four": "5551234",
    "555-1234": "5551234",
    "double five": "55",
    "triple oh seven": "0007",
    "one million two hundred thousand": "1200000",
    "1,200,000": "1200000",
    "one point five million": "1500000",
    "three point one four": "3.14",
    "3.140": "3.14",
    "point five": "0.5",
    "minus five": "-5",
    "-5": "-5",
    "negative twelve point five": "-12.5",
    "ten minus five": "10 minus 5",
    "twenty first": "21st",
    "two hundred and first": "201st",
    "one hundredth": "100th",
    "the 3rd": "the 3rd",
    "two and a half": "2.5",
    "three quarters": "3/4",
    "3/4": "3/4",
    "8.99 x 10^9": "8990000000",
    "two times ten to the minus seven": "0.0000002",
    "1, 2, 3": "1 2 3",
    "one, two and three": "1 2 and 3",
    # money, percent, units
    "$1,250.50": "1250.5 dollar",
    "twelve hundred fifty dollars and fifty cents": "1250.5 dollar",
    "$1.5M": "1500000 dollar",
    "25%": "25 percent",
    "twenty five per cent": "25 percent",
    "5 km": "5 kilometer",
    "five kilometres": "5 kilometer",
    "50 m/s": "50 meter per second",
    "fifty meters per second": "50 meter per second",
    "15 m³": "15 cubic meter",
    "25°C": "25 degree celsius",
    # dates and times
    "14:00": "14:00",
    "two p m": "14:00",
    "2:00 PM": "14:00",
    "2pm": "14:00",
    "fourteen hundred hours": "14:00",
    "half past two p m": "14:30",
    "quarter to three": "02:45",
    "seven thirty P M": "19:30",
    "noon": "12:00",
    "2023-03-03": "2023-03-03",
    "March 3rd, 2023": "2023-03-03",
    "march third twenty twenty three": "2023-03-03",
    "the third of March, 2023": "2023-03-03",
    "3 March 2023": "2023-03-03",
    "03/14/2023": "2023-03-14",
    "March 3": "03-03",
    # maths
    "3x^2 + 2x - 1": "3x squared plus 2x minus 1",
    "3x**2 + 2x - 1": "3x squared plus 2x minus 1",
    "three x squared plus two x minus one": "3x squared plus 2x minus 1",
    "a = 2": "a equals 2",
    # words
    "uh, well, you know, it's, hmm, fine": "well it is fine",
    "I mean the report": "the report",
    "don't": "do not",
    "I'd've": "i'd have".replace("'", ""),
    "Brian's house": "brian s house",
    "São Paulo": "sao paulo",
    "a 5 km run": "a 5 kilometer run",
    "": "",
    "...": "",
}

SAME = [
    ("final_report.pdf", "Final Report P D F"),
    ("notepad", "note pad"),
    ("A1B52", "a one b five two"),
    ("A1B52", "alpha one bravo fifty two"),
    ("Jon", "J O N"),
    ("rs6034464", "R S six zero three, four four, six four"),
    ("144756014165", "one four four seven, five six oh one, four one six five"),
    ("P@ssw0rd!", "P at S S W zero R D exclamation mark"),
    ("C6H12O6", "C six H twelve O six"),
    ("192.168.1.10", "one ninety two dot one sixty eight dot one dot ten"),
    ("1.2.3", "one point two point three"),
    ("2019", "twenty nineteen"),
    ("2019", "two thousand and nineteen"),
    ("2019", "two zero one nine"),
    ("1250", "twelve hundred fifty"),
    ("1250", "one thousand two hundred fifty"),
    ("1e-9", "one times ten to the minus nine"),
    ("0.05", "zero point zero five"),
    ("1/6", "one sixth"),
    ("1/6", "one over six"),
    ("0.5", "a half"),
    ("21st", "twenty first"),
    ("5'11", "five foot eleven"),
    ("2x2", "two by two"),
    ("4/5", "four out of five"),
    ("$20-$30", "twenty to thirty dollars"),
    ("2010-2015", "twenty ten to twenty fifteen"),
    ("9.8 m/s^2", "nine point eight meters per second squared"),
    ("kg/m³", "kilograms per cubic meter"),
    ("km/h", "kilometers per hour"),
    ("50mH", "fifty millihenries"),
    ("5 N/C", "five newtons per coulomb"),
    ("5C", "five coulombs"),
    ("J♥", "jack of hearts"),
    ("x^4", "x to the fourth"),
    ("sin(x)", "sine of x"),
    ("exp(-x^2)", "exp of minus x squared"),
    ("09:00", "zero nine hundred hours"),
    ("14:30", "fourteen thirty"),
    ("7:05 am", "seven oh five a m"),
    ("17:30", "530 pm"),
    ("02:30", "half past two"),
    ("2023-06", "June twenty twenty three"),
    ("04/03/2023", "april third twenty twenty three"),
    ("04/03/2023", "the fourth of march twenty twenty three"),
    ("2026, 11/15", "the fifteenth of November, twenty twenty six"),
    ("2023 April 4th", "April fourth, twenty twenty three"),
    ("2023-10-05", "two zero two three dash one zero dash zero five"),
    ("World War II", "world war two"),
    ("Dr. Smith", "doctor smith"),
    ("123 Main St.", "one twenty three main street"),
    ("AT&T", "A T and T"),
    ("#TravelUpdate", "hashtag travel update"),
    ("@mike53", "mike fifty three"),
    ("I'll update you", "I will update you"),
    ("on the invoice", "on the, the invoice"),
    ("Louvre museum", "Louvre, L O U V R E, museum"),
    ("Berkeley, CA", "Berkeley, bravo echo romeo kilo echo lima echo yankee, C A"),
    ("Gödel", "Godel"),
]

DIFFERENT = [
    ("Brian", "Bryan"),
    ("15", "50"),
    ("105", "one hundred fifty"),
    ("10.5", "105"),
    ("-5", "5"),
    ("14:00", "two a m"),
    ("14:00", "four p m"),
    ("2023-03-03", "march fourth twenty twenty three"),
    ("uh", "um"),
    ("", "a"),
    ("...", "a"),
    ("final_report.pdf", "final report"),
    ("A1B52", "A one D fifty two"),
    ("x^2", "x 2"),
    ("20%", "20 dollars"),
]


@pytest.mark.parametrize(("text", "forms"), CANONICAL.items())
def test_canonical(text: str, forms: str) -> None:
    """A text has the canonical forms that the table gives."""
    assert " ".join(spoken.canonical(text)) == forms


@pytest.mark.parametrize(("written", "said"), SAME)
def test_same(written: str, said: str) -> None:
    """What is written and how it is said are the same, either way round."""
    assert (spoken.same(written, said), spoken.same(said, written)) == (True, True)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_not_same(one: str, other: str) -> None:
    """What a listener would tell apart is not the same, either way round."""
    assert (spoken.same(one, other), spoken.same(other, one)) == (False, False)


def test_tokens_keep_their_place() -> None:
    """Each token's offsets give back the words that say it."""
    text = "uh, move final underscore report by two p m"
    assert [(t.form, text[t.start : t.end]) for t in spoken.tokens(text)] == [
        ("move", "move"),
        ("final", "final"),
        ("report", "report"),
        ("by", "by"),
        ("14:00", "two p m"),
    ]


_WORDS = r"""
    uh you know i mean b as in bravo alpha double triple oh o zero one two ten twelve twenty ninety
    hundred thousand million point dot and a half third quarters minus negative percent % dollars
    cents $ € p m am pm o'clock noon past to hours of the march may 3rd 14:00 2023-03-03 03/04/2020
    1,000 3.5 .5 1e5 007 x ^ ² + - = * / @ # & ° km s kg per over that's spelled r e d without an h
    it's don't final_report.pdf getName , . ; ( ) ' " \ ½ ٣ ß İ ﬁ
"""
_VOCABULARY = st.sampled_from(_WORDS.split())
_TEXTS = st.lists(st.one_of(_VOCABULARY, st.text(max_size=4)), max_size=10).flatmap(
    lambda words: st.sampled_from(["", " ", ", ", "-"]).map(lambda gap: gap.join(words))
)


@pytest.mark.parametrize(
    "words",
    ["one hundred and ", "that is ", "that's a b ", "1,", "point one ", "half past ", "uh ", "- ",
     "alpha ", "the, ", "a'", "2 times ten to the ", "twenty ", "January ", "$"],
)  # fmt: skip
def test_a_phrase_over_and_over(words: str) -> None:
    """However often a phrase is repeated, it is read to its end."""
    assert not spoken.same(words * 1500, words * 1500 + " zebra")


@given(_TEXTS)
def test_any_text_has_tokens_in_order(text: str) -> None:
    """Tokens of any text have a form, lie inside it and do not run backwards."""
    found = spoken.tokens(text)
    assert all(t.form and 0 <= t.start < t.end <= len(text) for t in found) and all(
        a.start <= b.start for a, b in pairwise(found)
    )


@given(_TEXTS)
def test_any_text_is_the_same_as_itself(text: str) -> None:
    """Any text says the same as itself, and as itself in capitals if those are its own."""
    assert spoken.same(text, text)


@given(_TEXTS, _TEXTS)
def test_same_is_symmetric(one: str, other: str) -> None:
    """Which of two texts comes first makes no difference."""
    assert spoken.same(one, other) == spoken.same(other, one)


@given(_TEXTS, _TEXTS)
def test_find_stays_inside(value: str, text: str) -> None:
    """What is found is a proper span of the text, or nothing."""
    span = spoken.find(value, text)
    assert span is None or 0 <= span.start < span.end <= len(text)


@given(st.integers(min_value=0, max_value=10**9))
def test_a_number_is_found_among_words(number: int) -> None:
    """A whole number is found in a sentence that holds it."""
    assert spoken.heard(str(number), f"take {number} of these")
