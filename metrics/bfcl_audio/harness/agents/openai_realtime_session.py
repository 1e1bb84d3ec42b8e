"""One session of the Realtime API: a websocket that lasts as long as an entry."""

import json
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, cast

from ..conversation import ChatMessage
from ..openai_client import coded_error, reading, vendor_errors
from .base import AgentError, Reply, Request
from .openai_realtime_wire import event_error, instructions, items_out, reply_in, tools_out
from .openai_wire import wire_names
from .retrying import retry_after_s

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.resources.realtime.realtime import RealtimeConnection
    from openai.types.realtime import RealtimeResponse
    from openai.types.websocket_connection_options import SyncWebSocketConnectionOptions
    from websockets.exceptions import ConnectionClosed, InvalidStatus

_CLOSE_S = 1.0  # how long a provider may take to say goodbye


class Session:
    """What a provider knows of a conversation, and the line to it. Used by one thread at a time."""

    def __init__(
        self, client: "OpenAI", model: str, settings: Mapping[str, Any], timeout_s: float
    ) -> None:
        """Connect.

        Args:
            client: knows the key and the address.
            model: which one answers.
            settings: of the session, beside instructions and tools.
            timeout_s: how long connecting, and then each reply, may take.

        Raises:
            AgentError: there is no connection.
        """
        self._settings = dict(settings)
        self._timeout_s = timeout_s
        self._known: tuple[ChatMessage, ...] = ()
        self._configured: dict[str, Any] = {}
        options = {"open_timeout": timeout_s, "close_timeout": _CLOSE_S}
        with _transport_errors():
            self._line: RealtimeConnection = client.realtime.connect(
                model=model,
                websocket_connection_options=cast("SyncWebSocketConnectionOptions", options),
            ).enter()

    def continues(self, request: Request) -> bool:
        """Whether the request goes on from what the provider knows."""
        known = len(self._known)
        return not known or (
            request.messages[:known] == self._known
            and len(request.messages) > known
            and request.messages[known].role == "assistant"
        )

    def reply(self, request: Request) -> Reply:
        """Say what is new, and wait for the answer; its latency leaves connecting out.

        Raises:
            AgentError: no answer came; the session is of no use any more.
        """
        names = wire_names(request.tools)
        own_reply = 1 if self._known else 0  # the session has it since it made it
        new = request.messages[len(self._known) + own_reply :]
        items = list(items_out(request, new, names))
        started = time.perf_counter()
        with _transport_errors(), self._watched():
            self._configure(request, names)
            for item in items:
                self._line.conversation.item.create(item=cast(Any, item))
            self._line.response.create()
            response = self._finished()
        self._known = request.messages
        with reading():
            return reply_in(response, names, time.perf_counter() - started)

    def close(self) -> None:
        """Hang up; never fails."""
        with suppress(Exception):  # the line is of no use either way
            self._line.close()

    def _configure(self, request: Request, names: Mapping[str, str]) -> None:
        """Tell instructions and tools, if they are not those told before."""
        wanted = {
            **self._settings,
            "instructions": instructions(request.messages),
            "tools": tools_out(request.tools, names),
        }
        if wanted != self._configured:
            self._line.session.update(session=cast(Any, wanted))
            self._configured = wanted

    def _finished(self) -> "RealtimeResponse":
        """The response, when it is done; any error before that is ours."""
        while True:
            event: Any = self._line.recv()  # the SDK checks nothing of what it says it is
            kind = getattr(event, "type", None)
            if kind == "error":
                error = getattr(event, "error", None)
                raise event_error(getattr(error, "code", None), getattr(error, "type", None))
            if kind == "response.done":
                response: RealtimeResponse = event.response
                return response

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Hang up when time is over, which ends any wait."""
        late = threading.Event()

        def hang_up() -> None:
            late.set()
            self.close()

        watch = threading.Timer(self._timeout_s, hang_up)
        watch.daemon = True
        watch.start()
        try:
            yield
        except Exception:
            if late.is_set():
                raise AgentError("no answer in time", retryable=True) from None
            raise
        finally:
            watch.cancel()


@contextmanager
def _transport_errors() -> Iterator[None]:
    """What SDK and websocket raise inside becomes ours, without the vendor's words.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: this one failed.
    """
    from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

    try:
        with vendor_errors():
            yield
    except InvalidStatus as error:
        raise _status_error(error) from None
    except ConnectionClosed as error:
        raise _closed_error(error) from None
    except TimeoutError:
        raise AgentError("no answer in time", retryable=True) from None
    except (WebSocketException, OSError) as error:
        reason = f"{type(error).__name__}: the connection failed or broke off"
        raise AgentError(reason, retryable=True) from None


def _status_error(error: "InvalidStatus") -> AgentError:
    """A handshake that was answered with an HTTP error."""
    response = error.response
    try:
        said = json.loads(response.body or b"")["error"]
        code = said.get("code") or said.get("type")
    except (ValueError, KeyError, TypeError, AttributeError):
        code = None
    return coded_error(response.status_code, code, retry_after_s(response.headers))


def _closed_error(error: "ConnectionClosed") -> AgentError:
    """A connection that the provider closed; its reason may hold a code, as in `type.code`."""
    reason = error.rcvd.reason if error.rcvd else ""
    if match := re.fullmatch(r"(\w+)\.(\w+)", reason):
        return event_error(match[2], match[1])
    return AgentError("the provider closed the connection", retryable=True)
