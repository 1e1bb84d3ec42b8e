"""Amounts that stand before a noun lose their plural: "a $500 premium", "a 2 m³ chamber"."""

from collections.abc import Sequence
from dataclasses import replace

from bfcl_audio.verbalise.forms import Form
from bfcl_audio.verbalise.lists import word_set
from bfcl_audio.verbalise.units import singular

from .pieces import Piece

DETERMINERS = word_set("a an the my your his her our their this that each every another")
AFTER_AN_AMOUNT = word_set(
    """
    long wide tall high deep thick away old apart each total per or and of to for in on at by from
    with without within before after ago later then than that which who where when as if so but is
    are was were be been has have had can could will would should into over under above below
    until using including annually monthly daily weekly yearly paid spent left linked due
    """
)


def attributive(pieces: Sequence[Piece]) -> list[Piece]:
    """Say "a five hundred dollar premium" where an amount describes the noun after it."""
    done = list(pieces)
    for at in range(1, len(done) - 1):
        before, piece, after = done[at - 1 : at + 2]
        if (
            piece.form in (Form.MONEY, Form.QUANTITY)
            and not (piece.quoted or piece.pause or before.pause)
            and before.text.lower() in DETERMINERS
            and after.free
            and after.text.lower() not in AFTER_AN_AMOUNT
        ):
            done[at] = replace(piece, text=singular(piece.text))
    return done
