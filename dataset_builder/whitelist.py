"""Allowed clarifications: per utterance, what the simulated user may confirm or spell."""

from __future__ import annotations

import re

from bfcl_audio.spoken import EntityType

from .records import Entry
from .truth import SaidValue, said_values

_PREFERENCES = re.compile(
    r"units?|genres?|type|mode|formats?|style|colou?r|preferences?|category|categories|sort|order|"
    r"level|priority|gender|sex|method|cuisine|difficulty|mood|details?|frequency|freq|condition|"
    r"diet|dietary|restrictions?|system"
)
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W\d]+")
_NAMES = frozenset((EntityType.PERSON, EntityType.PLACE, EntityType.ORGANISATION))
_EXACT = frozenset(
    (EntityType.CODE, EntityType.FILE, EntityType.PATH, EntityType.EMAIL, EntityType.URL)
)


def allowed_clarifications(entry: Entry) -> dict[str, dict[str, str]]:
    """Utterance id -> topic -> exact written value that may be confirmed or spelled.

    Listed are the values of the turn's ground truth that the utterance says and that a
    recogniser could plausibly damage. Choices from a closed list and preferences are not, nor
    is anything that the utterance does not say.
    """
    return {
        utterance_id: {value.topic: value.value for value in values if may_be_damaged(value)}
        for utterance_id, values in said_values(entry).items()
    }


def may_be_damaged(value: SaidValue) -> bool:
    """Whether a value is one that is confirmed or spelled, not a choice that is preferred."""
    if any(c.isdigit() for c in value.value):
        return True
    if len(value.value) < 2 or (value.closed and value.type not in _NAMES):
        return False
    words = [word.lower() for word in _WORDS.split(value.topic) if word]
    return value.type in _EXACT or not (words and _PREFERENCES.fullmatch(words[-1]))
