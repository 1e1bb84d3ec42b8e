"""A recorded episode to the answer that counts, and what was asked on the way.

An assistant message without calls ends its turn, as in Text-BFCL. A question that the judge allowed
does not: it and the reply to it are dropped, and the turn goes on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import InputError, JudgeError
from .judge_inputs import inputs, turn_of
from .prediction import kind
from .recorded import check
from .reference import Reference
from .signature import asr_of


class Decided(Protocol):
    """What a judge says of one message."""

    @property
    def allowed(self) -> bool:
        """Whether the question may be answered."""


class Judge(Protocol):
    """Who decides whether an assistant message is an allowed clarification."""

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decided:
        """Judge one message without calls."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question that an agent asked: in which turn, and whether the judge allowed it."""

    turn: int
    allowed: bool


@dataclass(frozen=True, slots=True)
class Trajectory:
    """What scoring needs of a recorded episode.

    Attributes:
        id: of the entry.
        done: False if the entry was not run, and so is not to be scored.
        answer: in bfcl-eval's form, answered questions dropped.
        fc: whether the agent called tools natively (its text never counts as calls).
        questions: all that were judged.
        damaged: turns in which the recogniser damaged a value that the truth needs.
        utterances: as recorded: what was said, and which values of it were heard.
        labels: `arm`, `asr`, `judge`, `agent`, `preamble`, for the signature.
    """

    id: str
    done: bool
    answer: object
    fc: bool
    questions: tuple[Question, ...]
    damaged: frozenset[int]
    utterances: Sequence[Mapping[str, Any]]
    labels: Mapping[str, str]


def is_trajectory(answer: object) -> bool:
    """Whether an answer is a recorded episode."""
    return (
        isinstance(answer, Mapping)
        and isinstance(answer.get("messages"), list | tuple)
        and ("answer" in answer or "status" in answer or "arm" in answer)
    )


def is_done(record: Mapping[str, Any]) -> bool:
    """False for an episode that an agent or engine failed on: it was not run, and has no score."""
    return bool(record.get("status", "done") == "done")


def read_trajectory(
    record: Mapping[str, Any], reference: Reference, judge: Judge | None = None
) -> Trajectory:
    """Read a trajectory.

    Args:
        record: one line of a run, parsed.
        reference: its entry.
        judge: decides on questions without a recorded decision; None takes none as allowed.

    Raises:
        InputError: the trajectory is of another entry, or something in it is of the wrong kind.
    """
    check(record)
    if record.get("id", reference.id) != reference.id:
        raise InputError(f"a trajectory of {record['id']}, where the reference is {reference.id}")
    done = is_done(record)
    try:
        turns, questions = _replayed(record["messages"], _decider(record, reference, judge))
    except JudgeError:
        done, (turns, questions) = False, ([], [])
    judged_now = judge is not None and _undecided(record["messages"])
    recorded = record.get("answer")
    if recorded is None or judged_now:
        last = turns[0][-1] if turns and turns[0] else ""
        recorded = turns if reference.multi_turn else last
    return Trajectory(
        id=reference.id,
        done=done,
        answer=recorded,
        fc=_native(record, recorded),
        questions=tuple(questions),
        damaged=_damaged(record.get("utterances") or ()),
        utterances=record.get("utterances") or (),
        labels=_labels(record),
    )


_Decider = Callable[[Mapping[str, Any], int], bool | None]


def _replayed(
    messages: Sequence[Mapping[str, Any]], allowed: _Decider
) -> tuple[list[list[object]], list[Question]]:
    """The steps of each turn, and the questions, from the messages alone."""
    turns: list[list[object]] = []
    questions: list[Question] = []
    reply_follows, between_turns = False, True
    for message in messages:
        if message.get("role") == "user":
            if not reply_follows and (between_turns or not turns):
                turns.append([])
            reply_follows, between_turns = False, False
        elif message.get("role") == "assistant" and turns:
            decision = None if message.get("tool_calls") else allowed(message, len(turns) - 1)
            if decision is not None:
                questions.append(Question(len(turns) - 1, decision))
            # A capped question was allowed, and not answered: it ends the turn like any other.
            reply_follows = bool(decision) and not _capped(message)
            if not reply_follows:
                turns[-1].append(_step(message))
            between_turns = not reply_follows and not message.get("tool_calls")
    return turns, questions


