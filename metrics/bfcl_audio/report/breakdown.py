"""The tables that say where calls are lost: by arm, category, recogniser, voice, kind of value."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from statistics import median
from typing import TypeVar

from . import arms
from .episodes import Episode
from .figures import Share, rate, share, share_of
from .hearings import Hearing
from .judged import Judged
from .ledger import Ledger
from .misheard import blind_trust
from .tables import Cell, Table
from .words import OUTCOME_WORDS, OUTCOMES

Item = TypeVar("Item")
Run = tuple[str, str, str]  # agent, arm, judge (empty: could not ask)


def run_of(episode: Episode) -> Run:
    """Which run an episode belongs to."""
    who = arms.contestant(episode)
    return who.agent, episode.arm, who.judge


def grouped(items: Iterable[Item], key: Callable[[Item], Hashable]) -> dict[Hashable, list[Item]]:
    """Items by key, keys in the order first seen."""
    groups: dict[Hashable, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def by_run(judged: Iterable[Judged]) -> dict[Run, list[Judged]]:
    """Episodes by run: agents by name, arms from text to audio, without asking first.

    An agent told to ask and one that is not do the same in the text arm; it counts once.
    """
    runs: dict[Run, dict[tuple[str, int], Judged]] = {}
    for item in judged:
        run = runs.setdefault(run_of(item.episode), {})
        run.setdefault((item.episode.id, item.episode.repeat), item)
    order = sorted(runs, key=lambda run: (run[0], arms.order(run[1]), run[2]))
    return {run: list(runs[run].values()) for run in order}


def leaderboard(judged: Sequence[Judged], episodes: Sequence[Episode]) -> Table:
    """Every run, best first within its arm, over all entries that it ran."""
    not_run = grouped((e for e in episodes if not e.done), run_of)
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        costs = [item.episode.cost_usd for item in items]
        waits = [item.episode.latency_s for item in items if item.episode.latency_s is not None]
        rows.append(
            (
                arm,
                agent,
                judge or "no",
                share_of([item.valid for item in items]),
                len(not_run.get((agent, arm, judge), ())),
                median(waits) if waits else None,
                sum(cost for cost in costs if cost is not None) if None not in costs else None,
            )
        )
    rows.sort(key=lambda row: (arms.order(str(row[0])), -_value(row[3])))
    return Table(
        "leaderboard",
        "Leaderboard",
        "Valid entries of all that a run took to the end, best first within an arm. Runs over "
        "different entries are not comparable; the ledger compares the same ones.",
        ("arm", "agent", "asking", "valid", "not run", "median latency (s)", "cost (USD)"),
        tuple(rows),
    )


def ledger_table(ledgers: Sequence[Ledger]) -> Table:
    """The loss ledger."""
    return Table(
        "ledger",
        "Loss ledger",
        "Valid entries on those common to all rows of an agent, with paired differences in points.",
        ("agent", "arm", "asking", "valid", "vs text", "vs spoken", "gained by asking"),
        tuple(
            (
                ledger.agent,
                cell.arm,
                arms.asking(cell.judge, ledger.judges),
                cell.valid,
                cell.against_text,
                cell.against_spoken,
                cell.of_asking,
            )
            for ledger in ledgers
            for cell in ledger.cells
        ),
    )


def outcomes(judged: Sequence[Judged]) -> Table:
    """How each run's entries ended."""
    return Table(
        "outcomes",
        "Outcomes",
        "How every entry of a run ended.",
        ("agent", "arm", "asking", *(OUTCOME_WORDS[outcome] for outcome in OUTCOMES)),
        tuple(
            (agent, arm, judge or "no", *outcome_shares(items).values())
            for (agent, arm, judge), items in by_run(judged).items()
        ),
    )


def outcome_shares(items: Sequence[Judged]) -> dict[str, Share]:
    """Outcome -> share of `items`, all five in their order."""
    return {outcome: share_of([item.outcome == outcome for item in items]) for outcome in OUTCOMES}


def categories(judged: Sequence[Judged]) -> Table:
    """Valid entries by category, a column an arm."""
    runs = by_run(judged)
    columns = sorted({arm for _, arm, _ in runs}, key=arms.order)
    names = list(dict.fromkeys(item.category for item in judged))
    rows: list[tuple[Cell, ...]] = []
    for agent, judge in dict.fromkeys((agent, judge) for agent, _, judge in runs):
        for category in names:
            cells = [
                share_of(
                    [i.valid for i in runs.get((agent, arm, judge), ()) if i.category == category]
                )
                for arm in columns
            ]
            if any(cell.n for cell in cells):
                rows.append((category, agent, judge or "no", *(c if c.n else None for c in cells)))
    return Table(
        "categories",
        "By category",
        "Valid entries of each category, for every agent with and without asking.",
        ("category", "agent", "asking", *columns),
        tuple(rows),
    )


