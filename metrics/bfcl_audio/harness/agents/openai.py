"""`openai/<model>`: chat completions with tools, at OpenAI or any compatible server."""

import email.utils
import importlib.metadata
import os
import re
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ..conversation import ToolCall
from ..tools import Tool
from .base import AgentError, AgentRefused, Reply, Request
from .options import AgentOptions
from .retrying import Retries

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletion

_RETRYABLE_STATUS = frozenset({408, 409, 425, 429})
_REFUSED_STATUS = {
    401: "the key was refused (HTTP 401); check OPENAI_API_KEY",
    403: "access was refused (HTTP 403); check what the key may use",
    404: "no such model or endpoint (HTTP 404); check the agent's name and --base-url",
}
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
        self._client = client or _client(options)

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
            parameters["seed"] = options.seed
        if options.max_tokens is not None:
            # OpenAI's own models refuse the old name, most compatible servers know no other.
            name = "max_tokens" if options.base_url else "max_completion_tokens"
            parameters[name] = options.max_tokens
        return parameters

    def _once(self, parameters: Mapping[str, Any], names: Mapping[str, str]) -> Reply:
        import openai

        started = time.perf_counter()
        try:
            completion = self._client.chat.completions.create(**parameters)
        except openai.APITimeoutError:
            raise AgentError("no answer in time", retryable=True) from None
        except openai.APIStatusError as error:
            raise _status_error(error) from None
        except openai.APIError as error:
            reason = f"{type(error).__name__}: the connection failed or broke off"
            raise AgentError(reason, retryable=True) from None
        except ValueError:
            raise AgentError("the answer is not JSON", retryable=True) from None
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


def _client(options: AgentOptions) -> "OpenAI":
    import openai

    key = os.environ.get("OPENAI_API_KEY")
    if not key and not options.base_url:
        raise InputError(
            "agent openai/… needs a key in OPENAI_API_KEY, or --base-url of a compatible server"
        )
    if options.base_url and not re.match(r"https?://[^/]", options.base_url):
        raise InputError(
            f"--base-url is {options.base_url!r}; give a web address such as "
            "http://127.0.0.1:8080/v1"
        )
    return openai.OpenAI(
        api_key=key or "none",
        base_url=options.base_url,
        timeout=options.timeout_s,
        max_retries=0,  # there is one retry loop, and it is ours
    )


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
    choices = getattr(completion, "choices", None)
    if not choices or getattr(choices[0], "message", None) is None:
        raise AgentError("the answer holds no choice", retryable=True)
    message = choices[0].message
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


def _status_error(error: "APIStatusError") -> AgentError:
    """What an HTTP error means, in words that quote neither key nor address."""
    status = error.status_code
    if status in _REFUSED_STATUS:
        return AgentRefused(_REFUSED_STATUS[status])
    code = error.code if isinstance(error.code, str) else error.type
    detail = f" {code}" if isinstance(code, str) and re.fullmatch(r"[\w.-]{1,60}", code) else ""
    if code == "insufficient_quota":
        return AgentRefused("the account's quota is used up (HTTP 429)")
    retryable = status in _RETRYABLE_STATUS or status >= 500
    after_s = _retry_after_s(error.response.headers) if retryable else None
    return AgentError(f"HTTP {status}{detail}", retryable=retryable, retry_after_s=after_s)


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that the provider asks to wait, from either form of Retry-After."""
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        until = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, until.timestamp() - time.time())


def make(model: str, switches: frozenset[str], options: AgentOptions) -> OpenAIAgent:
    """The agent of SPEC `openai/<model>`.

    Raises:
        InputError: no model named, or an unknown switch.
    """
    if not model or switches:
        raise InputError("agent openai/… is written openai/<model>, e.g. openai/gpt-4o-mini")
    return OpenAIAgent(model, options)
