"""Rewriters by name, and a model's server that fails: one request each, through the real SDK."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from puppets import completion
from rewriting import RewritingServer, worded
from vendor_servers import Answer

from dataset_builder.engines.base import EngineError, Failed, NotReady, Refused, Shut, SpecError
from dataset_builder.engines.openai_rewriter import MOST_BYTES
from dataset_builder.rewriters import _made, reword, rewriter

KEY = "sk-0secret0key0of0the0tests0"
TIMEOUT_S = 0.5
MESSAGES = json.dumps([{"role": "user", "content": "{}"}])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RewritingServer]:
    made = RewritingServer(worded("Hello there."))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", made.base_url)
    yield made
    _made.cache_clear()  # and its sockets go
    made.close()


def asked(spec: str = "openai/m") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(reword(spec, MESSAGES, 7))
    return found


def _error(status: int, code: str = "some_error", **headers: str) -> Answer:
    return RewritingServer.error(status, code, f"Incorrect API key provided: {KEY}", **headers)


def _answered(content: object, **choice: object) -> Answer:
    whole = completion()
    message = {"role": "assistant", "content": content}
    whole["choices"] = [{"index": 0, "finish_reason": "stop", "message": message, **choice}]
    return Answer(whole)


GOOD = json.dumps(worded("Hello there."))
FAILURES: dict[str, tuple[Answer, type[EngineError]]] = {
    "the key is refused": (_error(401, "invalid_api_key"), Shut),
    "no quota": (_error(429, "insufficient_quota"), Shut),
    "no credit": (_error(402), Shut),
    "no such model": (_error(404, "model_not_found"), Refused),
    "a bad request": (_error(400), Refused),
    "too many requests": (_error(429, "rate_limit_exceeded"), Failed),
    "server error": (_error(500), Failed),
    "no JSON in an error": (Answer(b"<html>bad gateway</html>", 502), Failed),
    "a timeout": (Answer(b"{}", delay_s=2 * TIMEOUT_S), Failed),
    "a hang-up": (Answer(None), Failed),
    "half a body": (Answer(json.dumps(completion(GOOD)).encode(), cut=True), Failed),
    "no JSON": (Answer(b"<html>welcome</html>"), Failed),
    "an empty body": (Answer(b""), Failed),
    "JSON of another kind": (Answer([1, 2]), Failed),
    "no choices": (Answer({**completion(), "choices": []}), Failed),
    "choices of another kind": (Answer({"choices": "m"}), Failed),
    "no message": (Answer({"choices": [{"finish_reason": "stop"}]}), Failed),
    "megabytes": (Answer(b'{"choices": "' + b"a" * (MOST_BYTES + 1) + b'"}'), Failed),
    "prose": (_answered("Sure! Hello there."), Failed),
    "nothing": (_answered(None), Failed),
    "a list for a text": (_answered([{"type": "text", "text": GOOD}]), Failed),
    "half an object": (_answered(GOOD[:-4]), Failed),
    "endless nesting": (_answered("[" * 100_000), Failed),
    "a number for a text": (_answered('{"spoken": 5, "whitelist": []}'), Failed),
    "a text for a list": (_answered('{"spoken": "Hi", "whitelist": "none"}'), Failed),
    "a field less": (_answered('{"spoken": "Hi"}'), Failed),
    "a field more": (_answered('{"spoken": "Hi", "whitelist": [], "why": ""}'), Failed),
    "an item that is none": (_answered('{"spoken": "Hi", "whitelist": ["a"]}'), Failed),
    "a value that is none": (
        _answered('{"spoken": "Hi", "whitelist": [{"topic": "a", "value": {}}]}'),
        Failed,
    ),
    "hundreds of topics": (
        _answered(json.dumps({"spoken": "Hi", "whitelist": [{"topic": "a", "value": "b"}] * 999})),
        Failed,
    ),
}


@pytest.mark.parametrize(("answer", "kind"), FAILURES.values(), ids=FAILURES)
def test_a_failure_is_an_error_of_ours(
    server: RewritingServer, answer: Answer, kind: type[EngineError]
) -> None:
    """Of the right kind, after one request, without the vendor's words."""
    server.fail(answer)
    # A time-out where one is meant alone: no machine is too slow for the others.
    spec = f"openai/m?timeout={TIMEOUT_S}" if answer.delay_s else "openai/m"
    with pytest.raises(EngineError) as caught:
        asked(spec)
    assert (caught.type, caught.value.retryable, len(server.requests)) == (kind, kind is Failed, 1)
    assert KEY not in str(caught.value) and caught.value.__cause__ is None


