"""A request as chat completions take it, and a completion as a reply."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..conversation import ChatMessage, ToolCall
from ..tools import Tool
from .base import AgentError, Reply, Request
from .clips import ClipFormat, encode_base64
from .kept import Kept
from .prompting import call_text

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion, ChatCompletionMessage
    from openai.types.completion_usage import CompletionUsage

_NAME_LENGTH = 64
_THOUGHTS = re.compile(r"\s*<think>.*?</think>\s*", re.DOTALL)
_REASONING = ("reasoning_content", "reasoning_details")
_SIGNATURES = ("extra_content",)


def wire_names(tools: Sequence[Tool]) -> dict[str, str]:
    """Tool name -> a name that the API takes; different names stay different.

    >>> from ..tools import Tool
    >>> wire_names([Tool("get weather", "", {}), Tool("get_weather", "", {})])
    {'get weather': 'get_weather', 'get_weather': 'get_weather_2'}
    """
    names: dict[str, str] = {}
    for tool in tools:
        plain = re.sub(r"[^A-Za-z0-9_-]", "_", tool.name)[:_NAME_LENGTH]
        name, number = plain, 1
        while name in names.values():
            number += 1
            name = f"{plain[: _NAME_LENGTH - 4]}_{number}"
        names[tool.name] = name
    return names


def tools_out(tools: Sequence[Tool], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The `tools` of a request."""
    entries = [tool.as_openai() for tool in tools]
    for entry in entries:
        entry["function"]["name"] = names[entry["function"]["name"]]
    return entries


def messages_out(
    request: Request, names: Mapping[str, str], kept: Kept, clip_format: ClipFormat | None
) -> list[dict[str, Any]]:
    """The `messages` of a request.

    Raises:
        AgentError: a clip is broken.
    """
    return list(_messages_out(request, names, kept, clip_format))


def _messages_out(
    request: Request, names: Mapping[str, str], kept: Kept, clip_format: ClipFormat | None
) -> Iterator[dict[str, Any]]:
    answered = {message.tool_call_id for message in request.messages if message.role == "tool"}
    for message in request.messages:
        if message.clip and clip_format:
            yield {"role": message.role, "content": [_clip(request, message, clip_format)]}
        elif any(call.id not in answered for call in message.tool_calls):
            yield {"role": message.role, "content": as_text(message)}
        else:
            wire = message.as_openai()
            for call in wire.get("tool_calls", ()):
                function = call["function"]
                function["name"] = names.get(function["name"], function["name"])
                call |= kept.get(request, call["id"])
            if message.tool_calls:
                wire |= kept.get(request, _message_key(message.tool_calls[0].id))
            yield wire


def as_text(message: ChatMessage) -> str:
    """A message whose calls were never made: APIs refuse calls without results, or broken JSON."""
    return "\n".join(filter(None, (message.content, *map(call_text, message.tool_calls))))


def _clip(request: Request, message: ChatMessage, clip_format: ClipFormat) -> dict[str, Any]:
    assert request.conversation.clip is not None
    data = encode_base64(request.conversation.clip(message.clip), clip_format)
    return {"type": "input_audio", "input_audio": {"data": data, "format": clip_format}}


def reply_in(
    completion: "ChatCompletion",
    request: Request,
    names: Mapping[str, str],
    kept: Kept,
    latency_s: float,
) -> Reply:
    """The first choice of a completion.

    Raises:
        AgentError: the provider's filter cut it, so it is not what the model says.
    """
    choice = completion.choices[0]
    if choice.finish_reason == "content_filter":
        raise AgentError("the provider's content filter cut the answer")
    message = choice.message
    calls = tuple(_calls(message, names))
    if calls:
        kept.put(request, _message_key(calls[0].id), _extra(message, _REASONING))
        for call, wire in zip(calls, message.tool_calls or (), strict=True):
            kept.put(request, call.id, _extra(wire, _SIGNATURES))
    return Reply(
        _text(message), calls, usage_in(completion.usage), round(latency_s, 3), cost_usd=None
    )


def _calls(message: "ChatCompletionMessage", names: Mapping[str, str]) -> Iterator[ToolCall]:
    """Every call; what is not written as the API says becomes a call that does not decode.

    Servers beside OpenAI's leave out `type` and `id`, or give arguments that are parsed already.
    """
    ours = {wire: name for name, wire in names.items()}
    for number, call in enumerate(message.tool_calls or ()):
        function = getattr(call, "function", None) or getattr(call, "custom", None)
        name = str(getattr(function, "name", None) or "")
        arguments = getattr(function, "arguments", getattr(function, "input", None))
        if not isinstance(arguments, str):
            arguments = json.dumps({} if arguments is None else arguments, ensure_ascii=False)
        call_id = str(getattr(call, "id", None) or f"call_{number}")
        yield ToolCall(call_id, ours.get(name, name), arguments or "{}")


def _text(message: "ChatCompletionMessage") -> str:
    """What was said: text, the transcript of speech, or a refusal; thoughts left out."""
    content: object = message.content
    if isinstance(content, list):
        parts = [part.get("text", "") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    spoken = getattr(message.audio, "transcript", None) if message.audio else None
    text = content or spoken or getattr(message, "refusal", None) or ""
    return _THOUGHTS.sub("", str(text), count=1) if "</think>" in str(text) else str(text)


def usage_in(usage: "CompletionUsage | None") -> dict[str, int]:
    """Tokens by our names; empty if the server counts none."""
    if usage is None:
        return {}
    prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
    counts = {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "cached_tokens": getattr(prompt, "cached_tokens", None),
        "prompt_audio_tokens": getattr(prompt, "audio_tokens", None),
        "completion_audio_tokens": getattr(completion, "audio_tokens", None),
        "reasoning_tokens": getattr(completion, "reasoning_tokens", None),
    }
    return {name: count for name, count in counts.items() if isinstance(count, int) and count}


def _extra(part: Any, wanted: Sequence[str]) -> dict[str, object]:
    """Fields that the SDK does not know."""
    found = getattr(part, "model_extra", None) or {}
    return {key: found[key] for key in wanted if key in found}


def _message_key(call_id: str) -> str:
    return f"message of {call_id}"
