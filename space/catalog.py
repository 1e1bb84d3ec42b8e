"""What a dataset holds, at a glance: one card an entry, small enough to search all of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow.parquet as pq

from bfcl_audio.harness.arm_names import CLEAN, config_of
from bfcl_audio.report.dataset import NOBODY, Voice
from bfcl_audio.report.episodes import Entity, entities

from .once import Once
from .sounds import Opened, Sounds

ANY = ""
NOTHING_LOST = "nothing"


@dataclass(frozen=True, slots=True)
class Card:
    """One entry as a list shows it and a search finds it.

    Attributes:
        request: its first message as written.
        voices: who spoke its clips; none if it was not spoken.
        lost: recogniser -> the values of the entry that it lost.
        search: all that a search looks in, in lower case.
    """

    id: str
    category: str
    request: str
    voices: tuple[Voice, ...]
    lost: Mapping[str, tuple[Entity, ...]]
    search: str


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person wants to see of the entries; empty: any.

    Attributes:
        misheard: `nothing`, `by:<recogniser>` or `kind:<entity type>`.
        words: each must be in the entry's id, its request or a value that was lost.
    """

    category: str = ANY
    engine: str = ANY
    voice: str = ANY
    misheard: str = ANY
    words: str = ""


class Catalog:
    """The entries of a dataset over one channel."""

    def __init__(
        self,
        files: Callable[[str], Sequence[Opened]],
        channel: str = CLEAN,
        recognizers: Sequence[str] = (),
    ) -> None:
        """Reads nothing yet.

        Args:
            files: config -> what opens its files.
            channel: as the build names it.
            recognizers: those that heard this channel, as configs name them.
        """
        self.channel = channel
        self.recognizers = tuple(recognizers)
        self._files = files
        self.sounds = Once(self._sounds)
        self.cards = Once(self._cards)
        self.by_id = Once(lambda: {card.id: card for card in self.cards()})

    def _sounds(self) -> Sounds:
        arm = "audio" if self.channel == CLEAN else f"audio@{self.channel}"
        return Sounds(self._files(config_of(arm)))

    def _cards(self) -> tuple[Card, ...]:
        """All entries, in the dataset's order."""
        voices: dict[str, list[Voice]] = {}
        for utterance_id, voice in self.sounds().voices.items():
            voices.setdefault(utterance_id.partition("/")[0], []).append(voice)
        lost = {name: self._lost(name) for name in self.recognizers}
        return tuple(
            _card(row, tuple(voices.get(row["id"], ())), lost)
            for row in _rows(self._files("text"), ("id", "category", "turns"))
        )

    def voice(self, utterance_id: str) -> Voice:
        """Who spoke an utterance."""
        return self.sounds().voices.get(utterance_id, NOBODY)

    def transcripts_config(self, recognizer: str) -> str:
        """The config of a recogniser's transcripts of this channel."""
        suffix = "" if self.channel == CLEAN else f"@{self.channel}"
        return config_of(f"transcript:{recognizer}{suffix}")

    def find(self, wish: Wish) -> list[Card]:
        """The entries that fit a wish."""
        words = wish.words.lower().split()
        return [card for card in self.cards() if _fits(card, wish, words)]

    def _lost(self, recognizer: str) -> dict[str, tuple[Entity, ...]]:
        """Entry id -> the values that a recogniser lost."""
        files = self._files(self.transcripts_config(recognizer))
        return {
            row["id"]: tuple(
                entity
                for one in row["utterances"] or ()
                if "false" in (one["entities"] or "")  # to most nothing happened: spares reading
                for entity in entities(one["entities"])
                if entity.heard is False
            )
            for row in _rows(files, ("id", "utterances.list.element.entities"))
        }


def _card(
    row: Mapping[str, Any],
    voices: tuple[Voice, ...],
    lost: Mapping[str, Mapping[str, tuple[Entity, ...]]],
) -> Card:
    mine = {name: found[row["id"]] for name, found in lost.items() if row["id"] in found}
    texts = [one["content"] for turn in row["turns"] for one in turn if one["role"] == "user"]
    values = sorted({entity.value for found in mine.values() for entity in found})
    return Card(
        id=row["id"],
        category=row["category"],
        request=texts[0] if texts else "",
        voices=voices,
        lost=mine,
        search="\n".join([row["id"], *texts, *values]).lower(),
    )


def _fits(card: Card, wish: Wish, words: Sequence[str]) -> bool:
    return (
        wish.category in (ANY, card.category)
        and (not wish.engine or any(one.engine == wish.engine for one in card.voices))
        and (not wish.voice or any(one.voice == wish.voice for one in card.voices))
        and _misheard(card, wish.misheard)
        and all(word in card.search for word in words)
    )


def _misheard(card: Card, wanted: str) -> bool:
    if not wanted:
        return True
    if wanted == NOTHING_LOST:
        return bool(card.lost) and not any(card.lost.values())
    kind, _, name = wanted.partition(":")
    if kind == "by":
        return bool(card.lost.get(name))
    return any(entity.type == name for found in card.lost.values() for entity in found)


def _rows(files: Iterable[Opened], columns: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    for opened in files:
        with pq.ParquetFile(opened()) as file:
            for batch in file.iter_batches(columns=list(columns)):
                yield from batch.to_pylist()
