"""Lets each recogniser hear each clip, on its own; nothing is merged or mended."""

import hashlib
import json

from . import waveform
from .calls import Call
from .engines.base import SAMPLE_RATE_HZ
from .engines.catalogue import recognizer
from .maker import Maker
from .records import Hearing, Spoken
from .store import Json


async def transcribe(clip: Spoken, spec: str, maker: Maker) -> Hearing:
    """Transcribe a clip, or find its transcript.

    A recogniser that succeeds and hears nothing is asked once more; then the empty transcript
    stands, flagged: to drop it would flatter the recogniser.

    Raises:
        EngineError: the recogniser failed for good; there is no transcript then.
        WriteError: the transcript was made, but the disk refused it.
    """
    key = transcript_key(clip.audio, spec)
    asked = Call(kind="transcript", spec=spec, seconds=clip.duration_s)
    text = _text(await maker.get(key, asked, hear, spec, clip.audio))
    if not text:
        text = _text(await maker.get({**key, "again": True}, asked, hear, spec, clip.audio))
    return Hearing(spec, text, "" if text else "empty")


def transcript_key(audio: bytes, spec: str) -> dict[str, Json]:
    """All that shapes a transcript, as the store keeps it."""
    listener = recognizer(spec)
    return {
        "kind": "transcript",
        "asr": listener.name,
        "version": listener.version,
        "audio": hashlib.sha256(audio).hexdigest(),
    }


def hear(spec: str, audio: bytes) -> bytes:
    """One request: what a recogniser makes of a whole audio file, as JSON.

    Raises:
        EngineError: it failed; or the bytes are no audio file.
    """
    sound = waveform.resampled(waveform.decode(audio), SAMPLE_RATE_HZ)
    text = " ".join(recognizer(spec).transcribe(sound).split())
    return json.dumps({"text": text}, ensure_ascii=False).encode()


def _text(kept: bytes) -> str:
    return str(json.loads(kept)["text"])
