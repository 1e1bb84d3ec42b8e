"""Agents that need no model: the oracle calls what is right, the listener what it heard.

**`scripted/oracle`** makes the right calls, whatever it reads.

**`scripted/listener`** knows the right functions and which of their values were spoken. A spoken
value is right if what stands in its place in the transcript says the same once both are brought
to spoken form; else what stands there is used, cast to the value's type if it casts. Values never
spoken (defaults, results of tools) stay right. It shows the ceiling that a recogniser sets.

**`scripted/listener?ask`** asks about a value before it calls, at most three times a turn, one
value a question, and uses what the caller answers. It doubts by what it reads alone, never by
looking at the truth (`doubt.py`). It doubts a value if what it heard for it
  1. is nothing at all;
  2. is spelled out in letters, or with "as in";
  3. holds a spoken or written mark: underscore, dot, slash, dash, @;
  4. mixes letters and digits;
  5. is a number that another sounds like: thirteen and thirty, up to nineteen and ninety;
  6. is no number, where the docs want one;
  7. is for a parameter that takes a person's name, a file, a path, an address or a code.
It asks no question twice.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ...errors import InputError, meant
from ...spoken import canonical, find
from ..conversation import Conversation, ToolCall
from ..conversation import Heard as Utterance
from .base import Reply, Request
from .doubt import doubtful
from .hearing import Heard, hear
from .options import AgentOptions
from .truth import Right, right_calls

_HUMPS = re.compile(r"(?<=[a-z])(?=[A-Z])|_+")
_CLOSING = "All done."
_QUESTIONS = 3


@dataclass(frozen=True, slots=True)
class ScriptedAgent:
    """A script as an agent. Works from the request alone, so it may be shared by threads."""

    name: str
    values: Callable[[Request], "Values"]
    asks: bool = False

    hears = False

    @property
    def versions(self) -> Mapping[str, str]:
        """Nothing but our own version shapes it."""
        return {}

    def reply(self, request: Request) -> Reply:
        """All calls of the turn at once; then, in a multi-turn entry, a closing word."""
        turns = right_calls(request.conversation.reference)
        calls = turns[request.turn] if request.turn < len(turns) else ()
        if request.step or not calls:
            return Reply(_CLOSING)
        values = self.values(request)
        if self.asks and (question := _question(calls, values, request)):
            return Reply(question)
        return Reply(
            tool_calls=tuple(
                ToolCall(f"call_{request.turn}_{n}", right.name, _arguments(right, values))
                for n, right in enumerate(calls)
            )
        )


@dataclass(frozen=True, slots=True)
class Values:
    """What was heard so far: (spoken, transcript) of each utterance, the latest first.

    One that several recognisers heard stands there with each of their transcripts, in a row.
    """

    exchanges: tuple[tuple[str, str], ...] = ()
    replies: tuple[str, ...] = ()

    def heard(self, value: str) -> Heard | None:
        """How a value arrived; None if it was never spoken."""
        if self.told(value):
            return Heard(value, value, survived=True)
        for whole in (True, False):  # "summary.txt" itself before a "summary" said since
            for _, exchanges in groupby(self.exchanges, key=itemgetter(0)):
                found = [hear(value, spoken, text, whole=whole) for spoken, text in exchanges]
                if heard := [one for one in found if one is not None]:
                    return next((one for one in heard if one.survived), heard[0])
        return None

    def told(self, value: str) -> bool:
        """Whether a reply to a question gave the value."""
        return any(find(value, reply) is not None for reply in self.replies)

    def use(self, value: object) -> object:
        """A value of a call, every spoken part of it as it was heard."""
        if isinstance(value, dict):
            return {name: self.use(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.use(inner) for inner in value]
        if isinstance(value, bool) or value is None:
            return value
        found = self.heard(_written(value))
        if found is None or found.survived:
            return value
        return found.value if isinstance(value, str) else _cast(found.value, type(value))


def _oracle(request: Request) -> Values:
    return Values()


def _listener(request: Request) -> Values:
    """Utterances up to this turn, the latest first; in the text arm nothing was spoken."""
    conversation = request.conversation
    past = [one for one in conversation.utterances if one.turn <= request.turn]
    exchanges = tuple(
        (one.spoken, read)
        for one in reversed(past)
        if one.spoken is not None and not conversation.written
        for read in _read(one, conversation)
    )
    replies = tuple(_all_replies(request)) if exchanges else ()
    return Values(exchanges, replies)


def _read(utterance: Utterance, conversation: Conversation) -> tuple[str, ...]:
    """What the agent reads of an utterance: the paraphrase itself where nothing transcribed it.

    Of several recognisers each one's own: a value that one of them heard is heard, the most that a
    reader of all could make of them.
    """
    if conversation.arm.startswith("transcript") and utterance.transcript is not None:
        return tuple(utterance.transcripts.values()) or (utterance.transcript,)
    return (utterance.spoken or "",)


def _all_replies(request: Request) -> Iterator[str]:
    """What the caller answered to questions, in this turn and in earlier ones."""
    for question, answer in zip(request.messages, request.messages[1:], strict=False):
        decision = question.clarification
        if decision and decision.get("message") and answer.role == "user":
            yield answer.content


def _arguments(right: Right, values: Values) -> str:
    chosen = {
        name: values.use(_spoken_option(options, values)) for name, options in right.options.items()
    }
    return json.dumps(chosen, ensure_ascii=False)


def _spoken_option(options: Sequence[object], values: Values) -> object:
    """Of several right values, the one that the caller said."""
    for option in options:
        plain = isinstance(option, str | int | float) and not isinstance(option, bool)
        if plain and values.heard(_written(option)) is not None:
            return option
    return options[0]


def _question(calls: Sequence[Right], values: Values, request: Request) -> str:
    """The next thing to ask; empty if there is none."""
    if len(request.asked) >= _QUESTIONS:
        return ""
    said = {message.content for message in request.messages if message.role == "assistant"}
    for right in calls:
        for parameter, options in right.options.items():
            for value in _leaves(_spoken_option(options, values)):
                heard = values.heard(_written(value))
                if heard is None or values.told(_written(value)):
                    continue
                numeric = not isinstance(value, str)
                question = _ask(parameter, heard.words)
                if question not in said and doubtful(parameter, heard.words, numeric=numeric):
                    return question
    return ""


def _ask(parameter: str, words: str) -> str:
    name = _HUMPS.sub(" ", parameter).strip().lower()
    if not words.strip():
        return f"Sorry, I missed the {name}. Could you spell it for me?"
    return f'Just to be sure, could you spell the {name}? I heard "{words.strip()}".'


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield value


def _written(value: object) -> str:
    """A value as a person would write it: no trailing `.0`."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _cast(words: str, kind: type) -> object:
    """Heard words as a number of the wanted kind, or as they are if they are none."""
    forms = canonical(words)
    try:
        number = float(forms[0]) if len(forms) == 1 else float(words)
    except (ValueError, IndexError):
        return words
    if kind is int:
        return int(number) if number.is_integer() else number
    return number


_SCRIPTS: Mapping[str, Callable[[Request], Values]] = {"oracle": _oracle, "listener": _listener}


def make(model: str, switches: frozenset[str], options: AgentOptions) -> ScriptedAgent:
    """The agent of SPEC `scripted/<model>`.

    Raises:
        InputError: there is no such script, or it has no such switch.
    """
    allowed = {"ask"} if model == "listener" else set()
    if model not in _SCRIPTS or not switches <= allowed:
        spec = "?".join(filter(None, (f"scripted/{model}", "&".join(sorted(switches)))))
        scripts = ("scripted/oracle", "scripted/listener", "scripted/listener?ask")
        raise InputError(
            f"unknown agent {spec!r}; {meant(spec, scripts)}scripts are {', '.join(scripts)}"
        )
    name = f"scripted/{model}" + ("?ask" if switches else "")
    return ScriptedAgent(name, _SCRIPTS[model], asks=bool(switches))
