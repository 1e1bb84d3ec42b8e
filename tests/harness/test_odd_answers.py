"""Answers that no vendor writes and any server may: none of them ends a run, or shows a key."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from gemini_server import GeminiServer
from realtime_server import Failure, RealtimeServer
from test_vendor_failures import hello
from vendor_servers import Answer, Answered, OpenAIServer

from bfcl_audio.harness.agents.base import AgentError, AgentRefused, Reply
from bfcl_audio.harness.agents.gemini import GeminiAgent
from bfcl_audio.harness.agents.openai import OpenAIAgent
from bfcl_audio.harness.agents.openai_realtime import RealtimeAgent
from bfcl_audio.harness.agents.options import AgentOptions
from bfcl_audio.harness.agents.retrying import Retries

KEY = "sk-never-2-be-seen"
DEEP = "[" * 100_000 + "]" * 100_000
AGENTS: dict[str, Any] = {
    "openai": (OpenAIServer, OpenAIAgent),
    "gemini": (GeminiServer, GeminiAgent),
    "realtime": (RealtimeServer, RealtimeAgent),
}


def _choice(message: object, **fields: object) -> dict[str, object]:
    return {"choices": [{"index": 0, "finish_reason": "stop", "message": message}], **fields}


def _part(part: object, **fields: object) -> dict[str, object]:
    return {"candidates": [{"content": {"role": "model", "parts": [part]}}], **fields}


def _done(**fields: object) -> Failure:
    response = {"status": "completed", "output": [], "usage": None, **fields}
    return Failure(events=[{"type": "response.done", "response": response}])


ODD: dict[str, list[object]] = {
    "openai": [
        {"choices": "abc"}, {"choices": [None]}, {"choices": {"0": 1}}, {"choices": 5},
        {"choices": [{}]}, _choice("hi"), _choice(["hi"]), _choice({"tool_calls": 7}),
        _choice({"tool_calls": [None, "x", {"function": "x"}]}), _choice({"content": {"a": 1}}),
        _choice({"tool_calls": [{"id": {}, "function": {"name": {"a": 1}, "arguments": 1}}]}),
        _choice({"content": "x"}, usage="many"), _choice({"content": "x"}, usage={}),
        _choice({"content": "x"}, usage={"prompt_tokens": -5, "completion_tokens": True}),
        _choice({"content": "x"}, usage={"prompt_tokens_details": "x"}),
        [1], "hello", 5, b"", b"\0", b'{"choices":NaN}', DEEP.encode(),
        b'{"choices":' + b"9" * 10_000 + b"}", b'{"choices":"\xe9"}',
    ],
    "gemini": [
        {"candidates": "x"}, {"candidates": [None]}, {"candidates": [{"content": "x"}]},
        _part(None), _part({"text": 5}), _part({"functionCall": "x"}), _part({"functionCall": {}}),
        _part({"functionCall": {"name": 5}}), _part({"functionCall": {"name": "f", "args": "x"}}),
        {"candidates": [{"finishReason": 5}]}, {"candidates": [{"finishReason": f"\x1b[1m{KEY}"}]},
        _part({"text": "x"}, usageMetadata="x"),
        _part({"text": "x"}, usageMetadata={"promptTokenCount": -1}),
        _part({"text": "x"}, usageMetadata={"promptTokensDetails": [None]}),
        [1], "hello", 5, b"", b"\0", DEEP.encode(), b'{"candidates":' + b"9" * 10_000 + b"}",
    ],
    "realtime": [
        Failure(events=[{"type": "response.done"}]), _done(output="abc"), _done(output=[None]),
        _done(output=[{}]), _done(output=[{"type": "message"}]),
        _done(output=[{"type": "message", "content": [None]}]),
        _done(output=[{"type": "message", "content": [{"type": "output_text", "text": 5}]}]),
        _done(output=[{"type": "function_call", "call_id": "c"}]),
        _done(output=[{"type": "function_call", "name": {"a": 1}, "arguments": "{}"}]),
        _done(output=[{"type": "function_call", "name": "f", "call_id": "c", "arguments": {}}]),
        _done(usage="x"), _done(usage={"input_tokens": -4}), _done(status_details=[1], status="?"),
        _done(status="failed", status_details="x"),
        _done(status="failed", status_details={"error": {"code": KEY, "type": "server_error"}}),
        *(Failure(events=[text]) for text in ("null", "[1]", "{", DEEP)),
        Failure(events=[{"type": "error", "error": {"code": {"a": 1}, "type": [1]}}]),
        Failure(close=(4000, f"server_error.{KEY.replace('-', '_')}")),
    ],
}  # fmt: skip


@pytest.fixture
def staged(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Makes a vendor's server and an agent that asks once."""
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    servers: list[Any] = []

    def make(vendor: str, base_url: str = "", timeout_s: float = 3.0) -> Any:
        served, tested = AGENTS[vendor]
        if not base_url:
            servers.append(served(lambda said, tools: Answered("Hello.")))
            base_url = servers[-1].base_url
        options = AgentOptions(base_url=base_url, timeout_s=timeout_s)
        agent = tested("m", options, retries=Retries(attempts=1))
        return (servers[-1], agent) if servers else agent

    yield make
    for server in servers:
        server.close()


