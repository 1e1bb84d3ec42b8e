"""OpenAI's Realtime API on loopback: sessions, items, responses, over a real websocket."""

import base64
import json
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlparse

from vendor_servers import BadRequest, Body, Brain, Said, need
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve


@dataclass
class Failure:
    """What goes wrong, once.

    Attributes:
        status: of the handshake; 0: it succeeds.
        events: sent instead of a response.
        close: code and reason with which the line is closed before a response.
        delay_s: before a response.
        response: fields of the response that are other than they should be.
    """

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    events: Sequence[Body | str] = ()
    close: tuple[int, str] | None = None
    delay_s: float = 0.0
    response: Body = field(default_factory=dict)


class RealtimeServer:
    """Keeps each session's items, and what it was configured to."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.failures: list[Failure] = []
        self.sessions: list[list[Body]] = []
        self.settings: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self._lines: list[ServerConnection] = []
        self._server = serve(
            self._serve, "127.0.0.1", 0, process_request=self._handshake, max_size=None
        )
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        port = self._server.socket.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{port}/v1"

    def fail(self, *failures: Failure) -> None:
        self.failures += failures

    def open_lines(self, within_s: float = 5.0) -> int:
        """How many lines are still open, once all had time to close."""
        until = time.monotonic() + within_s
        while time.monotonic() < until and self._open():
            time.sleep(0.01)
        return self._open()

    def _open(self) -> int:
        return sum(line.close_code is None for line in self._lines)

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()

    def _handshake(self, connection: ServerConnection, request: Request) -> Response | None:
        self.headers.append(dict(request.headers.raw_items()))
        if self.failures and self.failures[0].status:
            failure = self.failures.pop(0)
            status = HTTPStatus(failure.status)
            headers = Headers({**failure.headers, "Content-Length": str(len(failure.body))})
            return Response(status.value, status.phrase, headers, failure.body)
        return None

    def _serve(self, line: ServerConnection) -> None:
        assert line.request is not None
        self._lines.append(line)
        where = urlparse(line.request.path)
        assert where.path == "/v1/realtime" and parse_qs(where.query)["model"], where
        items: list[Body] = []
        self.sessions.append(items)
        settings: Body = {}
        send(line, {"type": "session.created", "session": {"type": "realtime"}})
        try:
            for message in line:
                event = json.loads(message)
                try:
                    self._take(line, event, items, settings)
                except (BadRequest, KeyError, ValueError) as error:
                    what = {"type": "invalid_request_error", "code": "bad", "message": str(error)}
                    send(line, {"type": "error", "error": what})
        except ConnectionClosed:
            pass

    def _take(self, line: ServerConnection, event: Body, items: list[Body], settings: Body) -> None:
        kind = event["type"]
        if kind == "session.update":
            settings.update(event["session"])
            self.settings.append(event["session"])
            send(line, {"type": "session.updated", "session": settings})
        elif kind == "conversation.item.create":
            items.append(event["item"])
            send(line, {"type": "conversation.item.done", "item": event["item"]})
        else:
            need(kind == "response.create", f"unknown event {kind}")
            self._respond(line, items, settings)

    def _respond(self, line: ServerConnection, items: list[Body], settings: Body) -> None:
        failure = self.failures.pop(0) if self.failures else Failure()
        time.sleep(failure.delay_s)
        if failure.close:
            line.close(*failure.close)
            return
        for event in failure.events:
            line.send(event) if isinstance(event, str) else send(line, event)
        if failure.events:
            return
        names = [_tool(tool) for tool in settings["tools"]]
        answered = self.brain(list(_said(items, settings)), names)
        output: list[Body] = []
        if answered.text:
            spoken = settings["output_modalities"] == ["audio"]
            part = (
                {"type": "output_audio", "transcript": answered.text}
                if spoken
                else {"type": "output_text", "text": answered.text}
            )
            output.append({"type": "message", "role": "assistant", "content": [part]})
        for n, (name, arguments) in enumerate(answered.calls):
            call = {"call_id": f"call_{len(items)}_{n}", "name": name, "arguments": arguments}
            output.append({"type": "function_call", **call})
        items += output
        send(line, {"type": "response.created", "response": {"status": "in_progress"}})
        usage = {
            "total_tokens": 110, "input_tokens": 100, "output_tokens": 10,
            "input_token_details": {"text_tokens": 40, "audio_tokens": 60, "cached_tokens": 0},
            "output_token_details": {"text_tokens": 10, "audio_tokens": 0},
        }  # fmt: skip
        response = {"object": "realtime.response", "status": "completed", "output": output,
                    "usage": usage, **failure.response}  # fmt: skip
        send(line, {"type": "response.done", "response": response})


def send(line: ServerConnection, event: Body) -> None:
    line.send(json.dumps({"event_id": "event_1", **event}))


def _tool(tool: Body) -> str:
    need(tool["type"] == "function" and tool["parameters"]["type"] == "object", "tool")
    need(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["name"]), f"tool name {tool['name']!r}")
    return str(tool["name"])


def _said(items: Sequence[Body], settings: Body) -> Any:
    need(settings["type"] == "realtime", "session type")
    sound = settings["audio"]["input"]
    need(sound["format"] == {"type": "audio/pcm", "rate": 24_000}, "audio format")
    need(sound["turn_detection"] is None, "a server that detects turns answers twice")
    calls: set[str] = set()
    for item in items:
        if item["type"] == "function_call":
            calls.add(item["call_id"])
        elif item["type"] == "function_call_output":
            need(item["call_id"] in calls, "a result of no call")
            yield Said("result", item["output"])
        else:
            yield from _message(item)


def _message(item: Body) -> Any:
    for part in item["content"]:
        if part["type"] == "input_audio":
            samples = len(base64.b64decode(part["audio"], validate=True)) / 2
            yield Said("audio", "PCM", samples / 24_000, 24_000)
        elif part["type"] == "input_text":
            need(item["role"] == "user", "role")
            yield Said("text", part["text"])
        else:
            need(part["type"] in ("output_text", "output_audio"), part["type"])
            yield Said("assistant", part.get("text") or part["transcript"])
