"""Gives each text an engine and a voice, and says it once."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import waveform
from .engines.base import SpeechEngine, ask
from .engines.catalogue import engine, voices
from .store import Json, Store

_SHARES = {"kokoro": 0.5}  # some forty times slower than the other embedded voices


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine's SPEC and one of its voices."""

    spec: str
    voice: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text said aloud: `audio` is a FLAC file, 16 kHz mono."""

    text: str
    engine: str
    voice: str
    audio: bytes
    duration_s: float


def share(spec: str) -> float:
    """An engine's share of the clips, relative to others: all equal, but for the slow ones."""
    return _SHARES.get(re.split(r"[/:?]", spec, maxsplit=1)[0], 1.0)


def draw(weights: Mapping[str, float], text: str, style: str = "", seed: int = 0) -> Choice:
    """The engine and voice of a text's primary clip.

    Depends on seed, text and style alone, never on the utterance's id: equal texts sound the
    same. Over many texts each engine gets its share of the weights.

    Args:
        weights: engine SPEC → share, of any sum above 0.
        text: what will be said.
        style: the rewriter's style, as one string.
        seed: the build's.
    """
    names = sorted(weights)
    point = _uniform(seed, text, style, "engine") * sum(weights[name] for name in names)
    for name in names:
        point -= weights[name]
        if point < 0:
            return draw_voice(name, text, style, seed)
    return draw_voice(names[-1], text, style, seed)


def draw_voice(spec: str, text: str, style: str = "", seed: int = 0) -> Choice:
    """A voice of one engine for a text; the one that the SPEC names, if it names one."""
    candidates: Sequence[str] = voices(spec)
    index = int(_uniform(seed, text, style, f"voice of {spec}") * len(candidates))
    return Choice(spec, candidates[index])


def speak(text: str, choice: Choice, store: Store, *, style: str = "", seed: int = 0) -> Spoken:
    """Say a text, or find it said.

    Raises:
        EngineError: the engine failed for good, or what it made is not speech.
        WriteError: the clip was made, but the disk refused it.
    """
    speaker = engine(choice.spec)
    draw_seed = int(_uniform(seed, text, style, "noise") * 2**31)
    key: dict[str, Json] = {
        "kind": "speech",
        "engine": speaker.name,
        "version": speaker.version,
        "voice": choice.voice,
        "seed": draw_seed,
        "form": waveform.FORM,
        "text": text,
    }
    audio = store.get_or_make(
        key, lambda: ask(lambda: _say(speaker, text, choice.voice, draw_seed))
    )
    return Spoken(text, choice.spec, choice.voice, audio, waveform.duration_s(audio))


def _say(speaker: SpeechEngine, text: str, voice: str, seed: int) -> bytes:
    raw = speaker.speak(text, voice, seed)
    waveform.check(raw, text)
    return waveform.encode(waveform.finish(raw))


def _uniform(seed: int, text: str, style: str, purpose: str) -> float:
    """A number in [0, 1) that the arguments alone decide."""
    material = "\0".join((str(seed), style, purpose, text)).encode()
    return int.from_bytes(hashlib.sha256(material).digest()[:6], "big") / 2**48
