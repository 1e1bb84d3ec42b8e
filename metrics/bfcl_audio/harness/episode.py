"""One agent through one conversation, turn by turn.

Turns end as in Text-BFCL, at the first message without calls, with one exception: a question that
the judge allows is answered and the agent goes on in the same turn.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..judge import Decision, Judge
from ..prediction import Kind, kind
from ..reference import parse
from ..simulators import Simulation
from .agents.base import Agent, HoldsSessions, Reply, Request
from .budget import Budget
from .conversation import ChatMessage, Conversation, Turn
from .prices import UNTOLD, Price, Prices
from .simulated_user import SimulatedUser, WritingUser
from .tools import Tool, tools

MAX_STEPS = 20
"""Executed replies a turn; one more ends the entry, as in the reference."""

MAX_CLARIFICATIONS = 3
"""Answered questions a turn; one more is judged, recorded as capped, and ends the turn."""

CAPPED = "capped"

_SET = re.compile(r"\{('[^',{}]*'(?:, '[^',{}]*')+)\}")

Step = list[dict[str, str]] | str


@dataclass(slots=True)
class Episode:
    """What happened; filled while it happens, so that a failure leaves what came before.

    Attributes:
        messages: everything said and called.
        turns: per turn the steps that count: `[{name: arguments}]`, or text.
        usage: token counts, summed; `judge_…` of its judge.
        first_latency_s: seconds the agent took for its first reply; None before that.
        latency_s: seconds the agent took, all replies together.
        cost_usd: of agent and judge; None once the price of something is not known.
        budget: of the run; asked before, and told after, each reply and each decision.
    """

    messages: list[ChatMessage] = field(default_factory=list)
    turns: list[list[Step]] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    first_latency_s: float | None = None
    latency_s: float = 0.0
    cost_usd: float | None = 0.0
    forced_to_quit: bool = False
    budget: Budget = field(default_factory=Budget)

    def count(self, usage: Mapping[str, int], cost_usd: float | None, who: str = "") -> None:
        """Add what a reply or a decision took."""
        for name, tokens in usage.items():
            self.usage[who + name] = self.usage.get(who + name, 0) + tokens
        if cost_usd:
            self.budget.spend(cost_usd)
        known = self.cost_usd is not None and cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost_usd or 0.0) if known else None

    def answer(self, *, multi_turn: bool) -> object:
        """The answer in bfcl-eval's own form; answered questions are not in it."""
        if multi_turn:
            return self.turns
        return self.turns[-1][-1] if self.turns and self.turns[-1] else ""


def play(
    conversation: Conversation,
    agent: Agent,
    *,
    judge: Judge | None,
    preamble: str,
    episode: Episode,
    user: SimulatedUser | None = None,
    prices: Prices = UNTOLD,
    repeat: int = 0,
) -> None:
    """Take `agent` through `conversation`, writing into `episode`.

    Args:
        conversation: what to go through; the written arm gets neither preamble nor judge.
        agent: who answers.
        judge: who decides on questions; None ends turns as Text-BFCL does.
        preamble: the system message of spoken conversations.
        episode: filled step by step.
        user: who replies to allowed questions.
        prices: what agent and judge cost where they do not tell it themselves.
        repeat: which repeat of the entry this is, from 0.

    Raises:
        AgentError: the agent or its provider failed; the entry is not run.
        JudgeError: the judge failed; the entry is not run.
        SpeechFailed: a reply could not be said or heard; the entry is not run.
        OutOfMoney: the next reply might cost more than is left; the entry is not run.
    """
    who = user or WritingUser()
    try:
        _Play(conversation, agent, judge, who, episode, prices, repeat).run(preamble)
    finally:
        if isinstance(agent, HoldsSessions):
            agent.end(conversation, repeat)


