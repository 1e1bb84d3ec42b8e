"""Whether a model's wording is its request, said aloud, beyond what the proof of values shows.

The rules rewriter adds and drops nothing by its nature; a model may answer, explain, resolve,
shorten or ramble.
"""

import re
from collections.abc import Iterable, Iterator

from bfcl_audio import spoken

from .paraphrase.cleaning import CLOSE, OPEN, clean
from .paraphrase.language import is_english
from .proof import lost_facts

_QUOTED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
_SIGNS = re.compile(r"[^\w\s.,?!;:'’\"“”…–—-]|[_\x00-\x08\x0b-\x1f]")
_DIGITS = re.compile(r"\S*\d\S*")
_SPELLED = re.compile(r"\bas in \w+|(?<=\b[A-Za-z] )for \w+", re.I)
_SOUNDS = re.compile(r"\b(?:uh+|um+|uhm+|er|erm|hm+|mm+)\b", re.I)
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 4
_LONGEST = 4
"""A wording may have so many times the request's characters, and `_SPARE` more."""
_SPARE = 200
_KEPT = 0.3
"""Share of the request's longer words that a wording must still hold: two of five are synonyms
easily, four of five are another request."""


def why_unlike(
    request: str, wording: str, unsaid: Iterable[str] = (), *, sounds: bool = True
) -> Iterator[str]:
    """Why a wording is not the request said aloud, for the model's next attempt.

    What the proof finds is not repeated.

    Args:
        request: as written.
        wording: what a model would have the caller say.
        unsaid: values of the ground truth that the request does not say.
        sounds: whether "uh" and "um" are wanted.
    """
    if not any(char.isalnum() for char in wording):
        yield "says nothing"
        return
    if is_english(request) != is_english(wording):
        yield "in another language than the request"
    if is_english(request):
        yield from _unsaid_signs(wording)
    for fact in lost_facts(_SPELLED.sub("", wording), request):
        if not _has_digits(fact) and not _is_spelled(fact):
            yield f"added {fact!r}"
    for value in dict.fromkeys(unsaid):
        if not _has_digits(value) and spoken.heard(value, wording):
            yield f"resolved {value!r}, which the request does not say"
    for words in _lost_quotes(request, wording):
        yield f"lost {words!r}, which the request quotes"
    if not sounds and (sound := _SOUNDS.search(wording)):
        yield f"says {sound[0]!r} where no filler is wanted"
    if kept(request, wording) < _KEPT:
        yield "says something else than the request"


def _lost_quotes(request: str, wording: str) -> Iterator[str]:
    """The quoted texts of a request that a wording no longer says: somebody's exact words."""
    for words in dict.fromkeys(_QUOTED.findall(clean(request))):
        if spoken.canonical(words) and not spoken.heard(words, wording):
            yield words


def far_longer(request: str, wording: str) -> bool:
    """Whether a wording is so long that to check it is not worth the time."""
    return len(wording) > _LONGEST * len(request) + _SPARE


def kept(request: str, wording: str) -> float:
    """Share of a request's longer words that a wording holds, by their beginnings."""
    wanted = _stems(request)
    return len(wanted & _stems(wording)) / len(wanted) if len(wanted) > 2 else 1.0


def _unsaid_signs(wording: str) -> Iterator[str]:
    for what in dict.fromkeys([*_DIGITS.findall(wording), *_SIGNS.findall(wording)]):
        yield f"{what!r} is written, not said: use words"


def _is_spelled(words: str) -> bool:
    """Letters one by one, which the proof reads as the word that they spell."""
    return all(len(word) == 1 for word in words.split())


def _has_digits(words: str) -> bool:
    """Numbers are the proof's: it knows which are taken back."""
    return any(char.isdigit() for form in spoken.canonical(words) for char in form)


def _stems(text: str) -> set[str]:
    return {word[:_STEM].lower() for word in _WORD.findall(text)}
