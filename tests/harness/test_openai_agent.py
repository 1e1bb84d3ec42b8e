"""The OpenAI-compatible agent, over a real socket, with everything that goes wrong there."""

from typing import Any

import pytest
from puppets import Server, call, completion

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import AgentOptions, agent
from bfcl_audio.harness.agents.base import AgentError, AgentRefused, Request
from bfcl_audio.harness.agents.openai import OpenAIAgent
from bfcl_audio.harness.agents.retrying import Retries
from bfcl_audio.harness.conversation import ChatMessage, Conversation
from bfcl_audio.harness.tools import Tool

KEY = "sk-never-to-be-seen"
TOOL = Tool("get weather", "Weather.", {"type": "object", "properties": {}, "required": []})
NOBODY = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")


def _request(*messages: ChatMessage) -> Request:
    return Request(messages or (ChatMessage("user", "Hi"),), (TOOL,), NOBODY, 0, 0)


class Clock:
    """Sleeps at once and remembers for how long."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tested(server: Server, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> OpenAIAgent:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    options = AgentOptions(
        base_url=server.base_url, temperature=0.0, seed=3, max_tokens=50, timeout_s=2.0
    )
    return OpenAIAgent("m", options, retries=Retries(attempts=3, sleep=clock))


def test_calls_come_back_under_our_names(tested: OpenAIAgent, server: Server) -> None:
    """A name the API would refuse goes out mended and comes back as it was."""
    server.answer(completion(None, [("get_weather", '{"city": "Oslo"}')]))
    reply = tested.reply(_request())
    sent = server.requests[0]["tools"][0]["function"]["name"]
    assert (sent, reply.tool_calls[0].name, dict(reply.usage)) == (
        "get_weather",
        "get weather",
        {"prompt_tokens": 7, "completion_tokens": 3},
    )


def test_settings_are_sent(tested: OpenAIAgent, server: Server) -> None:
    """Temperature, seed and the longest reply reach the server."""
    server.answer(completion("Hello."))
    tested.reply(_request())
    sent = {name: server.requests[0][name] for name in ("temperature", "seed", "max_tokens")}
    assert sent == {"temperature": 0.0, "seed": 3, "max_tokens": 50}


def test_a_conversation_is_sent_as_it_was(tested: OpenAIAgent, server: Server) -> None:
    """Calls and their results go back in OpenAI's form."""
    server.answer(completion("Hello."))
    asked = ChatMessage("assistant", "", (call("get weather", "{}"),))
    tested.reply(_request(asked, ChatMessage("tool", "sunny", tool_call_id="c1")))
    assert server.requests[0]["messages"] == [
        {
            "role": "assistant",
            "content": "",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "get_weather", "arguments": "{}"},
                }
            ],
        },
        {"role": "tool", "content": "sunny", "tool_call_id": "c1"},
    ]


PASSING: list[tuple[str, Any, int, dict[str, str]]] = [
    ("rate limit", {"error": {"message": "slow", "code": "rate_limit_exceeded"}}, 429, {}),
    ("server error", b"oops", 500, {}),
    ("no choices", {**completion("x"), "choices": []}, 200, {}),
    ("cut-off body", b'{"id": "chatcmpl-1", "choi', 200, {"Content_Length": "500"}),
    ("not JSON", b"<html>", 200, {}),
    ("hang-up", None, 200, {}),
]


@pytest.mark.parametrize(
    ("body", "status", "headers"), [case[1:] for case in PASSING], ids=[case[0] for case in PASSING]
)
def test_what_passes_is_tried_again(
    tested: OpenAIAgent, server: Server, body: Any, status: int, headers: dict[str, str]
) -> None:
    """A failure that may pass costs a retry, not the entry."""
    server.answer(body, status, **headers)
    server.answer(completion("Hello."))
    assert tested.reply(_request()).text == "Hello."


def test_pauses_grow_and_then_we_give_up(tested: OpenAIAgent, server: Server, clock: Clock) -> None:
    """After the last attempt the entry is not run, and the reason is the status."""
    for _ in range(3):
        server.answer(b"", 503)
    with pytest.raises(AgentError, match="HTTP 503"):
        tested.reply(_request())
    assert clock.slept == [0.5, 1.0]


def test_retry_after_is_heeded(tested: OpenAIAgent, server: Server, clock: Clock) -> None:
    """The provider says how long to wait."""
    server.answer({}, 429, Retry_After="7")
    server.answer(completion("Hello."))
    tested.reply(_request())
    assert clock.slept == [7.0]


def test_a_wait_beyond_patience_ends_at_once(
    tested: OpenAIAgent, server: Server, clock: Clock
) -> None:
    """An hour's wait is no retry, and the next entry would be told the same: the run stops."""
    server.answer({}, 429, Retry_After="3600")
    with pytest.raises(AgentRefused, match="HTTP 429: the provider wants us to wait 3600 s"):
        tested.reply(_request())
    assert clock.slept == []


def test_a_bad_request_is_not_tried_again(tested: OpenAIAgent, server: Server) -> None:
    """What was wrong once is wrong again."""
    server.answer({"error": {"message": "too long", "code": "context_length_exceeded"}}, 400)
    with pytest.raises(AgentError, match="HTTP 400 context_length_exceeded"):
        tested.reply(_request())
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_agent_stops_the_run_without_showing_the_key(
    tested: OpenAIAgent, server: Server, status: int
) -> None:
    """The message names the status and never the key, though the provider quotes it."""
    server.answer({"error": {"message": f"Incorrect API key provided: {KEY}"}}, status)
    with pytest.raises(AgentRefused) as caught:
        tested.reply(_request())
    shown = f"{caught.value!r} {caught.value.__cause__!r}"
    assert (str(status) in shown, KEY in shown) == (True, False)


def test_the_key_travels_in_its_header_only(tested: OpenAIAgent, server: Server) -> None:
    """The key is in the authorisation header and nowhere else."""
    server.answer(completion("Hello."))
    tested.reply(_request())
    holders = [name.lower() for name, value in server.headers[0].items() if KEY in value]
    assert (holders, KEY in str(server.requests), KEY in str(tested.versions)) == (
        ["authorization"],
        False,
        False,
    )


def test_a_refusal_is_text(tested: OpenAIAgent, server: Server) -> None:
    """A model that declines has answered."""
    body = completion(None)
    body["choices"][0]["message"]["refusal"] = "I can't help with that."
    server.answer(body)
    assert tested.reply(_request()).text == "I can't help with that."


def test_no_key_and_no_server_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a key there is nobody to ask."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InputError, match="OPENAI_API_KEY, or --base-url"):
        agent("openai/m")


BAD_SPECS = [
    ("opneai/m", "did you mean 'openai'"),
    ("openai", "openai/<model>"),
    ("scripted/orcale", "scripted/oracle"),
    ("scripted/oracle?ask", "unknown agent"),
]


@pytest.mark.parametrize(("spec", "says"), BAD_SPECS)
def test_an_unknown_agent_is_named(spec: str, says: str) -> None:
    """A wrong SPEC is answered with the right ones."""
    with pytest.raises(InputError, match=says):
        agent(spec)
