"""Fills the folder's tables, entry by entry, and closes it with its card and manifest."""

import hashlib
import importlib.metadata
from collections.abc import Mapping, Sequence
from pathlib import PurePath

from bfcl_audio.release import RELEASE

from . import card, rows, schema, source
from .config import BuildConfig
from .engines.base import Recognizer, SpeechEngine, slug
from .engines.catalogue import engine, recognizer
from .perform import Sound, voice
from .records import Clip, Entry, Paraphrase, Utterance
from .report import Failure, Report
from .schema import CLEAN, config_name
from .tally import Tally
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
            spec: folder.table(clips_path(slug(spec)), schema.clip_features()) for spec in build.tts
        }
        self._transcripts = {
            spec: folder.table(transcripts_path(slug(spec)), schema.transcript_features())
            for spec in build.asr
        }

    def add(self, entry: Entry, said: Sequence[Paraphrase], sounds: Mapping[str, Sound]) -> None:
        """Adds one entry to every table that it belongs in.

        An entry with an utterance that cannot be spoken has no clips and no transcripts; one on
        which a system failed lacks that system's rows, and is reported.

        Args:
            entry: as BFCL wrote it.
            said: its paraphrases, in order.
            sounds: spoken text -> what became of it.
        """
        spoken = source.utterances(entry)
        self._tally.add_entry(entry.category, said)
        self._text.add(rows.text_row(entry, spoken))
        self._paraphrases.add(rows.paraphrase_row(entry, said))
        if not all(one.speakable for one in said):
            return
        parts = [(one, sounds[words.spoken]) for one, words in zip(spoken, said, strict=True)]
        failed = self._report_failures(parts)
        if failed & set(self._build.tts):
            return
        for utterance, sound in parts:
            self._add_clip(utterance, sound)
        for spec in self._build.asr:
            if spec not in failed:
                heard = [sound.heard[utterance.utterance_id, spec] for utterance, sound in parts]
                self._transcripts[spec].add(rows.transcript_row(entry, heard))

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

    def _report_failures(self, parts: Sequence[tuple[Utterance, Sound]]) -> set[str]:
        """The systems that failed on an entry; each is noted and counted once."""
        failed: set[str] = set()
        for utterance, sound in parts:
            for spec, why in sound.failures.items():
                self._failures.append(Failure(utterance.utterance_id, spec, why))
                failed.add(spec)
        self._tally.not_run.update(failed)
        return failed

    def _add_clip(self, utterance: Utterance, sound: Sound) -> None:
        said, choice = voice(sound.job), sound.job.choice
        clip = Clip(
            utterance_id=utterance.utterance_id,
            text=said.text,
            engine=choice.spec,
            voice=choice.voice,
            channel=CLEAN,
            audio=said.audio,
            duration_s=said.duration_s,
            primary=True,
        )
        self._clips[choice.spec].add(rows.clip_row(utterance, clip))
        self._tally.add_clip(clip)
        heard = [sound.heard[key] for key in sound.heard if key[0] == utterance.utterance_id]
        self._tally.add_transcripts(choice.spec, heard)

    def _configs(self, files: Mapping[str, str]) -> list[card.Config]:
        """Every config with the glob of its files; `audio` holds the clips of all engines.

        One without rows is not listed: `datasets` cannot load it.
        """
        clips = sum(table.rows for table in self._clips.values())
        found = [
            ("text", ENTRY, TEXT, self._text.rows),
            ("paraphrases", ENTRY, PARAPHRASES, self._paraphrases.rows),
            ("audio", UTTERANCE, clips_path("*"), clips),
        ]
        found += [
            (config_name("audio", spec), UTTERANCE, clips_path(slug(spec)), table.rows)
            for spec, table in self._clips.items()
        ]
        found += [
            (config_name("transcripts", spec), ENTRY, transcripts_path(slug(spec)), table.rows)
            for spec, table in self._transcripts.items()
        ]
        return [
            _config(name, row, f"{path}/*.parquet", count, files)
            for name, row, path, count in found
            if count
        ]


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
