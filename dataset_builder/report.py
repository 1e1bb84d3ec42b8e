"""What a build is going to do, and what it did, for a person and for a program."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from .channel.names import CLEAN


@dataclass(frozen=True, slots=True)
class Plan:
    """What a build would do: how many clips of each engine, transcripts of each recogniser."""

    entries: Mapping[str, int]
    utterances: int
    unspeakable: Mapping[str, int]
    silent_entries: int
    clips: Mapping[str, int]
    transcripts: Mapping[str, int]
    channels: Mapping[str, int]
    words: int

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """A few lines."""
        lines = [
            f"{sum(self.entries.values())} entries, {self.utterances} utterances: "
            + _counts(self.entries),
            f"{sum(self.unspeakable.values())} utterances cannot be spoken "
            f"({self.silent_entries} entries have no clips)",
            f"clips to have, {self.words:,} words: {_counts(self.clips)}",
            *self._sent(),
            f"transcripts to have: {_counts(self.transcripts)}",
        ]
        return "\n".join(lines)

    def _sent(self) -> list[str]:
        sent = {name: count for name, count in self.channels.items() if name != CLEAN}
        return [f"clips to send through channels: {_counts(sent)}"] if sent else []


@dataclass(frozen=True, slots=True)
class Failure:
    """An engine or recogniser that did not do its work on an utterance, retries included."""

    utterance_id: str
    system: str
    why: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a build made."""

    folder: str
    entries: int
    utterances: int
    silent_entries: int
    clips: int
    configs: Mapping[str, int]
    failures: tuple[Failure, ...]

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """A few lines; failures by system, with the first reason."""
        lines = [
            f"{self.folder}: {self.entries} entries, {self.utterances} utterances, "
            f"{self.clips} clips; {self.silent_entries} entries cannot be spoken",
            f"configs: {', '.join(self.configs)}",
        ]
        for system in sorted({failure.system for failure in self.failures}):
            failed = [failure for failure in self.failures if failure.system == system]
            lines.append(
                f"{system} failed on {len(failed)} utterances (first: {failed[0].utterance_id}: "
                f"{failed[0].why}); run the same command again to complete their entries"
            )
        return "\n".join(lines)


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
