"""What a build is going to do, and what it did, for a person and for a program."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from .budget import Spent, usd
from .channel.names import CLEAN
from .quote import Quote
from .records import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a build would do: how many clips of each engine, and what it would ask of whom.

    Attributes:
        entries: how many of each category.
        utterances: of all entries.
        unspeakable: why utterances cannot be spoken, and how many.
        silent_entries: those that have one, and therefore no clips.
        clips: distinct texts of each engine: the primary clips.
        words: of those texts.
        channels: through which every clip goes.
        quote: calls, sound and dollars of each system.
    """

    entries: Mapping[str, int]
    utterances: int
    unspeakable: Mapping[str, int]
    silent_entries: int
    clips: Mapping[str, int]
    words: int
    channels: tuple[str, ...]
    quote: Quote

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {**asdict(self), "quote": self.quote.as_json()}

    def __str__(self) -> str:
        """A few lines."""
        sent = [name for name in self.channels if name != CLEAN]
        lines = [
            f"{sum(self.entries.values())} entries, {self.utterances} utterances: "
            + _counts(self.entries),
            f"{sum(self.unspeakable.values())} utterances cannot be spoken "
            f"({self.silent_entries} entries have no clips)",
            f"distinct texts to be voiced, {self.words:,} words: {_counts(self.clips)}",
            *([f"each also through: {', '.join(sent)}"] if sent else []),
            "",
            str(self.quote),
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Failure:
    """A system that did not do its work on an utterance (or an entry), retries included."""

    utterance_id: str
    kind: str
    system: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a build made.

    Attributes:
        folder: where it is.
        entries: in it.
        utterances: in it.
        silent_entries: those that have no clips, as an utterance of theirs cannot be spoken.
        clips: in it.
        configs: rows of each.
        failures: what a rerun has to complete.
        flagged: how many clips are `remade` or `unheard`.
        damaged: files of the store that did not match their hash, and were made again.
        spent: what each vendor was asked for.
    """

    folder: str
    entries: int
    utterances: int
    silent_entries: int
    clips: int
    configs: Mapping[str, int]
    failures: tuple[Failure, ...] = ()
    flagged: Mapping[str, int] = field(default_factory=dict)
    damaged: tuple[str, ...] = ()
    spent: Mapping[System, Spent] = field(default_factory=dict)

    def counts(self) -> dict[str, object]:
        """What is in the folder, wherever it lies and whatever it took."""
        every = asdict(self)
        return {key: every[key] for key in _COUNTS}

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        spent = [
            {"kind": kind, "spec": spec, **asdict(used)}
            for (kind, spec), used in self.spent.items()
        ]
        return {**asdict(self), "spent": spent}

    def __str__(self) -> str:
        """A few lines; failures by system, with the first reason."""
        lines = [
            f"{self.folder}: {self.entries} entries, {self.utterances} utterances, "
            f"{self.clips} clips; {self.silent_entries} entries cannot be spoken",
            f"configs: {', '.join(self.configs)}",
        ]
        lines += [f"{count} clips are flagged {flag}" for flag, count in self.flagged.items()]
        if self.damaged:
            lines.append(
                f"{len(self.damaged)} kept results were damaged and made again "
                f"(first: {self.damaged[0]})"
            )
        lines += [_spent(system, used) for system, used in self.spent.items()]
        for kind, spec in sorted({(one.kind, one.system) for one in self.failures}):
            failed = [one for one in self.failures if (one.kind, one.system) == (kind, spec)]
            lines.append(
                f"{label(kind, spec)} failed on {len(failed)} "
                f"{'entries' if kind == 'paraphrase' else 'utterances'} (first: "
                f"{failed[0].utterance_id}: {failed[0].why}); run the same command again to "
                "complete their entries"
            )
        return "\n".join(lines)


_COUNTS = ("entries", "utterances", "silent_entries", "clips", "configs", "flagged")

_KINDS = {"paraphrase": "rewriter", "speech": "engine", "transcript": "recogniser"}


def label(kind: str, spec: str) -> str:
    """A system for a person: a vendor may be several.

    >>> label("transcript", "openai")
    'recogniser openai'
    """
    return f"{_KINDS[kind]} {spec}"


def _spent(system: System, used: Spent) -> str:
    cost = "at a price we do not know" if used.cost_usd is None else f"{usd(used.cost_usd)} USD"
    return f"{label(*system)}: {used.calls} calls, {cost}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
