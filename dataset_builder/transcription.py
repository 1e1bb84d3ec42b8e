"""Lets each recogniser hear each clip, on its own; nothing is merged or mended."""

import hashlib
import json
from dataclasses import dataclass
from typing import Literal

from . import waveform
from .engines.base import SAMPLE_RATE_HZ, Audio, Recognizer, ask
from .engines.catalogue import recognizer
from .store import Json, Store

Flag = Literal["", "empty"]


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one recogniser understood; `flagged` is `empty` when it heard nothing, twice."""

    asr: str
    text: str
    flagged: Flag = ""


def transcribe(audio: bytes, spec: str, store: Store) -> Hearing:
    """Transcribe a clip, or find its transcript.

    A recogniser that succeeds and hears nothing is asked once more; then the empty transcript
    stands, flagged: to drop it would flatter the recogniser.

    Args:
        audio: a whole audio file (FLAC, WAV).
        spec: the recogniser.
        store: where transcripts are kept.

    Raises:
        EngineError: the recogniser failed for good; there is no transcript then.
        WriteError: the transcript was made, but the disk refused it.
    """
    listener = recognizer(spec)
    key: dict[str, Json] = {
        "kind": "transcript",
        "asr": listener.name,
        "version": listener.version,
        "audio": hashlib.sha256(audio).hexdigest(),
    }
    kept = store.get_or_make(key, lambda: _hear(listener, audio))
    text = str(json.loads(kept)["text"])
    return Hearing(spec, text, "" if text else "empty")


def _hear(listener: Recognizer, audio: bytes) -> bytes:
    sound = waveform.resampled(waveform.decode(audio), SAMPLE_RATE_HZ)
    text = _ask(listener, sound) or _ask(listener, sound)
    return json.dumps({"text": text}, ensure_ascii=False).encode()


def _ask(listener: Recognizer, sound: Audio) -> str:
    return ask(lambda: " ".join(listener.transcribe(sound).split()))
