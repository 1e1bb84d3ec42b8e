"""Agents and servers that answer what a test tells them to."""

import json
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bfcl_audio.harness.agents.base import AgentError, Reply, Request
from bfcl_audio.harness.conversation import ToolCall

IDS = ("simple_python_0", "simple_python_1", "irrelevance_0", "multi_turn_miss_func_0")
UNSPEAKABLE = "simple_python_1"


class Puppet:
    """An agent that gives the replies it was made with, in order, and keeps what it was asked."""

    name = "puppet"
    hears = False
    versions: Mapping[str, str] = {}

    def __init__(self, *replies: Reply | str | AgentError | Sequence[ToolCall]) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []

    def reply(self, request: Request) -> Reply:
        self.requests.append(request)
        answer = self.replies.pop(0) if self.replies else "Goodbye."
        if isinstance(answer, AgentError):
            raise answer
        if isinstance(answer, str):
            return Reply(answer)
        return answer if isinstance(answer, Reply) else Reply(tool_calls=tuple(answer))


def call(name: str, arguments: str = "{}", call_id: str = "c1") -> ToolCall:
    return ToolCall(call_id, name, arguments)


class Server:
    """An HTTP server on loopback that answers each request with the next of `answers`.

    An answer is (status, headers, body); a body of None closes the connection without a word.
    """

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str], bytes | None]] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                server.requests.append(json.loads(self.rfile.read(size)))
                server.headers.append(dict(self.headers))
                status, headers, body = server.answers.pop(0)
                if body is None:
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, value)
                if "Content-Length" not in headers:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.01,))
        self._thread.start()
        self.base_url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def answer(self, body: object, status: int = 200, **headers: str) -> None:
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers.append((status, named, raw))

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()


def completion(
    content: str | None = None, calls: Sequence[tuple[str, str]] = (), **more: object
) -> dict[str, Any]:
    """A chat completion as OpenAI's API writes it."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": text}}
            for n, (name, text) in enumerate(calls)
        ]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        **more,
    }
