"""Sounds that are not the caller: white, pink, babble, one other speaker; mixed at an exact level.

Levels are root mean squares over the whole of a clip, pauses too.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]


def mixed(speech: Samples, noise: Samples, snr_db: float) -> Samples:
    """Speech with noise so much below it; if one of them is silent, the speech as it is."""
    speech_rms, noise_rms = rms(speech), rms(noise)
    if not speech_rms or not noise_rms:
        return speech
    return speech + noise * (speech_rms / noise_rms * 10 ** (-snr_db / 20))


def white(samples: int, rng: np.random.Generator) -> Samples:
    """Equal power per hertz."""
    return rng.standard_normal(samples)


def pink(samples: int, rng: np.random.Generator) -> Samples:
    """Equal power per octave: 3 dB less for each; nothing at 0 Hz."""
    spectrum = np.fft.rfft(rng.standard_normal(samples))
    steps = np.arange(len(spectrum))
    spectrum[0] = 0
    spectrum[1:] /= np.sqrt(steps[1:])
    # A sample or two have no octaves to share power between.
    return np.fft.irfft(spectrum, samples) if samples > 2 else np.zeros(samples)


def babble(samples: int, voices: Sequence[Samples], rng: np.random.Generator) -> Samples:
    """Several clips at once, equally loud, each from a place of its own and over again."""
    crowd = np.zeros(samples)
    for one in voices:
        level = rms(one)
        if level:
            crowd += looped(one, samples, rng) / level
    return crowd


def looped(voice: Samples, samples: int, rng: np.random.Generator) -> Samples:
    """A clip from some place on, repeated or cut to a length; what is empty is silence."""
    if not len(voice):
        return np.zeros(samples)
    return np.resize(np.roll(voice, -int(rng.integers(len(voice)))), samples)


def rms(sound: Samples) -> float:
    """Root mean square; 0 for no samples."""
    return float(np.sqrt(np.mean(sound**2))) if len(sound) else 0.0
