"""One contract that every engine and recogniser keeps, embedded or a vendor's.

Vendors are reached through their own SDKs, on a server of this machine that speaks their wire
formats: what they say there is Hibari's speech, what they hear is Moonshine's transcript.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from speech_servers import KEY, SpeechServer

from dataset_builder import waveform
from dataset_builder.engines import espeak
from dataset_builder.engines.base import (
    Audio,
    EngineError,
    Recognizer,
    Refused,
    Spec,
    SpecError,
    SpeechEngine,
)
from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, engine, recognizer
from dataset_builder.fidelity import word_error_rate

TEXT = "Could you tell me the area of a triangle with a base of ten and a height of five?"
LONG = " and then ".join(
    ["please move the budget report into the folder for the third quarter"] * 8
)

# Share of words that a good recogniser (Whisper tiny.en) gets wrong in an engine's speech, and
# that a recogniser gets wrong in good speech (Hibari's), at most.
ENGINE_WER = {"kokoro": 0.15, "pico": 0.4, "espeak": 0.6, "flite": 0.4, "piper": 0.2}
RECOGNIZER_WER = {"whisper": 0.15, "whisper-base": 0.15, "pocketsphinx": 0.5}
GOOD_WER, FAIR_WER = 0.15, 0.2

CHOSEN = (
    "openai?format=pcm",
    "openai/tts-1?format=flac",
    "openai?format=mp3&speed=1.1&instructions=calmly",
    "elevenlabs?format=pcm&rate=16000&speed=1.1&language=en",
    "cartesia?format=pcm&rate=44100&speed=1.1",
    "gemini/gemini-2.5-flash-preview-tts?language=en-US",
    "qwen/qwen3-tts-instruct-flash?language=Auto",
)
"""SPECs that choose model, format, rate, language."""

# `hf` has no model of its own: test_huggingface_engines.py makes one.
HERE = [n for n, row in ENGINES.items() if not row.program or shutil.which(row.program)]
SPEAKING = [
    name
    if name in HERE
    else pytest.param(name, marks=pytest.mark.skip(f"the system has no {ENGINES[name].program}"))
    for name in ENGINES
    if name not in ("fake", "hf")
]
HEARING = [name for name in RECOGNIZERS if name not in ("fake", "hf")]
engines = pytest.mark.parametrize("name", [*SPEAKING, *CHOSEN, "fake"])
recognizers = pytest.mark.parametrize("name", [*HEARING, "fake"])
pytestmark = pytest.mark.slow


def hibari(text: str, voice: str) -> Audio:
    """What any vendor's voice says."""
    return engine("hibari").speak(text, "heart", 1)


def moonshine(wav: bytes) -> str:
    """What any vendor's recogniser hears."""
    return recognizer("moonshine").transcribe(waveform.decode(wav))


@pytest.fixture(scope="module", autouse=True)
def vendors() -> Iterator[None]:
    """All vendors on one server of this machine, with a key for each."""
    server = SpeechServer(cache(hibari), cache(moonshine))
    rows = [*ENGINES.values(), *RECOGNIZERS.values()]
    with pytest.MonkeyPatch.context() as patch:
        for row in rows:
            for key in row.keys:
                patch.setenv(key, KEY)
        for name, address in server.addresses.items():
            patch.setenv(name, address)
        yield
        for name in (*filter(lambda name: ENGINES[name].keys, HERE), *CHOSEN):
            engine(name).close()  # type: ignore[attr-defined]
        for name in filter(lambda name: RECOGNIZERS[name].keys, HEARING):
            recognizer(name).close()  # type: ignore[attr-defined]
    server.close()


@cache
def said(name: str, text: str = TEXT, voice: str = "", seed: int = 1) -> Audio:
    """Raw audio of an engine, made once for all tests."""
    speaker = engine(name)
    return speaker.speak(text, voice or speaker.voices[0], seed)


@cache
def clip(name: str, text: str = TEXT) -> bytes:
    """A finished clip of an engine."""
    return waveform.encode(waveform.finish(said(name, text)))


def vendor(spec: str) -> str:
    """The name in a SPEC."""
    return Spec.parse(spec).vendor


def heard(recogniser: str, audio: bytes) -> str:
    """A recogniser's transcript of a clip."""
    return recognizer(recogniser).transcribe(waveform.decode(audio))


@engines
def test_an_engine_keeps_the_protocol(name: str) -> None:
    """It declares what the protocol asks for."""
    made = engine(name)
    assert (isinstance(made, SpeechEngine), made.name, len(set(made.voices)) > 0) == (
        True,
        vendor(name),
        True,
    )


@engines
def test_audio_has_the_declared_rate_and_form(name: str) -> None:
    """Float samples, mono, at the engine's rate."""
    audio = said(name)
    assert (audio.sample_rate_hz, audio.pcm.dtype, audio.pcm.ndim) == (
        engine(name).sample_rate_hz,
        np.float32,
        1,
    )


@engines
def test_audio_is_neither_silent_nor_clipped_nor_of_a_wrong_length(name: str) -> None:
    """The builder's own check passes."""
    waveform.check(said(name), TEXT)
    assert 0.02 < float(np.abs(said(name).pcm).max()) < waveform._FULL_SCALE


@engines
def test_a_clip_is_mono_at_16_khz_of_one_loudness(name: str) -> None:
    """Decoded again, it is what recognisers expect."""
    audio = waveform.decode(clip(name))
    loudness_db = 20 * np.log10(np.sqrt(np.mean(audio.pcm**2)))
    assert (
        audio.sample_rate_hz,
        bool(-27 < loudness_db < -20),
        bool(np.abs(audio.pcm).max() < 0.9),
    ) == (
        16_000,
        True,
        True,
    )


