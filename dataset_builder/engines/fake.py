"""An engine and a recogniser for tests: instant, deterministic, and able to fail on demand.

The engine hides its text in the sound (one tone burst a byte), the recogniser reads it back, so
a whole pipeline can be checked end to end without a model.
"""

import numpy as np

from .base import SAMPLE_RATE_HZ, Audio, Failed, Refused, require_16k

_SYMBOL_S = 0.01
_SAMPLES = round(_SYMBOL_S * SAMPLE_RATE_HZ)
_LOWEST_HZ, _STEP_HZ = 400, 200
_DIGITS = 16


class FakeEngine:
    """Texts that hold `<fail>` fail each time, those with `<refuse>` are refused."""

    name = "fake"
    licence = "Apache-2.0"
    version = "1"
    voices = ("low", "high")
    sample_rate_hz = SAMPLE_RATE_HZ

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Two tones for each byte of the text; `high` is quieter, so that voices differ."""
        if "<fail>" in text:
            raise Failed("fake: told to fail")
        if "<refuse>" in text:
            raise Refused("fake: told to refuse")
        data = text.encode()
        digits = np.array([half for byte in data for half in (byte >> 4, byte & 15)], np.float32)
        time_s = np.arange(_SAMPLES, dtype=np.float32) / SAMPLE_RATE_HZ
        tones = np.sin(2 * np.pi * (_LOWEST_HZ + _STEP_HZ * digits[:, None]) * time_s)
        gain = 0.5 if voice == "low" else 0.25
        return Audio((gain * tones).astype(np.float32).reshape(-1), SAMPLE_RATE_HZ)


class FakeRecognizer:
    """Reads the tones back; what `FakeEngine` did not make is heard as nothing."""

    name = "fake"
    licence = "Apache-2.0"
    version = "1"

    def transcribe(self, audio: Audio) -> str:
        """The text in the tones."""
        pcm = require_16k(audio)
        sounding = np.flatnonzero(np.abs(pcm) > 0.01)
        if not len(sounding):
            return ""
        pcm = pcm[max(0, sounding[0] - 1) :]
        count = round(len(pcm[: sounding[-1] - sounding[0] + 2]) / _SAMPLES) // 2 * 2
        pcm = np.resize(pcm[: count * _SAMPLES], count * _SAMPLES).reshape(count, _SAMPLES)
        bins = np.abs(np.fft.rfft(pcm, axis=1)).argmax(axis=1) / _SYMBOL_S
        digits = np.clip(np.rint((bins - _LOWEST_HZ) / _STEP_HZ), 0, _DIGITS - 1).astype(int)
        data = bytes(int(high << 4 | low) for high, low in digits.reshape(-1, 2))
        return data.decode(errors="replace")
