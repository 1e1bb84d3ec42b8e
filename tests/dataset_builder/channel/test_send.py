import numpy as np
import pytest

from dataset_builder.channel.names import parse
from dataset_builder.channel.send import send
from dataset_builder.engines.base import Audio, Pcm

RATE_HZ = 16_000
CHANNELS = (
    "noise:10dB",
    "white:10dB",
    "pink:-5dB",
    "crosstalk:0dB",
    "reverb:0.5s",
    "phone",
    "loss:20%",
    "clip:12dB",
    "gain:30dB",
    "phone+noise:10dB",
    "reverb:1.2s+noise:5dB+phone+loss:10%",
)


def speech(seed: int, seconds: float = 3.0) -> Pcm:
    """Noise in syllables: bursts of differing loudness and colour."""
    rng = np.random.default_rng(seed)
    samples = round(seconds * RATE_HZ)
    loudness = np.abs(np.sin(np.arange(samples) * (3 + seed) / RATE_HZ * np.pi))
    colour = np.convolve(rng.standard_normal(samples + 7), np.ones(8) / 8, "valid")
    return (0.2 * loudness * colour).astype(np.float32)


COMPANY = tuple(speech(seed) for seed in range(1, 7))


def sent(pcm: Pcm, channel: str, seed: int = 0) -> Pcm:
    return send(Audio(pcm, RATE_HZ), parse(channel), seed=seed, company=COMPANY).pcm


def rms(pcm: Pcm) -> float:
    return float(np.sqrt(np.mean(pcm.astype(float) ** 2)))


@pytest.mark.parametrize("kind", ["noise", "white", "pink", "crosstalk"])
@pytest.mark.parametrize("wanted_db", [-10, 0, 10, 30])
def test_noise_is_as_loud_as_said(kind: str, wanted_db: int) -> None:
    """The root mean squares of speech and noise stand apart as named, to 0.1 dB."""
    quiet = speech(0) * np.float32(0.1)
    noise = sent(quiet, f"{kind}:{wanted_db}dB") - quiet
    assert 20 * np.log10(rms(quiet) / rms(noise)) == pytest.approx(wanted_db, abs=0.1)


@pytest.mark.parametrize("kind", ["noise", "white", "pink", "crosstalk"])
def test_a_mix_beyond_full_scale_is_made_quieter(kind: str) -> None:
    """All of it, so that the ratio of speech and noise stays and nothing is cut."""
    quiet, loud = (sent(speech(0) * np.float32(gain), f"{kind}:-10dB") for gain in (0.1, 5))
    assert np.abs(loud).max() == pytest.approx(0.99)
    assert np.allclose(loud, quiet * (rms(loud) / rms(quiet)), atol=1e-5)


@pytest.mark.parametrize("channel", CHANNELS)
def test_length_stays_and_every_sample_is_sound(channel: str) -> None:
    """As many samples as before, each finite and within full scale."""
    pcm = speech(0) * 4
    out = sent(pcm, channel)
    assert (len(out), out.dtype, bool(np.abs(out).max() <= 1)) == (len(pcm), np.float32, True)


@pytest.mark.parametrize("channel", CHANNELS)
def test_something_is_heard_of_a_channel(channel: str) -> None:
    """No channel leaves a clip as it was."""
    assert not np.allclose(sent(speech(0), channel), speech(0), atol=1e-3)


@pytest.mark.parametrize("channel", CHANNELS)
def test_equal_arguments_give_equal_samples(channel: str) -> None:
    """Bit for bit."""
    assert np.array_equal(sent(speech(0), channel), sent(speech(0), channel))


@pytest.mark.parametrize("channel", ["noise:10dB", "white:10dB", "reverb:1s", "loss:20%"])
def test_another_seed_gives_other_samples(channel: str) -> None:
    """What is random depends on the seed."""
    assert not np.array_equal(sent(speech(0), channel, 1), sent(speech(0), channel, 2))


def test_noise_is_the_same_at_every_level() -> None:
    """Only its loudness differs, so that two levels can be compared clip by clip."""
    pcm = speech(0)
    loud, soft = sent(pcm, "white:10dB") - pcm, sent(pcm, "white:30dB") - pcm
    assert np.allclose(loud, 10 * soft, atol=1e-5)


@pytest.mark.parametrize("channel", CHANNELS)
def test_silence_stays_silent(channel: str) -> None:
    """Noise is measured against speech; where there is none, there is no noise."""
    silence = np.zeros(RATE_HZ, np.float32)
    assert np.abs(sent(silence, channel)).max() < 1e-6


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("samples", [0, 1, 2, 3, 50])
def test_very_short_clips_pass(channel: str, samples: int) -> None:
    """Even a single sample comes out as one finite sample."""
    out = sent(np.full(samples, 0.5, np.float32), channel)
    assert (len(out), bool(np.isfinite(out).all())) == (samples, True)


def test_steps_are_gone_through_in_order() -> None:
    """A line takes the top off noise that came before it, not off what comes after."""

    def top(pcm: Pcm) -> float:
        return float(np.sum(np.abs(np.fft.rfft(pcm)[(3 * 4_500) :]) ** 2))

    before, after = sent(speech(0), "white:0dB+phone"), sent(speech(0), "phone+white:0dB")
    assert top(before) < 1e-3 * top(after)


def test_babble_without_other_clips_is_an_error() -> None:
    """Never a clean clip in the name of a noisy one."""
    with pytest.raises(ValueError, match="noise:3dB needs other clips"):
        send(Audio(speech(0), RATE_HZ), parse("noise:3dB"), seed=0)


def test_the_other_speaker_can_be_understood() -> None:
    """Crosstalk is one clip as it is, from some place on."""
    pcm = speech(0)
    other = sent(pcm, "crosstalk:0dB") - pcm
    spectra = np.fft.rfft(other) * np.conj(np.fft.rfft(COMPANY[0].astype(float)))
    likeness = np.fft.irfft(spectra).max() / np.linalg.norm(other) / np.linalg.norm(COMPANY[0])
    assert likeness > 0.99


def test_samples_are_those_of_this_version() -> None:
    """What a channel does to a clip is fixed by `VERSION`; whoever changes it raises that."""
    out = sent(speech(0), "reverb:0.5s+noise:5dB+phone+loss:10%")
    halves = [0.03183, 0.04573, 0.04381, 0.04597, 0.04658, 0.04682]
    assert [rms(half) for half in out.reshape(6, -1)] == pytest.approx(halves, abs=1e-4)
