"""Answers beside their references to judged cases, in this process or in several."""

import gc
import importlib
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from .clarifications import Episode
from .errors import InputError
from .isolation import in_processes
from .judging import Judgement, isolated, judgement
from .prediction import AnyMode
from .reference import Reference
from .rows import Pair, rows
from .trajectories import Judge

_CHUNK = 1_000  # answers sent to a process at a time


class Case(NamedTuple):
    """One answer, judged.

    Attributes:
        judgement: None for an episode that was not run.
        episode: the answer as a conversation, if it came as one.
    """

    id: str
    category: str
    judgement: Judgement | None
    episode: Episode | None


def judged(
    pairs: Sequence[Pair],
    *,
    mode: AnyMode,
    judge: Judge | str | None,
    audited: bool,
    workers: int,
) -> list[Case]:
    """The cases of answers and references, in order; options as in `score`.

    Raises:
        InputError: a malformed row; the first, whichever process met one.
    """
    one = partial(_judged, mode=mode, judge=judge, audited=audited)
    # A judge that is an object stays here: it may be bound to this process.
    if workers < 2 or len(pairs) <= _CHUNK or not isinstance(judge, str | None):
        return one(pairs)
    # Answers to the same entry go together, so that it is read once.
    order = sorted(range(len(pairs)), key=[_group(text) for _, _, text in pairs].__getitem__)
    together = [pairs[place] for place in order]
    chunks = [together[start : start + _CHUNK] for start in range(0, len(together), _CHUNK)]
    try:
        parts = in_processes(one, chunks, workers)
    except InputError:
        deque(rows(pairs, mode, _made(judge)), maxlen=0)
        raise
    found = dict(zip(order, (case for part in parts for case in part), strict=True))
    return [found[place] for place in range(len(pairs))]


def _judged(
    pairs: Sequence[Pair], *, mode: AnyMode, judge: Judge | str | None, audited: bool
) -> list[Case]:
    cases = []
    with isolated() as isolation, _collecting_seldom():
        for row in rows(pairs, mode, _made(judge)):
            found, episode = None, None
            if row.done:
                found = judgement(
                    row.prediction, row.reference, audited=audited, isolation=isolation
                )
                if row.trajectory:
                    episode = Episode(row.trajectory, row.reference, found.verdict.valid)
            cases.append(Case(row.reference.id, row.reference.category, found, episode))
    return cases


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look for rubbish seldom: what scoring makes it keeps, and cycles hardly occur in it."""
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], 100_000) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _group(reference: object) -> int:
    """The same number for equal references."""
    return hash(reference) if isinstance(reference, str | Reference) else 0


def _made(judge: Judge | str | None) -> Judge | None:
    if not isinstance(judge, str):
        return judge
    # Imported when asked for: most scoring needs no judge.
    found: Judge = importlib.import_module(f"{__package__}.judge").get_judge(judge)
    return found
