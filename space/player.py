"""A clip as a player that carries its own sound and shows its waveform."""

import io
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import soundfile
from markupsafe import Markup

from bfcl_audio.report.clips import data_uri

BARS = 120
"""How many bars a waveform has; each is as high as the loudest sample that it stands for."""

_HEIGHT = 48


@dataclass(frozen=True, slots=True)
class Player:
    """A clip to listen to: `source` is a data URI, `waveform` an SVG picture of it."""

    source: str
    waveform: Markup
    duration_s: float


@lru_cache(maxsize=128)
def player(audio: bytes) -> Player | None:
    """Return the player of a WAV or FLAC file; None if it cannot be decoded."""
    try:
        pcm, rate_hz = soundfile.read(io.BytesIO(audio), dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, ValueError):
        return None
    source = data_uri(audio)
    if source is None or not len(pcm):
        return None
    levels = peaks(np.abs(pcm).max(axis=1), BARS)
    return Player(source, waveform(levels), len(pcm) / rate_hz)


def peaks(loudness: "np.typing.NDArray[np.float32]", bars: int) -> list[float]:
    """The loudest sample of each of `bars` equal stretches, the loudest of all being 1.

    Args:
        loudness: float32, (samples,), 0..1.
        bars: how many stretches.
    """
    stretches = np.array_split(loudness, bars)
    highest = [float(one.max()) if len(one) else 0.0 for one in stretches]
    top = max(highest) or 1.0
    return [level / top for level in highest]


def waveform(levels: list[float]) -> Markup:
    """Bars as an SVG picture that stretches to any width; the page colours what was played."""
    width = 10 * len(levels)
    marks = Markup("").join(
        Markup('<rect x="{}" y="{:.1f}" width="6" height="{:.1f}" rx="3"/>').format(
            10 * place + 2, (_HEIGHT - height) / 2, height
        )
        for place, level in enumerate(levels)
        for height in [max(2.0, level * _HEIGHT)]
    )
    return Markup(
        '<svg viewBox="0 0 {} {}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        "{}</svg>"
    ).format(width, _HEIGHT, marks)
