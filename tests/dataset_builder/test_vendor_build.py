"""`bfcl-audio build` with vendors' engines and recognisers, from the command line to the folder."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest
from speech_servers import ERRORS, KEY, SpeechServer
from vendor_servers import Answer

from bfcl_audio import cli, models, release
from dataset_builder import waveform
from dataset_builder.engines.base import Audio
from dataset_builder.engines.catalogue import engine, recognizer

pytestmark = pytest.mark.slow

TTS = (
    "openai/gpt-4o-mini-tts:alloy",
    "elevenlabs:George?format=pcm",
    "gemini",
    "cartesia",
    "qwen:Cherry",
)
ASR = ("deepgram/nova-3", "openai/gpt-transcribe", "elevenlabs")
KEYS = (
    "OPENAI_API_KEY", "ELEVENLABS_API_KEY", "GEMINI_API_KEY", "CARTESIA_API_KEY",
    "DASHSCOPE_API_KEY", "DEEPGRAM_API_KEY",
)  # fmt: skip


def hibari(text: str, voice: str) -> Audio:
    return engine("hibari").speak(text, "heart", 1)


def moonshine(wav: bytes) -> str:
    return recognizer("moonshine").transcribe(waveform.decode(wav))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """All vendors on this machine, a key for each, and a store of the test's own."""
    made = SpeechServer(cache(hibari), cache(moonshine))
    release.release_dir()
    for model in ("moonshine-tiny-en", "whisper-tiny-en"):
        models.resolve(model)
    monkeypatch.setenv("BFCL_AUDIO_MODEL_DIR", str(release.cache_dir() / "models"))
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "cache"))
    for key in KEYS:
        monkeypatch.setenv(key, KEY)
    for name, address in made.addresses.items():
        monkeypatch.setenv(name, address)
    try:
        yield made
    finally:
        for spec in TTS:
            engine(spec).close()  # type: ignore[attr-defined]
        for spec in ASR:
            recognizer(spec).close()  # type: ignore[attr-defined]
        made.close()


def build(folder: Path, entries: int, *words: str) -> int:
    """Builds the first entries of a category into `folder`/out."""
    ids = folder / "ids.txt"
    ids.write_text("\n".join(f"simple_python_{number}" for number in range(entries)))
    return cli.main(["build", str(folder / "out"), "--ids", str(ids), *words])


def rows(folder: Path, config: str) -> list[Any]:
    files = sorted((folder / "out" / config).rglob("*.parquet"))
    return [row for file in files for row in parquet.read_table(file).to_pylist()]


def secrets(folder: Path) -> list[Path]:
    """Files that hold the key or a signed address."""
    marks = (KEY.encode(), b"0signature0")
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and any(mark in file.read_bytes() for mark in marks)
    ]


def test_one_engine_and_one_recogniser(server: SpeechServer, tmp_path: Path) -> None:
    """Real speech of the named voice, good transcripts, and a second build without a request."""
    words = ("--tts", TTS[0], "--asr", ASR[0])
    first = build(tmp_path, 4, *words)
    asked = len(server.requests)
    second = build(tmp_path, 4, *words)
    clips = rows(tmp_path, "audio")
    heard = [one for row in rows(tmp_path, "transcripts") for one in row["utterances"]]
    assert (first, second, asked, len(server.requests)) == (0, 0, 8, 8)
    assert [(clip["engine"], clip["voice"]) for clip in clips] == [(TTS[0], "alloy")] * 4
    assert sum(one["wer"] for one in heard) / len(heard) < 0.25
    assert (len(heard), secrets(tmp_path)) == (4, [])


def test_every_vendor_in_one_build(server: SpeechServer, tmp_path: Path) -> None:
    """Each engine speaks its share, each recogniser hears all; no key is left anywhere."""
    status = build(tmp_path, 16, "--tts", ",".join(TTS), "--asr", ",".join(ASR))
    clips = rows(tmp_path, "audio")
    rates = {waveform.decode(clip["audio"]["bytes"]).sample_rate_hz for clip in clips}
    assert (status, rates, {clip["engine"] for clip in clips}) == (0, {16_000}, set(TTS))
    assert len(rows(tmp_path, "transcripts")) == 16 * len(ASR)
    assert secrets(tmp_path) == []


def test_a_refused_key_is_reported_and_leaves_no_clip(
    server: SpeechServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 1 after one request; the entries are not run, and the key is shown nowhere."""
    refused = ERRORS["openai"](401, "invalid_api_key", f"Incorrect API key provided: {KEY}")
    server.fail(Answer(refused, 401))
    status = build(tmp_path, 4, "--tts", TTS[0], "--asr", ASR[0])
    shown = capsys.readouterr()
    assert (status, len(server.requests)) == (1, 1)
    assert (rows(tmp_path, "audio"), rows(tmp_path, "transcripts")) == ([], [])
    assert "the key was refused (HTTP 401); check $OPENAI_API_KEY" in shown.out
    assert KEY not in shown.out + shown.err


def test_a_recogniser_that_fails_throughout_leaves_the_clip_alone(
    server: SpeechServer, tmp_path: Path, impatient: None
) -> None:
    """Its entry is not run, an empty transcript is not made up; run again, it is completed."""
    words = ("--tts", "hibari", "--asr", ASR[0])
    server.fail(*(Answer(b"busy", 503) for _ in range(4)))
    first = build(tmp_path, 1, *words)
    clips, heard = rows(tmp_path, "audio"), rows(tmp_path, "transcripts")
    second = build(tmp_path, 1, *words)
    assert (first, len(clips), heard, len(server.requests)) == (1, 1, [], 5)
    assert (second, len(rows(tmp_path, "transcripts"))) == (0, 1)


def test_an_unknown_model_option_is_one_line(
    server: SpeechServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 before anything is asked."""
    status = build(tmp_path, 1, "--tts", "cartesia?rate=12345", "--asr", ASR[0])
    error = capsys.readouterr().err
    assert (status, error.count("\n"), server.requests) == (2, 1, [])
    assert "cartesia: rate is '12345'; give one of 8000, 16000" in error
