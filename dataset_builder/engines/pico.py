"""SVOX Pico: the small, dated voices of early phones, hard to understand, which is their use."""

from . import alone, installed
from .base import Audio


class PicoEngine:
    """Nothing in it is drawn: `seed` changes nothing."""

    name = "pico"
    licence = "Apache-2.0"
    voices = ("en-US", "en-GB")
    sample_rate_hz = 16_000

    @property
    def version(self) -> str:
        """The package's; its voices come with it."""
        return f"py-nanotts {installed.version('py-nanotts')}"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        return alone.speak("pico", "py_nanotts", voice, text, self.sample_rate_hz)
