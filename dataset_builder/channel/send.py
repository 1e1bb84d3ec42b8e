"""Puts a clip through a channel."""

import hashlib
from collections.abc import Sequence

import numpy as np

from ..engines.base import Audio, Pcm
from . import line, noise, room
from .names import Channel, Step

VERSION = "1"
"""Goes up with any change that alters samples, so that kept clips are made again."""

_CEILING = 0.99


def send(clip: Audio, channel: Channel, *, seed: int, company: Sequence[Pcm] = ()) -> Audio:
    """A clip as it arrives, of the same length and rate, within -1 to 1.

    Where a sum of sounds would pass full scale, all of it is made quieter: the ratio stays.
    A step's randomness depends on seed, its kind and its place, not on its amount: `white:10dB`
    and `white:5dB` are the same noise.

    Args:
        clip: mono.
        channel: what it goes through.
        seed: decides noise, echoes and losses.
        company: other clips, at the same rate: babble is all of them, crosstalk the first.

    Raises:
        ValueError: the channel needs company and has none.
    """
    if not len(clip.pcm):
        return clip
    sound = clip.pcm.astype(np.float64)
    for place, step in enumerate(channel.steps):
        rng = _generator(seed, place, step.kind)
        others = [one.astype(np.float64) for one in company]
        sound = _within_scale(_through(step, sound, clip.sample_rate_hz, rng, others))
    return Audio(sound.astype(np.float32), clip.sample_rate_hz)


def _through(
    step: Step,
    sound: noise.Samples,
    rate_hz: int,
    rng: np.random.Generator,
    company: Sequence[noise.Samples],
) -> noise.Samples:
    samples, amount = len(sound), step.amount
    match step.kind:
        case "noise" | "crosstalk" if not company:
            raise ValueError(f"{step} needs other clips")
        case "noise":
            return noise.mixed(sound, noise.babble(samples, company, rng), amount)
        case "crosstalk":
            return noise.mixed(sound, noise.looped(company[0], samples, rng), amount)
        case "white":
            return noise.mixed(sound, noise.white(samples, rng), amount)
        case "pink":
            return noise.mixed(sound, noise.pink(samples, rng), amount)
        case "reverb":
            return room.reverberated(sound, amount, rate_hz, rng)
        case "phone":
            return line.telephoned(sound, rate_hz)
        case "loss":
            return line.with_losses(sound, amount, rate_hz, rng)
        case "clip":
            return line.cut(sound, amount)
        case "gain":
            return line.amplified(sound, amount)
    raise ValueError(f"no such step: {step.kind}")


def _within_scale(sound: noise.Samples) -> noise.Samples:
    peak = float(np.abs(sound).max(initial=0.0))
    return sound * (_CEILING / peak) if peak > 1 else sound


def _generator(seed: int, place: int, kind: str) -> np.random.Generator:
    digest = hashlib.sha256(f"{seed}\0{place}\0{kind}".encode()).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
