"""Allowed clarifications: per utterance, what the simulated user may confirm or spell."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bfcl_audio.spoken import EntityType

from .records import Entry
from .truth import SaidValue, said_values

_PREFERENCES = re.compile(
    r"(?:.*_)?(?:units?|genres?|types?|mode|formats?|style|colou?r|preferences?|category|sort|order|"
    r"level|priority|gender|sex|method|cuisine|difficulty|mood|detail|frequency|class|condition)",
    re.I,
)


def allowed_clarifications(entry: Entry) -> dict[str, dict[str, str]]:
    """Utterance id -> topic -> exact written value that may be confirmed or spelled.

    Listed are the values of the turn's ground truth that the utterance says and that a
    recogniser could plausibly damage. Choices from a closed list and preferences are not, nor
    is anything that the utterance does not say.
    """
    return {
        utterance_id: {value.topic: value.value for value in values if _may_be_damaged(value)}
        for utterance_id, values in said_values(entry).items()
    }


def _may_be_damaged(value: SaidValue) -> bool:
    if value.type not in (EntityType.WORD, EntityType.OTHER):
        return not (value.closed and not any(c.isdigit() for c in value.value))
    if value.closed or len(value.value) < 2:
        return False
    return not _PREFERENCES.fullmatch(value.topic.rstrip("_0123456789"))
