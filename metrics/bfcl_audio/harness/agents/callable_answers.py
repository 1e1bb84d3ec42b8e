"""What a Python callable may return, read into a `Reply`.

| returned | read as |
|---|---|
| `str` | text without calls |
| a list of calls | these calls |
| `{"content": …, "tool_calls": […]}` | OpenAI's assistant message; `usage`, `cost_usd` count |
| one call | that call |
| a pydantic object of these forms (as SDKs return them), or a `Reply` | itself |

A call is OpenAI's `{"function": {"name", "arguments"}}`, `{"name", "arguments"}`, bfcl-eval's
`{name: arguments}` or a `ToolCall`; arguments are a dict or JSON text.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..conversation import ToolCall
from .base import AgentError, Reply

_FORMS = 'text, a list of tool calls, or a message {"content": …, "tool_calls": […]}'
_MESSAGE_KEYS = ("content", "tool_calls")


def read(answer: object, first_id: int = 0) -> Reply:
    """A callable's answer as a reply.

    Args:
        answer: what it returned.
        first_id: makes the ids of calls that have none unlike those of earlier messages.

    Raises:
        AgentError: it is none of the forms.
    """
    answer = _plain(answer)
    if isinstance(answer, Reply):
        return answer
    if isinstance(answer, str):
        return Reply(answer, cost_usd=None)
    if isinstance(answer, Mapping) and any(key in answer for key in _MESSAGE_KEYS):
        return _message(answer, first_id)
    calls = [answer] if isinstance(answer, Mapping | ToolCall) else answer
    if isinstance(calls, list | tuple):
        return Reply(tool_calls=_calls(calls, first_id), cost_usd=None)
    raise AgentError(f"it returned {type(answer).__name__}; return {_FORMS}")


def _message(answer: Mapping[str, Any], first_id: int) -> Reply:
    text = answer.get("content")
    calls = answer.get("tool_calls") or ()
    usage = answer.get("usage") or {}
    cost_usd = answer.get("cost_usd")
    if not isinstance(text, str | None):
        raise AgentError(f"the content that it returned is {type(text).__name__}; return text")
    if not isinstance(calls, list | tuple):
        raise AgentError(f"tool_calls that it returned is {type(calls).__name__}; return a list")
    counts = {name: n for name, n in dict(usage).items() if isinstance(n, int)}
    return Reply(
        text or "",
        _calls(calls, first_id),
        counts,
        cost_usd=float(cost_usd) if isinstance(cost_usd, int | float) else None,
    )


def _calls(calls: Sequence[object], first_id: int) -> tuple[ToolCall, ...]:
    return tuple(_call(_plain(call), f"call_{first_id}_{n}") for n, call in enumerate(calls))


def _call(call: object, new_id: str) -> ToolCall:
    if isinstance(call, ToolCall):
        return call
    if isinstance(call, Mapping):
        call_id = call.get("id") if isinstance(call.get("id"), str) else None
        function = call.get("function")
        inner = function if isinstance(function, Mapping) else call
        name = inner.get("name")
        if isinstance(name, str) and "arguments" in inner:
            return ToolCall(call_id or new_id, name, _arguments(inner["arguments"]))
        if len(call) == 1 and name is None:  # `{"name": "f"}` lacks its arguments
            ((name, arguments),) = call.items()
            if isinstance(name, str) and isinstance(arguments, str | Mapping):
                return ToolCall(new_id, name, _arguments(arguments))
    raise AgentError(
        f'a call that it returned is {str(call)[:80]!r}; write it {{"name": …, "arguments": {{…}}}}'
    )


def _arguments(arguments: object) -> str:
    if isinstance(arguments, str):
        return arguments
    try:
        return json.dumps(arguments, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise AgentError(f"the arguments that it returned are no JSON: {error}"[:200]) from None


def _plain(answer: object) -> object:
    """What an SDK's object holds: the first choice of a completion, a message, a call."""
    choices = getattr(answer, "choices", None)
    if isinstance(choices, list) and choices:
        message = _plain(choices[0].message)
        usage = _plain(getattr(answer, "usage", None))
        return {**message, "usage": usage} if isinstance(message, Mapping) else message
    dump = getattr(answer, "model_dump", None)
    return dump() if callable(dump) else answer
