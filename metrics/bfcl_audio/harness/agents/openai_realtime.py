"""`openai-realtime/<model>`: models that speak and hear over the Realtime API's websocket.

An entry is one session: the model keeps what it heard as it heard it. Clips are sent whole, so no
voice activity detection cuts them. `?speak` asks for answers in speech, whose transcripts are read.
"""

import threading
import weakref
from collections.abc import Hashable, Mapping
from typing import Any

from ...errors import InputError
from ..conversation import Conversation
from ..openai_client import connect
from .base import AgentError, Reply, Request
from .openai_realtime_session import Session
from .openai_realtime_wire import RATE_HZ
from .options import AgentOptions
from .packages import installed
from .retrying import Retries
from .switches import Switches

_SWITCHES = ("speak",)
_VOICE = "alloy"


class RealtimeAgent:
    """A model behind the Realtime API; a session for each conversation under way."""

    hears = True

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
            InputError: no key, no SDK, or an option that the API does not have.
        """
        who = "agent openai-realtime/…"
        self._switches = switches or _switches(model, frozenset())
        self.name = self._switches.name
        self._model = model
        self._options = options
        self._settings = _settings(options, speak=self._switches.speak)
        self._retries = retries or Retries()
        self._client = connect(who, base_url=options.base_url, timeout_s=options.timeout_s)
        weakref.finalize(self, self._client.close)
        self._sessions: dict[Hashable, Session] = {}
        self._lock = threading.Lock()
        _check_websockets(who)

    @property
    def versions(self) -> Mapping[str, str]:
        """The SDK and what shapes replies."""
        return {"openai": installed("openai"), **self._options.as_versions()}

    def reply(self, request: Request) -> Reply:
        """Ask in the conversation's session, with retries; a broken session is told all again.

        Raises:
            AgentError: the provider failed throughout, or cannot be used.
        """
        return self._retries.call(lambda: self._once(request))

    def end(self, conversation: Conversation, repeat: int) -> None:
        """Hang up on a conversation that is over."""
        with self._lock:
            session = self._sessions.pop(_key(conversation, repeat), None)
        if session is not None:
            session.close()

    def _once(self, request: Request) -> Reply:
        key = _key(request.conversation, request.repeat)
        with self._lock:
            session = self._sessions.get(key)
        if session is not None and not session.continues(request):
            self.end(request.conversation, request.repeat)
            session = None
        if session is None:
            session = Session(self._client, self._model, self._settings, self._options.timeout_s)
            with self._lock:
                self._sessions[key] = session
        try:
            return session.reply(request)
        except AgentError:
            self.end(request.conversation, request.repeat)
            raise


def _key(conversation: Conversation, repeat: int) -> Hashable:
    return conversation.id, conversation.arm, repeat


def _settings(options: AgentOptions, *, speak: bool) -> dict[str, Any]:
    """A session's settings that stay the same throughout.

    Raises:
        InputError: the API has no such option.
    """
    for name, value in (("--temperature", options.temperature), ("--seed", options.seed)):
        if value is not None:
            raise InputError(f"agent openai-realtime/… takes no {name}; the Realtime API has none")
    settings: dict[str, Any] = {
        "type": "realtime",
        "output_modalities": ["audio" if speak else "text"],
        "audio": {
            "input": {
                "format": {"type": "audio/pcm", "rate": RATE_HZ},
                "turn_detection": None,
            }
        },
        "tool_choice": "auto",
    }
    if speak:
        settings["audio"]["output"] = {"voice": _VOICE}
    if options.max_tokens is not None:
        settings["max_output_tokens"] = options.max_tokens
    if options.reasoning_effort is not None:
        settings["reasoning"] = {"effort": options.reasoning_effort}
    return settings | dict(options.extra_body)


def _check_websockets(who: str) -> None:
    try:
        import websockets.sync.client  # noqa: F401
    except ImportError:
        raise InputError(
            f"{who} needs the websockets package; pip install 'bfcl-audio[realtime]'"
        ) from None


def _switches(model: str, given: frozenset[str]) -> Switches:
    return Switches.read("openai-realtime", model, given, _SWITCHES, hears=True)


def make(model: str, switches: frozenset[str], options: AgentOptions) -> RealtimeAgent:
    """The agent of SPEC `openai-realtime/<model>`.

    Raises:
        InputError: no model named, an unknown switch or option, no key, or no SDK.
    """
    return RealtimeAgent(model, options, switches=_switches(model, switches))
