"""Voices are drawn by the text, clips are made once, failures are errors."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dataset_builder import waveform
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, BadSpeech, Failed, Refused
from dataset_builder.maker import Maker, maker
from dataset_builder.records import Choice, Spoken
from dataset_builder.speech import another, draw, draw_voice, share, speak

TEXTS = [f"text number {number}" for number in range(2000)]
LOW = Choice("fake", "low")


@pytest.fixture
def made(tmp_path: Path, impatient: None) -> Iterator[Maker]:
    """With an empty store; asks again at once."""
    with maker(tmp_path) as made:
        yield made


def said(text: str, made: Maker) -> Spoken:
    return asyncio.run(speak(text, LOW, made))


def test_engines_are_mixed_by_their_weights() -> None:
    """A quarter of the texts go to the engine with a quarter of the weight."""
    shares = Counter(draw({"fake": 3, "fake:high": 1}, text).spec for text in TEXTS)
    assert abs(shares["fake:high"] / len(TEXTS) - 0.25) < 0.03


def test_voices_of_an_engine_are_mixed_evenly() -> None:
    """Each of the fake's two voices says half of the texts."""
    shares = Counter(draw_voice("fake", text).voice for text in TEXTS)
    assert abs(shares["low"] / len(TEXTS) - 0.5) < 0.04


def test_a_voice_in_the_spec_is_the_voice() -> None:
    """`fake:high` speaks high."""
    assert {draw({"fake:high": 1}, text).voice for text in TEXTS[:50]} == {"high"}


def test_a_slow_engine_says_half_as_much() -> None:
    """Kokoro, whatever its model and voice, has half the share of any other."""
    assert [share(spec) for spec in ("pico", "kokoro", "kokoro:af_heart")] == [1.0, 0.5, 0.5]


def test_the_draw_knows_seed_text_and_style_alone() -> None:
    """The order in which engines are named changes nothing."""
    one = [draw({"fake": 1, "fake:high": 1}, text, "plain", 7) for text in TEXTS]
    assert one == [draw({"fake:high": 1, "fake": 1}, text, "plain", 7) for text in TEXTS]


@pytest.mark.parametrize(("style", "seed"), [("plain", 8), ("fast", 7)])
def test_seed_and_style_draw_anew(style: str, seed: int) -> None:
    """Another seed or style gives other voices."""
    weights = {"fake": 1.0, "fake:high": 1.0}
    one = [draw(weights, text, "plain", 7) for text in TEXTS]
    assert one != [draw(weights, text, style, seed) for text in TEXTS]


def test_another_voice_is_of_the_same_engine_if_it_has_one() -> None:
    """Else of another engine; nobody where the build has one voice."""
    low, high = Choice("fake", "low"), Choice("fake:high", "high")
    assert another(["fake", "hibari"], low, "text") == Choice("fake", "high")
    assert another(["fake:high", "fake:low"], high, "text") == Choice("fake:low", "low")
    assert another(["fake:high"], high, "text") is None


def test_equal_texts_are_said_once(made: Maker) -> None:
    """The second time the clip comes from the store, the same bytes."""
    first = said("move the file", made)
    assert (said("move the file", made), made.store.made) == (first, 1)


def test_a_clip_is_flac_at_16_khz(made: Maker) -> None:
    """With the length that it says."""
    clip = said("move the file", made)
    audio = waveform.decode(clip.audio)
    assert (clip.audio[:4], audio.sample_rate_hz, audio.duration_s) == (
        b"fLaC",
        16_000,
        clip.duration_s,
    )


@pytest.mark.parametrize(("text", "error"), [("<fail>", Failed), ("<refuse>", Refused)])
def test_a_failing_engine_leaves_no_clip(made: Maker, text: str, error: type[Exception]) -> None:
    """The error comes out, and nothing is kept."""
    with pytest.raises(error):
        said(text, made)
    assert made.store.made == 0


def _speaks(monkeypatch: pytest.MonkeyPatch, *sounds: Audio) -> None:
    answers = iter(sounds)
    monkeypatch.setattr(fake.FakeEngine, "speak", lambda self, text, voice, seed: next(answers))


def test_a_silent_clip_is_made_again(made: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """One silence is asked for once more; the speech that follows is kept."""
    good = fake.FakeEngine().speak("move the file", "low", 0)
    silence = Audio(good.pcm * 0, 16_000)
    _speaks(monkeypatch, silence, good)
    assert len(said("move the file", made).audio) > 1000


def test_silence_every_time_is_an_error_never_a_clip(
    made: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After all tries the error comes out, and nothing is kept."""
    silence = Audio(fake.FakeEngine().speak("move the file", "low", 0).pcm * 0, 16_000)
    _speaks(monkeypatch, *[silence] * 4)
    with pytest.raises(BadSpeech, match="silent audio for 'move the file'"):
        said("move the file", made)
    assert made.store.made == 0
