import pytest

from dataset_builder.channel.names import company_size, parse, parse_all
from dataset_builder.errors import OptionError


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("clean", "clean"),
        ("Phone", "phone"),
        ("noise:10", "noise:10dB"),
        ("noise:10db", "noise:10dB"),
        ("white:-5dB", "white:-5dB"),
        ("gain:+6dB", "gain:6dB"),
        ("gain:-0", "gain:0dB"),
        ("reverb:0.50", "reverb:0.5s"),
        ("loss:5%", "loss:5"),
        (" phone + noise:10.0 dB ", "phone+noise:10dB"),
        ("gain:+6dB+clip:12+loss:2.5", "gain:6dB+clip:12dB+loss:2.5"),
    ],
)
def test_a_channel_has_one_name(name: str, canonical: str) -> None:
    """Case, spaces, units and signs may vary; what they name does not."""
    assert str(parse(name)) == canonical


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("phon", "unknown channel 'phon'; did you mean 'phone'?"),
        ("noise10dB", "did you mean 'noise'?"),
        ("", "unknown channel ''; known: clean, noise:10dB,"),
        ("phone+", "unknown channel '' in 'phone+'"),
        ("clean+phone", "unknown channel 'clean' in 'clean+phone'; clean stands alone"),
        ("noise", "noise takes -20 to 60 dB, e.g. noise:10dB"),
        ("noise:10%", "noise takes -20 to 60 dB"),
        ("noise:nan", "noise takes -20 to 60 dB"),
        ("noise:99dB", "noise takes -20 to 60 dB"),
        ("phone+reverb:0s", "channel 'reverb:0s' in 'phone+reverb:0s': reverb takes 0.05 to 5 s"),
        ("phone:8", "phone takes no number"),
    ],
)
def test_a_bad_name_says_what_is_meant(name: str, words: str) -> None:
    """One line: which step, and what it could be."""
    with pytest.raises(OptionError) as error:
        parse(name)
    assert words in str(error.value) and "\n" not in str(error.value)


def test_clean_comes_first_and_each_channel_once() -> None:
    """Losses are counted from the clean clips, so they are always there."""
    assert parse_all(["phone", "noise:10", "noise:10dB"]) == ("clean", "phone", "noise:10dB")


def test_two_channels_with_one_config_name_are_refused() -> None:
    """`gain:6dB` and `gain:-6dB` would write into one table."""
    with pytest.raises(OptionError, match=r"would share the config name \*_gain_6db"):
        parse_all(["gain:6dB", "gain:-6dB"])


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("phone+noise:3dB", 6),
        ("crosstalk:3dB", 1),
        ("crosstalk:3dB+noise:3dB", 6),
        ("white:3dB+reverb:1s", 0),
        ("clean", 0),
    ],
)
def test_what_needs_other_clips(name: str, size: int) -> None:
    """Babble and crosstalk are made of other clips, nothing else is."""
    assert company_size(parse(name)) == size
