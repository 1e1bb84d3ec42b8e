"""The tables that say where calls are lost: by arm, category, recogniser and voice."""

from collections.abc import Callable, Hashable, Iterable, Sequence
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
    """Episodes by run: models before scripted agents, arms from text to audio, asking last.

    An agent told to ask and one that is not do the same in the text arm; it counts once.
    """
    runs: dict[Run, dict[tuple[str, int], Judged]] = {}
    for item in judged:
        run = runs.setdefault(run_of(item.episode), {})
        run.setdefault((item.episode.id, item.episode.repeat), item)
    order = sorted(runs, key=lambda run: (arms.models_first(run[0]), arms.order(run[1]), run[2]))
    return {run: list(runs[run].values()) for run in order}


def ledger_table(ledgers: Sequence[Ledger]) -> Table:
    """The loss ledger."""
    return Table(
        "ledger",
        "Loss ledger",
        "Valid entries on those common to all rows of an agent, with paired differences in points. "
        "The listener takes every value as heard and makes no other mistake: what the recogniser "
        "left possible without asking, on the same entries. Vs clean: the same arm on clean sound, "
        "what the channel costs.",
        (
            *("agent", "arm", "channel", "asking", "valid", "listener"),
            *("vs text", "vs spoken", "vs clean", "by asking"),
        ),
        tuple(
            (
                ledger.agent,
                cell.arm,
                cell.channel,
                arms.asking(cell.judge, ledger.judges),
                cell.valid,
                cell.ceiling,
                cell.against_text,
                cell.against_spoken,
                cell.against_clean,
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
    """Word and entity errors of each recogniser, over each channel."""
    return Table(
        "recognisers",
        "Recognisers",
        "Word error rate on spoken-form words (n: utterances), and the share of the values that "
        "the calls need which the transcript has lost (n: values).",
        ("recogniser", "channel", "word error rate", "values lost"),
        tuple(
            (heard[0].recognizer, heard[0].channel, word_errors(heard), entity_errors(heard))
            for heard in grouped(hearings, lambda h: (h.recognizer, h.channel)).values()
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


def spoken_by(judged: Sequence[Judged]) -> Table:
    """Valid entries by who spoke them, a column an arm."""
    runs = by_run(item for item in judged if _voices(item))
    columns = sorted({arm for _, arm, _ in runs}, key=arms.order)
    rows: list[tuple[Cell, ...]] = []
    for agent, judge in dict.fromkeys((agent, judge) for agent, _, judge in runs):
        by_arm = {arm: grouped(runs.get((agent, arm, judge), ()), _voices) for arm in columns}
        for voices in sorted({voices for found in by_arm.values() for voices in found}, key=str):
            shares = [share_of([i.valid for i in by_arm[arm].get(voices, ())]) for arm in columns]
            engine, voice = map(str, voices) if isinstance(voices, tuple) else ("", "")
            cells = (one if one.n else None for one in shares)
            rows.append((engine, voice, agent, judge or "no", *cells))
    return Table(
        "spoken-by",
        "Valid entries by voice",
        "Valid entries of each engine and voice, for the arms that a clip lies behind. "
        "Entries whose utterances differ in voice stand under “several”.",
        ("engine", "voice", "agent", "asking", *columns),
        tuple(rows),
    )


def _voices(item: Judged) -> tuple[str, str] | None:
    """Engine and voice of an entry; None where it was not spoken aloud."""
    if item.episode.arm in ("text", "spoken"):
        return None
    spoken = [u for u in item.episode.utterances if u.engine]
    if not spoken:
        return None
    engines, voices = sorted({u.engine for u in spoken}), sorted({u.voice for u in spoken})
    return (_only(engines), _only(voices) if len(engines) == 1 else "several")


def _only(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else "several"


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
