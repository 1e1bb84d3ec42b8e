"""eSpeak NG: formant synthesis, many accents, the hardest voices here."""

import importlib.metadata

from . import alone
from .base import Audio

_FILES = {
    "en-us": "gmw/en-US",
    "en-us-f3": "gmw/en-US+f3",
    "en-us-m7": "gmw/en-US+m7",
    "en-gb": "gmw/en",
    "en-gb-f2": "gmw/en+f2",
    "en-gb-rp": "gmw/en-GB-x-rp",
    "en-gb-scotland": "gmw/en-GB-scotland",
    "en-029": "gmw/en-029",
}
"""Our names for its voices: accent, and variant where not the plain one."""


class EspeakEngine:
    """The breath in its voices is drawn alike each time: `seed` changes nothing."""

    name = "espeak"
    licence = "GPL-3.0 (program)"
    voices = tuple(_FILES)
    sample_rate_hz = 22_050

    @property
    def version(self) -> str:
        """The package's, whose voices come with it; and the draw of their breath."""
        return f"espeakng-loader {importlib.metadata.version('espeakng-loader')}, noise 1"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        return alone.speak("espeak", "espeakng_loader", _FILES[voice], text, self.sample_rate_hz)