def recognizers(hearings: Sequence[Hearing]) -> Table:
    """Word and entity errors of each recogniser."""
    return Table(
        "recognisers",
        "Recognisers",
        "Word error rate on spoken-form words (n: utterances), and the share of the values that "
        "the calls need which the transcript has lost (n: values).",
        ("recogniser", "word error rate", "values lost"),
        tuple(
            (str(name), word_errors(heard), entity_errors(heard))
            for name, heard in grouped(hearings, lambda h: h.recognizer).items()
        ),
    )


def speakers(hearings: Sequence[Hearing]) -> Table:
    """Word and entity errors by who spoke and over which channel."""
    groups = grouped(hearings, lambda h: (h.engine, h.voice, h.channel, h.recognizer))
    return Table(
        "voices",
        "Engines, voices and channels",
        "Word error rate (n: utterances) and values lost (n: values) by who spoke and listened.",
        ("engine", "voice", "channel", "recogniser", "word error rate", "values lost"),
        tuple(
            (
                h[0].engine,
                h[0].voice,
                h[0].channel,
                h[0].recognizer,
                word_errors(h),
                entity_errors(h),
            )
            for _, h in sorted(groups.items(), key=lambda group: str(group[0]))
        ),
    )


def entity_types(hearings: Sequence[Hearing]) -> Table:
    """Share of values lost by kind of value, a column a recogniser."""
    columns = list(dict.fromkeys(h.recognizer for h in hearings))
    fates: dict[str, dict[str, list[bool]]] = {}
    for hearing in hearings:
        for entity in hearing.entities:
            if entity.heard is not None:
                of_type = fates.setdefault(entity.type, {})
                of_type.setdefault(hearing.recognizer, []).append(not entity.heard)
    return Table(
        "values",
        "Kinds of values",
        "Share of the values of each kind that the transcript has lost.",
        ("kind of value", *columns),
        tuple(
            (kind, *(share_of(fates[kind].get(name, [])) for name in columns))
            for kind in sorted(fates)
        ),
    )


def lost_values(judged: Sequence[Judged]) -> Table:
    """How entries ended in which a value of a kind was lost, for each agent."""
    groups: dict[tuple[str, str, str], list[Judged]] = {}
    for item in judged:
        if item.episode.recognizer:
            agent, _, judge = run_of(item.episode)
            for kind in lost_kinds(item.episode):
                groups.setdefault((kind, agent, judge), []).append(item)
    return Table(
        "lost-values",
        "What becomes of a lost value",
        "Entries of the transcript arms in which at least one value of the kind was lost, all "
        "recognisers together.",
        ("kind of value", "agent", "asking", *(OUTCOME_WORDS[outcome] for outcome in OUTCOMES)),
        tuple(
            (kind, agent, judge or "no", *outcome_shares(items).values())
            for (kind, agent, judge), items in sorted(groups.items(), key=lambda g: g[0])
        ),
    )


def lost_kinds(episode: Episode) -> set[str]:
    """The kinds of the values that the recogniser lost on the way to this agent."""
    return {
        entity.type
        for utterance in episode.utterances
        for entity in utterance.entities
        if entity.heard is False
    }


def trust(judged: Sequence[Judged]) -> Table:
    """Blind trust: failures that pass on exactly what was misheard."""
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        failed = [item for item in items if not item.valid]
        if items[0].episode.recognizer:
            blind = sum(map(blind_trust, failed))
            rows.append((agent, arm, judge or "no", share(blind, len(failed))))
    return Table(
        "blind-trust",
        "Blind trust",
        "Of the entries that failed, the share in which a wrong argument is exactly what the "
        "recogniser misheard.",
        ("agent", "arm", "asking", "believed what was misheard"),
        tuple(rows),
    )


def word_errors(hearings: Sequence[Hearing]) -> Share:
    """Pooled word error rate; n counts utterances."""
    return rate([h.edits for h in hearings], [h.words for h in hearings])


def entity_errors(hearings: Sequence[Hearing]) -> Share:
    """Share of values lost; n counts values."""
    fates = [entity.heard for hearing in hearings for entity in hearing.entities]
    return share_of([not fate for fate in fates if fate is not None])


def _value(cell: Cell) -> float:
    return cell.value if isinstance(cell, Share) else 0.0
