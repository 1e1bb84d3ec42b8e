"""The judge behind an OpenAI-compatible endpoint, over a real socket, with all that fails there."""

import json
from pathlib import Path
from typing import Any

import pytest
from puppets import Server, completion

from bfcl_audio.errors import InputError, JudgeError, JudgeRefused
from bfcl_audio.harness.agents.options import AgentOptions
from bfcl_audio.harness.agents.retrying import Retries
from bfcl_audio.harness.judges import hashes_of, judge
from bfcl_audio.harness.judges.openai import PROMPT, OpenAIJudge
from bfcl_audio.harness.local_server import serve
from bfcl_audio.judge import Decision, get_judge
from bfcl_audio.models import file

KEY = "sk-never-to-be-seen"
REQUEST = "Email bryan.smyth@example.com about A1B52"
WHITELIST = {"email": "bryan.smyth@example.com", "invoice": "A1B52"}


def _decided(allowed: object, message: object) -> dict[str, Any]:
    return completion(json.dumps({"allowed": allowed, "message": message}))


def _decide(tested: OpenAIJudge, message: str = "Was that A one B fifty-two?") -> Decision:
    return tested.decide(
        intended_request=REQUEST,
        asr_text="email brian about a one b fifty two",
        allowed_clarifications=WHITELIST,
        assistant_message=message,
    )


@pytest.fixture
def slept() -> list[float]:
    return []


@pytest.fixture
def tested(server: Server, slept: list[float], monkeypatch: pytest.MonkeyPatch) -> OpenAIJudge:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    options = AgentOptions(base_url=server.base_url, temperature=0.0, timeout_s=0.5)
    return OpenAIJudge("m", options, retries=Retries(attempts=3, sleep=slept.append))


DECISIONS = [
    # what the model wrote -> what is decided
    (True, "It's A1B52.", (True, "It's A1B52.", "")),
    (False, "", (False, "", "")),
    (False, "A1B52", (False, "", "a refusal with a reply")),
    (True, f"It's A1B52. I said: {REQUEST}", (True, "It's A1B52.",
                                              "more than the values: 'Email'")),
    (True, "It's 4711.", (False, "", "no approved value in the reply")),
    (True, "a1b52", (True, "It's A1B52.", "a value in another spelling")),
]  # fmt: skip


@pytest.mark.parametrize(("allowed", "message", "decided"), DECISIONS)
def test_what_the_model_says_is_held_to_the_protocol(
    tested: OpenAIJudge,
    server: Server,
    allowed: bool,
    message: str,
    decided: tuple[bool, str, str],
) -> None:
    """A leak or a value that nobody may give is taken out, or the question refused."""
    server.answer(_decided(allowed, message))
    found = _decide(tested)
    assert (found.allowed, found.message, found.overruled) == decided


def test_the_model_sees_the_four_inputs_and_nothing_else(
    tested: OpenAIJudge, server: Server
) -> None:
    """Our prompt, the case as JSON, a strict schema, temperature 0."""
    server.answer(_decided(False, ""))
    _decide(tested, "Hi")
    sent = server.requests[0]
    assert (
        sent["messages"][0]["content"],
        json.loads(sent["messages"][1]["content"]),
        sent["response_format"]["json_schema"]["strict"],
        sent["temperature"],
    ) == (
        PROMPT,
        {
            "intended_request": REQUEST,
            "asr_text": "email brian about a one b fifty two",
            "allowed_clarifications": WHITELIST,
            "assistant_message": "Hi",
        },
        True,
        0.0,
    )


def test_what_it_took_is_kept(tested: OpenAIJudge, server: Server) -> None:
    """Tokens and seconds stand in the decision, for the run to count and price."""
    server.answer(_decided(True, "It's A1B52."))
    found = _decide(tested)
    assert (dict(found.usage), found.latency_s > 0) == (
        {"prompt_tokens": 7, "completion_tokens": 3},
        True,
    )


