"""When the listener doubts what it heard: by what stands in the transcript, and nothing else."""

import re

from ...spoken import EntityType, canonical, entity_type

_TEENS = re.compile(
    r"\b(?:(?:thir|four|fif|six|seven|eigh|nine)(?:teen|ty)|1[3-9]|[3-9]0)\b", re.IGNORECASE
)
_LETTERS = re.compile(r"\b(?:[A-Za-z][\s.-]+){2,}[A-Za-z]\b|\bas in\b", re.IGNORECASE)
_SPOKEN_MARKS = re.compile(
    r"\b(?:underscore|dot|slash|dash|hyphen)\b|[@_/\\]|\w\.\w", re.IGNORECASE
)
_MIXED = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])\w{2,}")
_SPELLED = frozenset(
    {
        EntityType.PERSON,
        EntityType.FILE,
        EntityType.PATH,
        EntityType.EMAIL,
        EntityType.URL,
        EntityType.CODE,
    }
)


_COUNTED = re.compile(r"\b(?:once|twice|first|second|third|half|quarter|\w+th)\b", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def doubtful(parameter: str, words: str, *, numeric: bool = False) -> bool:
    """Whether a careful listener would ask about a value that arrived as `words`.

    Args:
        parameter: what the value is for; the function docs tell an agent that.
        words: what the transcript has for it.
        numeric: whether the docs want a number there.
    """
    if not words.strip():
        return True
    if numeric:
        number = any(_NUMBER.fullmatch(form) for form in canonical(words))
        return not (number or _COUNTED.search(words)) or _TEENS.search(words) is not None
    if _LETTERS.search(words) or _SPOKEN_MARKS.search(words) or _MIXED.search(words):
        return True
    if _TEENS.search(words):
        return True
    return entity_type(parameter, words) in _SPELLED
