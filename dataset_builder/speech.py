"""Gives each text an engine and a voice, and says it once."""

import hashlib
import re
from collections.abc import Mapping, Sequence

from . import waveform
from .calls import Call
from .engines.catalogue import engine, voices
from .maker import Maker
from .records import Choice, Spoken
from .store import Json

CHARACTERS_PER_S = 10.0
"""Fewer than any engine says, so that a clip is seldom longer than was estimated."""

_SHARES = {"kokoro": 0.5}  # some forty times slower than the other embedded voices


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


def another(
    specs: Sequence[str], first: Choice, text: str, style: str = "", seed: int = 0
) -> Choice | None:
    """Who says a text that nobody understood from its first voice; None if there is no other.

    A voice of the same engine if it has another, else one of another engine.
    """
    everyone = [Choice(spec, voice) for spec in sorted(specs) for voice in voices(spec)]
    others = [one for one in everyone if one != first]
    near = [one for one in others if one.spec == first.spec] or others
    if not near:
        return None
    return near[int(_uniform(seed, text, style, "another voice") * len(near))]


async def speak(
    text: str, choice: Choice, maker: Maker, *, style: str = "", seed: int = 0
) -> Spoken:
    """Say a text, or find it said.

    Raises:
        EngineError: the engine failed for good, or what it made is not speech.
        WriteError: the clip was made, but the disk refused it.
    """
    key = clip_key(text, choice, style=style, seed=seed)
    asked = call(text, choice.spec)
    audio = await maker.get(key, asked, say, choice.spec, text, choice.voice, key["seed"])
    return Spoken(text, choice.spec, choice.voice, audio, waveform.duration_s(audio))


def clip_key(text: str, choice: Choice, *, style: str = "", seed: int = 0) -> dict[str, Json]:
    """All that shapes a clip, as the store keeps it."""
    speaker = engine(choice.spec)
    return {
        "kind": "speech",
        "engine": speaker.name,
        "version": speaker.version,
        "voice": choice.voice,
        "seed": int(_uniform(seed, text, style, "noise") * 2**31),
        "form": waveform.FORM,
        "text": text,
    }


def call(text: str, spec: str) -> Call:
    """What is asked of an engine; how long the clip will be is an estimate."""
    return Call(
        kind="speech", spec=spec, characters=len(text), seconds=len(text) / CHARACTERS_PER_S
    )


def say(spec: str, text: str, voice: str, seed: int) -> bytes:
    """One request: a clip as the dataset holds it.

    Raises:
        EngineError: no speech that could be the text came.
    """
    raw = engine(spec).speak(text, voice, seed)
    waveform.check(raw, text)
    return waveform.encode(waveform.finish(raw))


def _uniform(seed: int, text: str, style: str, purpose: str) -> float:
    """A number in [0, 1) that the arguments alone decide."""
    material = "\0".join((str(seed), style, purpose, text)).encode()
    return int.from_bytes(hashlib.sha256(material).digest()[:6], "big") / 2**48
