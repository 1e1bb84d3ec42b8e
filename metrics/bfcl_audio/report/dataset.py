"""What a report takes from a dataset folder: clips, and what every recogniser made of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..harness.arm_names import CLEAN, config_of, parts_of
from ..harness.tables import Dataset
from ..spoken import canonical
from .episodes import entities
from .hearings import Hearing, edits


@dataclass(frozen=True, slots=True)
class Clip:
    """The primary clip of an utterance; `audio` is a whole WAV or FLAC file."""

    duration_s: float
    audio: bytes


@dataclass(frozen=True, slots=True)
class Voice:
    """Who spoke an utterance's primary clip, over which channel, for how long."""

    engine: str
    voice: str
    channel: str
    duration_s: float


NOBODY = Voice("", "", "", 0.0)
"""Who spoke what no clip was made of."""


def references(dataset: Dataset) -> dict[str, str]:
    """Entry id -> reference as JSON text."""
    return {row["id"]: row["reference"] for row in dataset.rows("text", ("id", "reference"))}


def voices(dataset: Dataset, channel: str = CLEAN) -> dict[str, Voice]:
    """Utterance id -> who spoke its primary clip, as it arrives over a channel."""
    columns = ("utterance_id", "engine", "voice", "channel", "duration_s", "primary")
    return {
        row["utterance_id"]: Voice(
            row["engine"] or "", row["voice"] or "", row["channel"] or "", row["duration_s"] or 0.0
        )
        for row in dataset.rows(config_of(f"audio@{channel}"), columns)
        if row["primary"]
    }


def clips(dataset: Dataset, utterance_ids: Iterable[str], channel: str = CLEAN) -> dict[str, Clip]:
    """The primary clips of some utterances over a channel by utterance id, where there are any."""
    spoken = voices(dataset, channel)
    sound = dataset.clips(config_of(f"audio@{channel}"))
    # In the file's order, so that each group of rows is read once.
    wanted = set(utterance_ids)
    return {
        name: Clip(voice.duration_s, sound.read(name))
        for name, voice in spoken.items()
        if name in wanted
    }


def hearings(dataset: Dataset) -> Iterator[Hearing]:
    """Every utterance as every recogniser understood it over every channel.

    Recognisers by name, and the channels of each in the dataset's order.
    """
    spoken = {channel: voices(dataset, channel) for channel in dataset.channels}
    order = list(dataset.channels)
    parts = {config: parts_of(config, order) for config in dataset.configs}
    heard = [config for config, part in parts.items() if part.kind == "transcripts"]
    for config in sorted(
        heard, key=lambda name: (parts[name].system, order.index(parts[name].channel))
    ):
        recognizer, channel = parts[config].system, parts[config].channel
        for row in dataset.rows(config, ("utterances",)):
            for item in _list(row["utterances"]):
                if item["text"]:  # an utterance that cannot be spoken has no text and no clip
                    voice = spoken[channel].get(str(item["utterance_id"]), NOBODY)
                    yield hearing_of(item, recognizer, voice, channel)


def hearing_of(
    item: Mapping[str, object], recognizer: str, voice: Voice, channel: str = CLEAN
) -> Hearing:
    """What a recogniser made of an utterance, from the struct of a transcripts config."""
    said, transcript, wer = (str(item[name] or "") for name in ("text", "transcript", "wer"))
    words = canonical(said)
    return Hearing(
        utterance_id=str(item["utterance_id"]),
        recognizer=recognizer,
        engine=voice.engine,
        voice=voice.voice,
        channel=channel,
        said=said,
        transcript=transcript,
        words=len(words),
        edits=float(wer) * len(words) if wer else edits(words, canonical(transcript)),
        entities=entities(item["entities"]),
    )


def _list(value: object) -> Sequence[Mapping[str, object]]:
    return value if isinstance(value, list) else ()
