"""What asking was worth: when it was needed, whether it came, and whether it helped.

The same counts as the scorer's `clarification/…` figures, here with n and interval. Only turns
whose truth calls something count: elsewhere a question is as good an end as any.
"""

from collections.abc import Sequence

from ..trajectories import read_trajectory
from .breakdown import by_run
from .figures import Mean, Share, mean, share_of
from .judged import Judged, trajectory
from .tables import Table

_COST = "questions each"


def asking(judged: Sequence[Judged]) -> Table:
    """Recall, precision and repairs of every run that could ask."""
    return Table(
        "asking",
        "What asking was worth",
        "Asked: entries with a question. Recall: of the turns in which a needed value was lost, "
        "those with an allowed question. Precision: of the questions, those allowed in such a "
        "turn. Repaired: of the entries rightly asked about, the valid ones. The last column is "
        "what asking costs the caller.",
        (*("agent", "arm", "judge", "asked", "recall", "precision", "repaired"), _COST),
        tuple(
            (agent, arm, judge, *_shares(items))
            for (agent, arm, judge), items in by_run(judged).items()
            if judge
        ),
    )


def _shares(items: Sequence[Judged]) -> tuple[Share | Mean, ...]:
    questions_each: list[int] = []
    needed: list[bool] = []
    right: list[bool] = []
    repaired: list[bool] = []
    for item in items:
        record = read_trajectory(trajectory(item.episode), item.reference)
        damaged = {turn for turn in record.damaged if _counts(item, turn)}
        questions = [q for q in record.questions if _counts(item, q.turn)]
        helped = {q.turn for q in questions if q.allowed} & damaged
        questions_each.append(len(record.questions))
        needed.extend(turn in helped for turn in damaged)
        right.extend(q.allowed and q.turn in damaged for q in questions)
        if helped:
            repaired.append(item.valid)
    asked = [count > 0 for count in questions_each]
    shares = map(share_of, (asked, needed, right, repaired))
    return (*shares, mean(questions_each))


def _counts(item: Judged, turn: int) -> bool:
    """Whether a turn's truth calls something."""
    truth = item.reference.ground_truth
    if not item.multi_turn:
        return bool(truth)
    return 0 <= turn < len(truth) and bool(truth[turn])
