"""Counts what a build made, row by row, for its card."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from .channel.names import CLEAN
from .records import Clip, Paraphrase, Transcript


@dataclass(slots=True)
class Mean:
    """A running mean; `n` of 0 has none."""

    total: float = 0.0
    n: int = 0

    def add(self, value: float) -> None:
        """Takes one value."""
        self.total += value
        self.n += 1


def _means() -> defaultdict[tuple[str, str], Mean]:
    return defaultdict(Mean)


@dataclass(slots=True)
class Tally:
    """Figures of one build.

    `durations_s` is keyed by (engine, voice), `wer` and `survival` by (engine, recogniser),
    `survival_by_type` by (entity type, recogniser), all of these over clean clips only;
    `channel_wer` and `channel_survival` by (channel, recogniser); a survival value is 1 for a
    ground-truth value that was heard, else 0. `not_run` counts the entries that each failing
    system cost.
    """

    entries: Counter[str] = field(default_factory=Counter)
    utterances: Counter[str] = field(default_factory=Counter)
    silent_entries: Counter[str] = field(default_factory=Counter)
    why_not: Counter[str] = field(default_factory=Counter)
    rewriters: Counter[str] = field(default_factory=Counter)
    durations_s: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    wer: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    survival: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    survival_by_type: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    channel_wer: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    channel_survival: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    audible: Mean = field(default_factory=Mean)
    flags: Counter[tuple[str, str]] = field(default_factory=Counter)
    not_run: Counter[str] = field(default_factory=Counter)

    def add_entry(self, category: str, said: Sequence[Paraphrase]) -> None:
        """Counts an entry and how its utterances fared before speech."""
        self.entries[category] += 1
        self.utterances[category] += len(said)
        silent = [one for one in said if not one.speakable]
        self.silent_entries[category] += bool(silent)
        self.why_not.update(one.why_not for one in silent)
        self.rewriters.update(one.style.get("rewriter", "") for one in said if one.speakable)

    def add_clip(self, clip: Clip) -> None:
        """Counts a clip and its seconds."""
        self.durations_s[clip.engine, clip.voice].add(clip.duration_s)

    def add_channel(self, channel: str, heard: Sequence[Transcript]) -> None:
        """Counts what every recogniser made of one clip that came through a channel."""
        for one in heard:
            self.channel_wer[channel, one.asr].add(one.wer)
            for entity in one.entities:
                self.channel_survival[channel, one.asr].add(entity["heard"])
            if one.flagged:
                place = "" if channel == CLEAN else f" over {channel}"
                self.flags[f"{one.asr}{place}", one.flagged] += 1

    def add_transcripts(self, engine: str, heard: Sequence[Transcript]) -> None:
        """Counts what every recogniser made of one clip."""
        for one in heard:
            self.wer[engine, one.asr].add(one.wer)
            for entity in one.entities:
                self.survival[engine, one.asr].add(entity["heard"])
                self.survival_by_type[entity["type"], one.asr].add(entity["heard"])
        if heard:
            self.audible.add(heard[0].audible)
