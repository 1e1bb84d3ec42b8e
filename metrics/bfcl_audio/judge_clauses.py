"""The pieces of a sentence: its clauses, and what in them looks like a value or a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .judge_mentions import mentions
from .judge_sentences import is_english
from .judge_shapes import (
    ADJUNCT,
    CAPITALISED,
    CLAUSES,
    OBJECT,
    OPENING,
    PREFACE,
    QUOTED,
    WHAT_IT_WAS,
    WRITTEN,
)
from .judge_topics import Topic
from .judge_words import REPEATING, SPELLING


def clauses(sentence: str, known: Sequence[Topic]) -> list[str]:
    """The questions of a sentence; what stands before the first belongs to it."""
    ahead = ADJUNCT.match(sentence)
    starts = [found.end() for found in CLAUSES.finditer(sentence, ahead.end() if ahead else 0)]
    first = sentence[: starts[0]] if starts else ""
    if starts and not (OPENING.match(first) or PREFACE.match(first) or mentions(first, known)):
        starts = starts[1:]
    ends = [*starts, len(sentence)]
    pieces = [sentence[start:end] for start, end in zip([0, *starts], ends, strict=True)]
    return [re.sub(r"(?:,?\s+(?:and|but|or)(?:\s+also,?)?|,)\s+$", "", piece) for piece in pieces]


def asks_again(text: str) -> bool:
    """Whether a text asks for letters, or to hear something again."""
    return SPELLING.search(text) is not None or REPEATING.search(text) is not None


def other_object(part: str) -> str:
    """What a part asks for beside: "… and tell me the room type", "… and the sort code"."""
    found = OBJECT.match(part.strip())
    return found[0] if found and not WHAT_IT_WAS.match(part.strip()) else ""


def items(part: str) -> Iterator[str]:
    """What looks like a value in a part: quoted, capitalised, or written with signs and digits."""
    for quoted in QUOTED.finditer(part):
        yield quoted[1] or quoted[2]
    bare = QUOTED.sub(" ", part).lstrip(" ¿¡")
    yield from WRITTEN.findall(bare)
    if is_english(bare):  # other languages capitalise by other rules
        yield from (match.group() for match in CAPITALISED.finditer(bare))
