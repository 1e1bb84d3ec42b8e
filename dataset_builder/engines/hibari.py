"""Hibari: one American voice in a wheel of 14 MB, a hundred times faster than speech."""

import numpy as np

from . import phonemes
from .base import Audio

_PAUSE_S = 0.15


class HibariEngine:
    """`seed` draws the breath noise in the voice."""

    name = "hibari"
    licence = "Apache-2.0"
    voices = ("heart",)
    sample_rate_hz = 24_000

    @property
    def version(self) -> str:
        """The package's; its model comes with it."""
        return phonemes.version()

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        hibari = phonemes.speaker(british=False)
        pause = np.zeros(int(_PAUSE_S * self.sample_rate_hz), np.float32)
        pieces = []
        for number, breath in enumerate(phonemes.breaths(text, british=False)):
            pieces += [pause] if number else []
            pieces.append(hibari.from_phonemes(breath, seed=seed + number))
        return Audio(np.concatenate(pieces), self.sample_rate_hz)
