"""Figures of runs, narrowed to what a person wants to know about: tables, ledger, CSV."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bfcl_audio.report.arms import models_first
from bfcl_audio.report.breakdown import outcomes
from bfcl_audio.report.episodes import Episode
from bfcl_audio.report.export import to_csv
from bfcl_audio.report.figures import share_of
from bfcl_audio.report.judged import Judged, first_runs
from bfcl_audio.report.kinds import needed_kinds
from bfcl_audio.report.ledger import ledgers
from bfcl_audio.report.standings import leaderboard, standings
from bfcl_audio.report.summary import signature_of
from bfcl_audio.report.tables import Table
from bfcl_audio.report.views import LedgerView, ledger_views

from . import links


@dataclass(frozen=True, slots=True)
class Narrow:
    """Which entries to count; empty: all. Of a channel the arms over it, and those without sound.

    Attributes:
        entity: a kind of value that the entry's calls need.
    """

    category: str = ""
    engine: str = ""
    channel: str = ""
    entity: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """What there is to choose from, in the runs."""

    categories: tuple[str, ...]
    engines: tuple[str, ...]
    channels: tuple[str, ...]
    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All that the leaderboard shows.

    Attributes:
        counted: how many episodes and entries.
        csv: (file name, data URI) of each table.
        has_ceiling: whether a picture shows what the recogniser left possible.
    """

    counted: str
    standings: Table
    ledgers: tuple[LedgerView, ...]
    tables: tuple[Table, ...]
    csv: tuple[tuple[str, str], ...]
    has_ceiling: bool
    signature: str
    link: str


def choices(judged: Sequence[Judged]) -> Choices:
    """Return what the runs can be narrowed to."""
    utterances = [one for item in judged for one in item.episode.utterances]
    return Choices(
        tuple(dict.fromkeys(item.category for item in judged)),
        tuple(sorted({one.engine for one in utterances if one.engine})),
        tuple(sorted({item.episode.channel for item in judged} - {""})),
        tuple(sorted({kind for kinds in needed_kinds(judged).values() for kind in kinds})),
    )


def narrowed(judged: Sequence[Judged], to: Narrow) -> tuple[Judged, ...]:
    """Return the episodes that count.

    An engine or a kind of value picks entries, in all of their arms, so that arms stay comparable.
    """
    kept: Iterable[Judged] = judged
    if to.category:
        kept = [item for item in kept if item.category == to.category]
    if to.engine:
        spoken = {
            item.episode.id for item in judged
            if any(one.engine == to.engine for one in item.episode.utterances)
        }  # fmt: skip
        kept = [item for item in kept if item.episode.id in spoken]
    if to.entity:
        kinds = needed_kinds(judged)
        kept = [item for item in kept if to.entity in kinds.get(item.episode.id, ())]
    if to.channel:
        kept = [item for item in kept if item.episode.channel in ("", to.channel)]
    return tuple(kept)


def board(
    judged: Sequence[Judged],
    not_run: Sequence[Episode],
    to: Narrow,
) -> Board:
    """Return the leaderboard of the episodes that count.

    Args:
        judged: all episodes that ran to the end.
        not_run: those that did not, which are counted.
        to: which entries count.
    """
    everything = narrowed(judged, to)
    kept = first_runs(everything)
    entries = {item.episode.id for item in kept}
    left_out = [one for one in not_run if to == Narrow() or one.id in entries]
    found = sorted(ledgers(kept), key=lambda ledger: models_first(ledger.agent))
    tables = (leaderboard(kept, left_out), outcomes(kept), recognizers(kept))
    return Board(
        counted=f"{len(kept):,} conversations over {len(entries):,} entries",
        standings=standings(kept),
        ledgers=ledger_views(found),
        tables=tables,
        csv=tuple(_csv(table) for table in (standings(kept), *tables)),
        has_ceiling=any(cell.ceiling for ledger in found for cell in ledger.cells),
        signature=signature_of(kept) if kept else "",
        link=links.write("leaderboard", **_params(to)),
    )


def recognizers(judged: Iterable[Judged]) -> Table:
    """Return how many of the values that the calls need each recogniser lost over each channel."""
    lost: dict[tuple[str, str], dict[tuple[str, str], bool]] = {}
    for item in judged:
        if item.episode.arm.startswith("transcript:"):
            own = lost.setdefault((item.episode.recognizer, item.episode.channel), {})
            for one in item.episode.utterances:
                for entity in one.entities:
                    if entity.heard is not None:
                        own[one.utterance_id, entity.topic] = not entity.heard
    return Table(
        "recognisers",
        "Recognisers",
        "Share of the values that the calls need which the transcript has lost (n: values).",
        ("recogniser", "channel", "values lost"),
        tuple((*names, share_of(list(flags.values()))) for names, flags in lost.items()),
    )


def _params(to: Narrow) -> Mapping[str, str]:
    return {name: getattr(to, name) for name in ("category", "engine", "channel", "entity")}


def _csv(table: Table) -> tuple[str, str]:
    text = base64.b64encode(to_csv(table).encode()).decode("ascii")
    return f"{table.name}.csv", f"data:text/csv;charset=utf-8;base64,{text}"
