"""`gemini/<model>`: Google's models, which read and hear.

- `gemini/gemini-2.5-flash` calls functions;
- `gemini/m?prompt` writes calls as text;
- `gemini/m?mp3` gets clips as MP3 and not as WAV.
"""

import os
import re
import time
import warnings
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...errors import InputError, meant
from ..openai_client import check_base_url, check_length, coded_error, reading
from .base import AgentError, AgentRefused, Reply, Request
from .gemini_wire import contents_out, reply_in, tools_out
from .kept import Kept
from .openai_wire import wire_names
from .options import AgentOptions
from .packages import installed
from .prompting import VERSIONS, as_text_reply, prompted
from .retrying import Retries, retry_after_s
from .switches import Switches

if TYPE_CHECKING:
    from google.genai import Client
    from google.genai.errors import APIError
    from google.genai.types import GenerateContentConfig, ThinkingConfig

_SWITCHES = ("prompt", "wav", "mp3")
_KEY_VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY")
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")


class GeminiAgent:
    """A model behind `generateContent`. The key goes into its header and nowhere else."""

    def __init__(
        self,
        model: str,
        options: AgentOptions,
        *,
        switches: Switches | None = None,
        retries: Retries | None = None,
    ) -> None:
        """Connects to nothing yet.

        Raises:
            InputError: no key, an effort that Gemini does not know, or no SDK.
        """
        self._switches = switches or _switches(model, frozenset())
        self.name = self._switches.name
        self.hears = True
        self._model = model
        self._options = options
        self._kept = Kept()
        self._retries = retries or Retries()
        self._client = _client(options)
        weakref.finalize(self, self._client.close)  # else it waits for a sweep with sockets open
        self._thinking = _thinking(options.reasoning_effort)

    @property
    def versions(self) -> Mapping[str, str]:
        """The SDK and what shapes replies."""
        form = VERSIONS if self._switches.prompt else {}
        sdk = {"google-genai": installed("google-genai")}
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
        system, contents = contents_out(request, names, self._kept, self._switches.clip_format)
        config = self._config(request, names, system)

        def once() -> Reply:
            started = time.perf_counter()
            with _vendor_errors():
                response = self._client.models.generate_content(
                    model=self._model, contents=list(contents), config=config
                )
            latency_s = time.perf_counter() - started
            with reading():
                return reply_in(response, request, names, self._kept, latency_s)

        return self._retries.call(once)

    def _config(
        self, request: Request, names: Mapping[str, str], system: str
    ) -> "GenerateContentConfig":
        from google.genai import types

        options = self._options
        body = dict(options.extra_body) or None
        seed = None if options.seed is None else options.seed + request.repeat
        return types.GenerateContentConfig(
            system_instruction=system or None,
            temperature=options.temperature,
            seed=seed,
            max_output_tokens=options.max_tokens,
            tools=list(tools_out(request.tools, names)) or None,
            automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
            thinking_config=self._thinking,
            http_options=types.HttpOptions(extra_body=body) if body else None,
        )


def _thinking(effort: str | None) -> "ThinkingConfig | None":
    """A number of tokens (Gemini 2.5), or a level (3 and later).

    Raises:
        InputError: it is neither.
    """
    from google.genai import types

    if effort is None:
        return None
    if re.fullmatch(r"-1|\d+", effort):
        return types.ThinkingConfig(thinking_budget=int(effort))
    levels = [level.value.lower() for level in types.ThinkingLevel if "UNSPEC" not in level.value]
    if effort.lower() not in levels:
        raise InputError(
            f"--reasoning-effort {effort!r}: {meant(effort, levels)}Gemini takes "
            f"{', '.join(levels)}, or a number of tokens"
        )
    return types.ThinkingConfig(thinking_level=types.ThinkingLevel(effort.upper()))


def _client(options: AgentOptions) -> "Client":
    try:
        from google import genai
        from google.genai import types
    except ImportError:
        raise InputError(
            "agent gemini/… needs the google-genai package; pip install 'bfcl-audio[gemini]'"
        ) from None

    from ..connections import Connections

    key = next(filter(None, map(os.environ.get, _KEY_VARIABLES)), None)
    if key is None:
        raise InputError("agent gemini/… needs a key in GEMINI_API_KEY or GOOGLE_API_KEY")
    check_base_url(options.base_url)
    # The SDK warns of each word that it does not know by printing what the provider wrote.
    warnings.filterwarnings("ignore", "(?s).*is not a valid", module=r"google\.genai")
    http = types.HttpOptions(
        base_url=options.base_url,
        httpx_client=Connections(options.timeout_s),
        timeout=round(options.timeout_s * 1000),
        retry_options=types.HttpRetryOptions(attempts=1),  # there is one retry loop: ours
    )
    return genai.Client(api_key=key, vertexai=False, http_options=http)


@contextmanager
def _vendor_errors() -> Iterator[None]:
    """What the SDK raises inside becomes ours, without the vendor's words.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: this one failed.
    """
    import httpx2
    from google.genai import errors

    try:
        yield
    except errors.APIError as error:
        raise _api_error(error) from None
    except httpx2.TimeoutException:
        raise AgentError("no answer in time", retryable=True) from None
    except httpx2.HTTPError as error:
        check_length(error)
        reason = f"{type(error).__name__}: the connection failed or broke off"
        raise AgentError(reason, retryable=True) from None
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise AgentError("the answer is not what the API writes", retryable=True) from None


def _api_error(error: "APIError") -> AgentError:
    """What a status and Google's details mean."""
    details = list(_details(error.details))
    if any(detail.get("reason") == "API_KEY_INVALID" for detail in details):
        return AgentRefused(f"the key was refused (HTTP {error.code}); check GEMINI_API_KEY")
    if error.code == 401:
        return AgentRefused("the key was refused (HTTP 401); check GEMINI_API_KEY")
    if error.code == 429 and any("PerDay" in str(detail.get("violations")) for detail in details):
        return AgentRefused("the day's quota is used up (HTTP 429)")
    headers = getattr(error.response, "headers", None) or {}
    delays = (_DELAY.fullmatch(str(detail.get("retryDelay"))) for detail in details)
    after_s = next((float(delay[1]) for delay in delays if delay), None)
    status = getattr(error.response, "status_code", None) or error.code
    return coded_error(int(status), error.status, after_s or retry_after_s(headers))


def _details(body: object) -> Iterator[Mapping[str, object]]:
    error = body.get("error") if isinstance(body, Mapping) else None
    details = error.get("details") if isinstance(error, Mapping) else None
    for detail in details if isinstance(details, list) else ():
        if isinstance(detail, Mapping):
            yield detail


def _switches(model: str, given: frozenset[str]) -> Switches:
    return Switches.read("gemini", model, given, _SWITCHES, hears=True)


def make(model: str, switches: frozenset[str], options: AgentOptions) -> GeminiAgent:
    """The agent of SPEC `gemini/<model>`.

    Raises:
        InputError: no model named, an unknown switch or effort, no key, or no SDK.
    """
    return GeminiAgent(model, options, switches=_switches(model, switches))
