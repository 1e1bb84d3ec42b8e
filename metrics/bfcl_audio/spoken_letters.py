"""Spelling aloud: letters, spelling alphabets, doubled signs, and remarks about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .spoken_atoms import Atom
from .spoken_edges import Edge, edge, skip, words_at
from .spoken_numbers import SMALL, is_numeric
from .spoken_words import FILLERS, LETTER_CASES, NATO

_LINKS = (("as", "in"), ("for",), ("like",), ("is", "for"), ("is", "in"))
_LEADS = frozenset(("that's", "that", "is", "it's", "spelled", "spelt"))

LETTER_WORDS = frozenset(
    (*NATO, *LETTER_CASES, *_LEADS, "double", "triple", "oh", "o", "without", "with", "no")
)
"""Words that `letter_edges` may read."""


def letter_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """The readings of atom `i` as part of something spelled, best first."""
    word = run[i].word
    then = run[i + 1] if i + 1 < len(run) else None
    if word in ("double", "triple") and then is not None and not then.barrier:
        times = 2 if word == "double" else 3
        sign = "0" if then.word in ("oh", "o") else str(SMALL.get(then.word, then.word))
        if len(sign) == 1 and sign.isalnum():
            yield edge(i + 2, sign * times)
    if word in ("oh", "o"):
        yield from _oh_edges(run, i)
    if len(word) == 1:
        yield from _explained_letter(run, i)
    elif word in NATO and _among_letters(run, i):
        yield edge(i + 1, NATO[word])
        yield edge(i + 1, word)
    elif word in LETTER_CASES and then is not None and len(then.word) == 1 and then.kind == "w":
        yield skip(i + 1)
    yield from _asides(run, i)


def _oh_edges(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    beside = [run[k] for k in (i - 1, i + 1) if 0 <= k < len(run)]
    digits = any(is_numeric(a) or (len(a.word) == 1 and a.word not in "ai") for a in beside)
    if run[i].word == "o":
        yield edge(i + 1, "o")
        yield edge(i + 1, "0")
    elif digits or any(a.word in ("oh", "double", "triple") for a in beside):
        yield edge(i + 1, "0")
        yield edge(i + 1, "o")
        yield skip(i + 1)
    else:
        yield skip(i + 1)
        yield edge(i + 1, "oh")
        yield edge(i + 1, "0")


def _explained_letter(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """The `b` of "b as in boy", "b for bravo", "b like bravo"."""
    letter = run[i].word
    for link in _LINKS:
        k = i + 1 + len(link)
        if k < len(run) and words_at(run, i + 1, link) and run[k].word.startswith(letter):
            sure = NATO.get(run[k].word) == letter or link[0] == "as"
            if sure or len(run[k].word) > 2:
                yield edge(k + 1, letter)


def _among_letters(run: Sequence[Atom], i: int) -> bool:
    """Whether the NATO word at `i` stands among other spelled letters."""
    beside = [run[k] for k in (i - 1, i + 1) if 0 <= k < len(run)]
    return any(a.word in NATO and a.kind == "w" for a in beside)


def _asides(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """Spellings and remarks about spelling that follow a name; they may be left out."""
    word = run[i].word
    if word in ("that's", "that", "spelled", "spelt"):
        start = _after_lead(run, i)
        name = run[i - 1].word if i else ""
        end, letters = _spelled_run(run, start, len(name))
        if letters == name and name:
            yield skip(end)
        end, letters = _spelled_run(run, start)
        if len(letters) > 1 and _may_explain(run, i, letters):
            yield skip(end)
    elif word in ("without", "with", "no"):
        j = i + 2 if i + 1 < len(run) and run[i + 1].word in ("a", "an") else i + 1
        is_letter = j < len(run) and len(run[j].word) == 1 and run[j].kind == "w"
        if is_letter and (j > i + 1 or word == "no"):
            yield skip(j + 1)
    elif i and run[i - 1].kind == "w" and run[i - 1].word[0] == NATO.get(word, word)[0]:
        name = run[i - 1].word.replace("'", "")
        end, letters = _spelled_run(run, i, len(name))
        if len(name) > 1 and letters == name:
            yield skip(end)


def _may_explain(run: Sequence[Atom], i: int, letters: str) -> bool:
    """Whether letters could spell a word shortly before atom `i`: it begins as they do.

    "Jon, that's J O H N" says it twice; "is that S M I T H" says it once.
    """
    return any(atom.kind == "w" and atom.word[0] == letters[0] for atom in run[max(i - 4, 0) : i])


def _after_lead(run: Sequence[Atom], i: int) -> int:
    """The atom after "that's", "that, um, is", "spelled" and the like at atom `i`."""
    end = min(i + 6, len(run))
    while i < end and (run[i].word in FILLERS or run[i].word in _LEADS):
        i += 1
    return i


def _spelled_run(run: Sequence[Atom], i: int, most: int = 40) -> tuple[int, str]:
    """(end, letters) of at most so many letters spelled from atom `i` on, in any alphabet."""
    letters = ""
    while i < len(run) and len(letters) < most:
        word = run[i].word
        times = {"double": 2, "triple": 3}.get(word, 1)
        if times > 1 and i + 1 < len(run) and len(run[i + 1].word) == 1:
            letters, i = letters + run[i + 1].word * times, i + 2
        elif len(word) == 1 and run[i].kind == "w":
            letters += word
            i = max((edge.end for edge in _explained_letter(run, i)), default=i + 1)
        elif word in NATO:
            letters, i = letters + NATO[word], i + 1
        elif letters and (word in FILLERS or word in ("dash", "hyphen")):
            i += 1
        else:
            break
    return i, letters


def restarts(run: Sequence[Atom], i: int) -> Iterator[Edge]:
    """A word or two that a speaker says twice ("on the, the invoice"); once may be left out."""
    for size in (1, 2):
        again = i + size
        if (
            again + size <= len(run)
            and run[again].barrier
            and run[i].word == run[again].word
            and run[i].kind == "w"
            and not is_numeric(run[i])
            and all(run[i + k].word == run[again + k].word for k in range(size))
        ):
            yield skip(again)
