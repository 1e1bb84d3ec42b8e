"""Whether asking was worth it: how often, when it was needed, and whether it helped.

Only turns whose truth calls something count: elsewhere the right thing is to call nothing, and a
question is as good an end as any.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .reference import Reference
from .trajectories import Trajectory


class Episode(NamedTuple):
    """A scored trajectory."""

    trajectory: Trajectory
    reference: Reference
    valid: bool


def clarification_figures(episodes: Sequence[Episode]) -> dict[str, float]:
    """Figures of questions over trajectories; NaN where there is nothing to count.

    Returns:
        asked: share of entries in which anything was asked;
        recall: of the turns in which the recogniser damaged a value that was needed, the share
            in which an allowed question was asked;
        precision: of the questions asked, the share that was allowed, in such a turn;
        repaired: of the entries with such a turn and such a question in it, the share valid.
    """
    damaged = [(e, turn) for e in episodes for turn in _countable(e, e.trajectory.damaged)]
    questions = [
        (e, question)
        for e in episodes
        for question in e.trajectory.questions
        if _countable(e, [question.turn])
    ]
    helped = [(e, turn) for e, turn in damaged if _asked_rightly(e, turn)]
    repairs = {id(e.trajectory): e.valid for e, _ in helped}
    return {
        "asked": _share(bool(e.trajectory.questions) for e in episodes),
        "recall": _share(_asked_rightly(e, turn) for e, turn in damaged),
        "precision": _share(q.allowed and q.turn in e.trajectory.damaged for e, q in questions),
        "repaired": _share(repairs.values()),
    }


def _asked_rightly(episode: Episode, turn: int) -> bool:
    return any(q.allowed and q.turn == turn for q in episode.trajectory.questions)


def _countable(episode: Episode, turns: Iterable[int]) -> list[int]:
    """Those of the turns whose truth calls something."""
    truth = episode.reference.ground_truth
    if not episode.reference.multi_turn:
        return [turn for turn in turns if truth]
    return [turn for turn in turns if 0 <= turn < len(truth) and truth[turn]]


def _share(flags: Iterable[bool]) -> float:
    listed = list(flags)
    return sum(listed) / len(listed) if listed else math.nan
