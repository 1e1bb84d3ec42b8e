"""What a line does to speech: narrow band and coarse steps, packets lost, peaks cut."""

import io
from math import gcd

import numpy as np
import soundfile
from scipy.signal import butter, resample_poly, sosfilt

from .noise import Samples

_LINE_RATE_HZ = 8_000
_BAND_HZ = (300.0, 3_400.0)
_ORDER = 6
_PACKET_S = 0.02
_BURST_PACKETS = 3.0
"""The mean length of a burst of lost packets."""


def telephoned(speech: Samples, rate_hz: int) -> Samples:
    """Speech after an analogue line's band, sampled at 8 kHz, in the 8-bit µ-law of G.711."""
    shared = gcd(rate_hz, _LINE_RATE_HZ)
    down, up = rate_hz // shared, _LINE_RATE_HZ // shared
    narrow = resample_poly(speech, up, down)
    sections = butter(_ORDER, _BAND_HZ, btype="bandpass", fs=_LINE_RATE_HZ, output="sos")
    coded = mu_law(np.clip(sosfilt(sections, narrow), -1, 1))
    wide: Samples = resample_poly(coded, down, up)
    return wide[: len(speech)]


def mu_law(speech: Samples) -> Samples:
    """Samples in -1 to 1 after G.711 µ-law: at most 255 values, finer near zero."""
    if not len(speech):
        return speech
    coded = io.BytesIO()
    form = {"format": "RAW", "subtype": "ULAW"}
    soundfile.write(coded, speech, _LINE_RATE_HZ, **form)
    coded.seek(0)
    decoded, _ = soundfile.read(coded, samplerate=_LINE_RATE_HZ, channels=1, **form)
    return np.asarray(decoded, np.float64)


def with_losses(speech: Samples, percent: float, rate_hz: int, rng: np.random.Generator) -> Samples:
    """Speech with silence in place of lost packets; no decoder's guess hides them."""
    size = round(_PACKET_S * rate_hz)
    lost = lost_packets(-(-len(speech) // size), percent, rng)
    return np.where(np.repeat(lost, size)[: len(speech)], 0.0, speech)


def lost_packets(
    packets: int, percent: float, rng: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which packets are lost: a share that is exact to the packet, in bursts.

    The two-state chain of Gilbert and Elliott (good: all arrive, bad: none does), given its share
    of loss and its number of bursts. The chain's stays are geometric, and geometric lengths of a
    known sum are any composition of it, all equally likely: so that is what is drawn.
    """
    lost = round(packets * percent / 100)
    good = packets - lost
    bursts = min(max(1, round(lost / _BURST_PACKETS)), lost, good + 1)
    if not bursts:
        return np.zeros(packets, bool)
    bad_stays = _composition(lost, bursts, rng)
    # The first and the last stay in the good state may be empty, those between are not.
    good_stays = _composition(good + 2, bursts + 1, rng)
    good_stays[0] -= 1
    good_stays[-1] -= 1
    stays = np.zeros(2 * bursts + 1, int)
    stays[::2], stays[1::2] = good_stays, bad_stays
    return np.repeat(np.arange(len(stays)) % 2 == 1, stays)


def cut(speech: Samples, depth_db: float) -> Samples:
    """Speech whose peaks are cut off at so much below the highest."""
    limit = float(np.abs(speech).max(initial=0.0)) * 10 ** (-depth_db / 20)
    return np.clip(speech, -limit, limit)


def amplified(speech: Samples, gain_db: float) -> Samples:
    """Speech made louder or quieter; what passes full scale is cut there."""
    return np.clip(speech * 10 ** (gain_db / 20), -1, 1)


def _composition(
    total: int, parts: int, rng: np.random.Generator
) -> np.ndarray[tuple[int], np.dtype[np.int_]]:
    """`total` as a sum of `parts` whole numbers above 0, each such sum equally likely."""
    bars = np.sort(rng.choice(total - 1, parts - 1, replace=False)) + 1
    return np.diff(np.concatenate([[0], bars, [total]]).astype(int))
