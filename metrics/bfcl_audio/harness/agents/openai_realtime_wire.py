"""A conversation as items of the Realtime API, and one of its responses as a reply."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..conversation import ChatMessage, ToolCall
from ..openai_client import coded_error, counts, named
from ..tools import Tool
from .base import AgentError, AgentRefused, Reply, Request
from .clips import pcm16
from .openai_wire import as_text

if TYPE_CHECKING:
    from openai.types.realtime import RealtimeResponse, RealtimeResponseUsage

RATE_HZ = 24_000
"""The only rate at which the API takes samples."""

Item = dict[str, Any]  # one item of a Realtime conversation, as JSON

_STATUS_OF_CODES = {
    "invalid_api_key": 401,
    "authentication_error": 401,
    "model_not_found": 404,
    "insufficient_quota": 429,
    "rate_limit_exceeded": 429,
    "server_error": 500,
    "internal_error": 500,
    "session_expired": 500,
}


def tools_out(tools: Sequence[Tool], names: Mapping[str, str]) -> list[Item]:
    """The `tools` of a session: flat, where chat completions nest them."""
    return [
        {
            "type": "function",
            "name": names[tool.name],
            "description": tool.description,
            "parameters": dict(tool.parameters),
        }
        for tool in tools
    ]


def instructions(messages: Sequence[ChatMessage]) -> str:
    """The system messages, which a session has apart from its items."""
    return "\n\n".join(message.content for message in messages if message.role == "system")


def items_out(
    request: Request, messages: Sequence[ChatMessage], names: Mapping[str, str]
) -> Iterator[Item]:
    """The items that stand for `messages`, some of the request's; system messages have none.

    Raises:
        AgentError: a clip is broken.
    """
    answered = {message.tool_call_id for message in request.messages if message.role == "tool"}
    for message in messages:
        if message.role == "user":
            part = (
                {"type": "input_audio", "audio": _clip(request, message)}
                if message.clip
                else {"type": "input_text", "text": message.content}
            )
            yield {"type": "message", "role": "user", "content": [part]}
        elif message.role == "tool":
            yield {
                "type": "function_call_output",
                "call_id": message.tool_call_id,
                "output": message.content,
            }
        elif message.role == "assistant":
            made = all(call.id in answered for call in message.tool_calls)
            if text := message.content if made else as_text(message):
                part = {"type": "output_text", "text": text}
                yield {"type": "message", "role": "assistant", "content": [part]}
            for call in message.tool_calls if made else ():
                yield {
                    "type": "function_call",
                    "call_id": call.id,
                    "name": names.get(call.name, call.name),
                    "arguments": call.arguments,
                }


def _clip(request: Request, message: ChatMessage) -> str:
    assert request.conversation.clip is not None
    return base64.b64encode(pcm16(request.conversation.clip(message.clip), RATE_HZ)).decode()


def reply_in(response: "RealtimeResponse", names: Mapping[str, str], latency_s: float) -> Reply:
    """What a finished response says and calls.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: it failed, was cancelled, or the provider's filter cut it.
    """
    details = response.status_details
    if response.status == "failed":
        error = details.error if details else None
        raise event_error(getattr(error, "code", None), getattr(error, "type", None))
    if response.status == "cancelled":
        raise AgentError("the provider cancelled the answer", retryable=True)
    if response.status == "incomplete" and details and details.reason == "content_filter":
        raise AgentError("the provider's content filter cut the answer")
    ours = {wire: name for name, wire in names.items()}
    texts: list[str] = []
    calls: list[ToolCall] = []
    for number, item in enumerate(response.output or ()):
        if item.type == "function_call":
            call_id = item.call_id or item.id or f"call_{number}"
            call = ToolCall(call_id, ours.get(item.name, item.name), item.arguments or "{}")
            if not all(isinstance(part, str) for part in (call.id, call.name, call.arguments)):
                raise TypeError("a call's parts are texts")
            calls.append(call)
        elif item.type == "message":
            for part in item.content:
                texts.append(part.text or getattr(part, "transcript", None) or "")
    usage = _usage(response.usage)
    return Reply("".join(texts), tuple(calls), usage, round(latency_s, 3), cost_usd=None)


def event_error(code: object, kind: object = None) -> AgentError:
    """What an error event, a failed response or the reason of a close means."""
    name = code if isinstance(code, str) and code else kind
    status = _STATUS_OF_CODES.get(str(name)) or _STATUS_OF_CODES.get(str(kind))
    if status is None:
        return coded_error(400, name)
    error = coded_error(status, name)
    if isinstance(error, AgentRefused) or not error.retryable:
        return error
    said = f"the Realtime API reports an error{named(name) or named(kind)}"
    return AgentError(said, retryable=True, crowded=error.crowded)


def _usage(usage: "RealtimeResponseUsage | None") -> dict[str, int]:
    """Tokens by our names."""
    if usage is None:
        return {}
    given, made = usage.input_token_details, usage.output_token_details
    return counts(
        {
            "prompt_tokens": usage.input_tokens,
            "completion_tokens": usage.output_tokens,
            "cached_tokens": given.cached_tokens if given else None,
            "prompt_audio_tokens": given.audio_tokens if given else None,
            "completion_audio_tokens": made.audio_tokens if made else None,
        }
    )
