"""The recipe: read -> paraphrase -> prove -> whitelist -> speak -> send -> transcribe -> write."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from bfcl_audio.errors import meant

from . import source
from .channel.names import CLEAN, company_size, parse, parse_all
from .company import through
from .config import BuildConfig
from .engines.base import slug
from .engines.catalogue import engine, recognizer
from .errors import OptionError
from .perform import Job, jobs, perform
from .prepare import prepare
from .records import Entry, Paraphrase
from .report import Plan, Report
from .tables import Sounds, Tables
from .workers import run
from .write import Folder

REWRITERS = ("rules",)

Progress = Callable[[str, int, int], None]
Said = Sequence[Sequence[Paraphrase]]
T = TypeVar("T")


def silent(stage: str, done: int, total: int) -> None:
    """Shows no progress."""


def build(
    config: BuildConfig, out: Path, progress: Progress = silent, store: Path | None = None
) -> Report:
    """Builds the dataset folder `out`, or completes what an earlier run began.

    Args:
        config: what to build.
        out: the folder; replaced only when the new one is complete.
        progress: told (stage, done, total) as items finish.
        store: where clips and transcripts are kept; None for the one in our cache.

    Raises:
        InputError: an option, a selection or a folder that cannot be used; `out` is as it was.
        NotReady, ModelError: an engine lacks its package or model.
        WriteError: the disk refused.
        WorkerError: a worker process died.
    """
    config = checked(config)
    with Folder(out) as folder:
        entries = source.read(config)
        said = paraphrase(entries, config, progress)
        sounds = speak_and_transcribe(to_perform(said, config, store), config, progress)
        tables = Tables(folder, config)
        for number, (entry, paraphrases) in enumerate(zip(entries, said, strict=True), 1):
            tables.add(entry, paraphrases, sounds)
            progress("write", number, len(entries))
        return tables.finish()


def plan(config: BuildConfig, progress: Progress = silent) -> Plan:
    """What `build` would do, without a clip made or a file written.

    Raises:
        InputError: as `build`.
    """
    config = checked(config)
    entries = source.read(config)
    said = paraphrase(entries, config, progress)
    work = to_perform(said, config)
    mute = [one for paraphrases in said for one in paraphrases if not one.speakable]
    return Plan(
        entries=dict(Counter(entry.category for entry in entries)),
        utterances=sum(map(len, said)),
        unspeakable=dict(Counter(one.why_not for one in mute)),
        silent_entries=sum(not _speakable(paraphrases) for paraphrases in said),
        clips=dict(Counter(job.choice.spec for job in work)),
        channels=dict.fromkeys(config.channels, len(work)),
        transcripts={spec: len(work) * len(config.channels) for spec in config.asr},
        words=sum(len(job.text.split()) for job in work),
    )


def checked(config: BuildConfig) -> BuildConfig:
    """The options, each channel by its one name; refused before any work is done.

    Raises:
        InputError: says which option, and what it could be.
        NotReady: an engine's package or key is missing.
    """
    if config.limit is not None and config.limit < 1:
        raise OptionError(f"limit is {config.limit}; give at least 1, or none for all entries")
    if config.workers < 1:
        raise OptionError(f"workers is {config.workers}; give at least 1")
    if config.rewriter not in REWRITERS:
        near = meant(config.rewriter, REWRITERS)
        raise OptionError(
            f"unknown rewriter {config.rewriter!r}; {near}known: {', '.join(REWRITERS)}"
        )
    for name, specs, make in (("tts", config.tts, engine), ("asr", config.asr, recognizer)):
        if not specs:
            raise OptionError(f"{name} is empty; name at least one, e.g. {_EXAMPLES[name]}")
        if len({slug(spec) for spec in specs}) < len(specs):
            raise OptionError(f"{name} names one system twice: {', '.join(specs)}")
        for spec in specs:
            make(spec)
    return replace(config, channels=parse_all(config.channels))


_EXAMPLES = {"tts": "hibari", "asr": "moonshine"}


def paraphrase(entries: Sequence[Entry], config: BuildConfig, progress: Progress) -> Said:
    """What a caller says for each utterance of each entry, proved, with its whitelist."""
    work = run(partial(_prepared, seed=config.seed), entries, config.workers)
    found = dict(_shown(work, "paraphrase", len(entries), progress))
    return [found[entry.id] for entry in entries]


def to_perform(said: Said, config: BuildConfig, store: Path | None = None) -> list[Job]:
    """The distinct texts of the entries that can be spoken in full."""
    spoken = (one for paraphrases in said if _speakable(paraphrases) for one in paraphrases)
    work = jobs(spoken, tts=config.tts, asr=config.asr, seed=config.seed, store=store)
    lonely = [name for name in config.channels if len(work) == 1 and company_size(parse(name))]
    if lonely:
        raise OptionError(
            f"channel {lonely[0]} is made of other clips, and this build has one; build more "
            "entries, or use white:10dB or pink:10dB"
        )
    return work


def speak_and_transcribe(work: Sequence[Job], config: BuildConfig, progress: Progress) -> Sounds:
    """What became of every text, clean and through each channel: voice, transcripts, fidelity.

    All is spoken before anything is sent, as clips may be heard beside each other.
    """
    done = _shown(run(perform, work, config.workers), "speak, transcribe", len(work), progress)
    sounds = {(CLEAN, sound.job.text): sound for sound in done}
    spoken = [job for job in work if not sounds[CLEAN, job.text].mute]
    sent = [
        job for channel in config.channels if channel != CLEAN for job in through(spoken, channel)
    ]
    if sent:
        done = _shown(run(perform, sent, config.workers), "send, transcribe", len(sent), progress)
        sounds |= {(sound.job.channel, sound.job.text): sound for sound in done}
    return sounds


def _prepared(entry: Entry, seed: int) -> tuple[str, Sequence[Paraphrase]]:
    return entry.id, prepare(entry, seed)


def _speakable(paraphrases: Iterable[Paraphrase]) -> bool:
    return all(one.speakable for one in paraphrases)


def _shown(items: Iterable[T], stage: str, total: int, progress: Progress) -> Iterator[T]:
    """The items as they come, each told to `progress`."""
    for number, item in enumerate(items, 1):
        progress(stage, number, total)
        yield item
