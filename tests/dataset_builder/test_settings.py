"""The options of a SPEC: what is taken, what is refused, what shapes the result."""

import re

import pytest

from dataset_builder.engines.base import SpecError
from dataset_builder.engines.catalogue import engine, recognizer
from dataset_builder.engines.settings import Settings

ELSEWHERE = "base_url=http://127.0.0.1:9"

REFUSED = [
    (f"openai?fromat=wav&{ELSEWHERE}", "openai takes no option 'fromat'; did you mean 'format'?"),
    (f"openai?format=aac&{ELSEWHERE}", "openai: format is 'aac'; give one of wav, pcm, flac, mp3"),
    (f"openai?speed=9&{ELSEWHERE}", "openai: speed is '9'; give a number from 0.25 to 4"),
    (f"openai?speed=nan&{ELSEWHERE}", "openai: speed is 'nan'; give a number from 0.25 to 4"),
    (f"openai?speed&{ELSEWHERE}", "openai: speed is ''; write speed=…"),
    (f"openai?language=en&{ELSEWHERE}", "openai takes no option 'language'"),
    ("openai?base_url=127.0.0.1:9", "openai: base_url is '127.0.0.1:9'; give a web address"),
    ("gemini?base_url=http://me:secret@host/v1", "give a web address without a user"),
    (f"elevenlabs?rate=24001&{ELSEWHERE}", "rate is '24001'; did you mean '24000'? give one of"),
    (f"elevenlabs:Georg?{ELSEWHERE}", "elevenlabs has no voice 'Georg'; did you mean 'George'?"),
    (f"cartesia:Kate?{ELSEWHERE}", "cartesia has no voice 'Kate'; did you mean 'Katie'?"),
    (f"qwen:Cheri?{ELSEWHERE}", "qwen has no voice 'Cheri'"),
]


@pytest.mark.parametrize(("spec", "says"), REFUSED)
def test_what_cannot_be_chosen_is_refused(spec: str, says: str) -> None:
    """One line, before anything is asked: what, got, what it could be."""
    with pytest.raises(SpecError, match=re.escape(says)) as caught:
        engine(spec)
    assert "\n" not in str(caught.value)


VERSIONS = [
    (f"openai?{ELSEWHERE}", ["gpt-4o-mini-tts", "24000 Hz", "base_url=http://127.0.0.1:9"]),
    (
        f"elevenlabs/eleven_v3?timeout=5&rate=16000&format=pcm&{ELSEWHERE}",
        ["eleven_v3", "16000 Hz", "base_url=http://127.0.0.1:9", "format=pcm", "rate=16000"],
    ),
]


@pytest.mark.parametrize(("spec", "parts"), VERSIONS)
def test_what_shapes_the_sound_is_in_the_version(spec: str, parts: list[str]) -> None:
    """Model, rate, options; not how long to wait."""
    assert engine(spec).version.split(", ") == parts


@pytest.mark.parametrize(
    ("spec", "model"),
    [
        ("openai", "gpt-4o-mini-tts"),
        ("gemini", "gemini-3.8-flash-tts"),
        ("elevenlabs", "eleven_v4"),
        ("cartesia", "sonic-3.5"),
        ("qwen", "qwen3-tts-flash"),
        ("qwen/qwen3-tts-instruct-flash", "qwen3-tts-instruct-flash"),
    ],
)
def test_a_model_is_the_specs_or_the_default(spec: str, model: str) -> None:
    """Today's, where the SPEC names none."""
    assert engine(f"{spec}?{ELSEWHERE}").version.split(", ")[0] == model


@pytest.mark.parametrize(
    ("spec", "model"),
    [("openai", "gpt-transcribe"), ("elevenlabs", "scribe_v3"), ("deepgram", "nova-3")],
)
def test_a_recognisers_default_model(spec: str, model: str) -> None:
    """Today's, where the SPEC names none."""
    assert recognizer(f"{spec}?{ELSEWHERE}").version.split(", ")[0] == model


@pytest.mark.parametrize(
    "voice",
    [
        "openai:voice_1234abcd",
        "elevenlabs:21m00Tcm4TlvDq8ikWAM",
        "cartesia:694f9389-aac1-45b6-b726-9d9369183238",
        "qwen/qwen3-tts-vc-2026-01-22:my-voice",
    ],
)
def test_a_voice_of_ones_own_is_taken(voice: str) -> None:
    """By its id, beyond the list to draw from."""
    assert voice.partition(":")[2] not in engine(f"{voice}?{ELSEWHERE}").voices


def test_older_models_have_fewer_voices() -> None:
    """Only those that the model speaks with are drawn."""
    counts = [
        len(engine(f"openai/{model}?{ELSEWHERE}").voices) for model in ("tts-1", "gpt-4o-mini-tts")
    ]
    assert counts == [9, 13]


def test_one_object_for_each_choice() -> None:
    """Equal SPECs share a connection, others do not."""
    first, same, other = (
        engine(f"openai?{options}&{ELSEWHERE}")
        for options in ("speed=1.1&format=mp3", "format=mp3&speed=1.1", "format=mp3")
    )
    assert (first is same, first is other) == (True, False)


def test_options_nobody_reads_are_named() -> None:
    """All that are known are listed."""
    settings = Settings("v", {"a": "1", "zz": "2"})
    settings.text("a")
    settings.text("b")
    with pytest.raises(SpecError, match="v takes no option 'zz'; known: a, b"):
        settings.done()
