"""What was said beside what a recogniser wrote, word by word, with ground-truth values marked.

Words are compared in spoken form: "two p m" and "2 PM" are the same, "Jon" and "John" are not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from ..spoken import Token, find, tokens
from .episodes import Entity

Change = Literal["", "changed"]
Fate = Literal["", "heard", "lost"]

# Longer texts are compared on their head: the matcher takes quadratic time on what never matches.
LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is shown one way.

    Attributes:
        text: as it stands; the pieces of a text, joined, are the text.
        change: `changed` where the other text has other words here.
        fate: whether it is (part of) a ground-truth value, and whether that was heard.
        topic: the name of that value; empty if it is none.
    """

    text: str
    change: Change = ""
    fate: Fate = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Diff:
    """Two texts in pieces, what was said and what was written down."""

    said: tuple[Piece, ...]
    transcript: tuple[Piece, ...]


_Mark = tuple[int, int]
_Value = tuple[int, int, Fate, str]


def compare(said: str, transcript: str, entities: Sequence[Entity] = ()) -> Diff:
    """Return both texts in pieces. `entities` tell which values to mark, and which were heard."""
    said, transcript = said[:LONGEST], transcript[:LONGEST]
    left, right = tokens(said), tokens(transcript)
    matcher = SequenceMatcher(
        None, [token.form for token in left], [token.form for token in right], autojunk=False
    )
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return Diff(
        said=_pieces(
            said,
            _spans(left, ((start, end) for _, start, end, _, _ in changed)),
            _values(said, entities, all_entities=True),
        ),
        transcript=_pieces(
            transcript,
            _spans(right, ((start, end) for _, _, _, start, end in changed)),
            _values(transcript, entities, all_entities=False),
        ),
    )


def _spans(words: Sequence[Token], ranges: Iterable[tuple[int, int]]) -> list[_Mark]:
    return [(words[start].start, words[end - 1].end) for start, end in ranges if start < end]


def _values(text: str, entities: Sequence[Entity], *, all_entities: bool) -> list[_Value]:
    """Where values stand: in what was said all of them, in a transcript those it still holds."""
    found: list[_Value] = []
    for entity in entities:
        span = find(entity.value, text) if all_entities or entity.heard is not False else None
        if span and all(span.end <= start or end <= span.start for start, end, _, _ in found):
            fate: Fate = "lost" if entity.heard is False else "heard"
            found.append((span.start, span.end, fate, entity.topic))
    return found


def _pieces(text: str, changes: Sequence[_Mark], values: Sequence[_Value]) -> tuple[Piece, ...]:
    edges = {0, len(text)}
    edges.update(edge for start, end in changes for edge in (start, end))
    edges.update(edge for start, end, _, _ in values for edge in (start, end))
    cuts = sorted(edges)
    pieces = []
    for start, end in pairwise(cuts):
        value = next(((f, t) for a, b, f, t in values if a <= start and end <= b), None)
        is_changed = any(a <= start and end <= b for a, b in changes)
        fate, topic = value or ("", "")
        pieces.append(Piece(text[start:end], "changed" if is_changed else "", fate, topic))
    return tuple(pieces)
