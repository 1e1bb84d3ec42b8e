"""Who the vendors are: where their keys come from, what their SDKs are called, whose terms hold."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One vendor's, for all its services.

    Attributes:
        name: as a SPEC begins; our extra that brings the SDK has the same.
        package: distribution of the SDK.
        sdk: its top-level package.
        keys: environment variables; the first that is set holds the key.
        address: environment variable that replaces the vendor's base URL.
        licence: what its clips and transcripts are under.
    """

    name: str
    package: str
    sdk: str
    keys: tuple[str, ...]
    address: str
    licence: str


CARTESIA: Final = Account(
    name="cartesia",
    package="cartesia",
    sdk="cartesia",
    keys=("CARTESIA_API_KEY",),
    address="CARTESIA_BASE_URL",
    licence="Cartesia terms of service",
)
DEEPGRAM: Final = Account(
    name="deepgram",
    package="deepgram-sdk",
    sdk="deepgram",
    keys=("DEEPGRAM_API_KEY",),
    address="DEEPGRAM_BASE_URL",
    licence="Deepgram terms of service",
)
ELEVENLABS: Final = Account(
    name="elevenlabs",
    package="elevenlabs",
    sdk="elevenlabs",
    keys=("ELEVENLABS_API_KEY",),
    address="ELEVENLABS_BASE_URL",
    licence="ElevenLabs terms of service",
)
GEMINI: Final = Account(
    name="gemini",
    package="google-genai",
    sdk="google",
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    address="GOOGLE_GEMINI_BASE_URL",
    licence="Gemini API terms of service",
)
OPENAI: Final = Account(
    name="openai",
    package="openai",
    sdk="openai",
    keys=("OPENAI_API_KEY",),
    address="OPENAI_BASE_URL",
    licence="OpenAI terms of use",
)
QWEN: Final = Account(
    name="qwen",
    package="dashscope",
    sdk="dashscope",
    keys=("DASHSCOPE_API_KEY",),
    address="DASHSCOPE_HTTP_BASE_URL",
    licence="Alibaba Cloud Model Studio terms",
)
