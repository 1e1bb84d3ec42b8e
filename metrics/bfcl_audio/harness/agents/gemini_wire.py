"""A request as Gemini takes it, and Gemini's answer as a reply."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..conversation import ChatMessage, ToolCall
from ..openai_client import counts, named
from ..tools import Tool
from .base import AgentError, Reply, Request
from .clips import MIME_TYPES, ClipFormat, encode
from .kept import Kept
from .openai_wire import as_text

if TYPE_CHECKING:
    from google.genai.types import (
        Candidate,
        Content,
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
        Part,
    )
    from google.genai.types import Tool as GeminiTool

_OWN_ID = "made_"  # the API gave none, so it gets none back
_MALFORMED = frozenset({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"})
_FILTERED = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "ESCALATION"}
)
_FINISHED = frozenset({"", "STOP", "MAX_TOKENS"})
_NOT_SHOWN = "<tool_call>a call that the API could not read and does not show</tool_call>"


def tools_out(tools: Sequence[Tool], names: Mapping[str, str]) -> "list[GeminiTool]":
    """The functions of a request; their JSON Schema goes as it is."""
    from google.genai import types

    declarations = [
        types.FunctionDeclaration(
            name=names[tool.name],
            description=tool.description,
            parameters_json_schema=dict(tool.parameters),
        )
        for tool in tools
    ]
    return [types.Tool(function_declarations=declarations)] if declarations else []


def contents_out(
    request: Request, names: Mapping[str, str], kept: Kept, clip_format: ClipFormat | None
) -> "tuple[str, list[Content]]":
    """The system text, and the messages: alternating, because results are the user's too.

    Raises:
        AgentError: a clip is broken.
    """
    from google.genai import types

    answered = {message.tool_call_id for message in request.messages if message.role == "tool"}
    called = {call.id: call.name for message in request.messages for call in message.tool_calls}
    system: list[str] = []
    contents: list[Content] = []
    for message in request.messages:
        if message.role == "system":
            system.append(message.content)
            continue
        role = "model" if message.role == "assistant" else "user"
        if message.role == "tool":
            name = called.get(message.tool_call_id, "")
            parts = [_result(message, names.get(name, name))]
        elif message.clip and clip_format:
            parts = [_clip(request, message, clip_format)]
        elif all(call.id in answered for call in message.tool_calls):
            parts = list(_said(request, message, names, kept))
        else:
            parts = [types.Part(text=as_text(message))]
        if not parts:
            continue  # an empty message is refused
        if contents and contents[-1].role == role and contents[-1].parts is not None:
            contents[-1].parts.extend(parts)
        else:
            contents.append(types.Content(role=role, parts=parts))
    return "\n\n".join(system), contents


def _said(
    request: Request, message: ChatMessage, names: Mapping[str, str], kept: Kept
) -> "Iterator[Part]":
    from google.genai import types

    if message.content:
        yield types.Part(text=message.content)
    for call in message.tool_calls:
        signature = kept.get(request, call.id).get("thought_signature")
        yield types.Part(
            function_call=types.FunctionCall(
                id=_their_id(call.id),
                name=names.get(call.name, call.name),
                args=json.loads(call.arguments),
            ),
            thought_signature=signature if isinstance(signature, bytes) else None,
        )


def _result(message: ChatMessage, name: str) -> "Part":
    from google.genai import types

    response = types.FunctionResponse(
        id=_their_id(message.tool_call_id), name=name, response={"output": message.content}
    )
    return types.Part(function_response=response)


def _their_id(call_id: str) -> str | None:
    return None if call_id.startswith(_OWN_ID) else call_id


def _clip(request: Request, message: ChatMessage, clip_format: ClipFormat) -> "Part":
    from google.genai import types

    assert request.conversation.clip is not None
    data = encode(request.conversation.clip(message.clip), clip_format)
    return types.Part(inline_data=types.Blob(data=data, mime_type=MIME_TYPES[clip_format]))


def reply_in(
    response: "GenerateContentResponse",
    request: Request,
    names: Mapping[str, str],
    kept: Kept,
    latency_s: float,
) -> Reply:
    """The first candidate of an answer.

    Raises:
        AgentError: there is none, or the provider's filter cut it.
    """
    feedback = response.prompt_feedback
    if feedback is not None and feedback.block_reason is not None:
        raise AgentError("the provider's content filter blocked the request")
    if not response.candidates:
        raise AgentError("the answer holds no candidate", retryable=True)
    candidate = response.candidates[0]
    reason = str(getattr(candidate.finish_reason, "value", candidate.finish_reason) or "")
    if reason in _FILTERED:
        raise AgentError("the provider's content filter cut the answer")
    text, calls = _parts(candidate, request, names, kept)
    if reason in _MALFORMED and not calls:
        text = text or candidate.finish_message or _NOT_SHOWN
    if reason not in _FINISHED and not (text or calls):
        raise AgentError(f"the provider stopped without an answer:{named(reason)}", retryable=True)
    usage = _usage(response.usage_metadata)
    return Reply(text, tuple(calls), usage, round(latency_s, 3), cost_usd=None)


def _parts(
    candidate: "Candidate", request: Request, names: Mapping[str, str], kept: Kept
) -> tuple[str, list[ToolCall]]:
    ours = {wire: name for name, wire in names.items()}
    content = candidate.content
    texts: list[str] = []
    calls: list[ToolCall] = []
    for part in (content.parts if content else None) or ():
        if part.function_call is not None:
            name = part.function_call.name or ""
            arguments: Any = part.function_call.args or {}
            call_id = part.function_call.id or f"{_OWN_ID}{len(request.messages)}_{len(calls)}"
            calls.append(
                ToolCall(call_id, ours.get(name, name), json.dumps(arguments, ensure_ascii=False))
            )
            if part.thought_signature:
                kept.put(request, call_id, {"thought_signature": part.thought_signature})
        elif part.text and not part.thought:
            texts.append(part.text)
    return "".join(texts), calls


def _usage(usage: "GenerateContentResponseUsageMetadata | None") -> dict[str, int]:
    """Tokens by our names; thoughts are written, and paid for, as the rest of the completion."""
    if usage is None:
        return {}
    thoughts = usage.thoughts_token_count or 0
    sound = sum(
        detail.token_count or 0
        for detail in usage.prompt_tokens_details or ()
        if detail.modality is not None and detail.modality.value == "AUDIO"
    )
    return counts(
        {
            "prompt_tokens": usage.prompt_token_count,
            "completion_tokens": (usage.candidates_token_count or 0) + thoughts,
            "cached_tokens": usage.cached_content_token_count,
            "prompt_audio_tokens": sound,
            "reasoning_tokens": thoughts,
        }
    )
