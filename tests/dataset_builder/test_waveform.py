"""Sound becomes a clip of one form; what cannot be speech is refused."""

import numpy as np
import pytest

from dataset_builder import waveform
from dataset_builder.engines.base import Audio, BadSpeech, Pcm
from dataset_builder.engines.moonshine import cut_at_pauses
from dataset_builder.engines.phonemes import split


def tone(seconds: float = 1.0, rate_hz: int = 16_000, gain: float = 0.5) -> Audio:
    """A 440 Hz tone."""
    time_s = np.arange(int(seconds * rate_hz)) / rate_hz
    return Audio((gain * np.sin(2 * np.pi * 440 * time_s)).astype(np.float32), rate_hz)


@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 22_050, 24_000, 44_100, 48_000])
def test_resampling_keeps_pitch_and_length(rate_hz: int) -> None:
    """A tone at any rate is the same tone at 16 kHz."""
    audio = waveform.resampled(tone(rate_hz=rate_hz), 16_000)
    peak_hz = np.abs(np.fft.rfft(audio.pcm)).argmax() / audio.duration_s
    assert (round(audio.duration_s, 3), round(peak_hz)) == (1.0, 440)


@pytest.mark.parametrize("gain", [0.01, 0.5, 1.0])
def test_a_clip_has_one_loudness(gain: float) -> None:
    """However loud the engine."""
    pcm = waveform.finish(tone(gain=gain)).pcm[2400:-4800]
    assert round(20 * np.log10(float(np.sqrt(np.mean(pcm**2)))), 1) == -23.0


def test_a_peaky_clip_is_quieter_rather_than_clipped() -> None:
    """A click in soft speech keeps the whole below full scale."""
    pcm = tone(gain=0.01).pcm.copy()
    pcm[8000] = 1.0
    assert float(np.abs(waveform.finish(Audio(pcm, 16_000)).pcm).max()) == pytest.approx(0.89)


@pytest.mark.parametrize("silence_s", [0.0, 0.5, 3.0])
def test_silence_around_speech_is_made_short(silence_s: float) -> None:
    """0.15 s before and 0.3 s after, whatever the engine left."""
    silence = np.zeros(int(silence_s * 16_000), np.float32)
    padded = Audio(np.concatenate([silence, tone().pcm, silence]), 16_000)
    assert waveform.finish(padded).duration_s == pytest.approx(1.45, abs=0.02)


def test_flac_gives_back_16_bit_samples_and_equal_bytes() -> None:
    """Encoded twice it is one file, decoded it is the sound to half a bit."""
    audio = tone()
    data = waveform.encode(audio)
    error = float(np.abs(waveform.decode(data).pcm - audio.pcm).max())
    assert (waveform.encode(audio) == data, waveform.duration_s(data), error < 6e-5) == (
        True,
        1.0,
        True,
    )


def test_stereo_files_become_mono() -> None:
    """Channels are averaged."""
    import io

    import soundfile

    buffer = io.BytesIO()
    soundfile.write(buffer, np.stack([tone().pcm, tone().pcm * 0], axis=1), 16_000, format="WAV")
    assert float(np.abs(waveform.decode(buffer.getvalue()).pcm).max()) == pytest.approx(
        0.25, abs=1e-3
    )


BAD = {
    "empty": (np.zeros(0, np.float32), "silent audio"),
    "silent": (np.zeros(16_000, np.float32), "silent audio"),
    "not a number": (np.full(16_000, np.nan, np.float32), "silent audio"),
    "clipped": (np.clip(tone().pcm * 4, -1, 1), "clipped audio"),
    "too short": (tone(0.1).pcm, "0.10 s of audio for 11 letters and digits"),
    "too long": (tone(20.0).pcm, "20.00 s of audio for 11 letters and digits"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_be_the_text_is_refused(what: str) -> None:
    """With the measure that it fails."""
    pcm, reason = BAD[what]
    with pytest.raises(BadSpeech, match=reason):
        waveform.check(Audio(pcm, 16_000), "move the file")


def test_plausible_speech_passes() -> None:
    """A second for three words."""
    waveform.check(tone(), "move the file")


def test_long_audio_is_cut_in_its_pauses() -> None:
    """Nothing is lost, no piece is too long, and the cut falls into the silence."""
    pause: Pcm = np.zeros(8_000, np.float32)
    pcm = np.concatenate([tone(8.0).pcm, pause, tone(8.0).pcm, pause, tone(2.0).pcm])
    pieces = cut_at_pauses(pcm, 12.0)
    edges = np.cumsum([len(piece) for piece in pieces])[:-1] / 16_000
    assert (np.array_equal(np.concatenate(pieces), pcm), [8 < edges[0] < 8.5, len(pieces)]) == (
        True,
        [True, 2],
    )


@pytest.mark.parametrize(
    ("phonemes", "pieces"),
    [
        ("one two", ["one two"]),
        ("one two three", ["one two", "three"]),
        ("one, two three four", ["one, two", "three four"]),
        ("one two, three", ["one two,", "three"]),
        ("abcdefghijklmno", ["abcdefghij", "klmno"]),
        ("", []),
    ],
)
def test_long_breaths_are_cut_at_commas_then_spaces(phonemes: str, pieces: list[str]) -> None:
    """Ten symbols a breath at most."""
    assert split(phonemes, 10) == pieces
