"""The recipe: read -> word (paraphrase, prove) -> speak -> send -> transcribe -> write."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import chain, count
from pathlib import Path

from . import loop, source
from .channel.names import CLEAN, company_size, parse
from .checked import checked
from .company import Cast
from .config import BuildConfig
from .crew import Crew, Local
from .dry import DryMaker
from .errors import OptionError
from .finished import finished, inputs
from .gate import Gate
from .maker import Maker, maker
from .perform import Stage, drawn, style_name
from .records import Entry, Paraphrase, Sound
from .report import Plan, Report
from .store import Store
from .tables import Tables
from .wording import Worded, word
from .write import Folder

Progress = Callable[[str, int, int], None]


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
        NotReady, ModelError: an engine lacks its package, key or model.
        WriteError: the disk refused.
        WorkerError: a worker process died.
    """
    config = checked(config)
    with Folder(out) as folder:
        if (made_before := finished(folder.out, inputs(config))) is not None:
            return made_before
        entries = source.read(config)
        gate = Gate(limits=config.limits, max_cost_usd=config.max_cost_usd, prices=config.prices)
        with maker(store, _crew(config), gate) as made:
            return loop.run(_built(entries, config, folder, made, progress))


def plan(config: BuildConfig, progress: Progress = silent, store: Path | None = None) -> Plan:
    """What `build` would do and cost, without anybody asked or a file written.

    Raises:
        InputError: as `build`.
    """
    config = checked(config)
    entries = source.read(config)
    made = DryMaker(Store(store), Local(config.workers))
    try:
        return loop.run(_planned(entries, config, made, progress))
    finally:
        made.close()


async def _built(
    entries: Sequence[Entry], config: BuildConfig, folder: Folder, made: Maker, progress: Progress
) -> Report:
    worded = await _worded(entries, config, made, progress)
    tables = Tables(folder, config)
    async for one, sounds in _performed(worded, config, made, progress):
        tables.add(one, sounds)
    return tables.finish(made)


async def _planned(
    entries: Sequence[Entry], config: BuildConfig, made: DryMaker, progress: Progress
) -> Plan:
    worded = await _worded(entries, config, made, progress)
    clips: dict[str, str] = {}
    async for _, sounds in _performed(worded, config, made, progress):
        for sound in chain(*sounds):
            if sound.primary:
                clips[sound.said.spoken] = sound.choice.spec
            if sound.clip is None and sound.channel == CLEAN:
                made.unheard(sound, config)
    said = [one for entry in worded for one in entry.said]
    return Plan(
        entries=dict(Counter(one.entry.category for one in worded)),
        utterances=len(said),
        unspeakable=dict(Counter(one.why_not for one in said if not one.speakable)),
        silent_entries=sum(not one.speakable for one in worded),
        clips=dict(Counter(clips.values())),
        words=sum(len(text.split()) for text in clips),
        channels=config.channels,
        quote=made.quote(config.prices),
    )


async def _worded(
    entries: Sequence[Entry], config: BuildConfig, made: Maker, progress: Progress
) -> list[Worded]:
    found: list[Worded] = []
    async for one in word(entries, config, made):
        found.append(one)
        progress("paraphrase", len(found), len(entries))
    return found


async def _performed(
    worded: Sequence[Worded], config: BuildConfig, made: Maker, progress: Progress
) -> AsyncIterator[tuple[Worded, list[list[Sound]]]]:
    """Every entry in order with the sounds of its utterances; none where it cannot be spoken."""
    stage = Stage(config, _cast(worded, config), made)
    total = sum(len(one.said) for one in worded if one.speakable)
    done = count(1)

    async def perform(said: Paraphrase) -> list[Sound]:
        sounds = await stage.perform(said)
        progress("speak, transcribe", next(done), total)
        return sounds

    async def perform_all(one: Worded) -> tuple[Worded, list[list[Sound]]]:
        said = one.said if one.speakable else ()
        return one, await asyncio.gather(*map(perform, said))

    async for found in loop.in_order(perform_all, worded, _ENTRIES_AHEAD + 4 * made.crew.hands):
        yield found


_ENTRIES_AHEAD = 24
"""Entries under way at once: enough for every vendor's places, few enough for memory."""


def _cast(worded: Sequence[Worded], config: BuildConfig) -> Cast:
    """Every distinct text of the build, for channels that are made of other clips."""
    said = (said for one in worded if one.speakable for said in one.said)
    parts = dict.fromkeys((one.spoken, style_name(one), drawn(one, config)) for one in said)
    lonely = [name for name in config.channels if len(parts) == 1 and company_size(parse(name))]
    if lonely:
        raise OptionError(
            f"channel {lonely[0]} is made of other clips, and this build has one; build more "
            "entries, or use white:10dB or pink:10dB"
        )
    return Cast(list(parts), config.seed)


def _crew(config: BuildConfig) -> Crew:
    """Who does what needs a processor."""
    if config.ray is None:
        return Local(config.workers)
    from .ray_crew import RayCrew

    return RayCrew(config.ray)
