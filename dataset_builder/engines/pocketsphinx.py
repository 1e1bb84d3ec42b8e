"""PocketSphinx: a recogniser of another age; weak, lower case, and usefully different."""

import importlib.metadata
import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .base import Audio, require_16k

if TYPE_CHECKING:
    from pocketsphinx import Decoder


class PocketSphinx:
    """Hears whole utterances, so that its level normalisation remembers nothing."""

    name = "pocketsphinx"
    licence = "BSD-2-Clause"

    def __init__(self) -> None:
        self._turn = threading.Lock()

    @property
    def version(self) -> str:
        """The package's; its model comes with it."""
        return f"pocketsphinx {importlib.metadata.version('pocketsphinx')}, en-us"

    def transcribe(self, audio: Audio) -> str:
        """Hear the audio; see `base.Recognizer`."""
        samples = np.rint(require_16k(audio) * 32767).astype("<i2").tobytes()
        if not samples:
            return ""
        with self._turn:
            decoder = self._loaded
            decoder.start_utt()
            decoder.process_raw(samples, full_utt=True)
            decoder.end_utt()
            best = decoder.hyp()
        return str(best.hypstr) if best else ""

    @cached_property
    def _loaded(self) -> "Decoder":
        from pocketsphinx import Decoder

        return Decoder(samprate=16_000, loglevel="FATAL")
