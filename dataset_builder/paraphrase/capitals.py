"""Capitals and stops where sentences are joined, opened or ended by initials."""

import re
from collections.abc import Sequence
from dataclasses import replace

from .pieces import Piece
from .vocabulary import LOWERABLE, known_names


def lowered(piece: Piece) -> Piece:
    """A sentence's first word, now inside one; names, "I" and values keep their capital."""
    small = piece.text.lower()
    if not piece.free or small[:2] == "i'" or small == "i":
        return piece
    adverb = re.fullmatch(r"[a-z]{2,}(?:ing|ly)", small) and small not in known_names()
    return replace(piece, text=small) if small in LOWERABLE or adverb else piece


def sentence_starts(pieces: Sequence[Piece]) -> list[Piece]:
    """Small letters after a comma, and a stop after initials that end a sentence ("F.C. Find")."""
    worded: list[Piece] = []
    for piece in pieces:
        small = lowered(piece) if piece.text.lower() in LOWERABLE else piece
        if worded and worded[-1].pause == ",":
            piece = small
        elif (
            worded and small != piece and worded[-1].written.endswith(".") and not worded[-1].pause
        ):
            worded[-1] = replace(worded[-1], pause=".")
        worded.append(piece)
    return worded
