"""Transcripts are taken as they are: kept once, empty ones flagged, failures raised."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dataset_builder import transcription, waveform
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, BadSpeech, Failed
from dataset_builder.store import Store
from dataset_builder.transcription import Hearing, transcribe

CLIP = waveform.encode(waveform.finish(fake.FakeEngine().speak("move the file", "low", 0)))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return Store(tmp_path)


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Audio]]:
    """Makes the fake recogniser give these answers; returns what it was asked."""
    ask = transcription.ask
    monkeypatch.setattr(transcription, "ask", lambda call: ask(call, sleep=lambda seconds: None))

    def script(*answers: str | Exception) -> list[Audio]:
        rest, asked = iter(answers), []

        def answer(self: object, audio: Audio) -> str:
            asked.append(audio)
            if isinstance(found := next(rest), Exception):
                raise found
            return found

        monkeypatch.setattr(fake.FakeRecognizer, "transcribe", answer)
        return asked

    return script


def test_a_transcript_is_made_once(store: Store, hears: Callable[..., list[Audio]]) -> None:
    """The second call makes no call to the recogniser."""
    asked = hears("move the\n file ")
    both = [transcribe(CLIP, "fake", store) for _ in range(2)]
    assert (both, len(asked)) == ([Hearing("fake", "move the file")] * 2, 1)


def test_nothing_heard_is_asked_once_more(store: Store, hears: Callable[..., list[Audio]]) -> None:
    """A second answer that is not empty stands, unflagged."""
    hears("", "late")
    assert transcribe(CLIP, "fake", store) == Hearing("fake", "late")


def test_nothing_heard_twice_is_kept_and_flagged(
    store: Store, hears: Callable[..., list[Audio]]
) -> None:
    """The empty transcript is data, and not asked for a third time."""
    asked = hears("", " ")
    both = [transcribe(CLIP, "fake", store) for _ in range(2)]
    assert (both, len(asked)) == ([Hearing("fake", "", "empty")] * 2, 2)


def test_a_failure_that_passes_leaves_no_trace(
    store: Store, hears: Callable[..., list[Audio]]
) -> None:
    """Failing is not hearing nothing."""
    hears(Failed("busy"), "move the file")
    assert transcribe(CLIP, "fake", store) == Hearing("fake", "move the file")


def test_a_failure_that_stays_is_an_error_never_an_empty_transcript(
    store: Store, hears: Callable[..., list[Audio]]
) -> None:
    """Nothing is kept, so that a rerun asks again."""
    hears(*[Failed("down")] * 4)
    with pytest.raises(Failed, match="down"):
        transcribe(CLIP, "fake", store)
    assert store.made == 0


def test_recognisers_hear_16_khz_whatever_the_file(
    store: Store, hears: Callable[..., list[Audio]]
) -> None:
    """A clip at another rate is resampled for them."""
    asked = hears("x")
    other = waveform.encode(waveform.resampled(waveform.decode(CLIP), 8_000))
    transcribe(other, "fake", store)
    assert asked[0].sample_rate_hz == 16_000


def test_bytes_that_are_no_audio_are_an_error(store: Store) -> None:
    """A cut or foreign file is never an empty transcript."""
    with pytest.raises(BadSpeech, match="that are no audio file"):
        transcribe(b"<html>busy</html>", "fake", store)