def _well_formed(reply: Reply) -> bool:
    parts = [reply.text, *(x for c in reply.tool_calls for x in (c.id, c.name, c.arguments))]
    counts = reply.usage.values()
    return all(type(part) is str for part in parts) and all(
        type(count) is int and count > 0 for count in counts
    )


@pytest.mark.parametrize("vendor", ODD)
def test_no_answer_is_a_crash(staged: Callable[..., Any], vendor: str) -> None:
    """Each odd answer is a reply of texts and counts, or an error of the agent's without a key."""
    server, agent = staged(vendor)
    wrong: list[str] = []
    for answer in ODD[vendor]:
        server.fail(answer if isinstance(answer, Failure) else Answer(answer))
        try:
            good = _well_formed(agent.reply(hello()))
        except AgentError as error:
            good = "never-2" not in str(error).replace("_", "-") and str(error).isprintable()
        if not good:
            wrong.append(repr(answer)[:80])
    assert wrong == []


@pytest.mark.parametrize("code", [KEY, "AIzaSyD-1234", "\x1b[31mred", "x" * 80])
@pytest.mark.parametrize("vendor", ["openai", "gemini"])
def test_only_words_of_a_provider_are_shown(
    staged: Callable[..., Any], vendor: str, code: str
) -> None:
    """A code may be anything that a server writes, a key or an escape sequence too."""
    server, agent = staged(vendor)
    error = {"message": code, "code": code, "type": code, "status": code}
    server.fail(Answer({"error": error}, 400))
    with pytest.raises(AgentError, match=r"^HTTP 400$"):
        agent.reply(hello())


def test_calls_of_a_server_that_counts_anew_stay_apart(staged: Callable[..., Any]) -> None:
    """An id that the conversation has already would give a call the result of another."""
    server, agent = staged("openai")
    calls = [{"id": "call_0", "function": {"name": "f", "arguments": "{}"}}] * 2
    server.fail(Answer(_choice({"tool_calls": calls})))
    assert [call.id for call in agent.reply(hello()).tool_calls] == ["call_0", "call_1_1"]


@pytest.fixture
def raw() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Serves whatever a function writes after a request's head; gives the origin."""
    listeners: list[socket.socket] = []
    threads: list[threading.Thread] = []

    def serve(talk: Callable[[socket.socket], None]) -> str:
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)

        def run() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listener.accept()
                    with line, suppress(OSError):
                        line.recv(65536)
                        talk(line)

        threads.append(threading.Thread(target=run, daemon=True))
        threads[-1].start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield serve
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
    for thread in threads:
        thread.join()


def _head(length: int) -> bytes:
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


def _dripping(line: socket.socket) -> None:
    line.sendall(_head(1000))
    for _ in range(100):
        line.sendall(b" ")
        time.sleep(0.05)


def _endless(line: socket.socket) -> None:
    line.sendall(_head(1_000_000_000))
    for _ in range(1000):
        line.sendall(b" " * 1_000_000)


BOUNDS = [(_dripping, "no answer in time"), (_endless, "longer than 64 MB")]


@pytest.mark.parametrize(("talk", "says"), BOUNDS)
@pytest.mark.parametrize("vendor", ["openai", "gemini"])
def test_an_answer_has_a_time_and_a_size(
    staged: Callable[..., Any], raw: Callable[..., str], vendor: str, talk: Any, says: str
) -> None:
    """A server that sends blanks while it works is late all the same."""
    timeout_s = 0.4 if talk is _dripping else 30.0
    with pytest.raises(AgentError, match=says):
        staged(vendor, raw(talk), timeout_s).reply(hello())


@pytest.mark.parametrize("vendor", ["openai", "gemini"])
def test_the_key_does_not_follow_a_redirect(
    staged: Callable[..., Any], raw: Callable[..., str], vendor: str
) -> None:
    """Wherever a server points, the key stays where it was sent, and the run says why it stops."""
    visited: list[object] = []
    elsewhere = raw(lambda line: visited.append(line))
    head = f"HTTP/1.1 307 X\r\nLocation: {elsewhere}/\r\nContent-Length: 0\r\n\r\n".encode()
    with pytest.raises(AgentRefused, match=r"sends us elsewhere \(HTTP 307\)"):
        staged(vendor, raw(lambda line: line.sendall(head))).reply(hello())
    assert visited == []
