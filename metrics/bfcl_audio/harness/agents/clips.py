"""A clip of the dataset in the form that a provider takes."""

import base64
import io
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from .base import AgentError, AgentRefused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ClipFormat = Literal["wav", "mp3"]

MIME_TYPES: dict[ClipFormat, str] = {"wav": "audio/wav", "mp3": "audio/mp3"}


@lru_cache(maxsize=32)  # a conversation is sent whole with every step
def encode(data: bytes, audio_format: ClipFormat) -> bytes:
    """A whole file (FLAC, WAV) as a whole file of another format, at its own rate.

    Raises:
        AgentError: the clip is broken.
        AgentRefused: the package that reads sound is missing.
    """
    samples, rate_hz = _decode(data)
    import soundfile

    out = io.BytesIO()
    subtype = "PCM_16" if audio_format == "wav" else None
    soundfile.write(out, samples, rate_hz, format=audio_format.upper(), subtype=subtype)
    return out.getvalue()


def encode_base64(data: bytes, audio_format: ClipFormat) -> str:
    """`encode`, as JSON carries it.

    Raises:
        AgentError: the clip is broken.
    """
    return base64.b64encode(encode(data, audio_format)).decode()


@lru_cache(maxsize=32)
def pcm16(data: bytes, rate_hz: int) -> bytes:
    """A whole file (FLAC, WAV) as bare samples: signed 16 bit, little endian, mono.

    Raises:
        AgentError: the clip is broken.
    """
    samples, own_rate_hz = _decode(data)
    import numpy as np

    if own_rate_hz != rate_hz:
        samples = _resample(samples, own_rate_hz, rate_hz)
    return (np.clip(samples, -1.0, 1.0) * 32767).round().astype("<i2").tobytes()


def _decode(data: bytes) -> "tuple[NDArray[np.float32], int]":
    """Samples (float32, (samples,), -1..1) and their rate in Hz."""
    try:
        import soundfile
    except ImportError:
        raise AgentRefused(
            "hearing needs the soundfile package; pip install 'bfcl-audio[agents]'"
        ) from None
    try:
        samples, rate_hz = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except soundfile.LibsndfileError:
        raise AgentError("the dataset's clip cannot be read; build the dataset again") from None
    if not samples.size:
        raise AgentError("the dataset's clip is empty; build the dataset again")
    return samples.mean(axis=1), int(rate_hz)


def _resample(samples: "NDArray[np.float32]", from_hz: int, to_hz: int) -> "NDArray[np.float32]":
    """By the spectrum; silence is put behind, because the transform takes sound for a loop."""
    import numpy as np

    silence = from_hz // 10
    padded = np.concatenate([samples, np.zeros(silence, np.float32)])
    wanted = round(len(padded) * to_hz / from_hz)
    spectrum = np.fft.rfft(padded)
    bins = wanted // 2 + 1
    spectrum = np.pad(spectrum, (0, max(0, bins - len(spectrum))))[:bins]
    resampled = np.fft.irfft(spectrum, wanted) * (wanted / len(padded))
    return resampled[: round(len(samples) * to_hz / from_hz)].astype(np.float32)
