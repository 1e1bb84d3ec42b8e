"""Moonshine tiny: a small recogniser that writes as people do (`final_report.pdf`, `10`)."""

import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bfcl_audio import models

from . import installed
from .base import SAMPLE_RATE_HZ, Audio, Failed, Pcm, require_16k

if TYPE_CHECKING:
    from moonshine_voice import Transcriber

_LONGEST_S = 12.0
_FRAME_S = 0.02


class Moonshine:
    """Runs without its own voice activity detector; long audio is cut at its quietest moments.

    The detector remembers earlier clips, so that a transcript would depend on them.
    """

    name = "moonshine"
    licence = "MIT"

    def __init__(self) -> None:
        self._turn = threading.Lock()

    @property
    def version(self) -> str:
        """Package, model and decoding."""
        package = installed.version("moonshine-voice")
        digest = models.models()["moonshine-tiny-en"].digest
        return f"moonshine-tiny-en {digest}, moonshine-voice {package}, cut at {_LONGEST_S:.0f} s"

    def transcribe(self, audio: Audio) -> str:
        """Hear the audio; see `base.Recognizer`."""
        from moonshine_voice.errors import MoonshineError

        heard = []
        with self._turn:
            for piece in cut_at_pauses(require_16k(audio), _LONGEST_S):
                try:
                    found = self._loaded.transcribe_without_streaming(
                        piece.tolist(), SAMPLE_RATE_HZ
                    )
                except MoonshineError as error:
                    raise Failed(f"moonshine: {error}") from None
                heard += [line.text.strip() for line in found.lines]
        return " ".join(text for text in heard if text)

    @cached_property
    def _loaded(self) -> "Transcriber":
        from moonshine_voice import ModelArch, Transcriber

        folder = str(models.resolve("moonshine-tiny-en"))
        return Transcriber(folder, ModelArch.TINY, options={"vad_threshold": 0})


def cut_at_pauses(pcm: Pcm, longest_s: float) -> list[Pcm]:
    """Pieces of at most `longest_s`, each cut at the quietest frame of its second half."""
    frame = int(_FRAME_S * SAMPLE_RATE_HZ)
    longest = int(longest_s * SAMPLE_RATE_HZ)
    pieces = []
    while len(pcm) > longest:
        half = pcm[longest // 2 : longest]
        frames = half[: len(half) // frame * frame].reshape(-1, frame)
        # Speech pauses last: a quiet frame amid quiet ones is better than one in a closure.
        energy = np.convolve((frames**2).mean(axis=1), np.ones(9) / 9, mode="same")
        cut = longest // 2 + (int(energy.argmin()) * frame + frame // 2)
        pieces.append(pcm[:cut])
        pcm = pcm[cut:]
    return [*pieces, pcm] if len(pcm) else pieces
