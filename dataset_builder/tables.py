"""Fills the folder's tables, entry by entry, and closes it with its card and manifest."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from bfcl_audio.release import RELEASE
from bfcl_audio.version import __version__

from . import card, rows, schema, source
from .calls import Kind
from .channel.names import CLEAN
from .config import BuildConfig
from .engines.base import Recognizer, SpeechEngine, slug
from .engines.catalogue import elsewhere, engine, recognizer
from .finished import inputs
from .maker import Maker
from .prices import price_text
from .records import Entry, Sound, System, Utterance
from .report import Failure, Report
from .schema import config_name
from .tally import Tally
from .wording import Worded
from .write import Folder

ENTRY, UTTERANCE = "an entry", "an utterance"
TEXT, PARAPHRASES = "text", "paraphrases"


class Tables:
    """The tables of one build; rows come in the entries' order, whoever made them."""

    def __init__(self, folder: Folder, build: BuildConfig) -> None:
        self._folder, self._build = folder, build
        self._tally = Tally()
        self._failures: list[Failure] = []
        self._text = folder.table(TEXT, schema.text_features())
        self._paraphrases = folder.table(PARAPHRASES, schema.paraphrase_features())
        self._clips = {
            (channel, spec): folder.table(clips_path(slug(spec), channel), schema.clip_features())
            for channel in build.channels
            for spec in build.tts
        }
        self._transcripts = {
            (channel, spec): folder.table(
                transcripts_path(slug(spec), channel), schema.transcript_features()
            )
            for channel in build.channels
            for spec in build.asr
        }

    def add(self, worded: Worded, sounds: Sequence[Sequence[Sound]]) -> None:
        """Adds one entry to every table that it belongs in.

        An entry with an utterance that cannot be spoken has no clips and no transcripts; one on
        which a system failed lacks that system's rows, and is reported.

        Args:
            worded: the entry and what a caller says.
            sounds: what became of each utterance, in order; none if it cannot be spoken.
        """
        entry = worded.entry
        spoken = source.utterances(entry)
        self._tally.add_entry(entry.category, worded.said)
        self._text.add(rows.text_row(entry, spoken))
        if worded.failure:
            self._note(entry.id, {("paraphrase", self._build.rewriter): worded.failure})
            self._tally.not_run["paraphrase", self._build.rewriter] += 1
            return
        self._paraphrases.add(rows.paraphrase_row(entry, worded.said))
        every = [
            (one, sound) for one, found in zip(spoken, sounds, strict=False) for sound in found
        ]
        failed: set[System] = set()
        for channel in self._build.channels:
            parts = [(u, sound) for u, sound in every if sound.primary and sound.channel == channel]
            failed |= self._add_sounds(entry, channel, parts)
        self._tally.not_run.update(failed)
        for utterance, sound in every:
            if not sound.primary:
                self._note(utterance.utterance_id, sound.failures)
                self._add_clip(utterance, sound)

    def finish(self, maker: Maker) -> Report:
        """Closes the tables, writes card and manifest, and puts the folder in its place.

        Args:
            maker: which made what is in them, and knows what that took.
        """
        files = self._folder.close_tables()
        configs = self._configs(files)
        text = card.render(
            self._tally,
            build=self._build,
            release=RELEASE,
            configs=configs,
            engines=[_system("speech", spec, engine(spec)) for spec in self._build.tts],
            recognisers=[_system("transcript", spec, recognizer(spec)) for spec in self._build.asr],
            versions={"bfcl-audio": __version__, "bfcl-eval": RELEASE},
        )
        report = Report(
            folder=str(self._folder.out),
            entries=self._text.rows,
            utterances=self._tally.utterances.total(),
            silent_entries=self._tally.silent_entries.total(),
            clips=sum(table.rows for table in self._clips.values()),
            configs={config.name: config.rows for config in configs},
            failures=tuple(self._failures),
            flagged=dict(self._tally.flagged),
        )
        manifest = {
            "inputs": inputs(self._build),
            "report": None if report.failures else report.counts(),
            "command": card.command(self._build),
            "channels": list(self._build.channels),
            "configs": {config.name: config.path for config in configs},
            "files": files,
        }
        self._folder.finish(text, manifest)
        return replace(
            report,
            damaged=tuple(map(str, maker.store.damaged)),
            spent={one: used for one, used in maker.gate.spent.items() if elsewhere(*one)},
        )

    def _add_sounds(
        self, entry: Entry, channel: str, parts: Sequence[tuple[Utterance, Sound]]
    ) -> set[System]:
        """Adds an entry's clips and transcripts of one channel; returns the systems that failed."""
        failed: set[System] = set()
        for utterance, sound in parts:
            over = "" if channel == CLEAN else f"{channel}: "
            self._note(utterance.utterance_id, sound.failures, over)
            failed |= sound.failures.keys()
        if not parts or any(sound.clip is None for _, sound in parts):
            return failed
        for utterance, sound in parts:
            self._add_clip(utterance, sound)
        for spec in self._build.asr:
            if ("transcript", spec) not in failed:
                heard = [one for _, sound in parts for one in sound.heard if one.asr == spec]
                self._transcripts[channel, spec].add(rows.transcript_row(entry, heard))
        return failed

    def _note(self, where: str, failures: Mapping[System, str], over: str = "") -> None:
        for (kind, spec), why in failures.items():
            self._failures.append(Failure(where, kind, spec, over + why))

    def _add_clip(self, utterance: Utterance, sound: Sound) -> None:
        if sound.clip is not None:
            table = self._clips[sound.channel, sound.choice.spec]
            table.add(rows.clip_row(utterance, sound, sound.clip))
            self._tally.add_sound(sound)

    def _configs(self, files: Mapping[str, str]) -> list[card.Config]:
        """Every config with the glob of its files; `audio` holds the clips of all engines.

        One without rows is not listed: `datasets` cannot load it.
        """
        found = [
            ("text", ENTRY, TEXT, self._text.rows),
            ("paraphrases", ENTRY, PARAPHRASES, self._paraphrases.rows),
        ]
        for channel in self._build.channels:
            found += self._sound_configs(channel)
        return [
            _config(name, row, f"{path}/*.parquet", count, files)
            for name, row, path, count in found
            if count
        ]

    def _sound_configs(self, channel: str) -> Iterator[tuple[str, str, str, int]]:
        """Name, row, path and number of rows of one channel's configs."""
        clips = {spec: self._clips[channel, spec].rows for spec in self._build.tts}
        name = config_name("audio", channel=channel)
        yield name, UTTERANCE, clips_path("*", channel), sum(clips.values())
        for spec, count in clips.items():
            name = config_name("audio", spec, channel)
            yield name, UTTERANCE, clips_path(slug(spec), channel), count
        for spec in self._build.asr:
            name = config_name("transcripts", spec, channel)
            path = transcripts_path(slug(spec), channel)
            yield name, ENTRY, path, self._transcripts[channel, spec].rows


def clips_path(engine: str, channel: str = CLEAN) -> str:
    """Where the clips of one engine and channel lie, below the folder."""
    return f"audio/{slug(channel)}/{engine}"


def transcripts_path(asr: str, channel: str = CLEAN) -> str:
    """Where one recogniser's transcripts of one channel lie, below the folder."""
    return f"transcripts/{slug(channel)}/{asr}"


def _config(name: str, row: str, pattern: str, count: int, files: Mapping[str, str]) -> card.Config:
    mine = [f"{path} {digest}" for path, digest in files.items() if PurePath(path).match(pattern)]
    content = hashlib.sha256("\n".join(mine).encode()).hexdigest()[:16]
    return card.Config(name, row, pattern, count, content)


def _system(kind: Kind, spec: str, made: SpeechEngine | Recognizer) -> card.System:
    return card.System(spec, made.version, made.licence, price_text(kind, spec))
