"""Phrases of writing and what a caller says for them."""

import random

from .pieces import Piece, said

CONTRACTIONS: dict[str, str] = {
    "i am": "I'm",
    "i will": "I'll",
    "i would": "I'd",
    "it is": "it's",
    "what is": "what's",
    "that is": "that's",
    "there is": "there's",
    "who is": "who's",
    "where is": "where's",
    "how is": "how's",
    "you are": "you're",
    "we are": "we're",
    "they are": "they're",
    "do not": "don't",
    "does not": "doesn't",
    "did not": "didn't",
    "is not": "isn't",
    "are not": "aren't",
    "can not": "can't",
    "cannot": "can't",
    "could not": "couldn't",
    "would not": "wouldn't",
    "should not": "shouldn't",
    "have not": "haven't",
    "has not": "hasn't",
    "will not": "won't",
    "let us": "let's",
}
EVERYDAY: dict[str, str] = {
    "could you kindly": "could you",
    "would you kindly": "could you",
    "would you be so kind as to": "could you",
    "i would appreciate it if you could": "I'd love it if you could",
    "i'd appreciate it if you could": "I'd love it if you could",
    "would it be possible to": "could you",
    "kindly": "please",
    "in order to": "to",
    "utilize": "use",
    "utilizing": "using",
    "regarding": "about",
    "additionally": "also",
    "furthermore": "also",
    "subsequently": "then",
    "afterwards": "after that",
    "assist me in": "help me with",
    "assist me with": "help me with",
    "prior to": "before",
    "i wish to": "I want to",
    "upon": "on",
    "approximately": "about",
    "commence": "start",
}
OPENING = frozenset({"kindly"})
"""Replaced only where a clause starts: not in "I'd kindly request"."""
CASUAL: dict[str, str] = {
    "want to": "wanna",
    "going to": "gonna",
    "got to": "gotta",
    "give me": "gimme",
}


def rephrased(
    pieces: list[Piece], table: dict[str, str], rate: float, rng: random.Random
) -> list[Piece]:
    """Replace a share of the phrases that `table` holds; each drawn by itself.

    Args:
        pieces: the request; quoted texts and values are left alone.
        table: words of the request, in small letters -> what is said for them.
        rate: share that is replaced, 0..1.
        rng: draws.
    """
    lengths: dict[str, int] = {}
    for key in table:
        first, _, rest = key.partition(" ")
        lengths[first] = max(lengths.get(first, 0), len(rest.split()) + 1)
    done: list[Piece] = []
    at = 0
    while at < len(pieces):
        length = _matching(pieces, at, table, lengths.get(pieces[at].text.lower(), 0))
        key = " ".join(piece.text.lower() for piece in pieces[at : at + length])
        inside = key in OPENING and at > 0 and not pieces[at - 1].pause
        if length and not inside and rng.random() < rate:
            done += said(table[key], pieces[at + length - 1].pause)
            at += length
        else:
            done.append(pieces[at])
            at += 1
    return done


def _matching(pieces: list[Piece], at: int, table: dict[str, str], longest: int) -> int:
    """How many pieces from `at` make a key of `table`; a pause inside breaks the phrase."""
    for length in range(min(longest, len(pieces) - at), 0, -1):
        run = pieces[at : at + length]
        if not all(piece.free for piece in run) or any(piece.pause for piece in run[:-1]):
            continue
        # "Yes, I am." keeps its full form.
        if " ".join(piece.text.lower() for piece in run) in table and (
            length == 1 or not run[-1].pause
        ):
            return length
    return 0
