"""Whisper through CTranslate2 on one thread, greedy where it may fall back to sampling."""

import threading
from functools import cached_property
from typing import TYPE_CHECKING

from bfcl_audio import models

from . import installed
from .base import Audio, require_16k

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

_BEAM = 5


class _Whisper:
    """Temperature stays 0: sampling would give another transcript each time."""

    name: str
    model: str
    licence = "MIT"

    def __init__(self) -> None:
        self._loading = threading.Lock()

    @property
    def version(self) -> str:
        """Package, model and decoding."""
        package = installed.version("faster-whisper")
        digest = models.models()[self.model].digest
        return f"{self.model} int8 {digest}, faster-whisper {package}, beam {_BEAM}"

    def transcribe(self, audio: Audio) -> str:
        """Hear the audio; see `base.Recognizer`."""
        with self._loading:
            model = self._loaded
        segments, _ = model.transcribe(
            require_16k(audio),
            language="en",
            beam_size=_BEAM,
            temperature=0.0,
            condition_on_previous_text=False,
        )
        return " ".join(segment.text.strip() for segment in segments).strip()

    @cached_property
    def _loaded(self) -> "WhisperModel":
        from faster_whisper import WhisperModel

        return WhisperModel(
            str(models.resolve(self.model)),
            device="cpu",
            compute_type="int8",
            cpu_threads=1,
            num_workers=1,
            local_files_only=True,
        )


class WhisperTinyEn(_Whisper):
    """39 M parameters, English only."""

    name = "whisper"
    model = "whisper-tiny-en"


class WhisperBase(_Whisper):
    """74 M parameters."""

    name = "whisper-base"
    model = "whisper-base"
