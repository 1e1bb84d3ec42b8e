"""What a recogniser wrote in place of a value, and whether an agent passed that on unasked.

"Blind trust" is a silently wrong call one of whose arguments is exactly what was misheard.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from ..calls import DecodeError
from ..spoken import Token, find, same, tokens
from ..steps import decode_step
from .episodes import SpokenUtterance
from .judged import Judged

_QUOTED = re.compile(r"""["']([^"']{1,400})["']""")


def heard_instead(value: str, said: str, transcript: str) -> str:
    """The stretch of `transcript` that stands where `said` has `value`; empty if nothing does."""
    span = find(value, said)
    if span is None:
        return ""
    left, right = tokens(said), tokens(transcript)
    inside = [
        i for i, token in enumerate(left) if span.start < token.end and token.start < span.end
    ]
    if not inside:
        return ""
    start, end = _image(left, right, inside[0], inside[-1] + 1)
    return transcript[right[start].start : right[end - 1].end] if start < end else ""


def blind_trust(item: Judged) -> bool:
    """True if a wrong call holds, as an argument, what the recogniser made of a lost value."""
    if item.outcome != "wrong" or not item.episode.recognizer:
        return False
    wrong = misheard(item)
    return bool(wrong) and any(
        same(argument, text)
        for argument in _arguments(item.episode.answer, multi_turn=item.multi_turn)
        for text in wrong
    )


def misheard(item: Judged) -> list[str]:
    """What the recogniser wrote in place of each value that it lost; nothing for dropped ones."""
    return [text for utterance in item.episode.utterances for text in _misheard(utterance)]


def _misheard(utterance: SpokenUtterance) -> Iterator[str]:
    for entity in utterance.entities:
        if entity.heard is False:
            text = heard_instead(entity.value, utterance.said, utterance.transcript or "")
            if text:
                yield text


def _image(
    left: tuple[Token, ...], right: tuple[Token, ...], first: int, last: int
) -> tuple[int, int]:
    """The tokens of `right` that stand for `left[first:last]`, by the words around them."""
    matcher = SequenceMatcher(
        None, [token.form for token in left], [token.form for token in right], autojunk=False
    )
    start, end = len(right), 0
    for _, a, b, c, d in matcher.get_opcodes():
        if a < last and first < b:
            equal = b - a == d - c
            start = min(start, c + (max(first, a) - a if equal else 0))
            end = max(end, d - (b - min(last, b) if equal else 0))
    return start, end


def _arguments(answer: object, *, multi_turn: bool) -> Iterator[str]:
    """Every argument of every call in an answer, as text, lists and objects taken apart."""
    turns = _list(answer) if multi_turn else [[answer]]
    for step in (step for turn in turns for step in _list(turn)):
        try:
            calls = decode_step(step, "text" if isinstance(step, str) else "fc")
        except DecodeError:
            # Java and JavaScript calls, written out: their text values stand in quotes.
            yield from (
                match[1] for match in _QUOTED.finditer(step if isinstance(step, str) else "")
            )
            continue
        for call in calls:
            yield from _leaves(list(call.arguments.values()))


def _leaves(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
    else:
        yield str(value)


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()
