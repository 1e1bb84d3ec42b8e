"""Sound files as vendors send them: whole, streamed, cut, or something else."""

import contextlib
import io
import struct

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.engines.base import BadSpeech
from dataset_builder.engines.containers import as_wav, decoded, from_pcm16, sniffed

PCM = (0.5 * np.sin(np.arange(2400) / 7)).astype(np.float32)
WAV = as_wav(PCM, 24_000)


def with_length(size: int) -> bytes:
    """The WAV file with another length in its header."""
    data = bytearray(WAV)
    struct.pack_into("<I", data, 40, size)
    return bytes(data)


def written(container: str, subtype: str | None = None, channels: int = 1) -> bytes:
    buffer = io.BytesIO()
    sound = np.repeat(PCM[:, None], channels, axis=1)
    soundfile.write(buffer, sound, 24_000, format=container, subtype=subtype)
    return buffer.getvalue()


def test_a_wav_file_comes_back() -> None:
    """Within half a step of 16 bits."""
    audio = decoded(WAV, "wav")
    assert (audio.sample_rate_hz, bool(np.abs(audio.pcm - PCM).max() < 1e-4)) == (24_000, True)


@pytest.mark.parametrize(
    "data",
    [
        with_length(0xFFFFFFFF),
        with_length(0x7FFFFFFF),
        written("WAV", "FLOAT"),
        written("WAVEX", "PCM_16"),
        written("WAV", "PCM_16", channels=2),
        WAV[:12] + b"LIST" + struct.pack("<I", 5) + b"INFO\0\0" + WAV[12:],
    ],
    ids=[
        "streamed",
        "streamed otherwise",
        "float",
        "extensible",
        "stereo",
        "with a list of odd length",
    ],
)
def test_every_form_of_wav_is_read_alike(data: bytes) -> None:
    """A stream's header does not know the length; some have more chunks, or two channels."""
    assert np.abs(decoded(data, "wav").pcm - PCM).max() < 1e-4


@pytest.mark.parametrize("container", ["flac", "mp3"])
def test_compressed_sound_is_read(container: str) -> None:
    """At its own rate."""
    assert decoded(written(container.upper()), container).sample_rate_hz == 24_000


WRONG = [
    (b"", "wav", "no audio came"),
    (WAV[:-10], "wav", "the audio was cut off: 4790 of 4800 bytes"),
    (WAV[:20], "wav", "a WAV file without samples"),
    (WAV[:44], "wav", "the audio was cut off: 0 of 4800 bytes"),
    (with_length(0), "wav", "no audio came"),
    (written("WAV", "PCM_24"), "wav", "a form that is not read here"),
    (b'{"error": 1}', "wav", "asked for wav, got text"),
    (b"<html>", "mp3", "asked for mp3, got text"),
    (b"fLaC" + b"\0" * 50, "flac", "54 bytes of flac that cannot be read"),
    (written("FLAC"), "wav", "asked for wav, got flac"),
]


@pytest.mark.parametrize(("data", "container", "says"), WRONG)
def test_what_is_no_sound_is_an_error(data: bytes, container: str, says: str) -> None:
    """It says what came instead."""
    with pytest.raises(BadSpeech, match=says):
        decoded(data, container)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no audio came"),
        (b"\1\2\3", "cut off inside a sample"),
        (WAV, "asked for bare samples, got wav"),
        (b'{"detail": "no"}', "asked for bare samples, got text"),
    ],
)
def test_what_are_no_samples_is_an_error(data: bytes, says: str) -> None:
    """A page of text would be loud noise."""
    with pytest.raises(BadSpeech, match=says):
        from_pcm16(data, 24_000)


@given(st.binary(max_size=200), st.sampled_from(["wav", "flac", "mp3"]))
def test_bytes_are_sound_or_bad_speech(data: bytes, container: str) -> None:
    """Whatever a server sends."""
    for head in (b"", WAV[:36]):
        with contextlib.suppress(BadSpeech):
            assert len(decoded(head + data, container).pcm)
    assert sniffed(data) in ("wav", "flac", "mp3", "opus", "text", "")
