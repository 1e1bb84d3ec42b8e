"""Whole runs of agents that hear, each through its vendor's SDK and a socket."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gemini_server import GeminiServer
from knowing import Knowing
from realtime_server import RealtimeServer
from vendor_servers import OpenAIServer

from bfcl_audio import references, score
from bfcl_audio.cli import main

KEY = "sk-never-to-be-seen"
Serve = Callable[[type[Any], str], Any]


@pytest.fixture
def serve(voiced_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Starts a vendor's server that knows the right calls of an arm."""
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    started: list[Any] = []

    def start(vendor: type[Any], arm: str) -> Any:
        started.append(vendor(Knowing(voiced_folder, arm)))
        return started[-1]

    yield start
    for server in started:
        server.close()


def _run(
    folder: Path, out: Path, server: Any, agent: str, arm: str, *more: str
) -> list[dict[str, Any]]:
    status = main(
        ["run", str(folder), "--agent", agent, "--arm", arm, "--out", str(out),
         "--base-url", server.base_url, "--timeout", "10", *more]
    )  # fmt: skip
    assert status == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


RUNS = [
    (OpenAIServer, "openai/gpt-4o-mini", "text"),
    (OpenAIServer, "openai/gpt-4o-mini", "transcript:ears"),
    (OpenAIServer, "openai/m?prompt", "text"),
    (OpenAIServer, "openai/m?prompt", "spoken"),
    (OpenAIServer, "openai/gpt-audio", "audio"),
    (OpenAIServer, "openai/gpt-audio?speak", "audio"),
    (OpenAIServer, "openai/m?mp3", "audio"),
    (OpenAIServer, "openai/m?audio&prompt", "audio"),
    (GeminiServer, "gemini/gemini-2.5-flash", "text"),
    (GeminiServer, "gemini/gemini-2.5-flash", "audio"),
    (GeminiServer, "gemini/m?mp3&prompt", "audio"),
    (RealtimeServer, "openai-realtime/gpt-realtime", "text"),
    (RealtimeServer, "openai-realtime/gpt-realtime", "audio"),
    (RealtimeServer, "openai-realtime/gpt-realtime?speak", "audio"),
]


@pytest.mark.parametrize(("vendor", "agent", "arm"), RUNS, ids=[f"{a}-{arm}" for _, a, arm in RUNS])
def test_right_calls_to_what_was_heard_are_right(
    voiced_folder: Path, tmp_path: Path, serve: Serve, vendor: type[Any], agent: str, arm: str
) -> None:
    """A model that knows every clip scores in full: each went out whole, in its own turn."""
    records = _run(voiced_folder, tmp_path / "run.jsonl", serve(vendor, arm), agent, arm)
    known = references(["simple_python", "irrelevance", "multi_turn_miss_func"])
    result = score(
        {record["id"]: record for record in records},
        {record["id"]: known[record["id"]] for record in records},
    )
    assert (result["accuracy"], len(records)) == (1.0, 4 if arm == "text" else 3)


def test_a_run_keeps_usage_latency_and_versions_and_no_key(
    voiced_folder: Path, tmp_path: Path, serve: Serve
) -> None:
    """Tokens by our names, seconds per reply and in all, what shaped replies; the key nowhere."""
    out = tmp_path / "run.jsonl"
    server = serve(OpenAIServer, "audio")
    record = _run(voiced_folder, out, server, "openai/m?audio&prompt", "audio")[0]
    assert (
        record["usage"],
        record["messages"][-1]["latency_s"] == record["latency_s"] > 0,
        record["versions"]["form"],
        record["agent"],
        KEY in out.read_text(),
    ) == (
        {
            "prompt_tokens": 100, "completion_tokens": 10, "cached_tokens": 5,
            "prompt_audio_tokens": 60, "reasoning_tokens": 4,
        },
        True,
        "text",
        "openai/m?audio&prompt",
        False,
    )  # fmt: skip


def test_what_was_said_is_not_sent_beside_its_clip(
    voiced_folder: Path, tmp_path: Path, serve: Serve
) -> None:
    """A model that hears must not read along."""
    server = serve(OpenAIServer, "audio")
    _run(voiced_folder, tmp_path / "run.jsonl", server, "openai/gpt-audio", "audio")
    (first,) = [r for r in server.requests if "triangle" in json.dumps(r["tools"])]
    assert [
        [part["type"] for part in message["content"]]
        for message in first["messages"]
        if message["role"] == "user"
    ] == [["input_audio"]]


def test_an_entry_is_one_session_that_is_hung_up(
    voiced_folder: Path, tmp_path: Path, serve: Serve
) -> None:
    """Three entries, three sessions; nothing is told twice, and no session outlives its entry."""
    server = serve(RealtimeServer, "audio")
    records = _run(
        voiced_folder, tmp_path / "run.jsonl", server, "openai-realtime/gpt-realtime", "audio"
    )
    said = sum(m["role"] == "user" for r in records for m in r["messages"])
    heard = sum(item.get("role") == "user" for items in server.sessions for item in items)
    assert (len(server.sessions), heard, server.open_lines()) == (3, said, 0)


@pytest.mark.parametrize("agent", ["openai/m", "scripted/oracle"])
def test_a_deaf_agent_gets_no_clips(
    voiced_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], agent: str
) -> None:
    """The arm is refused before anything is asked."""
    status = main(
        ["run", str(voiced_folder), "--agent", agent, "--arm", "audio", "--out",
         str(tmp_path / "run.jsonl"), "--base-url", "http://127.0.0.1:9/v1"]
    )  # fmt: skip
    assert (status, "cannot hear" in capsys.readouterr().err) == (2, True)


def test_a_broken_clip_leaves_its_entry_not_run(
    dataset_folder: Path, tmp_path: Path, serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    """No sound, no verdict: the model was never asked."""
    server = serve(OpenAIServer, "audio")
    status = main(
        ["run", str(dataset_folder), "--agent", "openai/gpt-audio", "--arm", "audio", "--out",
         str(tmp_path / "run.jsonl"), "--base-url", server.base_url]
    )  # fmt: skip
    said = "not run, 3 times: the dataset's clip cannot be read" in capsys.readouterr().out
    assert (status, said, server.requests) == (1, True, [])


def test_options_reach_the_model(voiced_folder: Path, tmp_path: Path, serve: Serve) -> None:
    """What the command line says of reasoning and of further fields is in every request."""
    server = serve(OpenAIServer, "text")
    more = ("--reasoning-effort", "low", "--extra-body", '{"top_k": 20}')
    _run(voiced_folder, tmp_path / "run.jsonl", server, "openai/m", "text", *more)
    assert {(sent["reasoning_effort"], sent["top_k"]) for sent in server.requests} == {("low", 20)}


def test_what_is_no_json_object_is_one_line(
    voiced_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What, got, and what would do."""
    status = main(
        ["run", str(voiced_folder), "--agent", "openai/m", "--arm", "text", "--out",
         str(tmp_path / "run.jsonl"), "--extra-body", "[1]"]
    )  # fmt: skip
    error = capsys.readouterr().err
    assert (status, "'[1]' is no JSON object" in error, error.count("\n")) == (2, True, 1)
