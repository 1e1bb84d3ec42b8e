"""`openai/<model>`: chat completions with tools, at OpenAI or any compatible server."""

import importlib.metadata
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ..conversation import ToolCall
from ..openai_client import complete, connect
from ..tools import Tool
from .base import Reply, Request
from .options import AgentOptions
from .retrying import Retries

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletion

_NAME_LENGTH = 64


class OpenAIAgent:
    """A model behind chat completions. Keys come from `OPENAI_API_KEY` and go nowhere else."""

    hears = False

    def __init__(
        self,
        model: str,
        options: AgentOptions,
        *,
        client: "OpenAI | None" = None,
        retries: Retries | None = None,
    ) -> None:
        """Connects to nothing yet.

        Raises:
            InputError: no key, and no other server named.
        """
        self.name = f"openai/{model}"
        self._model = model
        self._options = options
        self._retries = retries or Retries()
        self._client = client or connect(
            "agent openai/…", base_url=options.base_url, timeout_s=options.timeout_s
        )

    @property
    def versions(self) -> Mapping[str, str]:
        """The SDK and what shapes replies; a server's address says nothing about the model."""
        return {"openai": importlib.metadata.version("openai"), **self._options.as_versions()}

    def reply(self, request: Request) -> Reply:
        """Ask once, with retries.

        Raises:
            AgentError: the provider failed throughout, or cannot be used.
        """
        names = wire_names(request.tools)
        parameters = self._parameters(request, names)
        return self._retries.call(lambda: self._once(parameters, names))

    def _parameters(self, request: Request, names: Mapping[str, str]) -> dict[str, Any]:
        options = self._options
        parameters: dict[str, Any] = {
            "model": self._model,
            "messages": [_rename(message.as_openai(), names) for message in request.messages],
        }
        if request.tools:
            parameters["tools"] = [_rename_tool(tool, names) for tool in request.tools]
        if options.temperature is not None:
            parameters["temperature"] = options.temperature
        if options.seed is not None:
            parameters["seed"] = options.seed + request.repeat
        if options.max_tokens is not None:
            # OpenAI's own models refuse the old name, most compatible servers know no other.
            name = "max_tokens" if options.base_url else "max_completion_tokens"
            parameters[name] = options.max_tokens
        return parameters

    def _once(self, parameters: Mapping[str, Any], names: Mapping[str, str]) -> Reply:
        started = time.perf_counter()
        completion = complete(self._client, parameters)
        return _reply(completion, names, time.perf_counter() - started)


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


def _rename(message: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    for call in message.get("tool_calls", ()):
        function = call["function"]
        function["name"] = names.get(function["name"], function["name"])
    return message


def _rename_tool(tool: Tool, names: Mapping[str, str]) -> dict[str, Any]:
    entry = tool.as_openai()
    entry["function"]["name"] = names[tool.name]
    return entry


def _reply(completion: "ChatCompletion", names: Mapping[str, str], latency_s: float) -> Reply:
    message = completion.choices[0].message
    ours = {wire: name for name, wire in names.items()}
    calls = tuple(
        ToolCall(call.id or f"call_{n}", ours.get(call.function.name, call.function.name),
                 call.function.arguments or "{}")
        for n, call in enumerate(message.tool_calls or ())
        if call.type == "function"
    )  # fmt: skip
    usage = completion.usage
    counts = (
        {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}
        if usage
        else {}
    )
    text = message.content or getattr(message, "refusal", None) or ""
    return Reply(text, calls, counts, round(latency_s, 3), cost_usd=None)


def make(model: str, switches: frozenset[str], options: AgentOptions) -> OpenAIAgent:
    """The agent of SPEC `openai/<model>`.

    Raises:
        InputError: no model named, or an unknown switch.
    """
    if not model or switches:
        raise InputError("agent openai/… is written openai/<model>, e.g. openai/gpt-4o-mini")
    return OpenAIAgent(model, options)
