"""A request as chat completions take it, and a completion as a reply."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..conversation import ChatMessage, ToolCall
from ..openai_client import Body, counts
from ..tools import Tool
from .base import AgentError, Reply, Request
from .clips import ClipFormat, encode_base64
from .kept import Kept
from .prompting import call_text

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
    completion: Body,
    request: Request,
    names: Mapping[str, str],
    kept: Kept,
    latency_s: float,
) -> Reply:
    """The first choice of a completion, as `complete` gives it.

    Raises:
        AgentError: the provider's filter cut it, so it is not what the model says.
    """
    choice = completion["choices"][0]
    if choice.get("finish_reason") == "content_filter":
        raise AgentError("the provider's content filter cut the answer")
    message: Body = choice["message"]
    wires = [call for call in message.get("tool_calls") or () if call is not None]
    calls = tuple(_calls(wires, request, names))
    if calls:
        kept.put(request, _message_key(calls[0].id), _extra(message, _REASONING))
        for call, wire in zip(calls, wires, strict=True):
            kept.put(request, call.id, _extra(wire, _SIGNATURES))
    usage = usage_in(completion.get("usage"))
    return Reply(_text(message), calls, usage, round(latency_s, 3), cost_usd=None)


def _calls(
    wires: Sequence[object], request: Request, names: Mapping[str, str]
) -> Iterator[ToolCall]:
    """Every call; what is not written as the API says becomes a call that does not decode.

    Servers beside OpenAI's leave out `type` and `id`, number their calls anew in each message, or
    give arguments that are parsed already.
    """
    ours = {wire: name for name, wire in names.items()}
    taken = {call.id for message in request.messages for call in message.tool_calls}
    for number, wire in enumerate(wires):
        call = wire if isinstance(wire, Mapping) else {}
        function = call.get("function") or call.get("custom")
        function = function if isinstance(function, Mapping) else {}
        name = function.get("name")
        name = name if isinstance(name, str) else ""
        arguments = function.get("arguments", function.get("input"))
        if not isinstance(arguments, str):
            arguments = json.dumps({} if arguments is None else arguments, ensure_ascii=False)
        call_id = call.get("id")
        call_id = call_id if isinstance(call_id, str) and call_id else f"call_{number}"
        if call_id in taken:
            call_id = f"call_{len(request.messages)}_{number}"
        taken.add(call_id)
        yield ToolCall(call_id, ours.get(name, name), arguments or "{}")


def _text(message: Body) -> str:
    """What was said: text, the transcript of speech, or a refusal; thoughts left out."""
    content: object = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text", "") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    audio = message.get("audio")
    spoken = audio.get("transcript") if isinstance(audio, Mapping) else None
    said = (content, spoken, message.get("refusal"))
    text = next((one for one in said if isinstance(one, str) and one), "")
    return _THOUGHTS.sub("", text, count=1) if "</think>" in text else text


def usage_in(usage: object) -> dict[str, int]:
    """Tokens by our names; empty if the server counts none."""
    if not isinstance(usage, Mapping):
        return {}
    prompt = usage.get("prompt_tokens_details")
    completion = usage.get("completion_tokens_details")
    prompt = prompt if isinstance(prompt, Mapping) else {}
    completion = completion if isinstance(completion, Mapping) else {}
    return counts(
        {
            "prompt_tokens": usage.get("prompt_tokens"),
            "completion_tokens": usage.get("completion_tokens"),
            "cached_tokens": prompt.get("cached_tokens"),
            "prompt_audio_tokens": prompt.get("audio_tokens"),
            "completion_audio_tokens": completion.get("audio_tokens"),
            "reasoning_tokens": completion.get("reasoning_tokens"),
        }
    )


def _extra(part: object, wanted: Sequence[str]) -> dict[str, object]:
    """Fields beside those of OpenAI's own API."""
    return {key: part[key] for key in wanted if key in part} if isinstance(part, Mapping) else {}


def _message_key(call_id: str) -> str:
    return f"message of {call_id}"
