"""Runs as the Space reads them: where lines stand, verdicts, and one line when asked for."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from bfcl_audio.errors import BfclAudioError, InputError
from bfcl_audio.isolation import Isolation
from bfcl_audio.report import arms
from bfcl_audio.report.compose import references_of
from bfcl_audio.report.episodes import Episode, episode_of
from bfcl_audio.report.judged import Judged, Score, judge
from bfcl_audio.scoring import EntryVerdict, verdicts

from .once import Once

Key = tuple[str, str, int]  # slot, entry id, repeat
_AT_ONCE = 500  # lines that are judged together


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a run: where it stands, and what it is about."""

    path: Path
    start: int
    length: int
    id: str
    agent: str
    arm: str
    judge: str
    repeat: int
    done: bool

    @property
    def slot(self) -> str:
        """Agent, arm and judge in one word, as links and lists name them."""
        return f"{self.agent} · {self.arm} · {self.judge}"

    @property
    def key(self) -> Key:
        """What no other line shares."""
        return self.slot, self.id, self.repeat


class Runs:
    """The lines of some runs; texts stay in the files until they are shown.

    Attributes:
        scored: how many verdicts of `judged` are there already.
    """

    def __init__(self, paths: Sequence[Path], known: "References") -> None:
        """Reads nothing yet.

        Args:
            paths: files that `bfcl-audio run` wrote.
            known: the references of the dataset.
        """
        self.paths = tuple(paths)
        self._known = known
        self.lines = Once(self._lines)
        self.by_slot = Once(self._by_slot)
        self.judged = Once(self._all_judged)
        self.verdicts = Once(self._verdicts)
        self.not_run = Once(self._not_run)
        self.scored = 0

    def _lines(self) -> Mapping[Key, Line]:
        """Key -> line; of one that was run again, the last."""
        return {line.key: line for path in self.paths for line in _lines(path)}

    def _by_slot(self) -> Mapping[str, Sequence[Line]]:
        """The first run of each entry by agent, arm and judge: models first, then by arm."""
        slots: dict[str, dict[str, Line]] = {}
        for line in self.lines().values():
            slots.setdefault(line.slot, {}).setdefault(line.id, line)
        ordered = sorted(slots.items(), key=lambda item: _order(next(iter(item[1].values()))))
        return {slot: list(lines.values()) for slot, lines in ordered}

    def _all_judged(self) -> tuple[Judged, ...]:
        """The verdict on every line that ran to the end; of its conversation nothing is kept.

        Worked out in another process, so that visitors need not wait for this one meanwhile.
        """
        lines = [line for line in self.lines().values() if line.done]
        found: list[Judged] = []
        with Isolation() as elsewhere:
            elsewhere.call(os.nice, 10)
            for start in range(0, len(lines), _AT_ONCE):
                some = [_episode(line) for line in lines[start : start + _AT_ONCE]]
                judged = self._judge(some, partial(_elsewhere, elsewhere))
                found += [_slim(one) for one in judged]
                self.scored = len(found)
        return tuple(found)

    def _not_run(self) -> tuple[Episode, ...]:
        """The episodes that were not run to the end, without their conversations."""
        return tuple(_wordless(_episode(line)) for line in self.lines().values() if not line.done)

    def _verdicts(self) -> Mapping[Key, Judged]:
        return {key_of(one.episode): one for one in self.judged()}

    def read(self, line: Line) -> tuple[Episode, Judged | None]:
        """One line in full, and its verdict; None if it did not run to the end."""
        episode = _episode(line)
        judged = self._judge([episode]) if episode.done else ()
        return episode, next(iter(judged), None)

    def _judge(self, episodes: Sequence[Episode], score: Score = verdicts) -> Sequence[Judged]:
        known = {one.id: text for one in episodes if (text := self._known.get(one.id))}
        judged, _ = judge(episodes, references_of(episodes, known), score=score)
        return judged


class References:
    """Entry id -> reference as JSON text, read when first asked for."""

    def __init__(self, read: Callable[[], Mapping[str, str]] = dict) -> None:
        """Of no dataset by itself: scoring then asks BFCL."""
        self._rows = Once(read)

    def get(self, entry_id: str) -> str | None:
        """The reference of an entry; None if it is not known here."""
        return self._rows().get(entry_id)


def _elsewhere(
    process: Isolation, answers: Sequence[object], texts: Sequence[object], *, workers: int
) -> Sequence[EntryVerdict]:
    """`verdicts`, worked out by another process; it uses no further ones."""
    return process.call(verdicts, answers, texts)


def key_of(episode: Episode) -> Key:
    """The key of the line that an episode was read from."""
    slot = f"{episode.agent} · {episode.arm} · {episode.judge}"
    return slot, episode.id, episode.repeat


def _lines(path: Path) -> Iterator[Line]:
    try:
        with path.open("rb") as file:
            start = 0
            for raw in file:
                if (line := _line(path, start, raw)) is not None:
                    yield line
                start += len(raw)
    except OSError as error:
        raise InputError(f"cannot read the run {path}: {error.strerror or error}") from None


def _line(path: Path, start: int, raw: bytes) -> Line | None:
    """What a line is about; None for one that is empty, cut off or no trajectory."""
    try:
        record = json.loads(raw)
        episode = episode_of(record, f"{path.name}")
    except (ValueError, RecursionError, BfclAudioError):
        return None
    return Line(
        path, start, len(raw), episode.id, episode.agent, episode.arm, episode.judge,
        episode.repeat, episode.done,
    )  # fmt: skip


def _episode(line: Line) -> Episode:
    with line.path.open("rb") as file:
        file.seek(line.start)
        return episode_of(json.loads(file.read(line.length)), line.path.name)


def _slim(judged: Judged) -> Judged:
    """A verdict without the conversation that led to it."""
    return replace(judged, episode=_wordless(judged.episode))


def _wordless(episode: Episode) -> Episode:
    utterances = tuple(
        replace(one, written="", said="", transcript=None, transcripts={}, whitelist={})
        for one in episode.utterances
    )
    return replace(episode, messages=(), answer=None, utterances=utterances)


def _order(line: Line) -> tuple[object, ...]:
    return (*arms.models_first(line.agent), *arms.order(line.arm), line.judge)