@engines
def test_a_clip_begins_and_ends_with_a_short_silence(name: str) -> None:
    """0.15 s before the first sound and 0.3 s after the last are empty."""
    pcm = waveform.decode(clip(name)).pcm
    assert float(max(np.abs(pcm[:2400]).max(), np.abs(pcm[-4800:]).max())) < 0.02


@engines
def test_equal_arguments_give_equal_sound(name: str) -> None:
    """Whatever was said in between."""
    speaker = engine(name)
    again = speaker.speak(TEXT, speaker.voices[0], 1)
    assert np.array_equal(said(name).pcm, again.pcm)


@pytest.mark.parametrize("name", ["espeak", "pico"])
def test_a_voice_does_not_depend_on_the_clock(name: str) -> None:
    """Every voice says the same a second later: a library may draw its noise by the time."""
    speaker = engine(name)
    clips = [[speaker.speak("Ten units.", voice, 1).pcm for voice in speaker.voices]]
    time.sleep(1.1)
    clips.append([speaker.speak("Ten units.", voice, 1).pcm for voice in speaker.voices])
    assert [one.tobytes() for one in clips[0]] == [one.tobytes() for one in clips[1]]


@engines
def test_another_process_makes_the_same_bytes(name: str) -> None:
    """A clip can be made anywhere."""
    code = f"""
import hashlib
from dataset_builder import waveform
from dataset_builder.engines.catalogue import engine
speaker = engine({name!r})
audio = speaker.speak({TEXT!r}, speaker.voices[0], 1)
print(hashlib.sha256(waveform.encode(waveform.finish(audio))).hexdigest())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256(clip(name)).hexdigest()


@engines
def test_long_run_on_texts_are_said_whole(name: str) -> None:
    """600 characters without a full stop take about eight times what one part takes."""
    part = said(name, LONG.split(" and then ")[0]).duration_s
    assert 6 < said(name, LONG).duration_s / part < 12


@pytest.mark.parametrize("name", SPEAKING)
def test_a_text_without_words_is_an_error_not_silence(name: str) -> None:
    """Nothing to say ends in the engine's error or in the builder's check."""
    with pytest.raises(EngineError):
        waveform.check(said(name, "…"), "…")


@pytest.mark.parametrize("name", [name for name in SPEAKING if name != "openai"])
def test_an_unknown_voice_is_refused_with_the_known_ones(name: str) -> None:
    """The SPEC's voice is checked before anything is said; another server's are not known."""
    with pytest.raises(SpecError, match=f"{name} has no voice 'nobody'; it has "):
        engine(f"{name}:nobody")


@pytest.mark.parametrize("name", [*SPEAKING, *CHOSEN])
def test_a_recogniser_understands_an_engine(name: str) -> None:
    """Word-error round trip: text, engine, Whisper tiny.en, text."""
    most = ENGINE_WER.get(name, GOOD_WER)
    assert word_error_rate(TEXT, heard("whisper", clip(name))) <= most


@pytest.mark.parametrize("name", HEARING)
def test_a_recogniser_understands_good_speech(name: str) -> None:
    """Word-error round trip: text, Hibari, recogniser, text."""
    most = RECOGNIZER_WER.get(name, FAIR_WER)
    assert word_error_rate(TEXT, heard(name, clip("hibari"))) <= most


def test_the_fake_recogniser_reads_the_fake_engine() -> None:
    """Exactly, so that a pipeline can be checked end to end."""
    assert heard("fake", clip("fake")) == TEXT


@recognizers
def test_a_recogniser_keeps_the_protocol(name: str) -> None:
    """It declares what the protocol asks for."""
    made = recognizer(name)
    assert (isinstance(made, Recognizer), made.name) == (True, vendor(name))


@recognizers
def test_a_recogniser_remembers_nothing(name: str) -> None:
    """Equal audio gives equal text, whatever it heard in between."""
    good, other = ("fake", "fake") if name == "fake" else ("hibari", "pico")
    first = heard(name, clip(good))
    heard(name, clip(other))
    assert heard(name, clip(good)) == first


@pytest.mark.parametrize("name", HEARING)
def test_long_audio_is_heard_whole(name: str) -> None:
    """More than 30 s: about as many words come out as went in."""
    words = len(heard(name, clip("hibari", LONG)).split())
    assert 0.8 < words / len(LONG.split()) < 1.25


@recognizers
@pytest.mark.parametrize("samples", [0, 160, 16_000], ids=["nothing", "10 ms", "1 s"])
def test_silence_is_heard_without_a_crash(name: str, samples: int) -> None:
    """Empty audio and silence end in a text (often empty), never in an exception."""
    silence = Audio(np.zeros(samples, np.float32), 16_000)
    assert isinstance(recognizer(name).transcribe(silence), str)


@recognizers
def test_another_rate_is_refused(name: str) -> None:
    """It would be heard as nonsense."""
    with pytest.raises(Refused, match="resample it to 16000 Hz"):
        recognizer(name).transcribe(Audio(np.zeros(800, np.float32), 8_000))


def test_no_voice_of_espeak_breathes() -> None:
    """Breath is noise seeded with the second of the day: no clip would come out twice alike."""
    import espeakng_loader

    variants = Path(espeakng_loader.get_data_path(), "voices/!v")
    ours = [name.partition("+")[2] for name in espeak.FILES.values() if "+" in name]
    texts = {name: (variants / name).read_text(encoding="utf-8") for name in (*ours, "f3")}
    breathing = [name for name, text in texts.items() if re.search(r"^breath", text, re.MULTILINE)]
    assert breathing == ["f3"]
