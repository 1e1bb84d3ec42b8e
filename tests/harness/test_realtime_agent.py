"""The Realtime API over a websocket: sessions, and everything that goes wrong there."""

import base64
import io
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import soundfile
from realtime_server import Failure, RealtimeServer
from vendor_servers import Answered

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import AgentOptions, agent
from bfcl_audio.harness.agents.base import AgentError, AgentRefused, Request
from bfcl_audio.harness.agents.openai_realtime import RealtimeAgent
from bfcl_audio.harness.agents.retrying import Retries
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.tools import Tool

KEY = "sk-never-to-be-seen"
TOOL = Tool("get weather", "Weather.", {"type": "object", "properties": {}, "required": []})
LATER = Tool("g", "", {"type": "object", "properties": {}, "required": []})
HI = ChatMessage("user", "Hi")
ERROR = {"type": "error", "error": {"type": "server_error", "message": KEY}}


def clip(name: str) -> bytes:
    """One second at 16 kHz."""
    out = io.BytesIO()
    soundfile.write(out, np.sin(np.arange(16_000) / 10) / 2, 16_000, format="FLAC")
    return out.getvalue()


NOBODY = Conversation("simple_python_0", "simple_python", "audio", (), "[]", "", clip=clip)


def asked(*messages: ChatMessage, tools: tuple[Tool, ...] = (TOOL,)) -> Request:
    return Request(messages, tools, NOBODY, 0, 0)


class Stage:
    def __init__(self) -> None:
        self.pauses: list[float] = []
        self.answer = Answered("Hello.")
        self.server = RealtimeServer(lambda said, tools: self.answer)
        options = AgentOptions(base_url=self.server.base_url, timeout_s=1.0, max_tokens=50)
        retries = Retries(attempts=3, sleep=self.pauses.append)
        self.agent = RealtimeAgent("gpt-realtime", options, retries=retries)

    def close(self) -> None:
        self.agent.end(NOBODY, 0)
        self.server.close()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    made = Stage()
    yield made
    made.close()


def test_a_session_is_told_only_what_is_new(stage: Stage) -> None:
    """Its own calls are not told again; results and later tools are."""
    system = ChatMessage("system", "Be brief.")
    stage.answer = Answered(calls=[("get_weather", "{}")])
    reply = stage.agent.reply(asked(system, HI))
    stage.answer = Answered("Sunny.")
    called = ChatMessage("assistant", "", reply.tool_calls)
    result = ChatMessage("tool", "sunny", tool_call_id=reply.tool_calls[0].id)
    stage.agent.reply(asked(system, HI, called, result, tools=(TOOL, LATER)))
    (items,) = stage.server.sessions
    told = [(s["instructions"], [t["name"] for t in s["tools"]]) for s in stage.server.settings]
    assert ([item["type"] for item in items], told, reply.tool_calls[0].name) == (
        ["message", "function_call", "function_call_output", "message"],
        [("Be brief.", ["get_weather"]), ("Be brief.", ["get_weather", "g"])],
        "get weather",
    )


def test_a_clip_is_sent_as_samples_at_24_khz(stage: Stage) -> None:
    """The one rate that the API knows; the text of the clip is not sent."""
    stage.agent.reply(asked(ChatMessage("user", "secret", clip="u")))
    ((item, _),) = stage.server.sessions
    (part,) = item["content"]
    assert (part["type"], len(base64.b64decode(part["audio"]))) == ("input_audio", 2 * 24_000)


def test_settings_reach_the_session(stage: Stage) -> None:
    """Text out, no turn detection, the longest reply."""
    stage.agent.reply(asked(HI))
    sent = stage.server.settings[0]
    assert (sent["output_modalities"], sent["max_output_tokens"]) == (["text"], 50)


def test_usage_and_latency_are_kept(stage: Stage) -> None:
    """Tokens by our names."""
    reply = stage.agent.reply(asked(HI))
    assert (dict(reply.usage), reply.latency_s > 0) == (
        {"prompt_tokens": 100, "completion_tokens": 10, "prompt_audio_tokens": 60},
        True,
    )


PASSING = [
    ("server error at the door", Failure(status=500)),
    ("crowded at the door", Failure(status=429)),
    ("an error event", Failure(events=[ERROR])),
    ("no JSON", Failure(events=["{"])),
    ("a closed line", Failure(close=(1011, "internal error"))),
    ("silence", Failure(delay_s=2.0)),
    ("a failed response", Failure(response={"status": "failed", "status_details": {
        "type": "failed", "error": {"type": "server_error", "code": None}}})),
    ("a cancelled response", Failure(response={"status": "cancelled"})),
]  # fmt: skip


