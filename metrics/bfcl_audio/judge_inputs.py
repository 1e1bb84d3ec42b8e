"""What a judge gets to see of an episode, the same while it runs and when it is read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .upstream import holdout_message


@dataclass(frozen=True, slots=True)
class JudgeInputs:
    """The inputs of `Judge.decide` that a turn fixes.

    Attributes:
        intended_request: the turn's text as BFCL wrote it.
        asr_text: as the agent read it; in the `audio` arm, as it was said.
        allowed_clarifications: this turn's values, then those of earlier turns.
    """

    intended_request: str
    asr_text: str
    allowed_clarifications: Mapping[str, str]


def inputs(utterances: Sequence[Mapping[str, Any]], turn: int) -> JudgeInputs:
    """The inputs for a turn, from a trajectory's `utterances`; empty if it kept none."""
    if not utterances:
        return JudgeInputs("", "", {})
    here = [one for one in utterances if turn_of(one) == turn]
    lists: dict[int, dict[str, str]] = {}
    for one in utterances:
        if turn_of(one) <= turn:
            lists.setdefault(turn_of(one), {}).update(one.get("whitelist") or {})
    own = lists.pop(turn, {})
    # A turn that brings a held-out function has one fixed message, which nobody says.
    return JudgeInputs(
        "\n".join(str(one.get("text") or "") for one in here) or holdout_message(),
        "\n".join(_read(one) for one in here) if here else holdout_message(),
        with_earlier(own, sorted(lists.items())),
    )


def with_earlier(
    own: Mapping[str, str], earlier: Sequence[tuple[int, Mapping[str, str]]]
) -> dict[str, str]:
    """This turn's values, then those of earlier turns, the latest first.

    A topic that an earlier turn used for another value is told apart by its turn, from 1.
    """
    merged = dict(own)
    for index, values in reversed(earlier):
        for topic, value in values.items():
            if topic not in merged:
                merged[topic] = value
            elif value not in merged.values():
                merged[f"{topic}_turn_{index + 1}"] = value
    return merged


def turn_of(utterance: Mapping[str, Any]) -> int:
    """The turn of an utterance, from its id `<entry>/<turn>/<message>`; -1 if it says none."""
    parts = str(utterance.get("utterance_id", "")).rsplit("/", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdecimal() else -1


def _read(utterance: Mapping[str, Any]) -> str:
    """An empty transcript is one: nothing was heard."""
    for form in ("transcript", "spoken", "text"):
        if utterance.get(form) is not None:
            return str(utterance[form])
    return ""
