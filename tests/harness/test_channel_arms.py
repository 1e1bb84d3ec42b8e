import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.harness.arm_names import channel_of, config_of, configs_of, recognizers_of


@pytest.mark.parametrize(
    ("arm", "configs", "recognizers", "channel"),
    [
        ("audio", ("audio",), (), ""),
        ("audio@clean", ("audio",), (), ""),
        ("audio@phone", ("audio_phone",), (), "phone"),
        ("audio:kokoro@reverb:0.5s", ("audio_kokoro_reverb_0_5s",), (), "reverb_0_5s"),
        (
            "transcript:whisper@phone+noise:10dB",
            ("transcripts_whisper_phone_noise_10db",),
            ("whisper",),
            "phone_noise_10db",
        ),
        (
            "transcripts:whisper+moonshine@phone",
            ("transcripts_whisper_phone", "transcripts_moonshine_phone"),
            ("whisper", "moonshine"),
            "phone",
        ),
    ],
)
def test_arms_name_their_channel(
    arm: str, configs: tuple[str, ...], recognizers: tuple[str, ...], channel: str
) -> None:
    """What follows `@` is the channel: a suffix of the config, no part of the recogniser."""
    assert (configs_of(arm), recognizers_of(arm), channel_of(arm)) == (
        configs,
        recognizers,
        channel,
    )


@pytest.mark.parametrize("arm", ["text@phone", "spoken@phone", "audio@", "text@clean@x"])
def test_arms_without_sound_have_no_channel(arm: str) -> None:
    """Text goes through no line, and an empty channel is none."""
    with pytest.raises(InputError, match="unknown arm"):
        config_of(arm)
