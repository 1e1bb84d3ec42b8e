"""OpenAI, and any server that speaks as it does (`?base_url=http://…/v1`).

Its speech models are announced to shut down on 2027-01-06, with none named to follow them behind
this endpoint; compatible servers go on, and so do clips that the store keeps.
"""

import re
from typing import TYPE_CHECKING, Any

from . import containers
from .accounts import OPENAI
from .base import Audio
from .services import VendorRecognizer, VendorSpeech
from .settings import Settings
from .vendor import Vendor

if TYPE_CHECKING:
    from openai import OpenAI

_VOICES = ("alloy", "ash", "coral", "echo", "fable", "nova", "onyx", "sage", "shimmer")
_NEWER_VOICES = ("ballad", "cedar", "marin", "verse")
_FORMATS = ("wav", "pcm", "flac", "mp3")


class _OpenAI(Vendor):
    account = OPENAI

    def _connect(self, key: str, address: str | None) -> "OpenAI":
        import openai

        return openai.OpenAI(api_key=key, base_url=address, timeout=self._timeout_s, max_retries=0)


class OpenAISpeech(_OpenAI, VendorSpeech):
    """`seed` changes nothing: the API takes none. It speaks the language of the text.

    Options: `format`, `instructions` (how to speak), `speed`.
    """

    default_model = "gpt-4o-mini-tts"
    takes_language = False
    sample_rate_hz = 24_000
    longest = 4_000

    def _configure(self, settings: Settings) -> None:
        self.voices = _VOICES if self.model.startswith("tts-1") else _VOICES + _NEWER_VOICES
        self._format = settings.choice("format", _FORMATS, "wav")
        self._instructions = settings.text("instructions")
        self._speed = settings.number("speed", 0.25, 4)

    def has_voice(self, voice: str) -> bool:
        """Custom voices, and all voices of other servers."""
        return bool(re.fullmatch(r"voice_\w+", voice)) or self._address() is not None

    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        chosen: dict[str, Any] = {}
        if self._instructions:
            chosen["instructions"] = self._instructions
        if self._speed is not None:
            chosen["speed"] = self._speed
        data = client.audio.speech.create(
            model=self.model,
            input=text,
            voice={"id": voice} if re.fullmatch(r"voice_\w+", voice) else voice,
            response_format=self._format,
            **chosen,
        ).read()
        if self._format == "pcm":
            return containers.from_pcm16(data, self.sample_rate_hz)
        return containers.decoded(data, self._format)


class OpenAIRecognizer(_OpenAI, VendorRecognizer):
    """Hears English unless `language` says otherwise."""

    default_model = "gpt-transcribe"

    def _fixed(self) -> list[str]:
        return ["wav", *([] if self._language else ["language=en"])]

    def _hear(self, client: Any, wav: bytes) -> object:
        answer = client.audio.transcriptions.create(
            model=self.model,
            file=("speech.wav", wav, "audio/wav"),
            language=self._language or "en",
            response_format="json",
        )
        return getattr(answer, "text", None)