def _unwilling() -> dict[str, Any]:
    answer = completion(None)
    answer["choices"][0]["message"]["refusal"] = "I cannot help with that."
    return answer


PASSING: list[tuple[str, Any, int]] = [
    ("rate limit", {"error": {"message": "slow", "code": "rate_limit_exceeded"}}, 429),
    ("server error", b"oops", 500),
    ("not JSON", completion("Sure! It's A1B52."), 200),
    ("cut off", completion('{"allowed": true, "mess'), 200),
    ("another type", _decided("yes", "It's A1B52."), 200),
    ("a missing field", completion('{"allowed": true}'), 200),
    ("a field more", completion('{"allowed": true, "message": "", "why": ""}'), 200),
    ("nothing", completion(None), 200),
    ("a refusal of the model", _unwilling(), 200),
    ("no choices", {**completion("x"), "choices": []}, 200),
    ("hang-up", None, 200),
]


@pytest.mark.parametrize(
    ("body", "status"), [case[1:] for case in PASSING], ids=[case[0] for case in PASSING]
)
def test_what_passes_is_tried_again(
    tested: OpenAIJudge, server: Server, body: Any, status: int
) -> None:
    """A failure or a malformed decision costs a try; the next one counts."""
    server.answer(body, status)
    server.answer(_decided(True, "It's A1B52."))
    assert _decide(tested).message == "It's A1B52."


def test_a_malformed_decision_is_an_error_in_the_end(tested: OpenAIJudge, server: Server) -> None:
    """It never counts as a refusal."""
    for _ in range(3):
        server.answer(completion("yes"))
    with pytest.raises(JudgeError, match="not JSON"):
        _decide(tested)


def test_retry_after_is_heeded(tested: OpenAIJudge, server: Server, slept: list[float]) -> None:
    """The judge waits as long as the provider asks."""
    server.answer({"error": {"message": "slow"}}, 429, Retry_After="7")
    server.answer(_decided(False, ""))
    _decide(tested)
    assert slept == [7.0]


def test_a_refused_key_stops_and_is_not_told(tested: OpenAIJudge, server: Server) -> None:
    """No other entry will fare better; the message holds no key."""
    server.answer({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401)
    with pytest.raises(JudgeRefused) as caught:
        _decide(tested)
    assert (KEY in str(caught.value), caught.value.__cause__) == (False, None)


def test_a_silent_server_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that cannot be reached leaves the entry not run."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    options = AgentOptions(base_url="http://127.0.0.1:9/v1", timeout_s=0.5)
    unreachable = OpenAIJudge("m", options, retries=Retries(attempts=1))
    with pytest.raises(JudgeError, match="connection failed"):
        _decide(unreachable)


def test_the_prompt_is_named_in_every_trajectory(tested: OpenAIJudge) -> None:
    """Its hash says which rules the model was given."""
    assert len(hashes_of(tested)["judge_prompt"]) == 64


def test_it_is_found_by_its_spec(server: Server) -> None:
    """The package's own function and the command line's make the same judge."""
    made = get_judge("openai/m", base_url=server.base_url)
    named = judge("openai/m", AgentOptions(base_url=server.base_url))
    assert (made.name, named.name if named else "") == ("openai/m", "openai/m")


def test_without_a_key_or_a_server_it_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to set."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InputError, match="OPENAI_API_KEY"):
        get_judge("openai/gpt-4o-mini")


@pytest.mark.slow
def test_an_embedded_model_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real, independent server takes the schema, and its answers are decisions."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with serve(file("qwen2.5-coder-0.5b")) as base_url:
        found = _decide(OpenAIJudge("qwen", AgentOptions(base_url=base_url, temperature=0.0)))
    assert found.allowed is bool(found.message)


def test_the_prompt_is_a_file() -> None:
    """Prompts are data, beside the code that sends them."""
    import bfcl_audio.harness as harness

    text = (Path(harness.__file__).parent / "judge_prompt.md").read_text(encoding="utf-8")
    assert text.strip() == PROMPT