def test_it_is_told_how_long_to_wait(server: RewritingServer) -> None:
    """Retry-After goes to whoever asks again."""
    server.fail(_error(429, "rate_limit_exceeded", Retry_After="17"))
    with pytest.raises(Failed) as caught:
        asked()
    assert caught.value.retry_after_s == 17


ODD: dict[str, tuple[Answer, str]] = {
    "a refusal": (
        _answered(None, message={"role": "assistant", "content": None, "refusal": "No."}),
        "the model refuses",
    ),
    "cut off": (_answered(GOOD[:-4], finish_reason="length"), "the answer was too long"),
    "filtered": (_answered("", finish_reason="content_filter"), "a content filter withheld"),
}


@pytest.mark.parametrize(("answer", "refused"), ODD.values(), ids=ODD)
def test_a_model_that_gives_nothing_has_answered(
    server: RewritingServer, answer: Answer, refused: str
) -> None:
    """It was paid for, and would answer the same again: so it is kept, with why."""
    server.fail(answer)
    found = asked()
    assert (found["spoken"], found["refused"].startswith(refused)) == ("", True)


def test_an_answer_is_kept_with_what_it_took(server: RewritingServer) -> None:
    """Wording, whitelist, who answered and how many tokens."""
    assert asked() == {
        "spoken": "Hello there.",
        "whitelist": [],
        "refused": "",
        "model": "m",
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }


@pytest.mark.parametrize(
    ("usage", "kept"),
    [(None, {}), ("many", {}), ({"prompt_tokens": -1, "completion_tokens": True}, {})],
)
def test_counts_that_are_none_are_not_kept(
    server: RewritingServer, usage: object, kept: dict[str, int]
) -> None:
    """A server may write anything there."""
    server.fail(Answer({**completion(GOOD), "usage": usage}))
    assert asked()["usage"] == kept


def test_options_are_sent(server: RewritingServer) -> None:
    """Temperature, effort and length as the SPEC says; the seed always."""
    asked("openai/m?temperature=0.3&effort=low&max_tokens=99")
    (sent,) = server.requests
    names = ("temperature", "reasoning_effort", "max_tokens", "seed")
    assert [sent[name] for name in names] == [0.3, "low", 99, 7]


def test_at_openai_itself_the_length_has_its_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its models refuse the old one."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    made = rewriter("openai/m")
    assert made is not None
    assert "max_completion_tokens" in made._parameters([], 0)


def test_rules_ask_nobody() -> None:
    """They need no model."""
    assert rewriter("rules") is None


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("rulez", "unknown rewriter 'rulez'; did you mean 'rules'"),
        ("opanai/gpt-4o-mini", "did you mean 'openai'"),
        ("openai", "needs a model"),
        ("rules/m", "the rules have no model"),
        ("openai/m?temprature=1", "no option 'temprature'; did you mean 'temperature'"),
        ("openai/m?temperature=9", "give a number from 0 to 2"),
        ("openai/m?max_tokens=1e3", "max_tokens is no whole number"),
        ("openai/m?effort=much", "give one of default, none"),
        ("Open AI", "cannot read 'Open AI'"),
    ],
)
def test_a_spec_that_names_none_is_refused(spec: str, hint: str) -> None:
    """With what it could be."""
    with pytest.raises(SpecError, match=hint):
        rewriter(spec)


def test_without_a_key_or_a_server_it_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says what to set."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(NotReady, match=r"no key; set \$OPENAI_API_KEY"):
        rewriter("openai/gpt-4o-mini")


def test_names_with_colons_are_models(server: RewritingServer) -> None:
    """Local servers name sizes so."""
    asked("openai/qwen2.5:7b")
    assert server.requests[0]["model"] == "qwen2.5:7b"


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini-2024-07-18"),
        ("org/model", "org/model"),
        ("/home/me/models/m.gguf", "m.gguf"),
        ("C:\\models\\m.gguf", "m.gguf"),
        (None, ""),
    ],
)
def test_no_folder_of_a_server_is_kept(server: RewritingServer, told: object, kept: str) -> None:
    """A local server calls its model by a path."""
    server.fail(Answer({**completion(GOOD), "model": told}))
    assert asked()["model"] == kept