@pytest.mark.parametrize("failure", [c[1] for c in PASSING], ids=[c[0] for c in PASSING])
def test_what_may_pass_is_tried_in_a_new_session(stage: Stage, failure: Failure) -> None:
    """The conversation is told again from its beginning, and no line stays open."""
    stage.server.fail(failure)
    before = (HI, ChatMessage("assistant", "Yes?"), HI)
    reply = stage.agent.reply(asked(*before))
    stage.agent.end(NOBODY, 0)
    roles = [item["role"] for item in stage.server.sessions[-1]]
    assert (reply.text, stage.pauses, roles, stage.server.open_lines()) == (
        "Hello.", [0.5], ["user", "assistant", "user", "assistant"], 0,
    )  # fmt: skip


def test_retry_after_is_heeded(stage: Stage) -> None:
    """The door may say how long to wait."""
    stage.server.fail(Failure(status=429, headers={"Retry-After": "7"}))
    stage.agent.reply(asked(HI))
    assert stage.pauses == [7.0]


QUOTA = b'{"error": {"code": "insufficient_quota", "message": "%s"}}' % KEY.encode()
FINAL: list[tuple[Failure, type[AgentError], str]] = [
    (Failure(status=401, body=b'{"error": {"message": "%s"}}' % KEY.encode()), AgentRefused, "401"),
    (Failure(status=403), AgentRefused, "403"),
    (Failure(status=404), AgentRefused, "404"),
    (Failure(status=429, body=QUOTA), AgentRefused, "quota"),
    (Failure(close=(3000, "invalid_request_error.invalid_api_key")), AgentRefused, "key was refu"),
    (Failure(events=[{"type": "error", "error": {"code": "model_not_found"}}]), AgentRefused, "no"),
    (Failure(events=[{"type": "error", "error": {"code": "bad_item"}}]), AgentError, "bad_item"),
    (
        Failure(response={"status": "incomplete", "status_details": {"reason": "content_filter"}}),
        AgentError,
        "content filter",
    ),
]


@pytest.mark.parametrize(("failure", "kind", "says"), FINAL)
def test_what_stays_wrong_is_asked_once(
    stage: Stage, failure: Failure, kind: type[AgentError], says: str
) -> None:
    """A refused key stops the run, a refused item costs its entry; the key is not shown."""
    stage.server.fail(failure)
    with pytest.raises(AgentError, match=says) as caught:
        stage.agent.reply(asked(HI))
    assert (type(caught.value), KEY in repr(caught.value), stage.pauses) == (kind, False, [])


def test_calls_that_were_never_made_are_told_as_text(stage: Stage) -> None:
    """A new session takes no broken call and no call without a result."""
    broken = ChatMessage("assistant", "", (ToolCall("c1", "f", '{"a": tr'),))
    stage.agent.reply(asked(HI, broken, HI))
    assert stage.server.sessions[0][1]["content"] == [
        {"type": "output_text", "text": 'f({"a": tr)'}
    ]


def test_conversations_do_not_mix(stage: Stage) -> None:
    """Each has its own session, also when both are under way at once."""
    others: list[Any] = []
    other = Request((HI,), (TOOL,), NOBODY, 0, 0, repeat=1)
    thread = threading.Thread(target=lambda: others.append(stage.agent.reply(other)))
    thread.start()
    stage.agent.reply(asked(HI))
    thread.join()
    stage.agent.end(NOBODY, 1)
    assert [len(items) for items in stage.server.sessions] == [2, 2]


def test_the_key_travels_in_its_header_only(stage: Stage) -> None:
    """Not in the address, the events or what the agent looks like."""
    stage.agent.reply(asked(HI))
    holders = [name.lower() for name, value in stage.server.headers[0].items() if KEY in value]
    elsewhere = f"{stage.server.sessions} {stage.server.settings} {vars(stage.agent)}"
    assert (holders, KEY in elsewhere) == (["authorization"], False)


REFUSED_OPTIONS = [
    (AgentOptions(temperature=0.0), "takes no --temperature"),
    (AgentOptions(seed=1), "takes no --seed"),
]


@pytest.mark.parametrize(("options", "says"), REFUSED_OPTIONS)
def test_options_that_the_api_lacks_are_refused(options: AgentOptions, says: str) -> None:
    """An option that would do nothing is an error."""
    with pytest.raises(InputError, match=says):
        agent("openai-realtime/m", options)
