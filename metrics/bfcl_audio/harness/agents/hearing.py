"""What became of a value between the caller's mouth and the agent that reads a transcript."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from ...alignment import align
from ...spoken import Span, Token, canonical, find, find_all, same, tokens
from ...spoken_parts import file_stem

_PARTS = re.compile(r"(\s*[/\\,;|:]\s*)")


@dataclass(frozen=True, slots=True)
class Heard:
    """One value as it arrived.

    Attributes:
        value: what to use: the value itself if it survived, else what was heard in its place.
        words: what stands in the transcript in its place, as it stands there.
        survived: speech and recogniser kept it, up to what speech cannot carry.
    """

    value: str
    words: str
    survived: bool


def hear(value: str, spoken: str, transcript: str, *, whole: bool = False) -> Heard | None:
    """What `transcript` has in the place where `spoken` says `value`; None if it does not say it.

    A file may be said without its extension, unless `whole`; a value that is not said in one
    piece is heard part by part ("document/temp").
    """
    for form in _said_forms(value, whole=whole):
        span = find(form, spoken)
        if span is not None:
            said, words = _in_its_place(span, spoken, transcript)
            if same(said, words) or (form == value and _stands_near(form, words, transcript)):
                return Heard(value, words, survived=True)
            return Heard(words, words, survived=False)
    return _hear_parts(value, spoken, transcript)


def _hear_parts(value: str, spoken: str, transcript: str) -> Heard | None:
    """Parts that were not said stay as they are; None if none was."""
    pieces = _PARTS.split(value)
    if len(pieces) < 3:
        return None
    heard = [hear(piece, spoken, transcript) if piece.strip() else None for piece in pieces[::2]]
    said = [one for one in heard if one is not None]
    if not said:
        return None
    used = [one.value if one else piece for one, piece in zip(heard, pieces[::2], strict=True)]
    joined = "".join(word for pair in zip(used, [*pieces[1::2], ""], strict=True) for word in pair)
    return Heard(joined, " ".join(one.words for one in said), all(one.survived for one in said))


def _said_forms(value: str, *, whole: bool) -> Iterator[str]:
    """A value as written, a file without its extension, a share as a percentage."""
    yield value
    if not whole and (stem := file_stem(value)):
        yield stem
    try:
        number = float(value)
    except ValueError:
        return
    if 0 < abs(number) < 1:
        yield f"{number * 100:.10g}%"


def _stands_near(value: str, words: str, transcript: str) -> bool:
    """Whether the value is said where `words` stand, though tokens were cut differently."""
    if not words:
        return False
    at = transcript.find(words)
    return any(
        span.start < at + len(words) and at < span.end for span in find_all(value, transcript)
    )


def _in_its_place(span: Span, spoken: str, transcript: str) -> tuple[str, str]:
    """The words that say `span`, whole ones, and those of the transcript aligned with them."""
    said, wrote = tokens(spoken), tokens(transcript)
    wanted = [
        i for i, token in enumerate(said) if token.start < span.end and span.start < token.end
    ]
    if not wanted:
        words = spoken[span.start : span.end]
        return words, words if words in transcript else ""
    words = spoken[said[wanted[0]].start : said[wanted[-1]].end]
    pairs = align(tuple(token.form for token in said), tuple(token.form for token in wrote))
    found = [j for i, j in pairs if wanted[0] <= i <= wanted[-1]]
    if not found:
        return words, ""
    first, last = _grown(found[0], found[-1], words, transcript, wrote, pairs)
    return words, transcript[wrote[first].start : wrote[last].end]


def _grown(
    first: int,
    last: int,
    said: str,
    transcript: str,
    wrote: Sequence[Token],
    pairs: Sequence[tuple[int, int]],
) -> tuple[int, int]:
    """Take in neighbours that belong to no other word, while they make it sound more alike.

    "Neeson" heard as "nee son" is aligned with "nee" alone.
    """
    taken = {j for _, j in pairs}
    goal = "".join(canonical(said))

    def likeness(start: int, end: int) -> float:
        heard = "".join(canonical(transcript[wrote[start].start : wrote[end].end]))
        return SequenceMatcher(None, goal, heard, autojunk=False).ratio()

    best = likeness(first, last)
    for step, edge in ((-1, "first"), (1, "last")):
        while True:
            start = first + step if edge == "first" else first
            end = last + step if edge == "last" else last
            new = start if edge == "first" else end
            if not 0 <= new < len(wrote) or new in taken or likeness(start, end) <= best:
                break
            first, last, best = start, end, likeness(start, end)
    return first, last
