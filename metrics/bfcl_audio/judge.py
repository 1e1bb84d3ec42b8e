"""Whether an assistant's message may be answered by the caller, and with what.

A judge decides; `enforce` then holds every decision, whoever made it, to the protocol: a reply
holds approved values of the whitelist and a few small words, never the request itself.

    get_judge("rules").decide(
        intended_request="Book a table for Bryan",
        asr_text="book a table for brian",
        allowed_clarifications={"name": "Bryan"},
        assistant_message="Is it Brian with an i, or Bryan with a y?",
    )  # -> Decision(allowed=True, message="It's Bryan.", reason="confirmed")
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from .errors import InputError, JudgeError, JudgeRefused
from .judge_asks import Ask, Kind, asks
from .judge_reply import compose, faults, held
from .judge_topics import Topic, topics
from .judge_words import INJECTING

__all__ = [
    "Decision",
    "Judge",
    "JudgeError",
    "JudgeRefused",
    "RulesJudge",
    "enforce",
    "get_judge",
]

NO_QUESTION = "no question"
NOT_A_CLARIFICATION = "not a clarification"
NOT_IN_WHITELIST = "topic not in the whitelist"
MIXED = "mixed with other questions"
TOO_LONG = "too long to follow by ear"
INJECTION = "speaks to the judge"
ANSWERED = "answered"

_LONGEST_MESSAGE = 2_000
"""Characters of a message that a caller can follow by ear: two minutes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a judge decided.

    Attributes:
        allowed: the question may be answered, and the turn goes on.
        message: the caller's reply; empty unless allowed.
        reason: why, in a few words.
        overruled: what `enforce` had to correct; empty if nothing.
        usage: tokens by name, of a judge that is a model.
        latency_s: seconds the judge took, if that is worth keeping.
    """

    allowed: bool
    message: str
    reason: str
    overruled: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    latency_s: float = 0.0


class Judge(Protocol):
    """Decides on assistant messages without calls. Used from several threads at once."""

    @property
    def name(self) -> str:
        """The SPEC that made it."""

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        """Decide on one message.

        Args:
            intended_request: this turn's request as BFCL wrote it.
            asr_text: what the agent read.
            allowed_clarifications: topic -> written value.
            assistant_message: the agent's latest message.

        Raises:
            JudgeError: the judge failed.
        """


class RulesJudge:
    """Decides by rules, offline; equal inputs, equal decisions."""

    name = "rules"

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        """Allowed if all that the message asks is to confirm, spell or repeat listed values."""
        message = assistant_message.strip()
        if len(message) > _LONGEST_MESSAGE:
            return _refused(TOO_LONG)
        if INJECTING.search(message):
            return _refused(INJECTION)
        known = topics(allowed_clarifications, intended_request, asr_text)
        found = asks(message, known, f"{intended_request} {asr_text}")
        if why := _refusal(found):
            return _refused(why)
        wanted = _wanted(found)
        decision = Decision(True, compose([topic.value for topic in wanted]), ANSWERED)
        return enforce(
            decision,
            intended_request=intended_request,
            allowed_clarifications=allowed_clarifications,
            asked=[topic.value for topic in wanted],
        )


def enforce(
    decision: Decision,
    *,
    intended_request: str,
    allowed_clarifications: Mapping[str, str],
    asked: list[str] | None = None,
    likely: Sequence[str] = (),
) -> Decision:
    """Hold a decision to the protocol.

    A refusal has no message. A reply that says more than it may is composed anew from the
    approved values it holds, or refused if it holds none.

    Args:
        decision: as a judge made it.
        intended_request: what must not be given away.
        allowed_clarifications: topic -> written value.
        asked: the values asked for, where that is known; None allows all of the whitelist.
        likely: the values asked for as far as the rules can tell; a reply composed anew holds no
            others, where it holds any of them.
    """
    if not decision.allowed:
        if not decision.message:
            return decision
        return replace(decision, message="", overruled="a refusal with a reply")
    approved = list(allowed_clarifications.values()) if asked is None else asked
    fault = faults(decision.message, approved, intended_request)
    if not fault:
        return decision
    values = held(decision.message, approved)
    values = [value for value in values if value in likely] or values
    if not values:
        return replace(decision, allowed=False, message="", overruled=fault)
    return replace(decision, message=compose(values), overruled=fault)


def get_judge(spec: str, *, base_url: str | None = None) -> Judge:
    """The judge that a SPEC names: `rules`, `openai/<model>` or `replay/FILE`.

    Args:
        spec: as on the command line.
        base_url: for `openai/...`: of any compatible server.

    Raises:
        InputError: there is none, or it cannot be used as asked.
    """
    if spec == RulesJudge.name:
        return RulesJudge()
    # Imported when asked for and by its full name: scoring needs no harness, and a copy of this
    # file that `evaluate` made has none beside it.
    try:
        judges = importlib.import_module("bfcl_audio.harness.judges")
        options = importlib.import_module("bfcl_audio.harness.agents.options").AgentOptions
    except ModuleNotFoundError:
        raise InputError(
            f"judge {spec!r} needs the package; pip install 'bfcl-audio[agents]'"
        ) from None
    found: Judge | None = judges.judge(spec, options(temperature=0.0, base_url=base_url))
    if found is None:
        raise InputError("judge 'none' decides nothing; leave the judge out instead")
    return found if __name__ == "bfcl_audio.judge" else _Borrowed(found)


class _Borrowed:
    """A judge of the installed package in a copy of this file, which knows other errors."""

    def __init__(self, judge: Judge) -> None:
        self.name = judge.name
        self._judge = judge

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        errors = importlib.import_module("bfcl_audio.errors")
        try:
            return self._judge.decide(
                intended_request=intended_request,
                asr_text=asr_text,
                allowed_clarifications=allowed_clarifications,
                assistant_message=assistant_message,
            )
        except errors.JudgeError as error:
            raise JudgeError(str(error)) from None


def _refused(reason: str) -> Decision:
    return Decision(False, "", reason)


def _refusal(found: list[Ask]) -> str:
    """Why a message is refused; empty if it may be answered."""
    asking = [ask for ask in found if ask.kind is not Kind.STATEMENT]
    if not asking:
        return NO_QUESTION
    if any(ask.kind is Kind.MIXED for ask in asking):
        return MIXED
    about = [ask for ask in asking if ask.kind in (Kind.CLARIFYING, Kind.VALUE)]
    if not about:
        return NOT_A_CLARIFICATION
    if any(ask.strange or not ask.topics for ask in about):
        return NOT_IN_WHITELIST
    return ""


def _wanted(found: list[Ask]) -> list[Topic]:
    return list(dict.fromkeys(topic for ask in found for topic in ask.topics))
