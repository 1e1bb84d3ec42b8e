"""What became of an answer: right, or in which of four ways it failed.

`wrong` is the silent failure: calls that decode and are not what was asked for. A reply that tries
to call and fails to decode is `malformed`, never an abstention.
"""

from collections.abc import Iterable
from enum import StrEnum

from .prediction import Kind, Prediction, kind
from .reference import Reference
from .state_match import decode_turn
from .verdict import Reason, Verdict


class Outcome(StrEnum):
    """The five outcomes; the last four partition the answers that are not valid."""

    CORRECT = "correct"
    WRONG = "wrong"
    MALFORMED = "malformed"
    ASKED = "asked"
    ABSTAINED = "abstained"


_BY_KIND: dict[Kind, Outcome] = {
    "calls": Outcome.WRONG,
    "malformed": Outcome.MALFORMED,
    "question": Outcome.ASKED,
    "prose": Outcome.ABSTAINED,
}
_ENDED_WITHOUT_CALLS = frozenset(
    {
        Reason.DECODER_FAILED,
        Reason.DECODER_WRONG_FORMAT,
        Reason.SIMPLE_WRONG_COUNT,
        Reason.MULTIPLE_WRONG_COUNT,
        Reason.PARALLEL_WRONG_COUNT,
        Reason.RELEVANCE_NOT_CALLED,
    }
)


def outcome(verdict: Verdict, prediction: Prediction, reference: Reference) -> Outcome:
    """Tell the outcome of a judged answer.

    Multi-turn, the turn that failed decides: the one without calls where some were needed, else
    the last one.
    """
    if verdict.valid:
        return Outcome.CORRECT
    if reference.multi_turn:
        return _multi_turn(verdict, prediction, reference)
    if verdict.error_type in _ENDED_WITHOUT_CALLS:
        return _BY_KIND[kind(prediction.result, reference.category, prediction.mode)]
    return Outcome.WRONG


def _multi_turn(verdict: Verdict, prediction: Prediction, reference: Reference) -> Outcome:
    turns = prediction.result
    if not isinstance(turns, list):
        return _of_steps([turns], prediction, reference.category)
    if verdict.error_type == Reason.EMPTY_TURN:
        for turn, truth in zip(turns, reference.ground_truth, strict=True):
            if truth and not decode_turn(turn, prediction.mode):
                return _of_steps(turn, prediction, reference.category)
    if verdict.error_type == Reason.FORCE_TERMINATED:
        return _of_steps(turns[-1] if turns else [], prediction, reference.category)
    if verdict.error_type == Reason.INFERENCE_ERROR:
        return Outcome.MALFORMED
    return Outcome.WRONG


def _of_steps(steps: object, prediction: Prediction, category: str) -> Outcome:
    """The outcome of a failed turn: calls, else an attempt at calls, else how it ended."""
    listed = list(steps) if isinstance(steps, Iterable) and not isinstance(steps, str) else [steps]
    kinds = [kind(step, category, prediction.mode) for step in listed]
    for telling in ("calls", "malformed"):
        if telling in kinds:
            return _BY_KIND["calls" if telling == "calls" else "malformed"]
    return _BY_KIND[kinds[-1] if kinds else "prose"]
