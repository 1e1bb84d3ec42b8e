from types import ModuleType

import numpy as np
import pytest

from dataset_builder.channel import noise, room

RATE_HZ = 16_000


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def functional() -> ModuleType:
    """torchaudio's functions; its wheel raises OSError where CUDA's libraries are missing."""
    try:
        import torchaudio.functional as functions
    except (ImportError, OSError) as error:
        pytest.skip(f"torchaudio does not import here: {error}")
    found: ModuleType = functions
    return found


@pytest.mark.parametrize("rt60_s", [0.2, 0.5, 1.2])
def test_a_room_decays_as_named(rt60_s: float) -> None:
    """Time for 60 dB, from the slope of its energy still to come between -5 and -35 dB."""
    energy = room.impulse_response(rt60_s, RATE_HZ, rng()) ** 2
    left_db = 10 * np.log10(np.cumsum(energy[::-1])[::-1] / energy.sum())
    part = np.flatnonzero((left_db < -5) & (left_db > -35))
    slope = np.polyfit(part / RATE_HZ, left_db[part], 1)[0]
    assert -60 / slope == pytest.approx(rt60_s, rel=0.05)


def test_a_room_is_as_loud_as_the_speech() -> None:
    """The level stays, so that noise after it is as loud as without it."""
    speech = rng().standard_normal(RATE_HZ)
    wet = room.reverberated(speech, 0.5, RATE_HZ, rng())
    assert noise.rms(wet) == pytest.approx(noise.rms(speech))


def octaves_db(sound: np.ndarray) -> np.ndarray:
    power = np.abs(np.fft.rfft(sound)) ** 2
    density = [power[len(sound) >> n : len(sound) >> (n - 1)].mean() for n in range(2, 9)]
    return np.asarray(10 * np.log10(density))


@pytest.mark.parametrize(("make", "slope_db"), [(noise.white, 0.0), (noise.pink, 3.01)])
def test_noise_has_its_colour(make: object, slope_db: float) -> None:
    """White is flat; pink is 3 dB louder per hertz with each octave down."""
    assert callable(make)
    levels = octaves_db(make(2**18, rng()))
    assert np.diff(levels) == pytest.approx([slope_db] * 6, abs=0.3)


def test_voices_of_a_babble_are_equally_loud() -> None:
    """A quiet clip is as much of it as a loud one."""
    turns = 2 * np.pi * np.arange(8_000) / 8_000
    voices = [0.01 * np.sin(100 * turns), 9 * np.sin(200 * turns)]
    spectrum = np.abs(np.fft.rfft(noise.babble(8_000, voices, rng())))
    assert spectrum[100] == pytest.approx(spectrum[200])


def test_torchaudio_mixes_the_same() -> None:
    """`add_noise` gives the samples that `mixed` gives."""
    functions, torch = functional(), pytest.importorskip("torch")
    speech, other = rng().standard_normal((2, RATE_HZ))
    theirs = functions.add_noise(*map(torch.from_numpy, (speech, other)), torch.tensor(7.0))
    assert theirs.numpy() == pytest.approx(noise.mixed(speech, other, 7.0), abs=1e-6)


def test_torchaudio_has_the_same_room() -> None:
    """`fftconvolve` with the same response gives the samples that `reverberated` gives."""
    functions, torch = functional(), pytest.importorskip("torch")
    speech = rng().standard_normal(RATE_HZ)
    response = room.impulse_response(0.5, RATE_HZ, rng())
    wet = functions.fftconvolve(*map(torch.from_numpy, (speech, response))).numpy()[:RATE_HZ]
    ours = room.reverberated(speech, 0.5, RATE_HZ, rng())
    assert wet * noise.rms(speech) / noise.rms(wet) == pytest.approx(ours, abs=1e-6)
