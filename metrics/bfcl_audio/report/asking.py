"""What asking was worth: when it was needed, whether it came, and whether it helped.

The same counts as the scorer's `clarification/…` figures, here with n and interval. Only turns
whose truth calls something count: elsewhere a question is as good an end as any.
"""

from collections.abc import Sequence

from ..trajectories import read_trajectory
from .breakdown import by_run
from .figures import Mean, Share, mean, share_of
from .judged import Judged, trajectory
from .tables import Cell, Table

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


FATES = ("repaired", "still wrong", "refused", "not asked")


def questions(judged: Sequence[Judged]) -> Table:
    """What became of the turns in which asking was needed, and how often nothing was."""
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        if judge:
            needed, idle = question_fates(items)
            rows.append((agent, arm, judge, *(share_of([f == x for f in needed]) for x in FATES),
                         share_of(idle)))  # fmt: skip
    return Table(
        "questions",
        "Questions, turn by turn",
        "Of the turns in which a needed value was lost that may be asked about: asked and the "
        "entry came out right, asked and it is wrong all the same, asked for something else and "
        "refused, not asked. Of the turns in which none was lost: asked for nothing.",
        (
            *("agent", "arm", "judge", "asked and repaired", "asked and still wrong"),
            *("asked, but refused", "needed but not asked", "asked for nothing"),
        ),
        tuple(rows),
    )


def question_fates(items: Sequence[Judged]) -> tuple[list[str], list[bool]]:
    """What became of each turn whose truth calls something.

    Returns:
        For each turn in which the transcript lost a value that may be asked about, one of `FATES`:
        `repaired` (an allowed question, and the entry is valid), `still wrong` (an allowed
        question, and it is not), `refused` (questions, none of them allowed), `not asked`.
        For each other turn of an arm with a transcript or none, whether anything was asked in it.
    """
    needed: list[str] = []
    idle: list[bool] = []
    for item in items:
        record = read_trajectory(trajectory(item.episode), item.reference)
        turns = range(len(item.reference.ground_truth)) if item.multi_turn else range(1)
        for turn in (turn for turn in turns if _counts(item, turn)):
            allowed = [question.allowed for question in record.questions if question.turn == turn]
            if turn not in record.damaged:
                idle.append(bool(allowed))
            elif any(allowed):
                needed.append("repaired" if item.valid else "still wrong")
            else:
                needed.append("refused" if allowed else "not asked")
    return needed, idle


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
