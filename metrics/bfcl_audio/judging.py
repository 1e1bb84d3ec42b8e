"""All that is said of one answer, worked out together: verdict, outcome, correction."""

from collections.abc import Iterable
from typing import NamedTuple

from .audited import correction
from .isolation import Isolation, OutOfBounds
from .languages import Language, language_of
from .outcomes import Outcome, outcome
from .prediction import Prediction
from .reference import Reference, parse
from .rows import expected_calls
from .single_turn import judge as judge_calls
from .state_match import judge_turns
from .verdict import Reason, Verdict, invalid

LIMIT_S = 10
"""Most processor time of one answer, in seconds."""

LIMIT_BYTES = 2 << 30
"""Most memory that judging one answer may take."""

LONG = 20_000
"""Characters and parts of an answer from which on it is judged in a process that can be killed."""

LONG_PROGRAM = 1_000
"""The same for Java and JavaScript text, whose parser can take more than its share of time."""

NESTED = 100
"""The same for opening brackets in one text: how deep they may nest depends on the caller's stack,
and that process has always the same."""


class Judgement(NamedTuple):
    """What is said of one answer.

    Attributes:
        correction: which known slip of BFCL decided the verdict; None if none did, or none was
            looked for.
    """

    verdict: Verdict
    outcome: Outcome
    correction: str | None = None


def judge_answer(prediction: Prediction, reference: Reference) -> Verdict:
    """The verdict on one answer: a function of the two, and of nothing else."""
    if reference.multi_turn:
        return judge_turns(prediction.result, reference, prediction.mode)
    return judge_calls(prediction.result, expected_calls(reference), prediction.mode)


def judgements(answers: Iterable[tuple[Prediction, str]], *, audited: bool) -> list[Judgement]:
    """All that is said of each answer, within bounded time and memory.

    Args:
        answers: each with its reference, as JSON text.
        audited: whether to look for corrections.
    """
    found = []
    with Isolation(limit_s=LIMIT_S, limit_bytes=LIMIT_BYTES) as isolation:
        for prediction, text in answers:
            if heavy(prediction.result, parse(text).category):
                found.append(_isolated(isolation, prediction, text, audited))
            else:
                found.append(_judgement(prediction, text, audited))
    return found


def _isolated(isolation: Isolation, prediction: Prediction, text: str, audited: bool) -> Judgement:
    try:
        found = isolation.call(_judgement, prediction, text, audited)
    except OutOfBounds:
        limits = f"{LIMIT_S} s of processor time, or {LIMIT_BYTES >> 30} GiB"
        return Judgement(invalid(Reason.TIME_LIMIT, f"took more than {limits}"), Outcome.WRONG)
    assert isinstance(found, Judgement)
    return found


def heavy(answer: object, category: str) -> bool:
    """Whether an answer is so long or so nested that it could take long to judge."""
    if isinstance(answer, str) and language_of(category) is not Language.PYTHON:
        return len(answer) > LONG_PROGRAM
    size, parts = 0, [answer]
    while parts and size < LONG:
        part = parts.pop()
        size += 1
        if isinstance(part, str):
            size += len(part)
            if len(part) > NESTED and sum(map(part.count, "([{")) > NESTED:
                return True
        elif isinstance(part, list | tuple):
            parts.extend(part)
        elif isinstance(part, dict):
            parts.extend(part)
            parts.extend(part.values())
    return size >= LONG


def _judgement(prediction: Prediction, text: str, audited: bool) -> Judgement:
    reference = parse(text)
    verdict = judge_answer(prediction, reference)
    became = outcome(verdict, prediction, reference)
    if not audited:
        return Judgement(verdict, became)
    corrected = correction(reference, prediction, verdict.valid, verdict.error_type)
    return Judgement(verdict, became, corrected)
