"""The rules rewriter: what a caller would say instead of a written request. Offline, seeded."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .amounts import attributive
from .articles import agree
from .cleaning import clean
from .disfluency import hesitate
from .language import is_english
from .pieces import render, to_pieces
from .seeding import generator
from .spelling import spell_names
from .style import DEFAULT, Style
from .unspeakable import why_unspeakable
from .wording import reword

ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class Spoken:
    """A request as it is said: plain words and pauses.

    Attributes:
        text: what the caller says.
        style: the style it was said in, for the row.
        spelled: the names that are spelled in it.
    """

    text: str
    style: Mapping[str, str]
    spelled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unspeakable:
    """A request that nobody could say, and why."""

    why: str


def rewrite(
    text: str, *, seed: int, style: Style = DEFAULT, attempt: int = 0
) -> Spoken | Unspeakable:
    """Rewrite a written request into speech.

    A function of its arguments alone: equal texts are said alike, whatever entry they stand in.

    Args:
        text: the request as written.
        seed: the build's seed.
        style: how the caller talks.
        attempt: 0, then 1 to 3 where a proof failed: each is said anew and more plainly.
    """
    why = why_unspeakable(text)
    if why:
        return Unspeakable(why)
    if not is_english(text):
        # English fillers and number words would be wrong there; its own voice reads the rest.
        return Spoken(" ".join(text.split()), style.as_record())
    rng = generator(seed, text, sorted(style.as_record().items()), attempt)
    dial = style.calmer(attempt)
    pieces = attributive(to_pieces(clean(text), rng))
    if not pieces:
        return Unspeakable("no words in it")
    pieces, spelled = spell_names(pieces, dial.spelling_rate, rng)
    pieces = reword(pieces, style.register, rng, fillers=dial.filler_rate > 0)
    pieces = agree(hesitate(pieces, dial, rng))
    return Spoken(_tidy(render(pieces)), style.as_record(), spelled)


def _tidy(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
