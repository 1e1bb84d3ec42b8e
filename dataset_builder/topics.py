"""What a model's whitelist may choose: clearer topics, and plain words to leave out.

Which values may be clarified follows from the truth and the request, by rule; no model adds one,
respells one, or takes a name, a file, a code, a number, an amount, a date or a time away.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from bfcl_audio.spoken import EntityType

from .case import Case
from .truth import SaidValue

Answered = Sequence[tuple[str, str]]
"""(topic, value) as a model lists them."""

_TOPIC = re.compile(r"(?=.{1,48}$)[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_]+")
_ANY_TOPIC = frozenset(
    (
        "address",
        "amount",
        "code",
        "date",
        "email",
        "file",
        "id",
        "name",
        "number",
        "path",
        "time",
        "url",
    )
)
_MAY_GO = frozenset((EntityType.WORD, EntityType.OTHER))


def why_wrong(case: Case, answered: Answered) -> Iterator[str]:
    """Why a whitelist is not one that the protocol allows, for the model's next attempt."""
    values = {one.value for one in case.allowed}
    words = _words(case.text) | _words(json.dumps(case.functions, ensure_ascii=False)) | _ANY_TOPIC
    seen: set[str] = set()
    for topic, value in answered:
        own = [one.topic for one in case.allowed if one.value == value]
        if value not in values:
            yield f"whitelist: {_short(value)} is none of the values that may be asked about"
        elif topic in seen and topic not in own:
            yield f"whitelist: the topic {_short(topic)} stands there twice"
        elif topic not in own and not _TOPIC.fullmatch(topic):
            yield f"whitelist: {_short(topic)} is no topic; use small letters and underscores"
        elif topic not in own:
            known = {word for one in own for word in _words(one)}
            leaked = _words(topic) & _words(" ".join(values)) - known
            strange = _words(topic) - words - known
            if leaked:
                yield f"whitelist: the topic {_short(topic)} tells a value"
            elif strange:
                yield f"whitelist: no {_short(min(strange))} in the request or the docs"
        seen.add(topic)


def chosen(allowed: Sequence[SaidValue], answered: Answered) -> dict[str, str]:
    """An utterance's whitelist, as a right answer names it; what may not be left out stays.

    Args:
        allowed: the values of the utterance that may be clarified.
        answered: of the text, for all utterances that are written so.
    """
    names: dict[str, list[str]] = {}
    for topic, value in answered:
        names.setdefault(value, []).append(topic)
    found: dict[str, str] = {}
    for one in allowed:
        given = names.get(one.value, [])
        if not given and one.type in _MAY_GO:
            continue
        name = one.topic if one.topic in given or not given else given[0]
        if name in given:
            given.remove(name)
        found[_free(name, found)] = one.value
    return found


def _free(topic: str, taken: Mapping[str, str]) -> str:
    """The topic, numbered if it is taken."""
    count, free = 1, topic
    while free in taken:
        count += 1
        free = f"{topic}_{count}"
    return free


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")
