"""Clips in the forms that providers take."""

import io

import numpy as np
import pytest
import soundfile

from bfcl_audio.harness.agents.base import AgentError
from bfcl_audio.harness.agents.clips import ClipFormat, encode, pcm16

RATE_HZ = 16_000


def _clip(hz: float = 440.0, channels: int = 1) -> bytes:
    tone = np.sin(2 * np.pi * hz * np.arange(RATE_HZ) / RATE_HZ) / 2
    out = io.BytesIO()
    soundfile.write(out, np.stack([tone] * channels, axis=1), RATE_HZ, format="FLAC")
    return out.getvalue()


@pytest.mark.parametrize(("wanted", "slack"), [("wav", 1e-4), ("mp3", 0.05)])
def test_a_clip_survives_its_new_form(wanted: ClipFormat, slack: float) -> None:
    """The same sound, mono, at its own rate."""
    samples, rate_hz = soundfile.read(io.BytesIO(encode(_clip(channels=2), wanted)))
    middle = samples[RATE_HZ // 4 : RATE_HZ // 2]
    assert (samples.ndim, rate_hz, abs(np.abs(middle).max() - 0.5) < slack) == (1, RATE_HZ, True)


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 24_000])
def test_samples_keep_length_and_pitch(rate_hz: int) -> None:
    """One second of 440 Hz is one second of 440 Hz at any rate, and as loud."""
    samples = np.frombuffer(pcm16(_clip(), rate_hz), "<i2") / 32767
    spectrum = np.abs(np.fft.rfft(samples))
    expected = np.sin(2 * np.pi * 440 * np.arange(rate_hz) / rate_hz) / 2
    inner = slice(rate_hz // 10, -rate_hz // 10)
    error = np.abs(samples - expected)[inner].max()
    assert (len(samples), int(spectrum.argmax()), error < 0.01) == (rate_hz, 440, True)


def _silent() -> bytes:
    out = io.BytesIO()
    soundfile.write(out, np.zeros(0), RATE_HZ, format="WAV")
    return out.getvalue()


@pytest.mark.parametrize(("data", "says"), [(b"RIFF", "cannot be read"), (_silent(), "is empty")])
def test_a_broken_clip_is_an_error_of_its_entry(data: bytes, says: str) -> None:
    """Asking again would not mend it."""
    with pytest.raises(AgentError, match=says) as caught:
        encode(data, "wav")
    assert not caught.value.retryable
