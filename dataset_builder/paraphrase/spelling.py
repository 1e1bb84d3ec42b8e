"""Names that a caller spells after saying them: "Josephine, that's J O S E P H I N E"."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from bfcl_audio.verbalise.forms import Form
from bfcl_audio.verbalise.spelling import choose_spelling, spell

from .pieces import Piece, said
from .vocabulary import LOWERABLE, known_names

LEADS = ("that's", "spelled", "that is", "")


def spell_names(
    pieces: Sequence[Piece], rate: float, rng: random.Random
) -> tuple[list[Piece], tuple[str, ...]]:
    """Spell some of the names, each at most once.

    Returns:
        The pieces, and the names that are spelled in them.
    """
    done: list[Piece] = []
    spelled: list[str] = []
    for at, piece in enumerate(pieces):
        name = piece.text.removesuffix("'s")
        if not _may_be_spelled(pieces, at) or name in spelled or rng.random() >= rate:
            done.append(piece)
            continue
        spelled.append(name)
        letters = Piece(spell(name, choose_spelling(rng, len(name))), piece.pause or ",", Form.CODE)
        done += [replace(piece, pause=","), *said(rng.choice(LEADS)), letters]
    return done, tuple(spelled)


def _may_be_spelled(pieces: Sequence[Piece], at: int) -> bool:
    """Whether piece `at` is the last word of a name that a stranger might not know to write."""
    piece = pieces[at]
    before = pieces[at - 1] if at else None
    after = pieces[at + 1] if at + 1 < len(pieces) else None
    if (
        piece.form is not Form.WORD
        or not re.fullmatch(r"[A-Z][a-z]{3,10}", piece.text)
        or piece.text.lower() in known_names()
        or piece.text.lower() in LOWERABLE
        or piece.quoted
    ):
        return False
    if before is None or before.ends_sentence:
        return False  # perhaps only the capital of a sentence
    # Not where the name, or an address, goes on.
    if after is not None and after.form is Form.ACRONYM:
        return False
    return after is None or bool(piece.pause) or not after.text[:1].isupper()
