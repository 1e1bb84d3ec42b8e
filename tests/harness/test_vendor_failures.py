"""What goes wrong at a vendor: tried again, given up, or a reason to stop; the key never shown."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gemini_server import GeminiServer
from vendor_servers import Answer, Answered, HttpServer, OpenAIServer

from bfcl_audio.harness.agents.base import AgentError, AgentRefused, Request
from bfcl_audio.harness.agents.gemini import GeminiAgent
from bfcl_audio.harness.agents.openai import OpenAIAgent
from bfcl_audio.harness.agents.options import AgentOptions
from bfcl_audio.harness.agents.retrying import Retries
from bfcl_audio.harness.conversation import ChatMessage, Conversation
from bfcl_audio.harness.tools import Tool

KEY = "sk-never-to-be-seen"
TIMEOUT_S = 0.5
VENDORS: dict[str, tuple[type[HttpServer], Callable[..., Any]]] = {
    "openai": (OpenAIServer, OpenAIAgent),
    "gemini": (GeminiServer, GeminiAgent),
}
EMPTY = {
    "openai": {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": []},
    "gemini": {"candidates": [], "usageMetadata": {}},
}
FILTERED = {
    "openai": {
        **EMPTY["openai"],
        "choices": [
            {
                "index": 0, "finish_reason": "content_filter",
                "message": {"role": "assistant", "content": ""},
            }
        ],
    },
    "gemini": {"candidates": [{"finishReason": "SAFETY", "index": 0}]},
}  # fmt: skip


def hello() -> Request:
    nobody = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
    tool = Tool("f", "", {"type": "object", "properties": {}, "required": []})
    return Request((ChatMessage("user", "Hi"),), (tool,), nobody, 0, 0)


class Stage:
    """A vendor's server and an agent that talks to it."""

    def __init__(self, vendor: str) -> None:
        served, tested = VENDORS[vendor]
        self.vendor = vendor
        self.pauses: list[float] = []
        self.server = served(lambda said, tools: Answered("Hello."))
        options = AgentOptions(base_url=self.server.base_url, timeout_s=TIMEOUT_S)  # type: ignore[attr-defined]
        self.agent = tested("m", options, retries=Retries(attempts=3, sleep=self.pauses.append))

    def error(self, status: int, code: str = "some_code", **headers: str) -> Answer:
        """An error whose words hold the key, as vendors' have."""
        return self.server.error(status, code, f"Incorrect API key provided: {KEY}", **headers)


@pytest.fixture(params=VENDORS)
def stage(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    made = Stage(request.param)
    yield made
    made.server.close()


PASSING: list[tuple[str, Callable[[Stage], Answer]]] = [
    ("too many requests", lambda stage: stage.error(429, "resource_exhausted")),
    ("server error", lambda stage: stage.error(500)),
    ("overloaded", lambda stage: stage.error(503, "unavailable")),
    ("an error without JSON", lambda stage: Answer(b"<html>", 502)),
    ("a timeout", lambda stage: Answer(b"{}", delay_s=2 * TIMEOUT_S)),
    ("half a body", lambda stage: Answer(b'{"candidates": [', cut=True)),
    ("no JSON", lambda stage: Answer(b"<html>")),
    ("a hang-up", lambda stage: Answer(None)),
    ("nothing to choose from", lambda stage: Answer(EMPTY[stage.vendor])),
]


@pytest.mark.parametrize("failure", [c[1] for c in PASSING], ids=[c[0] for c in PASSING])
def test_what_may_pass_is_tried_again(stage: Stage, failure: Callable[[Stage], Answer]) -> None:
    """One failure costs one pause of ours, and one more request: the SDK does not retry."""
    stage.server.fail(failure(stage))
    reply = stage.agent.reply(hello())
    assert (reply.text, stage.pauses, len(stage.server.requests)) == ("Hello.", [0.5], 2)


@pytest.mark.parametrize(
    "failure", [c[1] for c in PASSING if c[0] != "a timeout"],
    ids=[c[0] for c in PASSING if c[0] != "a timeout"],
)  # fmt: skip
def test_what_does_not_pass_is_given_up(stage: Stage, failure: Callable[[Stage], Answer]) -> None:
    """After the last attempt the entry is not run; the agent may try the next."""
    stage.server.fail(*(failure(stage) for _ in range(3)))
    with pytest.raises(AgentError) as caught:
        stage.agent.reply(hello())
    assert (type(caught.value), KEY in repr(caught.value), stage.pauses) == (
        AgentError, False, [0.5, 1.0],
    )  # fmt: skip


def test_retry_after_is_heeded(stage: Stage) -> None:
    """The vendor says how long to wait, in the header."""
    stage.server.fail(stage.error(429, Retry_After="7"))
    stage.agent.reply(hello())
    assert stage.pauses == [7.0]


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_agent_is_not_asked_again(stage: Stage, status: int) -> None:
    """Every entry would fail alike; the vendor's words, which quote the key, go nowhere."""
    stage.server.fail(stage.error(status))
    with pytest.raises(AgentRefused) as caught:
        stage.agent.reply(hello())
    shown = f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__suppress_context__}"
    assert (str(status) in shown, KEY in shown, "True" in shown, stage.pauses) == (
        True, False, True, [],
    )  # fmt: skip


