"""`hf/<path>`: the real pipelines of transformers on tiny models made on the spot."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tiny_speech_models as tiny

from dataset_builder.engines.base import (
    Audio,
    NotReady,
    Recognizer,
    Refused,
    SpecError,
    SpeechEngine,
)
from dataset_builder.engines.catalogue import engine, recognizer, voices

pytestmark = pytest.mark.slow
TEXT = "move the final report"
NOISE = Audio(np.random.default_rng(1).normal(0, 0.1, 16_000).astype(np.float32), 16_000)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {
        "vits": tiny.save_vits(folder / "vits"),
        "speakers": tiny.save_vits(folder / "speakers", speakers=3),
        "whisper": tiny.save_whisper(folder / "whisper"),
        "languages": tiny.save_whisper(folder / "languages", multilingual=True),
    }


@pytest.fixture(scope="module")
def vits(models: dict[str, Path]) -> SpeechEngine:
    return engine(f"hf/{models['vits']}")


def test_a_model_keeps_the_protocol(models: dict[str, Path], vits: SpeechEngine) -> None:
    """What an engine and a recogniser declare, without the weights being loaded."""
    hears = recognizer(f"hf/{models['whisper']}")
    assert (isinstance(vits, SpeechEngine), vits.name, vits.voices, vits.sample_rate_hz) == (
        True, "hf", ("default",), 16_000,
    )  # fmt: skip
    assert (isinstance(hears, Recognizer), hears.name) == (True, "hf")


def test_speech_has_the_declared_form(vits: SpeechEngine) -> None:
    """Float samples, mono, at the model's rate, neither empty nor wild."""
    audio = vits.speak(TEXT, "default", 1)
    assert (audio.sample_rate_hz, audio.pcm.dtype, audio.pcm.ndim) == (16_000, np.float32, 1)
    assert audio.duration_s > 0.1 and 0 < float(np.abs(audio.pcm).max()) <= 1


def test_the_seed_draws_all(vits: SpeechEngine) -> None:
    """Equal seeds give equal sound whatever was said in between, others give another."""
    first = vits.speak(TEXT, "default", 1).pcm
    other = vits.speak(TEXT, "default", 2).pcm
    again = vits.speak(TEXT, "default", 1).pcm
    assert (np.array_equal(first, again), np.array_equal(first, other)) == (True, False)


def test_another_process_makes_the_same_sound(vits: SpeechEngine, models: dict[str, Path]) -> None:
    """A clip can be made anywhere."""
    code = f"""
from dataset_builder.engines.catalogue import engine
pcm = engine("hf/{models["vits"]}").speak({TEXT!r}, "default", 1).pcm
print(len(pcm), float(abs(pcm).sum()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    pcm = vits.speak(TEXT, "default", 1).pcm
    assert done.stdout.split() == [str(len(pcm)), str(float(abs(pcm).sum()))]


def test_a_long_text_is_said_in_parts(vits: SpeechEngine) -> None:
    """Nothing is dropped: four times the text is about four times as long."""
    part = vits.speak(" ".join([TEXT] * 10), "default", 1).duration_s
    assert 3 < vits.speak(" ".join([TEXT] * 40), "default", 1).duration_s / part < 6


def test_speakers_are_voices(models: dict[str, Path]) -> None:
    """Each by its number, and each sounds otherwise."""
    spec = f"hf/{models['speakers']}"
    said = [engine(spec).speak(TEXT, voice, 1).pcm for voice in ("0", "2")]
    assert (voices(spec), voices(f"{spec}:2")) == (("0", "1", "2"), ("2",))
    assert not np.array_equal(*said)


def test_the_version_is_the_models_bytes(models: dict[str, Path], tmp_path: Path) -> None:
    """Other weights make other clips, and so do other options."""
    one = tiny.save_vits(tmp_path / "one")
    before = engine(f"hf/{one}").version
    weights = one / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\0")
    after = engine(f"hf/{one}?dtype=float32").version
    assert before.split(",")[0] != after.split(",")[0] and "dtype=float32" in after


@pytest.mark.parametrize("name", ["whisper", "languages"])
@pytest.mark.parametrize("seconds", [0, 0.01, 1, 45])
def test_audio_of_any_length_is_heard(models: dict[str, Path], name: str, seconds: float) -> None:
    """Nothing at all, a click, a second, more than Whisper's window: a text each time."""
    audio = Audio(np.resize(NOISE.pcm, int(seconds * 16_000)), 16_000)
    made = recognizer(f"hf/{models[name]}")
    first = made.transcribe(audio)
    assert (isinstance(first, str), made.transcribe(audio)) == (True, first)


def test_a_language_can_be_named(models: dict[str, Path]) -> None:
    """It is a part of the version, as it shapes the transcript."""
    made = recognizer(f"hf/{models['languages']}?language=de")
    assert (isinstance(made.transcribe(NOISE), str), "language=de" in made.version) == (True, True)


def test_another_rate_is_refused(models: dict[str, Path]) -> None:
    """It would be heard as nonsense."""
    with pytest.raises(Refused, match="resample it to 16000 Hz"):
        recognizer(f"hf/{models['whisper']}").transcribe(Audio(NOISE.pcm, 8_000))


def test_a_text_without_words_is_refused(vits: SpeechEngine) -> None:
    """There is nothing to say in it."""
    with pytest.raises(Refused, match="nothing to say"):
        vits.speak("…", "default", 1)


@pytest.mark.parametrize("spec", ["hf", "hf?device=cpu"])
def test_a_path_is_needed(spec: str) -> None:
    """The error shows the form."""
    with pytest.raises(SpecError, match="hf needs a model; write hf/PATH"):
        engine(spec)


def test_an_unknown_option_is_refused(models: dict[str, Path]) -> None:
    """With the known ones."""
    with pytest.raises(SpecError, match=r"hf takes no option 'devise'; did you mean 'device'\?"):
        engine(f"hf/{models['vits']}?devise=cpu")


@pytest.mark.parametrize(
    ("kind", "model"), [("engine", "whisper"), ("recogniser", "vits"), ("engine", "/nowhere")]
)
def test_a_model_that_cannot_do_it_is_not_ready(
    models: dict[str, Path], kind: str, model: str
) -> None:
    """One line, when it is first used: a folder of another kind of model, or none."""
    spec = f"hf/{models.get(model, model)}"
    with pytest.raises(NotReady, match=r"hf/.* cannot be loaded for .*; give a folder") as caught:
        if kind == "engine":
            engine(spec).speak(TEXT, "default", 1)
        else:
            recognizer(spec).transcribe(NOISE)
    assert "\n" not in str(caught.value)
