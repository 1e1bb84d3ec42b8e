"""Counts what a build made, row by row, for its card."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from .channel.names import CLEAN
from .records import Paraphrase, Sound, System


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
    `channel_wer` and `channel_survival` by (channel, recogniser), over primary clips. A survival
    value is 1 for a ground-truth value that was heard, else 0; `audible` is 1 for an utterance,
    and `audible_by_type` for a value, that at least one recogniser got. `not_run` counts the
    entries that each failing system cost.
    """

    entries: Counter[str] = field(default_factory=Counter)
    utterances: Counter[str] = field(default_factory=Counter)
    silent_entries: Counter[str] = field(default_factory=Counter)
    why_not: Counter[str] = field(default_factory=Counter)
    rewriters: Counter[str] = field(default_factory=Counter)
    fell_back: int = 0
    whitelists_by_rules: int = 0
    durations_s: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    clip_bytes: int = 0
    wer: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    survival: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    survival_by_type: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    channel_wer: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    channel_survival: defaultdict[tuple[str, str], Mean] = field(default_factory=_means)
    audible: Mean = field(default_factory=Mean)
    audible_by_type: defaultdict[str, Mean] = field(default_factory=lambda: defaultdict(Mean))
    flagged: Counter[str] = field(default_factory=Counter)
    empty: Counter[str] = field(default_factory=Counter)
    not_run: Counter[System] = field(default_factory=Counter)

    def add_entry(self, category: str, said: Sequence[Paraphrase]) -> None:
        """Counts an entry and how its utterances fared before speech."""
        self.entries[category] += 1
        self.utterances[category] += len(said)
        silent = [one for one in said if not one.speakable]
        self.silent_entries[category] += bool(silent)
        self.why_not.update(one.why_not for one in silent)
        for one in said:
            if one.speakable:
                self._add_wording(one)

    def add_sound(self, sound: Sound) -> None:
        """Counts a clip, and what every recogniser made of it."""
        if sound.clip is None:
            return
        if sound.channel == CLEAN:
            self.durations_s[sound.choice.spec, sound.choice.voice].add(sound.clip.duration_s)
            self.clip_bytes += len(sound.clip.audio)
            self._add_hearings(sound)
        if sound.primary:
            self._add_primary(sound)

    def _add_wording(self, said: Paraphrase) -> None:
        self.rewriters[said.style.get("rewriter", "")] += 1
        self.fell_back += "fell_back" in said.style
        self.whitelists_by_rules += "whitelist_why" in said.style

    def _add_hearings(self, sound: Sound) -> None:
        for one in sound.heard:
            self.wer[sound.choice.spec, one.asr].add(one.wer)
            for entity in one.entities:
                self.survival[sound.choice.spec, one.asr].add(entity["heard"])
                self.survival_by_type[entity["type"], one.asr].add(entity["heard"])

    def _add_primary(self, sound: Sound) -> None:
        clean = sound.channel == CLEAN
        for one in sound.heard:
            self.channel_wer[sound.channel, one.asr].add(one.wer)
            for entity in one.entities:
                self.channel_survival[sound.channel, one.asr].add(entity["heard"])
            if one.flagged:
                self.empty[f"{one.asr}{'' if clean else f' over {sound.channel}'}"] += 1
        if not clean:
            return
        if sound.flagged:
            self.flagged[sound.flagged] += 1
        if sound.heard:
            self.audible.add(sound.heard[0].audible)
            for entity in sound.heard[0].entities:
                self.audible_by_type[entity["type"]].add(entity["audible"])
