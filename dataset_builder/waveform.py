"""Sound as the dataset holds it: mono, 16 kHz, one loudness, short silences, as FLAC bytes."""

import io
from math import gcd

import numpy as np

from .engines.base import SAMPLE_RATE_HZ, Audio, BadSpeech, Pcm

FORM = "16k mono flac16, -23 dBFS, lead 0.15 s, tail 0.30 s, v1"
"""Names all that this file does to a clip; a change here is a change of every clip."""

_LEVEL_DBFS = -23.0
_PEAK = 0.89
_LEAD_S, _TAIL_S = 0.15, 0.30
_FRAME_S = 0.01
_SILENCE_DB = -45.0
_FULL_SCALE = 0.9995
_CLIPPED_SHARE = 0.001


def finish(audio: Audio) -> Audio:
    """An engine's sound as a clip: resampled, silence trimmed, brought to one loudness."""
    pcm = _trimmed(resampled(audio, SAMPLE_RATE_HZ).pcm)
    return Audio(_levelled(pcm), SAMPLE_RATE_HZ)


def check(audio: Audio, text: str) -> None:
    """See that an engine's sound can be the text said aloud.

    Raises:
        BadSpeech: it is empty, silent, clipped, not finite, or far too short or long.
    """
    pcm = audio.pcm
    if not len(pcm) or not np.isfinite(pcm).all() or np.abs(pcm).max() < 1e-3:
        raise BadSpeech(f"silent audio for {text[:60]!r}")
    clipped = float((np.abs(pcm) >= _FULL_SCALE).mean())
    if clipped > _CLIPPED_SHARE:
        raise BadSpeech(f"clipped audio ({clipped:.1%} of samples) for {text[:60]!r}")
    letters = sum(char.isalnum() for char in text)
    shortest_s, longest_s = 0.05 + 0.015 * letters, 3.0 + 0.6 * letters
    if not shortest_s <= audio.duration_s <= longest_s:
        raise BadSpeech(
            f"{audio.duration_s:.2f} s of audio for {letters} letters and digits "
            f"({shortest_s:.2f} to {longest_s:.2f} s expected): {text[:60]!r}"
        )


def resampled(audio: Audio, rate_hz: int) -> Audio:
    """The same sound at another rate (polyphase filter)."""
    if audio.sample_rate_hz == rate_hz:
        return audio
    from scipy.signal import resample_poly

    shared = gcd(rate_hz, audio.sample_rate_hz)
    pcm = resample_poly(audio.pcm, rate_hz // shared, audio.sample_rate_hz // shared)
    return Audio(pcm.astype(np.float32), rate_hz)


def encode(audio: Audio) -> bytes:
    """FLAC, 16 bit; equal samples give equal bytes."""
    import soundfile

    samples = np.rint(np.clip(audio.pcm, -1.0, 1.0) * 32767).astype(np.int16)
    buffer = io.BytesIO()
    soundfile.write(buffer, samples, audio.sample_rate_hz, format="FLAC", subtype="PCM_16")
    return buffer.getvalue()


def decode(data: bytes) -> Audio:
    """Mono sound of a whole audio file (FLAC, WAV, …).

    Raises:
        BadSpeech: the bytes are no audio file.
    """
    import soundfile

    try:
        pcm, rate_hz = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except soundfile.SoundFileError as error:
        raise BadSpeech(f"{len(data)} bytes that are no audio file ({error})") from None
    return Audio(pcm.mean(axis=1, dtype=np.float32), int(rate_hz))


def duration_s(data: bytes) -> float:
    """Length of an audio file in seconds, from its header."""
    import soundfile

    return float(soundfile.info(io.BytesIO(data)).duration)


def _trimmed(pcm: Pcm) -> Pcm:
    """Silence before and after, measured against the loudest frame, made `_LEAD_S`, `_TAIL_S`."""
    frame = int(_FRAME_S * SAMPLE_RATE_HZ)
    frames = np.pad(pcm, (0, -len(pcm) % frame)).reshape(-1, frame)
    rms = np.sqrt((frames**2).mean(axis=1))
    voiced = np.flatnonzero(rms > rms.max(initial=0.0) * 10 ** (_SILENCE_DB / 20))
    if not len(voiced):
        return pcm
    speech = pcm[voiced[0] * frame : (voiced[-1] + 1) * frame]
    return np.pad(speech, (int(_LEAD_S * SAMPLE_RATE_HZ), int(_TAIL_S * SAMPLE_RATE_HZ)))


def _levelled(pcm: Pcm) -> Pcm:
    """RMS of the speech at `_LEVEL_DBFS`, unless its peak would then pass `_PEAK`."""
    loud = pcm[np.abs(pcm) > 1e-4]
    if not len(loud):
        return pcm
    rms = float(np.sqrt(np.mean(loud.astype(np.float64) ** 2)))
    gain = min(10 ** (_LEVEL_DBFS / 20) / rms, _PEAK / float(np.abs(pcm).max()))
    return (pcm * np.float32(gain)).astype(np.float32)
