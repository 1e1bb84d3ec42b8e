"""`openai/<model>`: chat completions, at OpenAI or any compatible server.

- `openai/gpt-4o-mini` calls tools;
- `openai/m?prompt` writes calls as text; for models or servers without tools;
- `openai/gpt-audio` hears clips, because its name says audio (or omni, …);
- `openai/m?audio` hears clips all the same, `?mp3` as MP3 and not as WAV;
- `openai/gpt-audio?speak` answers in speech; the transcript that comes beside it is read.
"""

import time
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..openai_client import complete, connect, reading
from ..prices import server_of
from .base import Reply, Request
from .kept import Kept
from .openai_wire import messages_out, reply_in, tools_out, wire_names
from .options import AgentOptions
from .packages import installed
from .prompting import VERSIONS, as_text_reply, prompted
from .retrying import Retries
from .switches import Switches

if TYPE_CHECKING:
    from openai import OpenAI

_SWITCHES = ("prompt", "audio", "wav", "mp3", "speak")
_VOICE = "alloy"


class OpenAIAgent:
    """A model behind chat completions. Keys come from `OPENAI_API_KEY` and go nowhere else."""

    def __init__(
        self,
        model: str,
        options: AgentOptions,
        *,
        switches: Switches | None = None,
        client: "OpenAI | None" = None,
        retries: Retries | None = None,
    ) -> None:
        """Connects to nothing yet.

        Raises:
            InputError: no key, and no other server named.
        """
        self._switches = switches or Switches.read("openai", model, frozenset(), _SWITCHES)
        self.name = self._switches.name
        self.hears = self._switches.hears
        self._model = model
        self._options = options
        self._kept = Kept()
        self._retries = retries or Retries()
        self._client = client or connect(
            "agent openai/…", base_url=options.base_url, timeout_s=options.timeout_s
        )
        if client is None:  # else its sockets stay open until they are swept up
            weakref.finalize(self, self._client.close)

    @property
    def versions(self) -> Mapping[str, str]:
        """The SDK and what shapes replies; a server's address says nothing about the model."""
        form = VERSIONS if self._switches.prompt else {}
        sdk = {"openai": installed("openai")}
        return {**sdk, **self._options.as_versions(), **form}

    def reply(self, request: Request) -> Reply:
        """Ask once, with retries.

        Raises:
            AgentError: the provider failed throughout, or cannot be used.
        """
        if self._switches.prompt:
            return as_text_reply(self._reply(prompted(request)))
        return self._reply(request)

    def _reply(self, request: Request) -> Reply:
        names = wire_names(request.tools)
        parameters = self._parameters(request, names)

        def once() -> Reply:
            started = time.perf_counter()
            completion = complete(self._client, parameters)
            latency_s = time.perf_counter() - started
            with reading():
                return reply_in(completion, request, names, self._kept, latency_s)

        return self._retries.call(once)

    def _parameters(self, request: Request, names: Mapping[str, str]) -> dict[str, Any]:
        options, switches = self._options, self._switches
        parameters: dict[str, Any] = {
            "model": self._model,
            "messages": messages_out(request, names, self._kept, switches.clip_format),
        }
        if request.tools:
            parameters["tools"] = tools_out(request.tools, names)
        if switches.speak:
            parameters["modalities"] = ["text", "audio"]
            parameters["audio"] = {"voice": _VOICE, "format": "wav"}
        if options.temperature is not None:
            parameters["temperature"] = options.temperature
        if options.seed is not None:
            parameters["seed"] = options.seed + request.repeat
        if options.max_tokens is not None:
            # OpenAI's own models refuse the old name, most compatible servers know no other.
            elsewhere = server_of("openai", options.base_url)
            name = "max_tokens" if elsewhere else "max_completion_tokens"
            parameters[name] = options.max_tokens
        if options.reasoning_effort is not None:
            parameters["reasoning_effort"] = options.reasoning_effort
        return parameters | dict(options.extra_body)


def make(model: str, switches: frozenset[str], options: AgentOptions) -> OpenAIAgent:
    """The agent of SPEC `openai/<model>`.

    Raises:
        InputError: no model named, an unknown switch, or no key.
    """
    read = Switches.read("openai", model, switches, _SWITCHES)
    return OpenAIAgent(model, options, switches=read)
