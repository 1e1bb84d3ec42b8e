"""How one caller says one text: the style's rates, drawn into counts that a model can keep to."""

import random
import re
from collections.abc import Mapping

from .paraphrase.cleaning import clean
from .paraphrase.language import is_english
from .paraphrase.pieces import to_pieces
from .paraphrase.seeding import generator
from .paraphrase.spelling import spell_names
from .paraphrase.style import Style
from .store import Json

_SENTENCE = re.compile(r"[.?!]+(?:\s|$)")


def plan(text: str, seed: int, style: Style, attempt: int) -> Mapping[str, Json]:
    """The style of one attempt, as a model is told it: each later one is calmer.

    A function of its arguments alone, as the rules rewriter's wording is.
    """
    rng = _generator("plan", text, seed, style, attempt)
    dial = style.calmer(attempt)
    sentences = max(1, len(_SENTENCE.findall(text.strip())))
    return {
        "fillers": _hits(len(text.split()), dial.filler_rate, rng),
        "restarts": _hits(sentences, dial.restart_rate, rng),
        "self_correction": rng.random() < dial.correction_rate,
        "spell": _spelled(text, dial.spelling_rate, rng),
        "register": dial.register,
    }


def model_seed(text: str, seed: int, style: Style, attempt: int) -> int:
    """What a server is given for its own chance, below 2**31."""
    return _generator("model", text, seed, style, attempt).getrandbits(31)


def _generator(purpose: str, text: str, seed: int, style: Style, attempt: int) -> random.Random:
    return generator(purpose, seed, text, sorted(style.as_record().items()), attempt)


def _hits(chances: int, rate: float, rng: random.Random) -> int:
    return sum(rng.random() < rate for _ in range(chances))


def _spelled(text: str, rate: float, rng: random.Random) -> list[Json]:
    """The names that are spelled: strangers', as the rules choose them."""
    if not is_english(text):
        return []
    _, names = spell_names(to_pieces(clean(text), rng), rate, rng)
    return list(names)
