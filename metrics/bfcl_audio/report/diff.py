"""What was said beside what a recogniser wrote, word by word, with ground-truth values marked.

Words are compared in spoken form: "two p m" and "2 PM" are the same, "Jon" and "John" are not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from ..spoken import Token, find, tokens
from .episodes import Entity
from .foreign import LONGEST

Change = Literal["", "changed", "dropped"]
Fate = Literal["", "heard", "lost"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is shown one way.

    Attributes:
        text: as it stands; the pieces of a text that are not `dropped`, joined, are the text.
        change: `changed` where the other text has other words here, `dropped` for words of the
            other text that have nothing here.
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
    """Return both texts in pieces. `entities` tell which values to mark, and which were heard.

    Of longer texts only the first `LONGEST` characters are compared and shown.
    """
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
            dict(_dropped(said, left, transcript, right, changed)),
        ),
    )


def _spans(words: Sequence[Token], ranges: Iterable[tuple[int, int]]) -> list[_Mark]:
    return [(words[start].start, words[end - 1].end) for start, end in ranges if start < end]


def _dropped(
    said: str,
    left: Sequence[Token],
    transcript: str,
    right: Sequence[Token],
    changed: Iterable[tuple[str, int, int, int, int]],
) -> Iterator[tuple[int, str]]:
    """Where in the transcript words are missing, and which."""
    for _, start, end, here, there in changed:
        if here == there:
            at = right[here].start if here < len(right) else len(transcript)
            yield at, said[left[start].start : left[end - 1].end]


def _values(text: str, entities: Sequence[Entity], *, all_entities: bool) -> list[_Value]:
    """Where values stand: in what was said all of them, in a transcript those it still holds."""
    found: list[_Value] = []
    for entity in entities:
        span = find(entity.value, text) if all_entities or entity.heard is not False else None
        if span and all(span.end <= start or end <= span.start for start, end, _, _ in found):
            fate: Fate = "lost" if entity.heard is False else "heard"
            found.append((span.start, span.end, fate, entity.topic))
    return found


def _pieces(
    text: str,
    changes: Sequence[_Mark],
    values: Sequence[_Value],
    dropped: Mapping[int, str] | None = None,
) -> tuple[Piece, ...]:
    missing = dropped or {}
    edges = {0, len(text), *missing}
    edges.update(edge for start, end in changes for edge in (start, end))
    edges.update(edge for start, end, _, _ in values for edge in (start, end))
    cuts = sorted(edges)
    pieces = []
    for start, end in pairwise(cuts):
        if start in missing:
            pieces.append(Piece(missing[start], "dropped"))
        value = next(((f, t) for a, b, f, t in values if a <= start and end <= b), None)
        is_changed = any(a <= start and end <= b for a, b in changes)
        fate, topic = value or ("", "")
        pieces.append(Piece(text[start:end], "changed" if is_changed else "", fate, topic))
    if len(text) in missing:
        pieces.append(Piece(missing[len(text)], "dropped"))
    return tuple(pieces)
