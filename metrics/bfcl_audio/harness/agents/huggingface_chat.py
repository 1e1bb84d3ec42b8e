"""A conversation as chat templates of local models take it.

Two forms, by what a model's template can do. `fc`: the template shows the tools, calls and results
are messages of their own. `text`: it shows none, so the model is prompted to write its calls.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...ast_match import Mode
from ..conversation import ChatMessage, ToolCall
from ..tools import Tool
from .base import Request
from .clips import pcm16
from .prompting import call_text, prompted

Pcm = npt.NDArray[np.float32]
"""Mono sound: float32, (samples,), -1..1."""


@dataclass(frozen=True, slots=True)
class Question:
    """One request as a template takes it.

    Attributes:
        messages: for `apply_chat_template`; a clip is a content part `{"type": "audio"}`.
        clips: mono sound of these parts, in order, at the rate asked for.
        tools: in OpenAI's form, for the template; None where it knows none.
        known: the same tools, to read calls with.
        repeat: which repeat of the entry this is.
    """

    messages: list[dict[str, Any]]
    clips: tuple[Pcm, ...]
    tools: list[dict[str, Any]] | None
    known: tuple[Tool, ...]
    repeat: int


def question(request: Request, form: Mode, sample_rate_hz: int) -> Question:
    """A request in a form that a model takes.

    Args:
        request: what to ask.
        form: `fc` if the model's template shows tools.
        sample_rate_hz: at which the model hears.

    Raises:
        AgentError: a clip cannot be read.
    """
    asked = request if form == "fc" else prompted(request)
    read = request.conversation.clip
    heard = [message.clip for message in asked.messages if message.clip and read]
    clips = tuple(sound(read(name), sample_rate_hz) for name in heard) if read else ()
    tools = [tool.as_openai() for tool in asked.tools] or None
    return Question(list(_messages(asked.messages)), clips, tools, request.tools, request.repeat)


def sound(data: bytes, sample_rate_hz: int) -> Pcm:
    """Mono sound of a whole WAV or FLAC file, at a rate.

    Raises:
        AgentError: the bytes are no sound.
    """
    return np.frombuffer(pcm16(data, sample_rate_hz), "<i2").astype(np.float32) / np.float32(32767)


def _messages(messages: Sequence[ChatMessage]) -> Iterator[dict[str, Any]]:
    for message in messages:
        # What was said in a clip must not be read beside it.
        content = [{"type": "audio"}] if message.clip else message.content
        plain: dict[str, Any] = {"role": message.role, "content": content}
        if message.tool_calls:
            arguments = [_arguments(call) for call in message.tool_calls]
            if None in arguments:  # templates take no broken call, so it is told
                calls = map(call_text, message.tool_calls)
                plain["content"] = "\n".join(filter(None, [message.content, *calls]))
            else:
                plain["tool_calls"] = [
                    _tool_call(call, given)
                    for call, given in zip(message.tool_calls, arguments, strict=True)
                ]
        if message.role == "tool":
            plain |= {"tool_call_id": message.tool_call_id, "name": _caller(messages, message)}
        yield plain


def _tool_call(call: ToolCall, arguments: Mapping[str, Any] | None) -> dict[str, Any]:
    function = {"name": call.name, "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def _arguments(call: ToolCall) -> Mapping[str, Any] | None:
    try:
        arguments = json.loads(call.arguments)
    except ValueError:
        return None
    return arguments if isinstance(arguments, dict) else None


def _caller(messages: Sequence[ChatMessage], result: ChatMessage) -> str:
    """The name of the function that a result is of; some templates show it."""
    names = {call.id: call.name for one in messages for call in one.tool_calls}
    return names.get(result.tool_call_id, "")
