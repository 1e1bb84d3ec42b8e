"""Names of arms, taken apart: the configs that one reads, the recognisers that it shows."""

import re

from ..errors import InputError, meant

ARM_KINDS = "text, spoken, transcript:<asr>, transcripts:<asr>+<asr>, audio, audio:<engine>"


def config_of(arm: str) -> str:
    """The config that an arm reads.

    >>> config_of("spoken"), config_of("transcript:openai/whisper-1"), config_of("audio:kokoro")
    ('paraphrases', 'transcripts_openai_whisper_1', 'audio_kokoro')

    Raises:
        InputError: no such arm.
    """
    kind, colon, spec = arm.partition(":")
    slug = re.sub(r"[^a-z0-9]+", "_", spec.lower()).strip("_")
    if arm in ("text", "audio"):
        return arm
    if arm == "spoken":
        return "paraphrases"
    if colon and slug and kind in ("transcript", "audio"):
        return f"{'transcripts' if kind == 'transcript' else kind}_{slug}"
    near = meant(arm, ("text", "spoken", "audio")) or meant(kind, ("transcript", "audio"))
    raise InputError(f"unknown arm {arm!r}; {near}arms are {ARM_KINDS}")


def recognizers_of(arm: str) -> tuple[str, ...]:
    """The recognisers whose text an arm shows, by their SPECs.

    >>> recognizers_of("transcripts:whisper+moonshine"), recognizers_of("spoken")
    (('whisper', 'moonshine'), ())

    Raises:
        InputError: several are announced, and one or none named, or one twice.
    """
    kind, _, spec = arm.partition(":")
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
        return tuple(config_of(f"transcript:{name}") for name in recognizers_of(arm))
    return (config_of(arm),)
