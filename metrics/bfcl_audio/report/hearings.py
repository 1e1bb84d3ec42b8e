"""What recognisers made of what was said, from a dataset folder or else from the runs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..spoken import canonical
from .episodes import Entity, Episode
from .foreign import LONGEST


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one recogniser made of one utterance.

    Attributes:
        recognizer: its name as arms spell it, or as a config of the dataset does.
        channel: what lay between mouth and ear.
        engine: who spoke, with `voice`; empty where unknown.
        words: how many words were said, in spoken form.
        edits: how many of them were replaced, dropped or added.
        entities: the ground-truth values in it, each heard or lost.
    """

    utterance_id: str
    recognizer: str
    engine: str
    voice: str
    channel: str
    said: str
    transcript: str
    words: int
    edits: float
    entities: tuple[Entity, ...]


def of_episodes(episodes: Iterable[Episode]) -> Iterator[Hearing]:
    """Each (utterance, recogniser, channel) of the transcript arms once.

    Arms that show several recognisers are left out: what their text holds is no one's hearing.
    """
    seen = set()
    for episode in episodes:
        for utterance in episode.utterances if episode.arm.startswith("transcript:") else ():
            key = utterance.utterance_id, episode.recognizer, episode.channel
            if utterance.transcript is None or key in seen:
                continue
            seen.add(key)
            words = canonical(utterance.said[:LONGEST])
            heard = canonical(utterance.transcript[:LONGEST])
            yield Hearing(
                utterance_id=utterance.utterance_id,
                recognizer=episode.recognizer,
                engine=utterance.engine,
                voice=utterance.voice,
                channel=episode.channel,
                said=utterance.said,
                transcript=utterance.transcript,
                words=len(words),
                edits=edits(words, heard),
                entities=utterance.entities,
            )


def by_utterance(hearings: Iterable[Hearing]) -> Mapping[str, Sequence[Hearing]]:
    """Hearings grouped by what was said."""
    grouped: dict[str, list[Hearing]] = {}
    for hearing in hearings:
        grouped.setdefault(hearing.utterance_id, []).append(hearing)
    return grouped


def edits(said: Sequence[str], heard: Sequence[str]) -> int:
    """The least number of words to replace, drop or add to make `said` into `heard`."""
    row = list(range(len(heard) + 1))
    for index, word in enumerate(said, 1):
        diagonal, row[0] = row[0], index
        for column, other in enumerate(heard, 1):
            diagonal, row[column] = (
                row[column],
                min(diagonal + (word != other), row[column] + 1, row[column - 1] + 1),
            )
    return row[-1]
