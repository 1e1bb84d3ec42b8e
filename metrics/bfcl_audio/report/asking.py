"""What asking was worth: when it was needed, whether it came, and whether it helped.

The same counts as the scorer's `clarification/…` figures, here with n and interval. Only turns
whose truth calls something count: elsewhere a question is as good an end as any.
"""

from collections.abc import Sequence

from ..trajectories import read_trajectory
from .breakdown import by_run
from .figures import Share, share_of
from .judged import Judged, trajectory
from .tables import Table


def asking(judged: Sequence[Judged]) -> Table:
    """Recall, precision and repairs of every run that could ask."""
    return Table(
        "asking",
        "What asking was worth",
        "Asked: entries with a question. Recall: of the turns in which a needed value was lost, "
        "those with an allowed question. Precision: of the questions, those allowed in such a "
        "turn. Repaired: of the entries rightly asked about, the valid ones.",
        ("agent", "arm", "judge", "asked", "recall", "precision", "repaired"),
        tuple(
            (agent, arm, judge, *_shares(items))
            for (agent, arm, judge), items in by_run(judged).items()
            if judge
        ),
    )


def _shares(items: Sequence[Judged]) -> tuple[Share, Share, Share, Share]:
    asked: list[bool] = []
    needed: list[bool] = []
    right: list[bool] = []
    repaired: list[bool] = []
    for item in items:
        record = read_trajectory(trajectory(item.episode), item.reference)
        damaged = {turn for turn in record.damaged if _counts(item, turn)}
        questions = [q for q in record.questions if _counts(item, q.turn)]
        helped = {q.turn for q in questions if q.allowed} & damaged
        asked.append(bool(record.questions))
        needed.extend(turn in helped for turn in damaged)
        right.extend(q.allowed and q.turn in damaged for q in questions)
        if helped:
            repaired.append(item.valid)
    return share_of(asked), share_of(needed), share_of(right), share_of(repaired)


def _counts(item: Judged, turn: int) -> bool:
    """Whether a turn's truth calls something."""
    truth = item.reference.ground_truth
    if not item.multi_turn:
        return bool(truth)
    return 0 <= turn < len(truth) and bool(truth[turn])
