"""Cartesia: the Sonic voices."""

import re
from typing import TYPE_CHECKING, Any

from . import containers
from .accounts import CARTESIA
from .base import Audio
from .services import VendorSpeech
from .settings import Settings

if TYPE_CHECKING:
    from cartesia import Cartesia

_VOICES = {
    "Blake": "a167e0f3-df7e-4d52-a9c3-f949145efdab",
    "Brooke": "e07c00bc-4134-4eae-9ea4-1a55fb45746b",
    "Jacqueline": "9626c31c-bec5-4cca-baa8-f8ba9e84c8bc",
    "Jameson": "a5136bf9-224c-4d76-b823-52bd5efcffcc",
    "Katie": "f786b574-daa5-4673-aa0c-cbe3e8534c02",
    "Kiefer": "228fca29-3a0a-435c-8728-5cb483251068",
    "Kyle": "c961b81c-a935-4c17-bfb3-ba2239de8c2f",
    "Leo": "0834f3df-e650-4766-a20c-5a93a43aa6e3",
    "Maya": "cbaf8084-f009-4838-a096-07ee2e6612b1",
    "Tessa": "6ccbfb76-1fc6-48f7-b71d-91ac6298247b",
}
_RATES = ("8000", "16000", "22050", "24000", "44100", "48000")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class CartesiaSpeech(VendorSpeech):
    """`seed` changes nothing: the API takes none.

    Options: `format` (wav, pcm), `rate`, `language`, `speed`. A voice is one of the list or any
    voice's id.
    """

    account = CARTESIA
    default_model = "sonic-3.5"
    voices = tuple(_VOICES)
    longest = 4_000

    def _configure(self, settings: Settings) -> None:
        self._format = settings.choice("format", ("wav", "pcm"), "wav")
        self.sample_rate_hz = int(settings.choice("rate", _RATES, "24000"))
        self._speed = settings.number("speed", 0.6, 1.5)

    def has_voice(self, voice: str) -> bool:
        """A voice of the library or of one's own, by its id."""
        return bool(_UUID.fullmatch(voice))

    def _connect(self, key: str, address: str | None) -> "Cartesia":
        import cartesia

        return cartesia.Cartesia(
            api_key=key, base_url=address, timeout=self._timeout_s, max_retries=0
        )

    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        chosen: dict[str, Any] = {}
        if self._speed is not None:
            chosen["generation_config"] = {"speed": self._speed}
        data = client.tts.generate(
            model_id=self.model,
            transcript=text,
            voice={"id": _VOICES.get(voice, voice)},
            language=self._language or "en",
            output_format={
                "container": "raw" if self._format == "pcm" else "wav",
                "encoding": "pcm_s16le",
                "sample_rate": self.sample_rate_hz,
            },
            **chosen,
        ).read()
        if self._format == "pcm":
            return containers.from_pcm16(data, self.sample_rate_hz)
        return containers.decoded(data, "wav")
