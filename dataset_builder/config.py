"""What to build: one frozen object, and the two builds that we publish figures of."""

from dataclasses import dataclass

from .channel.names import CLEAN

DEFAULT_TTS = ("hibari", "kokoro", "pico")
DEFAULT_ASR = ("whisper", "moonshine", "pocketsphinx")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildConfig:
    """Everything that shapes a dataset folder, and `workers`, which must not.

    Attributes:
        categories: BFCL categories to read; empty means the 11 default ones.
        ids: entry ids to build, in any order; empty means all of the categories.
        limit: how many entries to keep, spread over the categories; None keeps all.
        seed: decides sample, wording, engine and voice.
        rewriter: SPEC of what turns written requests into speech.
        tts: SPECs of the engines that the primary clips are drawn from.
        asr: SPECs of the recognisers; each hears every primary clip.
        channels: what the clips go through on their way to the recognisers; always `clean` first.
        workers: processes that speak and transcribe.
    """

    categories: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    rewriter: str = "rules"
    tts: tuple[str, ...] = DEFAULT_TTS
    asr: tuple[str, ...] = DEFAULT_ASR
    channels: tuple[str, ...] = (CLEAN,)
    workers: int = 1


DEMO = BuildConfig(limit=60, seed=1, workers=2)
"""60 entries over all 11 categories, 12 of them multi-turn: minutes on two cores."""

FULL = BuildConfig(tts=("hibari", "pico", "espeak", "kokoro"), asr=("whisper", "moonshine"))
"""All 2,190 entries: nine hours of speech, hours on two cores."""
