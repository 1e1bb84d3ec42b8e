"""Kokoro-82M: the most natural of the embedded voices, and many of them."""

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from bfcl_audio import models

from . import phonemes
from .base import Audio, Pcm

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_STYLES, _STYLE_SIZE = 510, 256
_PAUSE_S: Final = 0.2
_QUIET: Final = 0.01
"""The model surrounds each breath with up to half a second below this share of its peak."""


class KokoroEngine:
    """A style vector is a voice; `af`, `am` are American, `bf`, `bm` British."""

    name = "kokoro"
    licence = "Apache-2.0"
    voices = tuple(
        file.name.removesuffix(".bin") for file in models.models()["kokoro-voices"].files
    )
    sample_rate_hz = 24_000

    def __init__(self) -> None:
        self._loading = threading.Lock()

    @property
    def version(self) -> str:
        """Model, voices and phonemizer."""
        table = models.models()
        digests = f"{table['kokoro-82m'].digest}+{table['kokoro-voices'].digest}"
        return f"kokoro-82m int8 {digests}, {phonemes.version()}"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; nothing in the model is drawn, so `seed` changes nothing."""
        british = voice.startswith("b")
        vocabulary = phonemes.speaker(british).vocab
        pause = np.zeros(int(_PAUSE_S * self.sample_rate_hz), np.float32)
        pieces: list[Pcm] = []
        for number, breath in enumerate(phonemes.breaths(text, british)):
            pieces += [pause] if number else []
            ids = [vocabulary[symbol] for symbol in breath if symbol in vocabulary]
            pieces.append(self._say(ids, self._styles(voice)))
        return Audio(np.concatenate(pieces), self.sample_rate_hz)

    def _say(self, ids: list[int], styles: Pcm) -> Pcm:
        feed = {
            "tokens": np.array([[0, *ids, 0]], np.int64),
            "style": styles[len(ids)],
            "speed": np.ones(1, np.float32),
        }
        with self._loading:
            session = self._session
        pcm = session.run(None, feed)[0].reshape(-1)
        return _trim(pcm.astype(np.float32, copy=False))

    @cached_property
    def _session(self) -> "InferenceSession":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        path = models.file("kokoro-82m")
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def _styles(self, voice: str) -> Pcm:
        """(510, 1, 256): one style for each number of phonemes."""
        path = models.file("kokoro-voices", f"{voice}.bin")
        return np.fromfile(path, np.float32).reshape(_STYLES, 1, _STYLE_SIZE)


def _trim(pcm: Pcm) -> Pcm:
    loud = np.flatnonzero(np.abs(pcm) > _QUIET * np.abs(pcm).max(initial=0.0))
    return pcm[loud[0] : loud[-1] + 1] if len(loud) else pcm
