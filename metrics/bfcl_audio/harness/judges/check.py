"""A judge against labelled cases: what it decided, and how often that was right.

A case is one JSON line: the four inputs of `Judge.decide`, `allowed`, and if it is known `asked`
(the topics that the reply must hold, no more), `rule` (what it tries) and `half` (`tuning`, whose
misses may be looked at while a judge is made better, or `held_out`).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...intervals import Interval, wilson
from ...judge import Decision, Judge, JudgeError
from ...judge_reply import held

OUR_CASES = files("bfcl_audio").joinpath("judge_cases.jsonl")
TUNING, HELD_OUT = "tuning", "held_out"

_TEXTS = ("intended_request", "asr_text", "assistant_message")


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled message.

    Attributes:
        asked: topics whose values the reply must hold, and no others; None if that is not known.
        rule: what the case tries, in a word.
        half: `tuning`, `held_out`, or empty.
    """

    intended_request: str
    asr_text: str
    allowed_clarifications: Mapping[str, str]
    assistant_message: str
    allowed: bool
    asked: tuple[str, ...] | None = None
    rule: str = ""
    half: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a judge made of a case; without a decision, why there is none."""

    case: Case
    decision: Decision | None
    error: str = ""

    @property
    def kind(self) -> str:
        """`error`, or the decision's place in the confusion matrix."""
        if self.decision is None:
            return "error"
        right = "true" if self.decision.allowed == self.case.allowed else "false"
        return f"{right}_{'positive' if self.decision.allowed else 'negative'}"

    @property
    def reply_is_right(self) -> bool | None:
        """Whether the reply holds exactly what was asked; None where there is nothing to tell."""
        if self.kind != "true_positive" or self.case.asked is None or self.decision is None:
            return None
        values = self.case.allowed_clarifications
        said = held(self.decision.message, list(values.values()))
        return set(said) == {values[topic] for topic in self.case.asked}


@dataclass(frozen=True, slots=True)
class Matrix:
    """How often a judge was right; to allow is the positive."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0
    error: int = 0
    replies: int = 0
    right_replies: int = 0
    overruled: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> "Matrix":
        """Count outcomes."""
        listed = list(outcomes)
        kinds = [outcome.kind for outcome in listed]
        replies = [outcome.reply_is_right for outcome in listed]
        return cls(
            true_positive=kinds.count("true_positive"),
            false_positive=kinds.count("false_positive"),
            false_negative=kinds.count("false_negative"),
            true_negative=kinds.count("true_negative"),
            error=kinds.count("error"),
            replies=len(replies) - replies.count(None),
            right_replies=replies.count(True),
            overruled=sum(bool(one.decision and one.decision.overruled) for one in listed),
        )

    @property
    def n(self) -> int:
        """How many cases."""
        decided = self.true_positive + self.false_positive + self.false_negative
        return decided + self.true_negative + self.error

    @property
    def precision(self) -> tuple[int, int]:
        """Of the questions allowed, those that should be: (how many, of how many)."""
        return self.true_positive, self.true_positive + self.false_positive

    @property
    def recall(self) -> tuple[int, int]:
        """Of the questions that should be allowed, those that were: (how many, of how many)."""
        return self.true_positive, self.true_positive + self.false_negative

    def as_json(self) -> dict[str, Any]:
        """All counts and rates; a rate of nothing is null."""
        counts = {name: getattr(self, name) for name in self.__slots__}
        return {
            **counts,
            "precision": rate(self.precision),
            "recall": rate(self.recall),
            "replies_right": rate((self.right_replies, self.replies)),
        }


def rate(share: tuple[int, int]) -> dict[str, float] | None:
    """A share with its 95 % interval; None of nothing."""
    hits, n = share
    if not n:
        return None
    low, high = Interval(*wilson(hits, n))
    return {"value": hits / n, "ci_low": low, "ci_high": high, "n": n}


def check(judge: Judge, cases: Sequence[Case], concurrency: int = 1) -> list[Outcome]:
    """Let a judge decide on every case, in their order."""

    def outcome(case: Case) -> Outcome:
        try:
            decision = judge.decide(
                intended_request=case.intended_request,
                asr_text=case.asr_text,
                allowed_clarifications=case.allowed_clarifications,
                assistant_message=case.assistant_message,
            )
        except JudgeError as error:
            return Outcome(case, None, str(error))
        return Outcome(case, decision)

    if concurrency == 1:
        return list(map(outcome, cases))
    with ThreadPoolExecutor(concurrency, thread_name_prefix="judge") as pool:
        return list(pool.map(outcome, cases))


def read_cases(path: Path | None = None) -> list[Case]:
    """The cases in a file; without one, our own.

    Raises:
        InputError: the file cannot be read, or a line is no case.
    """
    name = str(path) if path else "judge_cases.jsonl"
    try:
        text = (path or OUR_CASES).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise InputError(f"cannot read {name}: {reason}") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(f"{name} holds no case; write one JSON object a line")
    return [_case(line, f"{name}, line {number}") for number, line in lines]


def _case(line: str, where: str) -> Case:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"{where}: not JSON; write one JSON object a line") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: {type(record).__name__}, not an object")
    for field in _TEXTS:
        if not isinstance(record.get(field), str):
            raise InputError(f"{where}: {field} is missing or not text")
    values = record.get("allowed_clarifications")
    if not isinstance(values, dict) or not all(isinstance(one, str) for one in values.values()):
        raise InputError(f"{where}: allowed_clarifications is missing or not topic -> text")
    if not isinstance(record.get("allowed"), bool):
        raise InputError(f"{where}: allowed is missing or neither true nor false")
    asked = record.get("asked")
    if asked is not None and not (isinstance(asked, list) and all(one in values for one in asked)):
        raise InputError(f"{where}: asked is no list of topics in allowed_clarifications")
    return Case(
        intended_request=record["intended_request"],
        asr_text=record["asr_text"],
        allowed_clarifications=values,
        assistant_message=record["assistant_message"],
        allowed=record["allowed"],
        asked=None if asked is None else tuple(asked),
        rule=str(record.get("rule") or ""),
        half=str(record.get("half") or ""),
    )
