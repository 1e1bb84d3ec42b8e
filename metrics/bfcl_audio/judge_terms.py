"""The words of a text, and the names of things among them in English."""

from __future__ import annotations

import re
import unicodedata

from .judge_nouns import NOUNS

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*\d*")
_ELIDED = re.compile(r"^(?:l|d|s|n|m|t|c|j|qu|dell|all|nell|un)'")
UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_UNSPACED_NOUNS = re.compile(
    "|".join(sorted(filter(UNSPACED.fullmatch, NOUNS), key=len, reverse=True))
)
_HEADS = re.compile(
    r"(?:nummern?|datum|namens?|name|adresse|betrag|betrags|karte|konto|titel|preis|naam|nummer|adres)$"
)


def words_of(text: str) -> list[str]:
    """The words of a text, lower case and without accents that hide the name of a thing."""
    spread = UNSPACED.sub(lambda run: " " + _spread(run.group()) + " ", text)
    spread = _HUMP.sub(" ", spread)
    found: list[str] = []
    for word in _WORD.findall(spread.replace("’", "'").lower()):
        plain = _ELIDED.sub("", word.removesuffix("'s"))
        bare = _unaccented(plain)
        found += _compound(bare if plain not in NOUNS and bare in NOUNS else plain)
    return found


def _compound(word: str) -> list[str]:
    """A German or Dutch compound that ends in the name of a thing, as two words.

    >>> _compound("bestellnummer"), _compound("nummer")
    (['bestell', 'nummer'], ['nummer'])
    """
    head = _HEADS.search(word)
    if word in NOUNS or head is None or head.start() < 3:
        return [word]
    first = word[: head.start()].strip("-")
    return [first if first in NOUNS else first.removesuffix("s"), head[0]]


def english(text: str) -> list[str]:
    """The words of a text; names of things in other languages as English ones."""
    return [noun_of(word) for word in words_of(text)]


def noun_of(word: str) -> str:
    """The English name of a thing that a word (or a numbered one, "file1") is; else the word.

    >>> noun_of("datei"), noun_of("file1"), noun_of("num2")
    ('file', 'file', 'num2')
    """
    bare = word.rstrip("0123456789")
    forms = [word, bare, *(bare.removesuffix(ending) for ending in ("s", "n", "en", "es"))]
    return next((NOUNS[form] for form in forms if form in NOUNS), word)


def _spread(run: str) -> str:
    """Put the names of things apart in a script that writes no spaces."""
    return _UNSPACED_NOUNS.sub(lambda found: f" {NOUNS[found[0]]} ", run)


def _unaccented(word: str) -> str:
    decomposed = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
