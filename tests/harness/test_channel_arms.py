from pathlib import Path

import made_dataset
import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.harness.arm_names import (
    channel_of,
    config_of,
    configs_of,
    parts_of,
    recognizers_of,
)
from bfcl_audio.harness.arms import available, load
from bfcl_audio.harness.tables import Dataset, open_dataset


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """One entry, clean and over a noisy line."""
    folder = tmp_path_factory.mktemp("channels") / "bfcl-audio"
    made_dataset.write(folder, [made_dataset.entry("simple_python_0")], ("clean", "noise:10dB"))
    return open_dataset(str(folder))


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


def test_a_dataset_has_an_arm_for_each_channel(dataset: Dataset) -> None:
    """By the channel's own name; no recogniser is called after one."""
    assert available(dataset) == [
        *("text", "spoken", "audio", "transcript:moonshine", "transcript:whisper"),
        *("audio@noise:10dB", "transcript:moonshine@noise:10dB", "transcript:whisper@noise:10dB"),
    ]


def test_every_arm_of_a_dataset_can_be_loaded(dataset: Dataset) -> None:
    """What is offered is there, and each utterance says what lay between mouth and ear."""
    arms = load(dataset, available(dataset))
    channels = {a.name: a.conversations["simple_python_0"].utterances[0].channel for a in arms}
    assert {name.partition("@")[2] or "clean" for name in channels if "@" in name} == {"noise:10dB"}
    assert {name: over for name, over in channels.items() if name != "text"} == {
        name: name.partition("@")[2] or "clean" for name in channels if name != "text"
    }


def test_an_arm_says_its_channel_without_a_clip(dataset: Dataset, tmp_path: Path) -> None:
    """A folder of transcripts alone still tells over what they were heard."""
    configs = {name: files for name, files in dataset.configs.items() if "audio" not in name}
    bare = Dataset(tmp_path, configs, "", dataset.channels)
    (arm,) = load(bare, ["transcript:whisper@noise_10db"])
    assert arm.conversations["simple_python_0"].utterances[0].channel == "noise:10dB"


@pytest.mark.parametrize(
    ("config", "parts"),
    [
        ("text", ("text", "", "")),
        ("paraphrases", ("paraphrases", "", "")),
        ("audio", ("audio", "", "clean")),
        ("audio_phone", ("audio", "", "phone")),
        ("audio_kokoro_noise_10db_phone", ("audio", "kokoro", "noise:10dB+phone")),
        ("transcripts_openai_whisper_1", ("transcripts", "openai_whisper_1", "clean")),
        ("transcripts_openai_whisper_1_phone", ("transcripts", "openai_whisper_1", "phone")),
        ("transcripts_headphone", ("transcripts", "headphone", "clean")),
    ],
)
def test_the_name_of_a_config_is_taken_apart(config: str, parts: tuple[str, str, str]) -> None:
    """The longest channel of the dataset that fits is the channel."""
    found = parts_of(config, ["clean", "phone", "noise:10dB+phone"])
    assert (found.kind, found.system, found.channel) == parts


@pytest.mark.parametrize(
    "arm", ["text", "spoken", "audio", "audio:kokoro@phone", "audio@phone", "transcript:a_b@phone"]
)
def test_an_arm_is_found_again_from_its_config(arm: str) -> None:
    """What an arm reads says which arm reads it."""
    assert parts_of(config_of(arm), ["clean", "phone"]).arm == arm