class _Play:
    def __init__(
        self,
        conversation: Conversation,
        agent: Agent,
        judge: Judge | None,
        user: SimulatedUser,
        episode: Episode,
        prices: Prices,
        repeat: int,
    ) -> None:
        self.conversation = conversation
        self.agent = agent
        self.judge = None if conversation.written else judge
        self.user = user
        self.episode = episode
        self.prices = prices
        self.repeat = repeat
        self.tools: tuple[Tool, ...] = tools(
            json.loads(conversation.functions), conversation.category
        )
        self.simulation = (
            Simulation(parse(conversation.reference)) if conversation.multi_turn else None
        )

    def run(self, preamble: str) -> None:
        if preamble and not self.conversation.written:
            self._say(ChatMessage("system", preamble))
        for index, turn in enumerate(self.conversation.turns):
            self.episode.turns.append([])
            self.tools += tools(turn.held_out, self.conversation.category, held_out=True)
            for message in turn.messages:
                self._say(message)
            self._turn(index, turn)
            if self.episode.forced_to_quit:
                return

    def _turn(self, index: int, turn: Turn) -> None:
        executed = 0
        answers: list[str] = []
        while not self.episode.forced_to_quit:
            reply = self._ask(index, executed, answers)
            what = self._kind(reply)
            if what == "calls":
                self._count(reply)
                if self.simulation is None:
                    return
                self._execute(reply)
                executed += 1
                self.episode.forced_to_quit = executed > MAX_STEPS
                continue
            decision = self._judged(reply, what, turn)
            answered = decision is not None and decision.allowed
            capped = answered and len(answers) >= MAX_CLARIFICATIONS
            self._say(self._message(reply, self._record(decision, what, capped=capped)))
            if decision is None or not answered or capped:
                self.episode.turns[-1].append(_step(reply))
                return
            said = self.user.reply(decision, reply.text, index)
            answers.append(said.content)
            self._say(said)

    def _ask(self, turn: int, executed: int, answers: Sequence[str]) -> Reply:
        episode = self.episode
        messages = tuple(episode.messages)
        request = Request(
            messages, self.tools, self.conversation, turn, executed, tuple(answers), self.repeat
        )
        with episode.budget.reply(grown=episode.first_latency_s is not None):
            reply = self.agent.reply(request)
            episode.count(reply.usage, _cost(reply.cost_usd, self.prices.agent, reply.usage))
        episode.latency_s += reply.latency_s
        if episode.first_latency_s is None:
            episode.first_latency_s = reply.latency_s
        return reply

    def _kind(self, reply: Reply) -> Kind:
        """The scorer's own view: beside native tool calls, text never is one."""
        return kind(_step(reply), self.conversation.category, reply.form)

    def _judged(self, reply: Reply, what: Kind, turn: Turn) -> Decision | None:
        """The judge's view of a message without calls; None where it is not asked."""
        if self.judge is None or what == "malformed" or not reply.text.strip():
            return None
        with self.episode.budget.reply():
            decision = self.judge.decide(
                intended_request=turn.intended,
                asr_text=turn.read,
                allowed_clarifications=turn.whitelist,
                assistant_message=reply.text,
            )
            usage = decision.usage
            self.episode.count(usage, _cost(None, self.prices.judge, usage), "judge_")
        return decision

    def _record(
        self, decision: Decision | None, what: Kind, *, capped: bool
    ) -> dict[str, object] | None:
        """The decision as the trajectory keeps it, if the message was a question at all."""
        if decision is None or self.judge is None or not (decision.allowed or what == "question"):
            return None
        return {
            "allowed": decision.allowed,
            "message": "" if capped else decision.message,
            "reason": CAPPED if capped else decision.reason,
            "judge": self.judge.name,
            **({"overruled": decision.overruled} if decision.overruled else {}),
            **({"usage": dict(decision.usage)} if decision.usage else {}),
            **({"latency_s": decision.latency_s} if decision.latency_s else {}),
        }

    def _execute(self, reply: Reply) -> None:
        assert self.simulation is not None
        results = self.simulation.execute_step(_step(reply), reply.form)
        ids = [call.id for call in reply.tool_calls] or [""] * len(results)
        for call_id, result in zip(ids, results, strict=True):
            self._say(ChatMessage("tool", _sets_in_order(result), tool_call_id=call_id))

    def _count(self, reply: Reply) -> None:
        self._say(self._message(reply, None))
        self.episode.turns[-1].append(_step(reply))

    def _message(self, reply: Reply, clarification: dict[str, object] | None) -> ChatMessage:
        return ChatMessage(
            "assistant",
            reply.text,
            tool_calls=reply.tool_calls,
            clarification=clarification,
            latency_s=reply.latency_s,
            usage=reply.usage,
        )

    def _say(self, message: ChatMessage) -> None:
        self.episode.messages.append(message)


def _cost(told: float | None, price: Price | None, usage: Mapping[str, int]) -> float | None:
    """What something cost: as it told itself, else by its price; None if that is not known."""
    if told is not None or price is None:
        return told
    return price.cost_usd(usage)


def _sets_in_order(result: str) -> str:
    """The result of a call, the sets of texts in it sorted.

    BFCL's simulators print sets as they come, which differs from process to process; an entry
    that is run again must show its agent the same.

    >>> _sets_in_order("one of {'first', 'business'}")
    "one of {'business', 'first'}"
    """
    return _SET.sub(lambda found: f"{{{', '.join(sorted(found[1].split(', ')))}}}", result)


def _step(reply: Reply) -> Step:
    """One reply as bfcl-eval stores it."""
    if reply.tool_calls:
        return [{call.name: call.arguments} for call in reply.tool_calls]
    return reply.text
