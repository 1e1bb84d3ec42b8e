"""Piper: one American voice of 63 MB, twenty times faster than speech."""

import json
import threading
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bfcl_audio import models

from . import installed
from .base import Audio, Pcm, Refused

if TYPE_CHECKING:
    from piper import PiperVoice

_MODEL = "piper-joe"
_PAUSE_S = 0.15


class PiperEngine:
    """Its noise is off, as it would be drawn from the clock: `seed` changes nothing."""

    name = "piper"
    licence = "CC0-1.0 (voice), GPL-3.0 (program)"
    voices = ("joe",)
    sample_rate_hz = 22_050

    def __init__(self) -> None:
        self._turn = threading.Lock()

    @property
    def version(self) -> str:
        """Package and model."""
        package = installed.version("piper-tts")
        return f"{_MODEL} {models.models()[_MODEL].digest}, piper-tts {package}, no noise"

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        from piper import SynthesisConfig

        if not any(char.isalnum() for char in text):
            raise Refused(f"nothing to say in {text[:60]!r}")
        quiet = SynthesisConfig(noise_scale=0.0, noise_w_scale=0.0, normalize_audio=False)
        pause = np.zeros(int(_PAUSE_S * self.sample_rate_hz), np.float32)
        pieces: list[Pcm] = []
        with self._turn:
            for sentence in self._loaded.synthesize(text, quiet):
                pieces += [pause] if pieces else []
                pieces.append(np.asarray(sentence.audio_float_array, np.float32))
        return Audio(np.concatenate(pieces), self.sample_rate_hz)

    @cached_property
    def _loaded(self) -> "PiperVoice":
        import onnxruntime
        from piper import PiperConfig, PiperVoice

        folder = models.resolve(_MODEL)
        settings = json.loads((folder / "en_US-joe-medium.onnx.json").read_text("utf-8"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            str(folder / "en_US-joe-medium.onnx"), options, providers=["CPUExecutionProvider"]
        )
        return PiperVoice(session=session, config=PiperConfig.from_dict(settings))
