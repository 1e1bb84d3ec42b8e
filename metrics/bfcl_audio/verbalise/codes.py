"""How identifiers, codes, acronyms and pass phrases are said: words as words, the rest spelled."""

import random
import re

from .lists import word_set
from .numbers import cardinal, digit_string, digits, number, year
from .spelling import Spelling, choose_spelling, spell

# Capitals that people read as a word; any other run of capitals is read letter by letter.
CAPITAL_WORDS = word_set(
    """
    all and call checking cool covid fail fifa float from gaba get go head hex json ignore imax
    information int inc is it lego list need no not note now only or own pin pop post query
    readme saml sax select silver start string sugar system tea team test time tokens twitter
    uefa unicef user vex warning where zeta nasdaq nasa opec nato aids ikea visa asap sim sum
    min max avg join null true false yes high low open close hana arima economy business first
    urgent error event thread local machine certificate
    """
)
# Short runs of small letters that look like words and are read letter by letter.
SPELLED = word_set(
    """
    abc api usr url ide ios iot uri uid avi gui cpu gpu aws vpn exe ini nii
    """
)
SHORT_WORDS = word_set(
    """
    my to of in is on by up go no do or if at we me it as an us be so he
    """
)
BRANDS = {
    "wifi": "Wi-Fi",
    "macos": "mac O S",
    "iphone": "iPhone",
    "ipad": "iPad",
    "fmri": "F M R I",
    "dob": "D O B",
    "youtube": "YouTube",
    "restful": "restful",
    "playstation": "PlayStation",
    "javascript": "JavaScript",
    "typescript": "TypeScript",
    "dbeaver": "D Beaver",
    "hba1c": "H B A one C",
}
SYMBOLS = {
    "_": "underscore",
    "-": "dash",
    ".": "dot",
    "/": "slash",
    "\\": "backslash",
    ":": "colon",
    "@": "at",
    "#": "hash",
    "$": "dollar sign",
    "!": "exclamation mark",
    "?": "question mark",
    "&": "and",
    "+": "plus",
    "*": "star",
    "=": "equals",
    "%": "percent",
    "~": "tilde",
    "^": "caret",
    "|": "pipe",
    "<": "less than",
    ">": "greater than",
}
RUN = re.compile(r"\d+\.\d+(?![.\d])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+|\d+|[\W_]")
FORMULA = re.compile(r"(?:(?:[CHONSPKFI]|Na|Cl|Ca|Fe|Mg|Cu|Zn|Ag|Br)\d{0,2}){2,}")
LEET = re.compile(r"[A-Za-z][0-9@$!][a-z]|[a-z][0@$!][A-Za-z]")
CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]+")
ONSETS = word_set(
    """
    bl br ch cl cr dr dw fl fr gh gl gn gr kn kr ph pl pr ps rh sc sh sk sl sm sn sp sq st sw th
    tr tw wh wr
    """
)


def acronym(text: str) -> str:
    """Say a run of capitals: "NPV" is "N P V", "IDs" is "I D's", "START" is "start"."""
    plural = text.endswith("s") and text[:-1].isupper()
    stem = text[:-1] if plural else text
    if _capital_word(stem.lower()):
        return text.lower()
    return spell(stem) + ("'s" if plural else "")


def is_word(run: str) -> bool:
    """Whether a person would read this run of letters as a word rather than spell it."""
    small = run.lower()
    if run.isupper() and len(run) > 1:
        return _capital_word(small)
    if len(run) == 1 or small in SPELLED:
        return False
    if len(run) == 2:
        return small in SHORT_WORDS
    return _pronounceable(small)


def runs(text: str) -> list[str]:
    """Cut a code where letters, capitals, digits and signs meet.

    "securePass123" is ["secure", "Pass", "123"].
    """
    cut: list[str] = RUN.findall(text)
    joined: list[str] = []
    for run in cut:
        # "MyApp", but also "HTTPServer": the last capital belongs to the word that follows.
        if joined and run.islower() and run.isalpha() and re.fullmatch(r"[A-Z]{2,}", joined[-1]):
            last = joined.pop()
            joined += [last[:-1], last[-1] + run]
        else:
            joined.append(run)
    return [run for run in joined if run.strip()]


