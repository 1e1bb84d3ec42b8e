"""ElevenLabs: voices, and the Scribe recognisers."""

import re
from typing import TYPE_CHECKING, Any

from . import containers
from .accounts import ELEVENLABS
from .base import Audio
from .services import VendorRecognizer, VendorSpeech
from .settings import Settings
from .vendor import Vendor

if TYPE_CHECKING:
    from elevenlabs.client import ElevenLabs

_VOICES = {
    "Alice": "Xb7hH8MSUJpSbSDYk0k2",
    "Bill": "pqHfZKP75CvOlQylNhV4",
    "Brian": "nPczCjzI2devNBz1zQrb",
    "Callum": "N2lVS1w4EtoT3dr4eOWO",
    "Charlie": "IKne3meq5aSn9XLyUdCD",
    "Chris": "iP95p4xoKVk53GoZ742B",
    "Daniel": "onwK4e9ZLuTAKqWW03F9",
    "Eric": "cjVigY5qzO86Huf0OWal",
    "George": "JBFqnCBsd6RMkjVDRZzb",
    "Jessica": "cgSgspJ2msm6clMCkdW9",
    "Laura": "FGY2WhTYpPnrIDTdsKH5",
    "Liam": "TX3LPaxmHKxFdv7VOQHJ",
    "Lily": "pFZP5JQG7iQjIQuC4Bku",
    "Matilda": "XrExE9yKIg1WjnnlVkGX",
    "River": "SAz9YHcvj6GT2YYXdXww",
    "Roger": "CwhRBWXzGAHq8TQ4Fs17",
    "Sarah": "EXAVITQu4vr4xnSDxMaL",
    "Will": "bIHbv24MWmeRgasZH58o",
}
"""The vendor's own voices, open to every account: American, British, Australian."""

_RATES = ("8000", "16000", "22050", "24000", "32000", "44100", "48000")


class _ElevenLabs(Vendor):
    account = ELEVENLABS

    def _connect(self, key: str, address: str | None) -> "ElevenLabs":
        from elevenlabs.client import ElevenLabs

        return ElevenLabs(api_key=key, base_url=address, timeout=self._timeout_s)

    def close(self) -> None:
        """Lets the connection go; the SDK has no method for it."""
        client, self._client = self._client[1], (0, None)
        if client is not None:
            client._client_wrapper.httpx_client.httpx_client.close()


class ElevenLabsSpeech(_ElevenLabs, VendorSpeech):
    """`seed` is heeded as far as the vendor can.

    Options: `format` (wav, pcm), `rate`, `language`, `speed`, `stability`. A voice is one of the
    list or any voice's id.
    """

    default_model = "eleven_v4"
    voices = tuple(_VOICES)
    longest = 4_500

    def _configure(self, settings: Settings) -> None:
        self._format = settings.choice("format", ("wav", "pcm"), "wav")
        self.sample_rate_hz = int(settings.choice("rate", _RATES, "24000"))
        self._speed = settings.number("speed", 0.7, 1.2)
        self._stability = settings.number("stability", 0, 1)

    def has_voice(self, voice: str) -> bool:
        """A voice of the library or of one's own, by its id."""
        return bool(re.fullmatch(r"[A-Za-z0-9]{20}", voice))

    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        from elevenlabs import VoiceSettings

        chosen: dict[str, Any] = {}
        if self._speed is not None or self._stability is not None:
            chosen["voice_settings"] = VoiceSettings(speed=self._speed, stability=self._stability)
        if self._language:
            chosen["language_code"] = self._language
        pieces = client.text_to_speech.convert(
            _VOICES.get(voice, voice),
            text=text,
            model_id=self.model,
            output_format=f"{self._format}_{self.sample_rate_hz}",
            seed=seed,
            request_options={"max_retries": 0},
            **chosen,
        )
        data = b"".join(pieces)
        if self._format == "pcm":
            return containers.from_pcm16(data, self.sample_rate_hz)
        return containers.decoded(data, "wav")


class ElevenLabsRecognizer(_ElevenLabs, VendorRecognizer):
    """Scribe, without its tags for laughter and the like. English unless `language` differs."""

    default_model = "scribe_v3"

    def _fixed(self) -> list[str]:
        return ["wav", "no tags", *([] if self._language else ["language=en"])]

    def _hear(self, client: Any, wav: bytes) -> object:
        answer = client.speech_to_text.convert(
            model_id=self.model,
            file=("speech.wav", wav, "audio/wav"),
            language_code=self._language or "en",
            tag_audio_events=False,
            request_options={"max_retries": 0},
        )
        return getattr(answer, "text", None)
