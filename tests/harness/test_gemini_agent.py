"""Gemini's own ways: signatures, malformed calls, thinking, keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from gemini_server import GeminiServer
from vendor_servers import Answer, Answered

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import AgentOptions, agent
from bfcl_audio.harness.agents.base import AgentError, Request
from bfcl_audio.harness.agents.gemini import GeminiAgent
from bfcl_audio.harness.agents.retrying import Retries
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.tools import Tool
from bfcl_audio.prediction import kind

TOOL = Tool("get weather", "Weather.", {"type": "object", "properties": {}, "required": []})
NOBODY = Conversation("multi_turn_base_0", "multi_turn_base", "text", (), "[]", "")
HI = ChatMessage("user", "Hi")
CALLED = Answered(calls=[("get_weather", '{"city": "Oslo"}')])


class Stage:
    def __init__(self) -> None:
        self.answer = CALLED
        self.server = GeminiServer(lambda said, tools: self.answer)

    def agent(self, **options: Any) -> GeminiAgent:
        retries = Retries(attempts=1)
        return GeminiAgent("m", AgentOptions(base_url=self.server.base_url, **options),
                           retries=retries)  # fmt: skip


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setenv("GEMINI_API_KEY", "k")
    made = Stage()
    yield made
    made.server.close()


def _request(*messages: ChatMessage) -> Request:
    return Request(messages or (HI,), (TOOL,), NOBODY, 0, 0)


def test_calls_go_back_signed_with_their_results(stage: Stage) -> None:
    """The server refuses an unsigned call; parallel results are one message."""
    tested = stage.agent()
    stage.answer = Answered("Well.", [*CALLED.calls, *CALLED.calls])
    calls = tested.reply(_request()).tool_calls
    results = [ChatMessage("tool", "sunny", tool_call_id=call.id) for call in calls]
    stage.answer = Answered("Sunny.")
    called = ChatMessage("assistant", "Well.", calls)
    tested.reply(_request(HI, called, *results))
    roles = [content["role"] for content in stage.server.requests[1]["contents"]]
    assert (roles, [(c.name, c.arguments) for c in calls], len({c.id for c in calls})) == (
        ["user", "model", "user"],
        [("get weather", '{"city": "Oslo"}')] * 2,
        2,
    )


def test_an_empty_message_is_not_sent(stage: Stage) -> None:
    """The API takes no message without parts, and no two of one role."""
    tested = stage.agent()
    tested.reply(_request(HI, ChatMessage("assistant", ""), HI))
    (content,) = stage.server.requests[0]["contents"]
    assert [part["text"] for part in content["parts"]] == ["Hi", "Hi"]


def test_a_call_that_was_never_made_is_told_as_text(stage: Stage) -> None:
    """It has no result, and its arguments may be no JSON."""
    broken = ChatMessage("assistant", "", (ToolCall("c1", "f", '{"a": tr'),))
    stage.agent().reply(_request(HI, broken, HI))
    assert stage.server.requests[0]["contents"][1]["parts"] == [{"text": 'f({"a": tr)'}]


def test_system_messages_are_instructions(stage: Stage) -> None:
    """All of them, in order."""
    system = (ChatMessage("system", "One."), ChatMessage("system", "Two."))
    stage.agent().reply(_request(*system, HI))
    sent = stage.server.requests[0]["systemInstruction"]["parts"]
    assert [part["text"] for part in sent] == ["One.\n\nTwo."]


@pytest.mark.parametrize("message", [None, "Malformed function call: print(f(a=1))"])
def test_a_malformed_call_is_a_malformed_answer(stage: Stage, message: str | None) -> None:
    """The API shows it or not; either way the model tried to call."""
    candidate: dict[str, Any] = {"finishReason": "MALFORMED_FUNCTION_CALL", "content": {}}
    candidate |= {"finishMessage": message} if message else {}
    stage.server.fail(Answer({"candidates": [candidate]}))
    reply = stage.agent().reply(_request())
    assert kind(reply.text, "multi_turn_base", "fc") == "malformed"


STOPS = [
    ({"promptFeedback": {"blockReason": "SAFETY"}}, "filter blocked the request"),
    ({"candidates": [{"finishReason": "MISSING_THOUGHT_SIGNATURE"}]}, "stopped without an answer"),
]


@pytest.mark.parametrize(("body", "says"), STOPS)
def test_a_provider_that_stops_has_not_answered(
    stage: Stage, body: dict[str, Any], says: str
) -> None:
    """Its entry is not run."""
    stage.server.fail(Answer(body))
    with pytest.raises(AgentError, match=says):
        stage.agent().reply(_request())


def test_an_empty_answer_is_an_answer(stage: Stage) -> None:
    """A model may say nothing."""
    stage.server.fail(Answer({"candidates": [{"finishReason": "STOP"}]}))
    assert stage.agent().reply(_request()).text == ""


EFFORTS = [
    ("low", {"thinkingLevel": "LOW"}),
    ("512", {"thinkingBudget": 512}),
    ("0", {"thinkingBudget": 0}),
]


@pytest.mark.parametrize(("effort", "sent"), EFFORTS)
def test_every_option_is_sent(stage: Stage, effort: str, sent: dict[str, Any]) -> None:
    """Thinking as a level or a number of tokens; the rest by Gemini's names."""
    tested = stage.agent(
        temperature=0.0, seed=3, max_tokens=50, reasoning_effort=effort,
        extra_body={"labels": {"run": "1"}},
    )  # fmt: skip
    tested.reply(_request())
    body = stage.server.requests[0]
    config = body["generationConfig"]
    named = {name: config[name] for name in ("temperature", "seed", "maxOutputTokens")}
    thinking = {_camel(name): value for name, value in config["thinkingConfig"].items()}
    assert (named, thinking, body["labels"]) == (
        {"temperature": 0.0, "seed": 3, "maxOutputTokens": 50},
        sent,
        {"run": "1"},
    )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))


@pytest.mark.parametrize("variable", ["GEMINI_API_KEY", "GOOGLE_API_KEY"])
def test_either_variable_holds_the_key(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """Both are in use; one will do."""
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    monkeypatch.setenv(variable, "k")
    assert agent("gemini/gemini-2.5-flash").hears


BAD = [
    ({}, AgentOptions(), "needs a key in GEMINI_API_KEY or GOOGLE_API_KEY"),
    ({"GEMINI_API_KEY": "k"}, AgentOptions(reasoning_effort="hihg"), "did you mean 'high'?"),
    ({"GEMINI_API_KEY": "k"}, AgentOptions(base_url="nowhere"), "--base-url is 'nowhere'"),
]


@pytest.mark.parametrize(("environment", "options", "says"), BAD)
def test_what_cannot_work_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], options: AgentOptions, says: str
) -> None:
    """Before the first request, in one line."""
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.delenv("GOOGLE_API_KEY", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(InputError) as caught:
        agent("gemini/m", options)
    assert says in str(caught.value)
