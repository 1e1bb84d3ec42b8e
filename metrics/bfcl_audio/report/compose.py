"""Runs, and the dataset they ran on -> one report: every table, the ledger, the stories."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import reference, upstream
from ..errors import InputError
from ..harness.arm_names import CLEAN
from ..harness.tables import Dataset, open_dataset
from . import breakdown, dataset, kinds, standings, values
from .asking import asking, questions
from .choose import choose
from .episodes import Episode, read_runs
from .hearings import Hearing, by_utterance, of_episodes
from .judged import Judged, first_runs, judge
from .ledger import Ledger, ledgers
from .repeats import repeats
from .stories import Story, tell
from .tables import Table


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says, before it is written anywhere.

    Attributes:
        episodes: all that were read, run to the end or not.
        judged: those that ran to the end, with verdicts.
        hearings: what recognisers made of what was said.
        tables: all tables but the ledger's own come after it.
        warnings: what a reader must know of the files.
    """

    episodes: tuple[Episode, ...]
    judged: tuple[Judged, ...]
    hearings: tuple[Hearing, ...]
    ledgers: tuple[Ledger, ...]
    tables: tuple[Table, ...]
    stories: tuple[Story, ...]
    warnings: tuple[str, ...]


def make(runs: Iterable[Path], dataset_name: str | None = None, workers: int = 1) -> Report:
    """Return the report on `runs`.

    Args:
        runs: files that `bfcl-audio run` wrote.
        dataset_name: the folder (or Hub id) they ran on, for clips and for what every
            recogniser heard; None leaves clips out and shows what the runs hold.
        workers: processes to score with.

    Raises:
        InputError: a file or folder cannot be used.
        UpstreamError: the references are neither in the dataset nor to be had from BFCL.
    """
    episodes, warnings = read_runs(runs)
    if not episodes:
        raise InputError("the runs hold no episodes; run `bfcl-audio run` first")
    data = open_dataset(dataset_name) if dataset_name else None
    known = references_of(episodes, dataset.references(data) if data else {})
    judged, strange = judge(episodes, known, workers)
    return assemble(episodes, judged, data, (*warnings, *strange, *_mixed(episodes)))


def assemble(
    episodes: Sequence[Episode],
    judged: Sequence[Judged],
    data: Dataset | None,
    warnings: Sequence[str] = (),
) -> Report:
    """Return the report on judged episodes."""
    hearings = tuple(dataset.hearings(data) if data else of_episodes(episodes))
    found = ledgers(judged)
    return Report(
        episodes=tuple(episodes),
        judged=tuple(judged),
        hearings=hearings,
        ledgers=found,
        tables=tuple(
            table for table in _tables(found, episodes, judged, hearings) if table is not None
        ),
        stories=_stories(judged, hearings, data),
        warnings=tuple(warnings),
    )


def _tables(
    found: Sequence[Ledger],
    episodes: Sequence[Episode],
    judged: Sequence[Judged],
    hearings: Sequence[Hearing],
) -> tuple[Table | None, ...]:
    everything, judged = judged, first_runs(judged)
    return (
        standings.standings(judged),
        breakdown.ledger_table(found),
        standings.leaderboard(judged, episodes),
        breakdown.outcomes(judged),
        breakdown.categories(judged),
        asking(judged),
        questions(judged),
        breakdown.trust(judged),
        breakdown.recognizers(hearings),
        values.channel_costs(hearings),
        breakdown.speakers(hearings),
        breakdown.spoken_by(judged),
        values.entity_types(hearings),
        values.by_channel(hearings),
        values.by_engine(hearings),
        kinds.lost_values(judged),
        kinds.outcomes_by_kind(judged),
        standings.costs(everything),
        repeats(everything),
    )


def references_of(episodes: Iterable[Episode], known: Mapping[str, str]) -> dict[str, str]:
    """Entry id -> reference, from `known` and, for categories that it lacks, from BFCL."""
    found = dict(known)
    categories = {
        episode.id.rpartition("_")[0]
        for episode in episodes
        if episode.done and episode.id not in found
    }
    real = [
        name for name in (*upstream.CATEGORIES, *upstream.LIVE_CATEGORIES) if name in categories
    ]
    return {**reference.references(real), **found} if real else found


def _stories(
    judged: Sequence[Judged], hearings: Sequence[Hearing], data: Dataset | None
) -> tuple[Story, ...]:
    choices = choose(judged)
    ids: dict[str, list[str]] = {}
    for choice in choices:
        main = choice.main.episode
        ids.setdefault(main.channel or CLEAN, []).extend(u.utterance_id for u in main.utterances)
    clips = {
        over: dataset.clips(data, wanted, over) if data else {} for over, wanted in ids.items()
    }
    heard = by_utterance(hearings)
    return tuple(
        tell(choice, judged, heard, clips[choice.main.episode.channel or CLEAN])
        for choice in choices
    )


def _mixed(episodes: Sequence[Episode]) -> list[str]:
    """What differs between episodes that a figure would mix."""
    # Who reads several transcripts is told so, by a preamble of its own.
    single = [episode for episode in episodes if not episode.arm.startswith("transcripts:")]
    several = [episode for episode in episodes if episode.arm.startswith("transcripts:")]
    warnings = []
    for name, words, group in (
        ("preamble", "preambles", single),
        ("preamble", "preambles for several transcripts", several),
        ("dataset", "datasets", episodes),
    ):
        values = {e.hashes[name] for e in group if e.hashes.get(name)}
        if len(values) > 1:
            warnings.append(f"the runs used {len(values)} different {words}; figures mix them")
    return warnings
