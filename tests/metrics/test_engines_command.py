"""`bfcl-audio engines` says what is ready and what makes the rest so."""

import json
from pathlib import Path

import pytest

from bfcl_audio import cli


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No model is here and none may be fetched."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path))
    monkeypatch.setenv("BFCL_AUDIO_OFFLINE", "1")
    monkeypatch.delenv("BFCL_AUDIO_MODEL_DIR", raising=False)


def test_json_lists_every_engine_recogniser_and_rewriter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By the names that a SPEC may begin with."""
    assert cli.main(["engines", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    names = [(row["kind"], row["name"]) for row in rows if row["kind"] not in ("agent", "judge")]
    assert names == [
        ("engine", "hibari"),
        ("engine", "kokoro"),
        ("engine", "pico"),
        ("engine", "espeak"),
        ("engine", "flite"),
        ("engine", "piper"),
        ("engine", "qwen"),
        ("engine", "openai"),
        ("engine", "gemini"),
        ("engine", "elevenlabs"),
        ("engine", "cartesia"),
        ("engine", "hf/PATH"),
        ("recogniser", "whisper"),
        ("recogniser", "whisper-base"),
        ("recogniser", "moonshine"),
        ("recogniser", "pocketsphinx"),
        ("recogniser", "openai"),
        ("recogniser", "elevenlabs"),
        ("recogniser", "deepgram"),
        ("recogniser", "hf/PATH"),
        ("rewriter", "rules"),
        ("rewriter", "openai/MODEL"),
    ]


def test_a_model_that_judges_needs_what_it_needs_as_an_agent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are always ready."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    cli.main(["engines", "--json"])
    rows = json.loads(capsys.readouterr().out)
    judges = {row["name"]: row["state"] for row in rows if row["kind"] == "judge"}
    assert judges == {"rules": "ready", "openai": "no key in OPENAI_API_KEY", "replay": "ready"}


def test_a_model_that_is_not_here_says_how_to_get_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Ready, with the megabytes and the command."""
    cli.main(["engines"])
    row = next(line for line in capsys.readouterr().out.splitlines() if " whisper-base " in line)
    assert (
        " ".join(row.split())
        == "recogniser whisper-base ready; 148 MB fetched on first use MIT free "
        "bfcl-audio engines --fetch whisper-base"
    )


def test_an_unknown_name_to_fetch_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It names the known ones; exit status 2."""
    status = cli.main(["engines", "--fetch", "nobody"])
    assert (status, capsys.readouterr().err.count("\n")) == (2, 1)


def test_what_cannot_be_fetched_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """What was tried and which command helps; exit status 2."""
    status = cli.main(["engines", "--fetch", "kokoro"])
    error = capsys.readouterr().err
    assert (status, error.count("\n"), "run `bfcl-audio engines --fetch kokoro-82m`" in error) == (
        2,
        1,
        True,
    )
