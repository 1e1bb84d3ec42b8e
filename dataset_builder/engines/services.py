"""Speaking and hearing through a vendor: long texts in parts, sound checked, silence padded."""

import re
from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from . import containers
from .base import SAMPLE_RATE_HZ, Audio, BadSpeech, Failed, Refused, require_16k
from .vendor import Vendor
from .wire_errors import broken

PAUSE_S = 0.15
"""Between the parts of a long text."""
SHORTEST_S = 0.5
"""Shorter clips are padded: vendors refuse a few samples, and some models' filters are wider."""


class VendorSpeech(Vendor):
    """A vendor's voices.

    Attributes:
        voices: those to draw from.
        sample_rate_hz: of what comes; an option changes it where the vendor lets it be chosen.
        longest: characters that one request takes; longer texts are said in parts.
    """

    voices: tuple[str, ...]
    sample_rate_hz: int
    longest: ClassVar[int]

    def _fixed(self) -> list[str]:
        return [f"{self.sample_rate_hz} Hz"]

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        if not any(char.isalnum() for char in text):
            raise Refused(f"{self.name}: nothing to say in {text[:60]!r}")
        said: list[Audio] = []
        for part in parts(text, self.longest):
            with self._connected() as client:
                try:
                    said.append(self._say(client, part, voice, seed))
                except BadSpeech as error:
                    raise broken(self.name, error) from None
        if len({one.sample_rate_hz for one in said}) > 1:
            raise BadSpeech(f"{self.name}: parts of one text came at different rates")
        pause = np.zeros(int(PAUSE_S * said[0].sample_rate_hz), np.float32)
        pieces = [piece for one in said for piece in (pause, one.pcm)]
        return Audio(np.concatenate(pieces[1:]), said[0].sample_rate_hz)

    @abstractmethod
    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        """One request: a text that is short enough.

        Raises:
            BadSpeech: what came is not sound.
        """


class VendorRecognizer(Vendor):
    """A vendor's recogniser."""

    def transcribe(self, audio: Audio) -> str:
        """Hear the audio; see `base.Recognizer`."""
        pcm = require_16k(audio)
        if not len(pcm):
            return ""
        shortest = int(SHORTEST_S * SAMPLE_RATE_HZ)
        wav = containers.as_wav(np.pad(pcm, (0, max(0, shortest - len(pcm)))), SAMPLE_RATE_HZ)
        with self._connected() as client:
            text = self._hear(client, wav)
        if not isinstance(text, str):  # no field of that name: not an empty transcript
            raise Failed(f"{self.name}: the answer holds no transcript")
        return text.strip()

    @abstractmethod
    def _hear(self, client: Any, wav: bytes) -> object:
        """One request: the transcript, a string; anything else if the answer holds none."""


def parts(text: str, longest: int) -> list[str]:
    """A text cut where a speaker would breathe: after a sentence, a comma, a word.

    >>> parts("One. Two, three four", 9)
    ['One.', 'Two,', 'three', 'four']
    """
    rest, found = text.strip(), []
    while len(rest) > longest:
        head = rest[: longest + 1]
        cuts = [
            [match.end() for match in re.finditer(pattern, head) if match.end() <= longest]
            for pattern in (r"[.!?](?=\s)", r"[,;:](?=\s)", r"\S(?=\s)")
        ]
        cut = next((ends[-1] for ends in cuts if ends), longest)
        found.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [*found, rest] if rest else found
