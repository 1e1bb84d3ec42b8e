"""A request as a row of pieces: words that may be reworded, and values that may not."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bfcl_audio.verbalise import Phrase, phrases
from bfcl_audio.verbalise.forms import Form

from .cleaning import CLOSE, OPEN

SENTENCE_ENDS = (".", "?", "!")
LONG_QUOTE = 3  # spaces; from here on a quoted text stands between pauses
ARTICLES = ("a", "an", "the", "of", "my", "your", "his", "her")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a few words that say one written value, and the pause after them.

    Attributes:
        text: as said, without the pause.
        pause: "", ",", ".", "?" or "!".
        form: the written form that the words say; `Form.WORD` for plain words.
        quoted: it stood in quotes, so it is somebody's exact words and stays as it is.
        written: what stood in the request, empty for what the rewriter added.
        closes: the quoted text ends here, and the sentence around it too.
    """

    text: str
    pause: str = ""
    form: Form = Form.WORD
    quoted: bool = False
    written: str = ""
    closes: bool = False

    @property
    def free(self) -> bool:
        """Whether it is a plain word that may be reworded, repeated or interrupted."""
        return self.form is Form.WORD and not self.quoted

    @property
    def ends_sentence(self) -> bool:
        """Whether a sentence ends after it."""
        return self.pause in SENTENCE_ENDS and (self.closes or not self.quoted)


def said(text: str, pause: str = "") -> list[Piece]:
    """Pieces for words of the rewriter's own, the pause after the last."""
    words = [Piece(word) for word in text.split()]
    return [*words[:-1], replace(words[-1], pause=pause)] if words else []


def to_pieces(text: str, rng: random.Random) -> list[Piece]:
    """Say a cleaned request piece by piece."""
    quotes = _quotes(text)
    pieces: list[Piece] = []
    for phrase in phrases(text, rng):
        quote = next((q for q in quotes if q[0] <= phrase.start < q[1]), None)
        pieces.append(_piece(phrase, text, quote is not None))
        if quote is not None and _closes(text, phrase, quote):
            pieces[-1] = _parted(pieces[-1], text, quote)
            _part_from_before(pieces, text, quote)
    return pieces


def render(pieces: Sequence[Piece]) -> str:
    """The pieces as one text: sentences start with a capital and end with a mark."""
    words: list[str] = []
    fresh = True
    for piece in pieces:
        word = piece.text[0].upper() + piece.text[1:] if fresh else piece.text
        words.append(word + piece.pause)
        fresh = piece.ends_sentence
    text = " ".join(words).rstrip(",")
    return text if text.endswith(SENTENCE_ENDS) else f"{text}."


def _piece(phrase: Phrase, text: str, quoted: bool) -> Piece:
    written = text[phrase.start : phrase.end]
    return Piece(phrase.text, phrase.pause, phrase.form, quoted, written)


def _quotes(text: str) -> list[tuple[int, int]]:
    """Start and end, in characters, of each quoted text."""
    spans: list[tuple[int, int]] = []
    start = None
    for at, sign in enumerate(text):
        if sign == OPEN:
            start = at
        elif sign == CLOSE and start is not None:
            spans.append((start, at))
            start = None
    return spans


def _closes(text: str, phrase: Phrase, quote: tuple[int, int]) -> bool:
    return not any(sign.isalnum() for sign in text[phrase.end : quote[1]])


def _parted(last: Piece, text: str, quote: tuple[int, int]) -> Piece:
    """The last piece of a quoted text: a long one is followed by a pause."""
    after = text[quote[1] + 1 :].lstrip()
    if last.pause in SENTENCE_ENDS and (not after or after[0] in ".?!" or after[0].isupper()):
        return replace(last, closes=True)
    if text[quote[0] : quote[1]].count(" ") < LONG_QUOTE and last.pause not in SENTENCE_ENDS:
        return last
    return replace(last, pause=",")


def _part_from_before(pieces: list[Piece], text: str, quote: tuple[int, int]) -> None:
    """Put a pause before a long quoted text."""
    length = text[quote[0] : quote[1]].count(" ")
    if length < LONG_QUOTE:
        return
    at = len(pieces) - 1
    while at > 0 and pieces[at - 1].quoted and pieces[at - 1].written:
        at -= 1
    if at > 0 and not pieces[at - 1].pause and pieces[at - 1].text.lower() not in ARTICLES:
        pieces[at - 1] = replace(pieces[at - 1], pause=",")
