"""`hf/<path>`: speech and recognition models of transformers, from a folder or the Hub.

Options: `device` (cpu), `dtype`, `revision`. No code from a model's repository is run.
"""

import hashlib
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import installed
from .base import SAMPLE_RATE_HZ, Audio, NotReady, Refused, SpecError, require_16k
from .services import PAUSE_S, SHORTEST_S, parts
from .settings import Settings

if TYPE_CHECKING:
    from transformers import PretrainedConfig

_LONGEST = 400
_WHISPER_WINDOW_S = 30
_ONE_VOICE = "default"
_BARK_VOICES = tuple(f"v2/en_speaker_{number}" for number in range(10))


class _Model:
    """A model by path; its settings are read when they are asked for, its weights at first use."""

    name = "hf"
    licence = "see the model's card"
    task: str
    families: tuple[str, ...]

    def __init__(self, model: str = "", options: Mapping[str, str] | None = None) -> None:
        """Loads nothing yet.

        Raises:
            SpecError: no path, or an option that it does not take.
        """
        if not model:
            raise SpecError("hf needs a model; write hf/PATH, a folder or a model of the Hub")
        settings = Settings("hf", options or {})
        self._path = model
        self._device = settings.text("device", "cpu")
        self._dtype = settings.text("dtype", "auto")
        self._revision = settings.text("revision") or None
        self._language = settings.text("language")
        self._speaker = settings.text("speaker")
        settings.done()
        self._shaping = settings.shaping
        self._turn = threading.Lock()

    @cached_property
    def version(self) -> str:
        """The model's bytes, options, and the library that runs it."""
        library = f"transformers {installed.version('transformers')}"
        return ", ".join([f"{self._path} {self._bytes}", *self._shaping, library])

    @property
    def _bytes(self) -> str:
        """The Hub's commit, or a digest of a folder's files."""
        if not (folder := Path(self._path)).is_dir():
            return str(getattr(self._config, "_commit_hash", None) or "of the Hub")[:12]
        digest = hashlib.sha256()
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(str(file.relative_to(folder)).encode())
            with file.open("rb") as opened:
                digest.update(hashlib.file_digest(opened, "sha256").digest())
        return digest.hexdigest()[:12]

    @cached_property
    def _config(self) -> "PretrainedConfig":
        import transformers

        load: Any = transformers.AutoConfig
        with self._loading():
            found: PretrainedConfig = load.from_pretrained(self._path, revision=self._revision)
        return found

    @cached_property
    def _pipeline(self) -> Any:
        import transformers

        load: Any = transformers.pipeline  # overloads, one for each task's name
        families = [getattr(transformers, family)._model_mapping for family in self.families]
        with self._loading():
            if not any(type(self._config) in family for family in families):
                raise ValueError(f"it is of another kind, {self._config.model_type}")
            return load(
                self.task,
                model=self._path,
                revision=self._revision,
                device=self._device,
                dtype=self._dtype,
            )

    @contextmanager
    def _loading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
            raise NotReady(
                f"hf/{self._path} cannot be loaded for {self.task} ({_line(error)}); give a folder "
                "that transformers can load, or a model of the Hub"
            ) from None

    @contextmanager
    def _running(self) -> Iterator[None]:
        """One at a time, as the draws come from torch's own generator.

        Raises:
            Refused: the model failed on this input, as it would again.
        """
        import torch

        with self._turn, torch.random.fork_rng():
            try:
                yield
            except (RuntimeError, ValueError, IndexError, TypeError) as error:
                raise Refused(f"hf/{self._path}: {_line(error)}") from None


class HuggingFaceSpeech(_Model):
    """`seed` draws all that the model draws.

    A voice is a speaker's number (VITS with several), a preset (Bark), or `default`. SpeechT5
    takes its speaker from a file of numbers: `?speaker=FILE.npy`.
    """

    task = "text-to-audio"
    families = ("AutoModelForTextToWaveform", "AutoModelForTextToSpectrogram")

    @cached_property
    def voices(self) -> tuple[str, ...]:
        """As the model's settings have them."""
        if self._config.model_type == "bark":
            return _BARK_VOICES
        speakers = getattr(self._config, "num_speakers", 1) or 1
        return tuple(map(str, range(speakers))) if speakers > 1 else (_ONE_VOICE,)

    @cached_property
    def sample_rate_hz(self) -> int:
        """As the model's settings have it; where they lack it, as the loaded model does."""
        for name in ("sampling_rate", "sample_rate"):
            if rate := getattr(self._config, name, None):
                return int(rate)
        return int(self._pipeline.sampling_rate)

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say the text; see `base.SpeechEngine`."""
        import torch

        if not any(char.isalnum() for char in text):
            raise Refused(f"hf/{self._path}: nothing to say in {text[:60]!r}")
        pieces: list[Any] = []
        rate_hz = self.sample_rate_hz
        pipeline = self._pipeline
        with self._running():
            torch.manual_seed(seed)
            for part in parts(text, _LONGEST):
                said = pipeline(part, **self._parameters(voice))
                rate_hz = int(said["sampling_rate"])
                pieces += [np.zeros(int(PAUSE_S * rate_hz), np.float32)] if pieces else []
                pieces.append(np.asarray(said["audio"], np.float32).reshape(-1))
        return Audio(np.concatenate(pieces), rate_hz)

    def _parameters(self, voice: str) -> dict[str, Any]:
        import torch

        if self._config.model_type == "bark":
            return {"preprocess_params": {"voice_preset": voice}}
        if self._config.model_type == "speecht5":
            if not self._speaker:
                raise ValueError("SpeechT5 needs a speaker; write ?speaker=FILE.npy")
            embedding = np.load(self._speaker, allow_pickle=False).reshape(1, -1)
            tensor = torch.as_tensor(embedding, dtype=torch.float32)
            return {"forward_params": {"speaker_embeddings": tensor}}
        return {} if voice == _ONE_VOICE else {"forward_params": {"speaker_id": int(voice)}}


class HuggingFaceRecognizer(_Model):
    """Whisper and its family, and any other recogniser of the pipeline.

    A model of several languages hears English unless `language` says otherwise.
    """

    task = "automatic-speech-recognition"
    families = ("AutoModelForCTC", "AutoModelForTDT", "AutoModelForSpeechSeq2Seq")

    def transcribe(self, audio: Audio) -> str:
        """Hear the audio; see `base.Recognizer`."""
        pcm = require_16k(audio)
        if not len(pcm):
            return ""
        pcm = np.pad(pcm, (0, max(0, int(SHORTEST_S * SAMPLE_RATE_HZ) - len(pcm))))
        pipeline = self._pipeline
        with self._running():
            heard = pipeline(
                {"raw": pcm, "sampling_rate": SAMPLE_RATE_HZ}, **self._parameters(pipeline, pcm)
            )
        return str(heard["text"]).strip()

    def _parameters(self, pipeline: Any, pcm: Any) -> dict[str, Any]:
        if self._config.model_type != "whisper":
            return {}
        long = len(pcm) > _WHISPER_WINDOW_S * SAMPLE_RATE_HZ
        several = getattr(pipeline.model.generation_config, "is_multilingual", False)
        spoken = {"language": self._language or "en", "task": "transcribe"} if several else {}
        return {"return_timestamps": long, "generate_kwargs": spoken}


def _line(error: Exception) -> str:
    """The kind of an error and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0][:200]}" if said else type(error).__name__
