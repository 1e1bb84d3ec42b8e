"""Sound as vendors send and take it: WAV, bare PCM, FLAC, MP3, Opus.

WAV is read here and not by libsndfile, which takes half a file for a whole one; a stream's header,
whose length is not known when it is written, is told from a cut one.
"""

import io
import struct
import wave

import numpy as np

from .base import Audio, BadSpeech, Pcm

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_STREAMED_BYTES = 0x7FFF_0000
"""A data chunk said to be at least that long (2 GB) is one of unknown length."""


def sniffed(data: bytes) -> str:
    """What the first bytes say that it is: a container, `text`, or nothing known."""
    if data[:4] == b"RIFF" and data[8:12] == b"WAVE":
        return "wav"
    for mark, name in ((b"fLaC", "flac"), (b"OggS", "opus"), (b"ID3", "mp3")):
        if data.startswith(mark):
            return name
    if len(data) > 1 and data[0] == 0xFF and data[1] & 0xE0 == 0xE0 and data[1] & 0x06 == 0x02:
        return "mp3"
    return "text" if data.lstrip()[:1] in (b"{", b"<", b"[") else ""


def decoded(data: bytes, container: str) -> Audio:
    """Mono sound of a whole file.

    Args:
        data: the file.
        container: what it must be: `wav`, `flac`, `mp3` or `opus`.

    Raises:
        BadSpeech: it is empty, something else, cut short, or cannot be read.
    """
    if not data:
        raise BadSpeech("no audio came")
    if (found := sniffed(data)) != container:
        raise BadSpeech(f"asked for {container}, got {found or 'something else'}")
    return _wav(data) if container == "wav" else _compressed(data, container)


def from_pcm16(data: bytes, sample_rate_hz: int) -> Audio:
    """Mono sound of bare 16-bit little-endian samples.

    Raises:
        BadSpeech: they are none, half a sample is missing, or it is a file of some kind.
    """
    if not data:
        raise BadSpeech("no audio came")
    if (found := sniffed(data)) in ("wav", "flac", "opus", "text"):
        raise BadSpeech(f"asked for bare samples, got {found}")
    if len(data) % 2:
        raise BadSpeech("the audio was cut off inside a sample")
    return Audio(_pcm16(data), sample_rate_hz)


def as_wav(pcm: Pcm, sample_rate_hz: int) -> bytes:
    """A WAV file, 16 bit, mono."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sample_rate_hz)
        file.writeframes(np.rint(np.clip(pcm, -1, 1) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()


def _wav(data: bytes) -> Audio:
    form: tuple[int, int, int, int] | None = None
    at = 12
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        at += 8
        if name == b"data":
            if form is None:
                break
            if size < _STREAMED_BYTES and at + size > len(data):
                raise BadSpeech(f"the audio was cut off: {len(data) - at} of {size} bytes")
            return _samples(data[at : at + size], *form)
        if name == b"fmt " and at + 16 <= len(data):
            code, channels, rate_hz, _, _, bits = struct.unpack_from("<HHIIHH", data, at)
            if code == _EXTENSIBLE and size >= 26 and at + 26 <= len(data):
                (code,) = struct.unpack_from("<H", data, at + 24)
            form = code, channels, rate_hz, bits
        at += size + size % 2
    raise BadSpeech("a WAV file without samples")


def _samples(data: bytes, code: int, channels: int, rate_hz: int, bits: int) -> Audio:
    if not channels or not rate_hz or (code, bits) not in ((_PCM, 16), (_FLOAT, 32)):
        raise BadSpeech(f"a WAV file of a form that is not read here ({code}, {bits} bits)")
    frame = channels * bits // 8
    whole = data[: len(data) // frame * frame]
    pcm = _pcm16(whole) if code == _PCM else np.frombuffer(whole, "<f4").astype(np.float32)
    if not len(pcm):
        raise BadSpeech("no audio came")
    return Audio(pcm.reshape(-1, channels).mean(axis=1, dtype=np.float32), rate_hz)


def _pcm16(data: bytes) -> Pcm:
    return np.frombuffer(data, "<i2").astype(np.float32) / np.float32(32768)


def _compressed(data: bytes, container: str) -> Audio:
    import soundfile

    try:
        pcm, rate_hz = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except soundfile.SoundFileError:
        raise BadSpeech(f"{len(data)} bytes of {container} that cannot be read") from None
    if not len(pcm):
        raise BadSpeech("no audio came")
    return Audio(pcm.mean(axis=1, dtype=np.float32), int(rate_hz))
