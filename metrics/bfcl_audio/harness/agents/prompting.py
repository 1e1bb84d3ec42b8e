"""The prompting form: calls written as text, for models that take no tools.

The model reads in a system message which functions there are and how to write calls; its text is
then judged as Text-BFCL judges prompting models. What its calls return comes back as the user's
text, because chat templates without tools have no other place for it.
"""

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from string import Template

from ..conversation import ChatMessage, ToolCall
from ..tools import Tool, language
from .base import Reply, Request

_TEXT = files(__package__).joinpath("prompting.md").read_text(encoding="utf-8").strip()
_NAMES = {"python": "Python", "java": "Java", "javascript": "JavaScript"}
_EXAMPLES = {
    "python": '[function_name(parameter="text", other_parameter=[1, 2])]',
    "java": '[function_name(parameter="text", other_parameter=new int[]{1, 2})]',
    "javascript": '[function_name(parameter="text", other_parameter=[1, 2])]',
}
_SHAPES_PROMPT = _TEXT + "".join(_EXAMPLES.values())

VERSIONS = {"form": "text", "prompt": hashlib.sha256(_SHAPES_PROMPT.encode()).hexdigest()[:12]}
"""What a prompting agent adds to its versions; scoring reads `form`."""


def prompted(request: Request) -> Request:
    """The same question in the prompting form: no tools, one system message, no tool messages."""
    leading = list(itertools.takewhile(lambda one: one.role == "system", request.messages))
    prompt = system_prompt(request.tools, language(request.conversation.category))
    system = "\n\n".join([*(message.content for message in leading), prompt])
    rest = request.messages[len(leading) :]
    return replace(
        request, messages=(ChatMessage("system", system), *_without_tools(rest)), tools=()
    )


def system_prompt(tools: Sequence[Tool], spoken_language: str) -> str:
    """How to write calls, and the functions as BFCL names them, dots included."""
    lines = (json.dumps(tool.as_prompt(), ensure_ascii=False) for tool in tools)
    return Template(_TEXT).substitute(
        language=_NAMES[spoken_language],
        example=_EXAMPLES[spoken_language],
        functions="\n".join(lines) or "(none)",
    )


def as_text_reply(reply: Reply) -> Reply:
    """A reply of the prompting form; calls that a server made of the text are text again."""
    text = "\n".join(filter(None, (reply.text, *map(call_text, reply.tool_calls))))
    return replace(reply, text=text, tool_calls=(), form="text")


def call_text(call: ToolCall) -> str:
    """A call that no API would take back, as text.

    >>> call_text(ToolCall("c1", "ls", '{"a": tru'))
    'ls({"a": tru)'
    """
    return f"{call.name}({call.arguments})"


def _without_tools(messages: Iterable[ChatMessage]) -> Iterator[ChatMessage]:
    for role, group in itertools.groupby(messages, key=lambda message: message.role):
        if role != "tool":
            yield from group
            continue
        results = [f"{n}. {message.content}" for n, message in enumerate(group, 1)]
        yield ChatMessage("user", "Your calls returned, in order:\n" + "\n".join(results))
