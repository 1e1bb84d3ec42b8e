"""Every engine and recogniser by name: where its code is, what it needs."""

import os
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from typing import Final

from . import installed
from .accounts import CARTESIA, DEEPGRAM, ELEVENLABS, GEMINI, OPENAI, QWEN, Account


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What can be known about an engine without importing it.

    Attributes:
        target: `module:class`, below `dataset_builder.engines`.
        packages: distributions that it needs installed.
        program: of the system, that it starts.
        extra: our extra that brings them.
        models: rows of `models.toml` that it loads.
        keys: environment variables of which one must be set.
        address: environment variable that names another server, which may want no key.
        models_of_choice: whether a SPEC may name a model and options; its class then takes both.
        path: whether a SPEC must name a model.
        licence: of the model's output, or of the program where that says nothing.
        listed: whether tables and help texts show it.
    """

    target: str
    packages: tuple[str, ...] = ()
    program: str = ""
    extra: str = "speech"
    models: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    address: str = ""
    models_of_choice: bool = False
    path: bool = False
    licence: str = "Apache-2.0"
    listed: bool = True


def _vendor(target: str, account: Account) -> Row:
    """The row of a service."""
    return Row(
        target=target,
        packages=(account.package,),
        extra=account.name,
        keys=account.keys,
        address=account.address,
        models_of_choice=True,
        licence=account.licence,
    )


def _hf(name: str) -> Row:
    return Row(
        target=f"huggingface:{name}",
        packages=("transformers", "torch"),
        extra="data,hf",
        models_of_choice=True,
        path=True,
        licence="see the model's card",
    )


ENGINES: Final[Mapping[str, Row]] = {
    "hibari": Row(target="hibari:HibariEngine", packages=("hibari-tts",)),
    "kokoro": Row(
        target="kokoro:KokoroEngine",
        packages=("hibari-tts", "onnxruntime"),
        models=("kokoro-82m", "kokoro-voices"),
    ),
    "pico": Row(target="pico:PicoEngine", packages=("py-nanotts",)),
    "espeak": Row(
        target="espeak:EspeakEngine", packages=("espeakng-loader",), licence="GPL-3.0 (program)"
    ),
    "flite": Row(
        target="flite:FliteEngine",
        packages=("numpy",),
        program="flite",
        extra="data",
        licence="BSD-style (program and voices)",
    ),
    "piper": Row(
        target="piper:PiperEngine",
        packages=("piper-tts", "onnxruntime"),
        extra="piper",
        models=("piper-joe",),
        licence="CC0-1.0 (voice), GPL-3.0 (program)",
    ),
    "qwen": _vendor("qwen:QwenSpeech", QWEN),
    "openai": _vendor("openai:OpenAISpeech", OPENAI),
    "gemini": _vendor("gemini:GeminiSpeech", GEMINI),
    "elevenlabs": _vendor("elevenlabs:ElevenLabsSpeech", ELEVENLABS),
    "cartesia": _vendor("cartesia:CartesiaSpeech", CARTESIA),
    "hf": _hf("HuggingFaceSpeech"),
    "fake": Row(target="fake:FakeEngine", listed=False),
}

RECOGNIZERS: Final[Mapping[str, Row]] = {
    "whisper": Row(
        target="whisper:WhisperTinyEn",
        packages=("faster-whisper",),
        models=("whisper-tiny-en",),
        licence="MIT",
    ),
    "whisper-base": Row(
        target="whisper:WhisperBase",
        packages=("faster-whisper",),
        models=("whisper-base",),
        licence="MIT",
    ),
    "moonshine": Row(
        target="moonshine:Moonshine",
        packages=("moonshine-voice",),
        models=("moonshine-tiny-en",),
        licence="MIT",
    ),
    "pocketsphinx": Row(
        target="pocketsphinx:PocketSphinx", packages=("pocketsphinx",), licence="BSD-2-Clause"
    ),
    "openai": _vendor("openai:OpenAIRecognizer", OPENAI),
    "elevenlabs": _vendor("elevenlabs:ElevenLabsRecognizer", ELEVENLABS),
    "deepgram": _vendor("deepgram:DeepgramRecognizer", DEEPGRAM),
    "hf": _hf("HuggingFaceRecognizer"),
    "fake": Row(target="fake:FakeRecognizer", listed=False),
}


def missing(row: Row, options: Collection[str] = ()) -> tuple[str, str] | None:
    """Why an engine is not ready and what makes it so; None when nothing is missing.

    Args:
        row: the engine's.
        options: those of a SPEC.
    """
    for package in row.packages:
        try:
            installed.version(package)
        except PackageNotFoundError:
            return f"package {package} is not installed", f"pip install 'bfcl-audio[{row.extra}]'"
    if row.program and shutil.which(row.program) is None:
        lacking = f"the program {row.program} is not installed"
        return lacking, f"install it with your system, e.g. apt install {row.program}"
    elsewhere = "base_url" in options or bool(row.address and os.environ.get(row.address))
    if row.keys and not elsewhere and not any(os.environ.get(key) for key in row.keys):
        return "no key", f"set ${' or $'.join(row.keys)}"
    return None
