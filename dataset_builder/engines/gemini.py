"""Google's Gemini voices, by `generateContent` with sound as the answer."""

import re
from typing import TYPE_CHECKING, Any

from . import containers
from .accounts import GEMINI
from .base import Audio, BadSpeech, Refused
from .services import VendorSpeech

if TYPE_CHECKING:
    from google.genai import Client

_VOICES = (
    "Achernar", "Achird", "Algenib", "Algieba", "Alnilam", "Aoede", "Autonoe", "Callirrhoe",
    "Charon", "Despina", "Enceladus", "Erinome", "Fenrir", "Gacrux", "Iapetus", "Kore",
    "Laomedeia", "Leda", "Orus", "Puck", "Pulcherrima", "Rasalgethi", "Sadachbia", "Sadaltager",
    "Schedar", "Sulafat", "Umbriel", "Vindemiatrix", "Zephyr", "Zubenelgenubi",
)  # fmt: skip
_BLOCKED = frozenset({"SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII", "RECITATION"})


class GeminiSpeech(VendorSpeech):
    """`seed` is heeded as far as the vendor can. Options: `language` (e.g. en-US)."""

    account = GEMINI
    default_model = "gemini-3.8-flash-tts"
    voices = _VOICES
    sample_rate_hz = 24_000
    longest = 3_000

    def _connect(self, key: str, address: str | None) -> "Client":
        from google import genai
        from google.genai import types

        http = types.HttpOptions(
            base_url=address,
            timeout=round(self._timeout_s * 1000),
            retry_options=types.HttpRetryOptions(attempts=1),
        )
        return genai.Client(api_key=key, vertexai=False, http_options=http)

    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        from google.genai import types

        named = types.PrebuiltVoiceConfig(voice_name=voice)
        answer = client.models.generate_content(
            model=self.model,
            contents=text,
            config=types.GenerateContentConfig(
                response_modalities=["AUDIO"],
                seed=seed,
                speech_config=types.SpeechConfig(
                    voice_config=types.VoiceConfig(prebuilt_voice_config=named),
                    language_code=self._language or None,
                ),
            ),
        )
        return self._sound(answer)

    def _sound(self, answer: Any) -> Audio:
        """The sound in an answer, whose kind and rate stand in its media type.

        Raises:
            Refused: the text was blocked.
            BadSpeech: there is none, or it is of another kind.
        """
        candidates = answer.candidates or []
        blocked = getattr(answer.prompt_feedback, "block_reason", None) or next(
            (one.finish_reason for one in candidates if one.finish_reason in _BLOCKED), None
        )
        if blocked:
            raise Refused("gemini: the text was blocked by the vendor's filter")
        found = [
            part.inline_data
            for one in candidates[:1]
            for part in ((one.content and one.content.parts) or [])
            if part.inline_data and part.inline_data.data
        ]
        if not found:
            raise BadSpeech("no audio came")
        kind = found[0].mime_type or ""
        data = b"".join(one.data for one in found)
        if kind in ("audio/wav", "audio/x-wav"):
            return containers.decoded(data, "wav")
        if not re.match(r"audio/(l16|pcm)\b", kind, re.IGNORECASE):
            raise BadSpeech(f"asked for sound, got {kind.partition(';')[0] or 'something else'}")
        rate = re.search(r"rate=(\d+)", kind)
        return containers.from_pcm16(data, int(rate[1]) if rate else self.sample_rate_hz)
