"""Vendors' servers on loopback, each as strict about its wire format as the vendor.

A server hears and answers through a `Brain`: the last thing that was said to it (a clip, text, or
what a call returned) becomes text or calls. Failures are injected with `fail`, and come first.
"""

import base64
import io
import json
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import soundfile

Body = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """One thing said to a model: `kind` is audio, text, result, or assistant."""

    kind: str
    text: str = ""
    seconds: float = 0.0
    rate_hz: int = 0


@dataclass(frozen=True)
class Answered:
    """What a model answers; arguments are JSON text."""

    text: str = ""
    calls: Sequence[tuple[str, str]] = ()


Brain = Callable[[Sequence[Said], Sequence[str]], Answered]
"""(all that was said, names of the tools) -> answer."""


@dataclass
class Answer:
    """An HTTP answer; `body` None hangs up, `cut` sends only half of what it promises."""

    body: object = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut: bool = False

    def raw(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


class BadRequest(Exception):
    """The request is not what the vendor's API takes."""


def need(condition: object, what: str) -> None:
    if not condition:
        raise BadRequest(what)


def heard_file(data: str) -> Said:
    """A base64 sound file, as its length."""
    with soundfile.SoundFile(io.BytesIO(base64.b64decode(data, validate=True))) as file:
        need(file.frames, "empty audio")
        return Said("audio", file.format, file.frames / file.samplerate, file.samplerate)


class HttpServer:
    """Answers each POST with the next failure, or with what `respond` makes of it."""

    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.failures: list[Answer] = []
        self.requests: list[Body] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(body)
                server.headers.append(dict(self.headers))
                server.paths.append(self.path)
                self._send(server.answer(self.path, body))

            def _send(self, answer: Answer) -> None:
                time.sleep(answer.delay_s)
                if answer.body is None:
                    self.connection.close()
                    return
                raw = answer.raw()
                self.send_response(answer.status)
                for name, value in {"Content-Type": "application/json", **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw) * (2 if answer.cut else 1)))
                self.end_headers()
                with suppress(OSError):  # the client may have given up
                    self.wfile.write(raw)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()
        self.origin = f"http://127.0.0.1:{self._http.server_port}"

    def fail(self, *answers: Answer) -> None:
        self.failures += answers

    def answer(self, path: str, body: Body) -> Answer:
        if self.failures:
            return self.failures.pop(0)
        try:
            return Answer(self.respond(path, body))
        except (BadRequest, KeyError, TypeError, ValueError) as error:
            return self.error(400, "invalid_request_error", f"{type(error).__name__}: {error}")

    def respond(self, path: str, body: Body) -> Body:
        raise NotImplementedError

    @staticmethod
    def error(status: int, code: str, message: str = "", **headers: str) -> Answer:
        raise NotImplementedError

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


class OpenAIServer(HttpServer):
    """Chat completions."""

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    @staticmethod
    def error(status: int, code: str, message: str = "", **headers: str) -> Answer:
        body = {"error": {"message": message, "type": code, "param": None, "code": code}}
        return Answer(body, status, {k.replace("_", "-"): v for k, v in headers.items()})

    def respond(self, path: str, body: Body) -> Body:
        need(path == "/v1/chat/completions", f"no endpoint {path}")
        names = [self._tool(tool) for tool in body.get("tools", ())]
        answered = self.brain(list(_chat_said(body["messages"])), names)
        message: Body = {"role": "assistant", "content": answered.text or None, "refusal": None}
        if "audio" in body.get("modalities", ()) and answered.text:
            need(body["audio"]["voice"] and body["audio"]["format"], "no voice")
            speech = {"id": "audio_1", "expires_at": 1, "data": "UklGRg=="}
            message |= {"content": None, "audio": {**speech, "transcript": answered.text}}
        if answered.calls:
            message["tool_calls"] = [
                {
                    "id": f"call_{len(body['messages'])}_{n}",
                    "type": "function",
                    "function": {"name": name, "arguments": arguments},
                }
                for n, (name, arguments) in enumerate(answered.calls)
            ]
        return {
            "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": body["model"],
            "choices": [
                {
                    "index": 0, "message": message, "logprobs": None,
                    "finish_reason": "tool_calls" if answered.calls else "stop",
                }
            ],
            "usage": {
                "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110,
                "prompt_tokens_details": {"audio_tokens": 60, "cached_tokens": 5},
                "completion_tokens_details": {"reasoning_tokens": 4, "audio_tokens": 0},
            },
        }  # fmt: skip

    @staticmethod
    def _tool(tool: Body) -> str:
        name = tool["function"]["name"]
        need(tool["type"] == "function", "tools[].type")
        need(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name), f"tool name {name!r}")
        need(tool["function"]["parameters"]["type"] == "object", "parameters")
        return str(name)


def _chat_said(messages: Sequence[Body]) -> Any:
    waiting: list[str] = []
    for message in messages:
        role, content = message["role"], message["content"]
        need(role == "tool" or not waiting, f"no result for {waiting}")
        if role == "tool":
            need(message["tool_call_id"] in waiting, "a result of no call")
            waiting.remove(message["tool_call_id"])
            yield Said("result", content)
        elif role == "user" and isinstance(content, list):
            for part in content:
                need(part["type"] == "input_audio", f"part {part['type']}")
                heard = heard_file(part["input_audio"]["data"])
                need(heard.text.lower() == part["input_audio"]["format"], "audio format")
                yield heard
        elif role == "user":
            yield Said("text", content)
        elif role == "assistant":
            for call in message.get("tool_calls", ()):
                json.loads(call["function"]["arguments"])
                waiting.append(call["id"])
            yield Said("assistant", content or "")
        else:
            need(role == "system", f"role {role}")
    need(not waiting, f"no result for {waiting}")
