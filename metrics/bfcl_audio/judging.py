"""All that is said of one answer, worked out together: verdict, outcome, correction."""

from collections.abc import Iterator
from typing import NamedTuple

from .audited import correction
from .isolation import Isolation, OutOfBounds
from .languages import Language, language_of
from .outcomes import Outcome, outcome
from .prediction import Prediction
from .reference import Reference
from .rows import expected_calls
from .single_turn import judge as judge_calls
from .state_match import judge_turns
from .verdict import VALID, Reason, Verdict, invalid

LIMIT_S = 10
"""Most processor time of one answer, in seconds."""

LIMIT_BYTES = 2 << 30
"""Most memory that judging one answer may take."""

LONG = 20_000
"""Characters of an answer, as Python shows it, beyond which it is judged in a process that can be
killed."""

LONG_PROGRAM = 1_000
"""The same for Java and JavaScript, whose parser and literals can take more than their share of
time."""

NESTED = 100
"""The same for what can nest in one text, brackets and operators: how deep they may depends on the
caller's stack, and that process has always the same."""

_NESTING = b"([{.+-*/%~@|&^<>"
_NESTING_WORDS = (b"not", b"else", b"lambda", b"await")


class Judgement(NamedTuple):
    """What is said of one answer.

    Attributes:
        correction: which known slip of BFCL decided the verdict; None if none did, or none was
            looked for.
    """

    verdict: Verdict
    outcome: Outcome
    correction: str | None = None


_RIGHT = Judgement(VALID, Outcome.CORRECT)  # one for all, which also travels fast


def judge_answer(prediction: Prediction, reference: Reference) -> Verdict:
    """The verdict on one answer: a function of the two, and of nothing else."""
    if reference.multi_turn:
        return judge_turns(prediction.result, reference, prediction.mode)
    return judge_calls(prediction.result, expected_calls(reference), prediction.mode)


def judgement(
    prediction: Prediction, reference: Reference, *, audited: bool, isolation: Isolation
) -> Judgement:
    """All that is said of one answer, within bounded time and memory.

    Looks for a correction if `audited`; in `isolation` (see `isolated`) what could take long.
    """
    if not heavy(prediction.result, reference.category):
        return _judgement(prediction, reference, audited)
    try:
        return isolation.call(_judgement, prediction, reference, audited)
    except OutOfBounds:
        limits = f"{LIMIT_S} s of processor time, or {LIMIT_BYTES >> 30} GiB"
        return Judgement(invalid(Reason.TIME_LIMIT, f"took more than {limits}"), Outcome.WRONG)


def isolated() -> Isolation:
    """A process with the limits of one answer."""
    return Isolation(limit_s=LIMIT_S, limit_bytes=LIMIT_BYTES)


def heavy(answer: object, category: str) -> bool:
    """Whether an answer is so long or so nested that it could take long to judge."""
    longest = LONG if language_of(category) is Language.PYTHON else LONG_PROGRAM
    if isinstance(answer, str):
        return len(answer) > longest or _may_nest(answer)
    try:
        shown = repr(answer)
    except (RecursionError, ValueError):  # nested deep; an integer too long to be shown
        return True
    return len(shown) > longest or (_may_nest(shown) and any(map(_may_nest, _texts(answer))))


def _may_nest(text: str) -> bool:
    if len(text) <= NESTED:
        return False
    data = text.encode(errors="replace")
    return (
        len(data) - len(data.translate(None, _NESTING)) + sum(map(data.count, _NESTING_WORDS))
        > NESTED
    )


def _texts(answer: object) -> Iterator[str]:
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list | tuple):
        for part in answer:
            yield from _texts(part)
    elif isinstance(answer, dict):
        for part in (*answer, *answer.values()):
            yield from _texts(part)


def _judgement(prediction: Prediction, reference: Reference, audited: bool) -> Judgement:
    verdict = judge_answer(prediction, reference)
    if verdict is VALID and not audited:
        return _RIGHT
    became = outcome(verdict, prediction, reference)
    if not audited:
        return Judgement(verdict, became)
    corrected = correction(reference, prediction, verdict.valid, verdict.error_type)
    return Judgement(verdict, became, corrected)