def _decider(record: Mapping[str, Any], reference: Reference, judge: Judge | None) -> _Decider:
    def allowed(message: Mapping[str, Any], turn: int) -> bool | None:
        """The decision on a message without calls; None if it was no question to anyone."""
        text = message.get("content") or ""
        recorded = message.get("clarification")
        if isinstance(recorded, Mapping):
            return bool(recorded.get("allowed"))
        if judge is None or not text.strip() or kind(text, reference.category, "fc") == "malformed":
            return None
        case = inputs(record.get("utterances") or (), turn)
        original = reference.turns[turn] if turn < len(reference.turns) else ()
        written = "\n".join(m["content"] for m in original if m["role"] == "user")
        decision = judge.decide(
            intended_request=written or case.intended_request,
            asr_text=case.asr_text,
            allowed_clarifications=case.allowed_clarifications,
            assistant_message=text,
        )
        return True if decision.allowed else (False if kind(text, reference.category, "fc")
                                              == "question" else None)  # fmt: skip

    return allowed


def judged(record: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The messages of a run that its judge decided on, each with its turn."""
    turn, reply_follows, between_turns = -1, False, True
    for message in record["messages"]:
        if message.get("role") == "user":
            turn += not reply_follows and (between_turns or turn < 0)
            reply_follows, between_turns = False, False
        elif message.get("role") == "assistant" and turn >= 0 and not message.get("tool_calls"):
            decision = message.get("clarification") or {}
            reply_follows = bool(decision.get("allowed")) and not _capped(message)
            between_turns = not reply_follows
            if (message.get("content") or "").strip():
                yield turn, message


def _undecided(messages: Sequence[Mapping[str, Any]]) -> bool:
    return not any("clarification" in message for message in messages)


def _capped(message: Mapping[str, Any]) -> bool:
    return (message.get("clarification") or {}).get("reason") == "capped"


def _step(message: Mapping[str, Any]) -> object:
    calls = message.get("tool_calls")
    if not calls:
        return message.get("content") or ""
    return [{call["function"]["name"]: call["function"]["arguments"]} for call in calls]


def _native(record: Mapping[str, Any], answer: object) -> bool:
    """Whether the agent called tools natively, as its run says, or by the look of its answers."""
    versions = record.get("versions")
    form = versions.get("form") if isinstance(versions, Mapping) else None
    if form in ("fc", "text"):
        return bool(form == "fc")
    called = any(message.get("tool_calls") for message in record["messages"])
    return called or not _bracketed(answer)


def _bracketed(answer: object) -> bool:
    """Whether the answer is text in which a prompted model wrote its calls."""
    if isinstance(answer, list):
        return any(_bracketed(part) for part in answer)
    return isinstance(answer, str) and answer.lstrip("` \n").startswith("[")


def _damaged(utterances: Sequence[Mapping[str, Any]]) -> frozenset[int]:
    """The turns in which a value was lost that may be asked about."""
    return frozenset(
        turn_of(utterance)
        for utterance in utterances
        for entity in utterance.get("entities") or ()
        if entity.get("heard") is False
        and entity.get("topic") in (utterance.get("whitelist") or ())
    )


def _labels(record: Mapping[str, Any]) -> Mapping[str, str]:
    arm = str(record.get("arm") or "")
    return {
        "agent": str(record.get("agent") or ""),
        "arm": arm,
        "asr": asr_of(arm),
        "judge": str(record.get("judge") or ""),
        "preamble": str((record.get("hashes") or {}).get("preamble") or "")[:12],
    }
