"""What a recogniser wrote in place of a value, and whether an agent passed that on unasked.

"Blind trust" is a silently wrong call one of whose arguments is exactly what was misheard.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from ..calls import DecodeError
from ..harness.agents.hearing import hear
from ..spoken import same
from ..steps import decode_step
from .episodes import SpokenUtterance
from .foreign import LONGEST
from .judged import Judged

# Aligning takes quadratic time, and nobody says more in one breath.
_LONGEST_VALUE = 400

_QUOTED = re.compile(r"""["']([^"']{1,400})["']""")


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
    for transcript in utterance.heard:
        if max(len(utterance.said), len(transcript)) > LONGEST:
            continue
        for entity in utterance.entities:
            if entity.heard is False and len(entity.value) <= _LONGEST_VALUE:
                heard = hear(entity.value, utterance.said, transcript)
                if heard is not None and heard.words and not heard.survived:
                    yield heard.words


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
