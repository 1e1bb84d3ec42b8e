"""Fills the folder's tables, entry by entry, and closes it with its card and manifest."""

import hashlib
import importlib.metadata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from bfcl_audio.release import RELEASE

from . import card, rows, schema, source
from .channel.names import CLEAN
from .config import BuildConfig
from .engines.base import Recognizer, SpeechEngine, slug
from .engines.catalogue import engine, recognizer
from .perform import Sound, voice
from .records import Clip, Entry, Paraphrase, Utterance
from .report import Failure, Report
from .schema import config_name
from .tally import Tally
from .write import Folder

ENTRY, UTTERANCE = "an entry", "an utterance"
TEXT, PARAPHRASES = "text", "paraphrases"

Sounds = Mapping[tuple[str, str], Sound]
"""(channel, spoken text) -> what became of it; a text that could not be spoken is clean only."""


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

    def add(self, entry: Entry, said: Sequence[Paraphrase], sounds: Sounds) -> None:
        """Adds one entry to every table that it belongs in.

        An entry with an utterance that cannot be spoken has no clips and no transcripts; one on
        which a system failed lacks that system's rows, and is reported.

        Args:
            entry: as BFCL wrote it.
            said: its paraphrases, in order.
            sounds: what became of every text.
        """
        spoken = source.utterances(entry)
        self._tally.add_entry(entry.category, said)
        self._text.add(rows.text_row(entry, spoken))
        self._paraphrases.add(rows.paraphrase_row(entry, said))
        if not all(one.speakable for one in said):
            return
        failed: set[str] = set()
        for channel in self._build.channels:
            found = [sounds.get((channel, words.spoken)) for words in said]
            parts = [(one, sound) for one, sound in zip(spoken, found, strict=True) if sound]
            failed |= self._add_sounds(entry, channel, parts)
            if channel == CLEAN and failed & set(self._build.tts):
                break
        self._tally.not_run.update(failed)

    def finish(self) -> Report:
        """Closes the tables, writes card and manifest, and puts the folder in its place."""
        files = self._folder.close_tables()
        configs = self._configs(files)
        text = card.render(
            self._tally,
            build=self._build,
            release=RELEASE,
            configs=configs,
            engines=[_system(spec, engine(spec)) for spec in self._build.tts],
            recognisers=[_system(spec, recognizer(spec)) for spec in self._build.asr],
            versions={"bfcl-audio": importlib.metadata.version("bfcl-audio"), "bfcl-eval": RELEASE},
        )
        manifest = {
            "command": card.command(self._build),
            "channels": list(self._build.channels),
            "configs": {config.name: config.path for config in configs},
            "files": files,
        }
        self._folder.finish(text, manifest)
        return Report(
            folder=str(self._folder.out),
            entries=self._text.rows,
            utterances=self._tally.utterances.total(),
            silent_entries=self._tally.silent_entries.total(),
            clips=sum(table.rows for table in self._clips.values()),
            configs={config.name: config.rows for config in configs},
            failures=tuple(self._failures),
        )

    def _add_sounds(
        self, entry: Entry, channel: str, parts: Sequence[tuple[Utterance, Sound]]
    ) -> set[str]:
        """Adds an entry's clips and transcripts of one channel; returns the systems that failed."""
        failed = self._report_failures(parts)
        if failed & set(self._build.tts):
            return failed
        for utterance, sound in parts:
            self._add_clip(utterance, sound)
        for spec in self._build.asr:
            if spec not in failed:
                heard = [sound.heard[utterance.utterance_id, spec] for utterance, sound in parts]
                self._transcripts[channel, spec].add(rows.transcript_row(entry, heard))
        return failed

    def _report_failures(self, parts: Sequence[tuple[Utterance, Sound]]) -> set[str]:
        """The systems that failed on an entry; each is noted."""
        failed: set[str] = set()
        for utterance, sound in parts:
            for spec, why in sound.failures.items():
                over = "" if sound.job.channel == CLEAN else f"{sound.job.channel}: "
                self._failures.append(Failure(utterance.utterance_id, spec, over + why))
                failed.add(spec)
        return failed

    def _add_clip(self, utterance: Utterance, sound: Sound) -> None:
        said, choice = voice(sound.job), sound.job.choice
        clip = Clip(
            utterance_id=utterance.utterance_id,
            text=said.text,
            engine=choice.spec,
            voice=choice.voice,
            channel=sound.job.channel,
            audio=said.audio,
            duration_s=said.duration_s,
            primary=True,
        )
        self._clips[clip.channel, choice.spec].add(rows.clip_row(utterance, clip))
        heard = [sound.heard[key] for key in sound.heard if key[0] == utterance.utterance_id]
        self._tally.add_channel(clip.channel, heard)
        if clip.channel == CLEAN:
            self._tally.add_clip(clip)
            self._tally.add_transcripts(choice.spec, heard)

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


def _system(spec: str, made: SpeechEngine | Recognizer) -> card.System:
    return card.System(spec, made.version, made.licence)