@pytest.mark.parametrize("failure", [lambda stage: stage.error(400), "filtered"])
def test_what_stays_wrong_is_asked_once(stage: Stage, failure: Any) -> None:
    """A bad request or a filtered answer leaves its entry not run."""
    answer = Answer(FILTERED[stage.vendor]) if failure == "filtered" else failure(stage)
    stage.server.fail(answer)
    with pytest.raises(AgentError, match=r"HTTP 400|content filter cut") as caught:
        stage.agent.reply(hello())
    assert (type(caught.value), len(stage.server.requests)) == (AgentError, 1)


def test_the_key_travels_in_its_header_only(stage: Stage) -> None:
    """Not in the address, the body, the versions or what the agent looks like."""
    stage.agent.reply(hello())
    server = stage.server
    elsewhere = f"{server.paths} {server.requests} {stage.agent.versions} {vars(stage.agent)}"
    holders = [name.lower() for name, value in server.headers[0].items() if KEY in value]
    header = {"openai": "authorization", "gemini": "x-goog-api-key"}[stage.vendor]
    assert (holders, KEY in elsewhere) == ([header], False)


def _google(status: int, *details: dict[str, Any]) -> Answer:
    body = {"error": {"code": status, "message": KEY, "status": "X", "details": list(details)}}
    return Answer(body, status)


GOOGLE = [
    (_google(400, {"reason": "API_KEY_INVALID"}), "the key was refused"),
    (_google(429, {"violations": [{"quotaId": "RequestsPerDayPerModel"}]}), "day's quota"),
]


@pytest.mark.parametrize("stage", ["gemini"], indirect=True)
@pytest.mark.parametrize(("answer", "says"), GOOGLE)
def test_google_tells_in_details_what_is_final(stage: Stage, answer: Answer, says: str) -> None:
    """A refused key comes as a bad request, a used-up day as too many requests."""
    stage.server.fail(answer)
    with pytest.raises(AgentRefused, match=says):
        stage.agent.reply(hello())


@pytest.mark.parametrize("stage", ["gemini"], indirect=True)
def test_google_tells_in_details_how_long_to_wait(stage: Stage) -> None:
    """The header is not the only place."""
    stage.server.fail(_google(429, {"retryDelay": "31.5s"}))
    stage.agent.reply(hello())
    assert stage.pauses == [31.5]


@pytest.mark.parametrize("stage", ["openai"], indirect=True)
def test_a_used_up_account_is_final(stage: Stage) -> None:
    """OpenAI says so with the status of a rate limit."""
    stage.server.fail(stage.error(429, "insufficient_quota"))
    with pytest.raises(AgentRefused, match="quota is used up"):
        stage.agent.reply(hello())
