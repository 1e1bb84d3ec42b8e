"""Transcripts are taken as they are: kept once, empty ones flagged, failures raised."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dataset_builder import waveform
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, BadSpeech, Failed
from dataset_builder.maker import Maker, maker
from dataset_builder.records import Hearing, Spoken
from dataset_builder.transcription import transcribe

CLIP = waveform.encode(waveform.finish(fake.FakeEngine().speak("move the file", "low", 0)))


@pytest.fixture
def made(tmp_path: Path, impatient: None) -> Iterator[Maker]:
    """With an empty store; asks again at once."""
    with maker(tmp_path) as made:
        yield made


def heard(audio: bytes, made: Maker) -> Hearing:
    return asyncio.run(transcribe(Spoken("", "fake", "low", audio, 1.0), "fake", made))


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Audio]]:
    """Makes the fake recogniser give these answers; returns what it was asked."""

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


def test_a_transcript_is_made_once(made: Maker, hears: Callable[..., list[Audio]]) -> None:
    """The second call makes no call to the recogniser."""
    asked = hears("move the\n file ")
    both = [heard(CLIP, made) for _ in range(2)]
    assert (both, len(asked)) == ([Hearing("fake", "move the file")] * 2, 1)


def test_nothing_heard_is_asked_once_more(made: Maker, hears: Callable[..., list[Audio]]) -> None:
    """A second answer that is not empty stands, unflagged."""
    hears("", "late")
    assert heard(CLIP, made) == Hearing("fake", "late")


def test_nothing_heard_twice_is_kept_and_flagged(
    made: Maker, hears: Callable[..., list[Audio]]
) -> None:
    """The empty transcript is data, and not asked for a third time."""
    asked = hears("", " ")
    both = [heard(CLIP, made) for _ in range(2)]
    assert (both, len(asked)) == ([Hearing("fake", "", "empty")] * 2, 2)


def test_a_failure_that_passes_leaves_no_trace(
    made: Maker, hears: Callable[..., list[Audio]]
) -> None:
    """Failing is not hearing nothing."""
    hears(Failed("busy"), "move the file")
    assert heard(CLIP, made) == Hearing("fake", "move the file")


def test_a_failure_that_stays_is_an_error_never_an_empty_transcript(
    made: Maker, hears: Callable[..., list[Audio]]
) -> None:
    """Nothing is kept, so that a rerun asks again."""
    hears(*[Failed("down")] * 4)
    with pytest.raises(Failed, match="down"):
        heard(CLIP, made)
    assert made.store.made == 0


def test_recognisers_hear_16_khz_whatever_the_file(
    made: Maker, hears: Callable[..., list[Audio]]
) -> None:
    """A clip at another rate is resampled for them."""
    asked = hears("x")
    other = waveform.encode(waveform.resampled(waveform.decode(CLIP), 8_000))
    heard(other, made)
    assert asked[0].sample_rate_hz == 16_000


def test_bytes_that_are_no_audio_are_an_error(made: Maker) -> None:
    """A cut or foreign file is never an empty transcript."""
    with pytest.raises(BadSpeech, match="that are no audio file"):
        heard(b"<html>busy</html>", made)
