"""What to build: one frozen object, and the two builds that we publish figures of."""

from dataclasses import dataclass

from .channel.names import CLEAN
from .limits import Limits
from .prices import Prices

DEFAULT_TTS = ("hibari", "kokoro", "pico")
DEFAULT_ASR = ("whisper", "moonshine", "pocketsphinx")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildConfig:
    """Everything that shapes a dataset folder; from `workers` on, what must not.

    Attributes:
        categories: BFCL categories to read; empty means the 11 default ones.
        ids: entry ids to build, in any order; empty means all of the categories.
        limit: how many entries to keep, spread over the categories; None keeps all.
        seed: decides sample, wording, engine and voice.
        rewriter: SPEC of what turns written requests into speech.
        style: how callers talk: a preset, or settings such as `fillers=0.3`.
        tts: SPECs of the engines that the primary clips are drawn from.
        asr: SPECs of the recognisers; each hears every primary clip.
        channels: what the clips go through on their way to the recognisers; always `clean` first.
        cross: whether every engine speaks every utterance, beside the primary clip.
        workers: processes that speak and transcribe.
        ray: address of a Ray cluster that does so instead; `local` for one on this machine.
        max_cost_usd: what vendors may cost; None: anything.
        prices: of vendors; None: those of the table.
        limits: of vendors; None: those of the table.
    """

    categories: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    rewriter: str = "rules"
    style: str = "default"
    tts: tuple[str, ...] = DEFAULT_TTS
    asr: tuple[str, ...] = DEFAULT_ASR
    channels: tuple[str, ...] = (CLEAN,)
    cross: bool = False
    workers: int = 1
    ray: str | None = None
    max_cost_usd: float | None = None
    prices: Prices | None = None
    limits: Limits | None = None


DEMO = BuildConfig(limit=60, seed=1, workers=2)
"""60 entries over all 11 categories, 12 of them multi-turn: minutes on two cores."""

FULL = BuildConfig(tts=("hibari", "pico", "espeak", "kokoro"), asr=("whisper", "moonshine"))
"""All 2,190 entries: ten hours of speech, most of an hour on two cores."""
