"""Names of arms, taken apart: the configs that one reads, the recognisers that it shows."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InputError, meant

ARM_KINDS = (
    "text, spoken, transcript:<asr>, transcripts:<asr>+<asr>, audio, audio:<engine>; "
    "those of sound with @<channel> for one that is not clean"
)


CLEAN = "clean"
_ARM_OF = {"text": "text", "paraphrases": "spoken", "transcripts": "transcript", "audio": "audio"}


@dataclass(frozen=True, slots=True)
class Parts:
    """What the name of a config says.

    Attributes:
        kind: `text`, `paraphrases`, `audio` or `transcripts`.
        system: slug of the engine or recogniser; empty where the name has none.
        channel: as the dataset names it; empty where nothing sounds.
    """

    kind: str
    system: str
    channel: str

    @property
    def arm(self) -> str:
        """The arm that reads the config.

        >>> Parts("transcripts", "whisper", "noise:10dB").arm, Parts("audio", "", "clean").arm
        ('transcript:whisper@noise:10dB', 'audio')
        """
        name = _ARM_OF.get(self.kind, self.kind)
        system = f":{self.system}" if self.system else ""
        return f"{name}{system}" + (f"@{self.channel}" if self.channel not in ("", CLEAN) else "")


def parts_of(config: str, channels: Sequence[str]) -> Parts:
    """The name of a config, taken apart.

    The longest channel that fits counts: `audio_noise_10db_phone` is of `noise:10dB+phone` where
    the dataset has that, and of an engine `noise_10db` over `phone` where it has not.

    Args:
        config: its name.
        channels: those of the dataset.

    >>> parts_of("transcripts_whisper_phone", ["clean", "phone"])
    Parts(kind='transcripts', system='whisper', channel='phone')
    """
    kind, _, rest = config.partition("_")
    if kind not in ("audio", "transcripts"):
        return Parts(kind, rest, "")
    fitting = [
        name for name in channels if name != CLEAN and f"_{rest}".endswith(f"_{_slug(name)}")
    ]
    channel = max(fitting, key=len, default=CLEAN)
    system = rest if channel == CLEAN else f"_{rest}".removesuffix(f"_{_slug(channel)}")[1:]
    return Parts(kind, system, channel)


def config_of(arm: str) -> str:
    """The config that an arm reads.

    >>> config_of("spoken"), config_of("transcript:openai/whisper-1"), config_of("audio:kokoro")
    ('paraphrases', 'transcripts_openai_whisper_1', 'audio_kokoro')
    >>> config_of("audio@phone"), config_of("transcript:whisper@phone+noise:10dB")
    ('audio_phone', 'transcripts_whisper_phone_noise_10db')

    Raises:
        InputError: no such arm.
    """
    sound, at, name = arm.partition("@")
    if at and sound not in ("text", "spoken") and (channel := channel_of(arm)):
        return f"{config_of(sound)}_{channel}"
    if at and name == CLEAN:
        return config_of(sound)
    kind, colon, spec = arm.partition(":")
    slug = _slug(spec)
    if arm in ("text", "audio"):
        return arm
    if arm == "spoken":
        return "paraphrases"
    if colon and slug and kind in ("transcript", "audio"):
        return f"{'transcripts' if kind == 'transcript' else kind}_{slug}"
    near = meant(arm, ("text", "spoken", "audio")) or meant(kind, ("transcript", "audio"))
    raise InputError(f"unknown arm {arm!r}; {near}arms are {ARM_KINDS}")


def channel_of(arm: str) -> str:
    """The slug of the channel that an arm's clips went through; empty for clean.

    >>> channel_of("audio:kokoro@phone+noise:10dB"), channel_of("audio@clean"), channel_of("audio")
    ('phone_noise_10db', '', '')
    """
    channel = _slug(arm.partition("@")[2])
    return "" if channel == CLEAN else channel


def recognizers_of(arm: str) -> tuple[str, ...]:
    """The recognisers whose text an arm shows, by their SPECs.

    >>> recognizers_of("transcripts:whisper+moonshine"), recognizers_of("spoken")
    (('whisper', 'moonshine'), ())

    Raises:
        InputError: several are announced, and one or none named, or one twice.
    """
    kind, _, spec = arm.partition("@")[0].partition(":")
    if kind == "transcript":
        return (spec,)
    if kind != "transcripts":
        return ()
    names = tuple(name.strip() for name in spec.split("+"))
    if len(names) < 2 or not all(names) or len(set(names)) < len(names):
        raise InputError(
            f"arm {arm!r} needs several recognisers, each once; write e.g. "
            "transcripts:whisper+moonshine"
        )
    return names


def configs_of(arm: str) -> tuple[str, ...]:
    """The configs that an arm reads; several for `transcripts:A+B`.

    Raises:
        InputError: no such arm.
    """
    if arm.startswith("transcripts:"):
        channel = arm.partition("@")[2] or CLEAN
        return tuple(config_of(f"transcript:{name}@{channel}") for name in recognizers_of(arm))
    return (config_of(arm),)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
