"""A room: the direct sound, then a tail of echoes that dies away."""

import numpy as np
from scipy.signal import fftconvolve

from .noise import Samples, rms

_GAP_S = 0.005
"""The first echo's delay: a wall nearly a metre away."""

_DIRECT_TO_TAIL_DB = 3.0
"""How far the direct sound's energy is above the tail's: a caller who holds the phone away."""


def reverberated(speech: Samples, rt60_s: float, rate_hz: int, rng: np.random.Generator) -> Samples:
    """Speech in a room, as long and as loud as before."""
    response = impulse_response(rt60_s, rate_hz, rng)
    wet: Samples = fftconvolve(speech, response)[: len(speech)]
    level = rms(wet)
    return wet * (rms(speech) / level) if level else speech


def impulse_response(rt60_s: float, rate_hz: int, rng: np.random.Generator) -> Samples:
    """What a room makes of a click: the click, then noise that falls by 60 dB in `rt60_s`."""
    time_s = np.arange(round(rt60_s * rate_hz)) / rate_hz
    tail = rng.standard_normal(len(time_s)) * 10 ** (-3 * time_s / rt60_s)
    tail *= 10 ** (-_DIRECT_TO_TAIL_DB / 20) / np.sqrt(np.sum(tail**2))
    return np.concatenate([[1.0], np.zeros(round(_GAP_S * rate_hz)), tail])
