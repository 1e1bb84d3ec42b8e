"""The recipe: read -> paraphrase -> prove -> whitelist -> speak -> transcribe -> check -> write."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from bfcl_audio.errors import meant

from . import source
from .config import BuildConfig
from .engines.base import slug
from .engines.catalogue import engine, recognizer
from .errors import OptionError
from .perform import Job, Sound, jobs, perform
from .prepare import prepare
from .records import Entry, Paraphrase
from .report import Plan, Report
from .tables import Tables
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
    check(config)
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
    check(config)
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
        transcripts={spec: len(work) for spec in config.asr},
        words=sum(len(job.text.split()) for job in work),
    )


def check(config: BuildConfig) -> None:
    """Refuses options before any work is done.

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


_EXAMPLES = {"tts": "hibari", "asr": "moonshine"}


def paraphrase(entries: Sequence[Entry], config: BuildConfig, progress: Progress) -> Said:
    """What a caller says for each utterance of each entry, proved, with its whitelist."""
    work = run(partial(_prepared, seed=config.seed), entries, config.workers)
    found = dict(_shown(work, "paraphrase", len(entries), progress))
    return [found[entry.id] for entry in entries]


def to_perform(said: Said, config: BuildConfig, store: Path | None = None) -> list[Job]:
    """The distinct texts of the entries that can be spoken in full."""
    spoken = (one for paraphrases in said if _speakable(paraphrases) for one in paraphrases)
    return jobs(spoken, tts=config.tts, asr=config.asr, seed=config.seed, store=store)


def speak_and_transcribe(
    work: Sequence[Job], config: BuildConfig, progress: Progress
) -> dict[str, Sound]:
    """Spoken text -> its clip's voice, transcripts and fidelity."""
    done = _shown(run(perform, work, config.workers), "speak, transcribe", len(work), progress)
    return {sound.job.text: sound for sound in done}


def _prepared(entry: Entry, seed: int) -> tuple[str, Sequence[Paraphrase]]:
    return entry.id, prepare(entry, seed)


def _speakable(paraphrases: Iterable[Paraphrase]) -> bool:
    return all(one.speakable for one in paraphrases)


def _shown(items: Iterable[T], stage: str, total: int, progress: Progress) -> Iterator[T]:
    """The items as they come, each told to `progress`."""
    for number, item in enumerate(items, 1):
        progress(stage, number, total)
        yield item
