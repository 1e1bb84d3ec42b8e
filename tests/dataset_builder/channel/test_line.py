import numpy as np
import pytest

from dataset_builder.channel import line
from dataset_builder.channel.noise import rms

RATE_HZ = 16_000


def tone(frequency_hz: float, seconds: float = 1.0) -> np.ndarray:
    return 0.5 * np.sin(2 * np.pi * frequency_hz * np.arange(int(seconds * RATE_HZ)) / RATE_HZ)


@pytest.mark.parametrize(
    ("frequency_hz", "lowest_db", "highest_db"),
    [
        (100, -120, -40),
        (200, -120, -15),
        (400, -1, 0.5),
        (1_000, -0.5, 0.5),
        (3_000, -1, 0.5),
        (3_800, -120, -15),
        (5_000, -120, -40),
        (7_500, -120, -40),
    ],
)
def test_a_telephone_carries_300_to_3400_hz(
    frequency_hz: float, lowest_db: float, highest_db: float
) -> None:
    """Tones within the band keep their level, those beside it do not come through."""
    sound = tone(frequency_hz)
    gain_db = 20 * np.log10(rms(line.telephoned(sound, RATE_HZ)[2_000:-2_000]) / rms(sound))
    assert lowest_db < gain_db < highest_db


def test_nothing_above_the_band_is_made() -> None:
    """What the coarse steps add stays below 4 kHz too."""
    noise = np.random.default_rng(0).uniform(-0.9, 0.9, RATE_HZ)
    power = np.abs(np.fft.rfft(line.telephoned(noise, RATE_HZ))) ** 2
    assert power[4_500:].sum() < 1e-4 * power.sum()


def test_mu_law_has_255_values() -> None:
    """As many as G.711 has: zero has two codes."""
    assert len(np.unique(line.mu_law(np.linspace(-1, 1, 200_001)))) == 255


def test_mu_law_is_as_fine_as_g711_says() -> None:
    """An error of at most a step near zero, half a step (a thirty-second) of what is louder."""
    sound = np.linspace(-0.97, 0.97, 10_001)
    error = np.abs(line.mu_law(sound) - sound)
    assert (error <= 2**-12 + np.abs(sound) / 2**5).all()


@pytest.mark.parametrize("percent", [0, 1, 5, 20, 50, 90])
@pytest.mark.parametrize("packets", [0, 1, 7, 150, 2_000])
def test_the_lost_share_is_exact(percent: int, packets: int) -> None:
    """To the packet."""
    lost = line.lost_packets(packets, percent, np.random.default_rng(3))
    assert (len(lost), int(lost.sum())) == (packets, round(packets * percent / 100))


def bursts(lost: np.ndarray) -> np.ndarray:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], lost, [False]]).astype(int)))
    return edges[1::2] - edges[::2]


def test_losses_come_in_bursts() -> None:
    """Three packets on average, as a chain of two states has them: many short, few long."""
    lengths = bursts(line.lost_packets(100_000, 10, np.random.default_rng(0)))
    shares = [float((lengths == length).mean()) for length in (1, 2, 3)]
    assert lengths.mean() == pytest.approx(3, abs=0.01)
    assert shares == pytest.approx([1 / 3, 2 / 9, 4 / 27], abs=0.02)


def test_a_lost_packet_is_20_ms_of_silence() -> None:
    """And what arrives is as it was."""
    sound = tone(500, 2.0) + 1
    out = line.with_losses(sound, 30, RATE_HZ, np.random.default_rng(0))
    kept = out.reshape(-1, 320) == sound.reshape(-1, 320)
    silent = out.reshape(-1, 320) == 0
    assert (kept.all(axis=1) ^ silent.all(axis=1)).all()


def test_peaks_are_cut_by_so_much() -> None:
    """Nothing is above the limit, what is below it is as it was."""
    sound = tone(500)
    out = line.cut(sound, 6)
    limit = np.abs(sound).max() * 10 ** (-6 / 20)
    assert np.array_equal(out, np.clip(sound, -limit, limit)) and np.abs(out).max() == limit


@pytest.mark.parametrize(("gain_db", "peak"), [(-20, 0.05), (6, 0.9976), (20, 1.0)])
def test_gain_stops_at_full_scale(gain_db: float, peak: float) -> None:
    """Louder by so many dB, cut where no number is left."""
    assert np.abs(line.amplified(tone(500), gain_db)).max() == pytest.approx(peak, abs=1e-3)
