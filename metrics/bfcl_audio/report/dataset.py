"""What a report takes from a dataset folder: clips, and what every recogniser made of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..harness.tables import Dataset
from ..spoken import canonical
from .episodes import entities
from .hearings import Hearing, edits

_TRANSCRIPTS = "transcripts_"


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


def voices(dataset: Dataset) -> dict[str, Voice]:
    """Utterance id -> who spoke its primary clip."""
    columns = ("utterance_id", "engine", "voice", "channel", "duration_s", "primary")
    return {
        row["utterance_id"]: Voice(
            row["engine"] or "", row["voice"] or "", row["channel"] or "", row["duration_s"] or 0.0
        )
        for row in dataset.rows("audio", columns)
        if row["primary"]
    }


def clips(dataset: Dataset, utterance_ids: Iterable[str]) -> dict[str, Clip]:
    """The primary clips of some utterances, by utterance id; absent where none was made."""
    spoken = voices(dataset)
    sound = dataset.clips("audio")
    # In the file's order, so that each group of rows is read once.
    wanted = set(utterance_ids)
    return {
        name: Clip(voice.duration_s, sound.read(name))
        for name, voice in spoken.items()
        if name in wanted
    }


def hearings(dataset: Dataset) -> Iterator[Hearing]:
    """Every utterance as every recogniser understood it, recognisers by name."""
    spoken = voices(dataset)
    for config in sorted(name for name in dataset.configs if name.startswith(_TRANSCRIPTS)):
        recognizer = config.removeprefix(_TRANSCRIPTS)
        for row in dataset.rows(config, ("utterances",)):
            for item in _list(row["utterances"]):
                if item["text"]:  # an utterance that cannot be spoken has no text and no clip
                    voice = spoken.get(str(item["utterance_id"]), NOBODY)
                    yield hearing_of(item, recognizer, voice)


def hearing_of(item: Mapping[str, object], recognizer: str, voice: Voice) -> Hearing:
    """What a recogniser made of an utterance, from the struct of a transcripts config."""
    said, transcript, wer = (str(item[name] or "") for name in ("text", "transcript", "wer"))
    words = canonical(said)
    return Hearing(
        utterance_id=str(item["utterance_id"]),
        recognizer=recognizer,
        engine=voice.engine,
        voice=voice.voice,
        channel=voice.channel,
        said=said,
        transcript=transcript,
        words=len(words),
        edits=float(wer) * len(words) if wer else edits(words, canonical(transcript)),
        entities=entities(item["entities"]),
    )


def _list(value: object) -> Sequence[Mapping[str, object]]:
    return value if isinstance(value, list) else ()