def code(text: str, rng: random.Random, *, separators: bool | None = None) -> str:
    """Say an identifier or a code.

    Args:
        text: "mapController", "card_0064", "USR001", "abc123xyz", "P@ssw0rd", "2278-9812".
        rng: draws between the ways people say it.
        separators: say "underscore" and "dash"; by default drawn, mostly left out.
    """
    if text.lower() in BRANDS:
        return BRANDS[text.lower()]
    if separators is None:
        separators = rng.random() < 0.3
    if FORMULA.fullmatch(text) and re.search(r"\d", text):
        return element_counts(text)
    if LEET.search(text):
        return _characters(text)
    parts = runs(text)
    letters = sum(len(run) for run in parts if run.isalpha() and not is_word(run))
    how = choose_spelling(rng, letters) if _is_random(parts) else Spelling.LETTERS
    return " ".join(part for part in (_run(run, rng, how, separators) for run in parts) if part)


def element_counts(text: str) -> str:
    """Say a chemical formula: "C6H12O6" is "C six H twelve O six"."""
    return " ".join(
        cardinal(int(run)) if run.isdecimal() else " ".join(run.upper()) for run in runs(text)
    )


def word_run(run: str) -> str:
    """Say a run of letters as a word: small, its silent initial spelled ("mthompson")."""
    small = run.lower()
    if small in BRANDS:
        return BRANDS[small]
    if odd_onset(small):
        return f"{small[0].upper()} {small[1:]}"
    return small


def _run(run: str, rng: random.Random, how: Spelling, separators: bool) -> str:
    if re.fullmatch(r"(?:19|20)\d\d", run) and rng.random() < 0.7:
        return year(int(run))
    if run.isdecimal():
        return digit_string(run, rng)
    if run[0].isdecimal():
        return number(run, rng)
    if run.isalpha():
        return word_run(run) if is_word(run) else spell(run, how)
    if run in "_-" and not separators:
        return ""
    return SYMBOLS.get(run, "")


def _characters(text: str) -> str:
    """Say a scrambled pass phrase sign by sign: "P@ssw0rd" is "P at S S W zero R D"."""
    said: list[str] = []
    for run in re.findall(r"[A-Z]?[a-z]{4,}|.", text):
        if run.isdecimal():
            said.append(digits(run))
        elif len(run) > 1 and is_word(run):
            said.append(run.lower())
        elif run.isalpha():
            said.append(spell(run))
        else:
            said.append(SYMBOLS.get(run, ""))
    return " ".join(part for part in said if part)


def _is_random(parts: list[str]) -> bool:
    """Whether a code holds letters that mean nothing beside digits, as ids and tokens do."""
    if sum(len(run) for run in parts if run.isdecimal()) < 3:
        return False
    letters = [run for run in parts if run.isalpha()]
    return (
        len(letters) < len(parts) and sum(map(len, letters)) > 1 and not any(map(is_word, letters))
    )


def odd_onset(small: str) -> bool:
    """Whether a name starts like an initial and a surname: "mthompson"."""
    return len(small) > 5 and (
        small[0] not in "aeiouy"
        and small[1] not in "aeiouy"
        and small[:2] not in ONSETS
        and _pronounceable(small[1:])
    )


def _pronounceable(small: str) -> bool:
    if not re.search("[aeiou]" if len(small) < 4 else "[aeiouy]", small):
        return False
    return max(map(len, CONSONANTS.findall(small)), default=0) < 5


def _capital_word(small: str) -> bool:
    """Whether a run of capitals is a word that was written large ("SECONDS"), not initials."""
    longest = max(map(len, CONSONANTS.findall(small)), default=0)
    return small in CAPITAL_WORDS or (
        len(small) > 5 and longest < 4 and not set(small) <= set("acgtu") and _pronounceable(small)
    )
