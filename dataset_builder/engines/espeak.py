"""eSpeak NG: formant synthesis, many accents, the hardest voices here."""

from . import alone, installed
from .base import Audio

FILES = {
    "en-us": "gmw/en-US",
    "en-us-f1": "gmw/en-US+f1",
    "en-us-m7": "gmw/en-US+m7",
    "en-gb": "gmw/en",
    "en-gb-f4": "gmw/en+f4",
    "en-gb-rp": "gmw/en-GB-x-rp",
    "en-gb-scotland": "gmw/en-GB-scotland",
    "en-029": "gmw/en-029",
}
"""Our names for its voices: accent, and variant where not the plain one.

None of those that breathe (f2, f3, f5): their breath is noise seeded with the time.
"""


class EspeakEngine:
    """Nothing in it is drawn: `seed` changes nothing."""

    name = "espeak"
    licence = "GPL-3.0 (program)"
    voices = tuple(FILES)
    sample_rate_hz = 22_050

    @property
    def version(self) -> str:
        """The package's; its voices come with it."""
        return f"espeakng-loader {installed.version('espeakng-loader')}"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        return alone.speak("espeak", "espeakng_loader", FILES[voice], text, self.sample_rate_hz)
