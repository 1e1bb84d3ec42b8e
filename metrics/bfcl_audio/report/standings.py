"""Who does best, and at what price: the leaderboard and what a run costs in turns, time, money."""

import math
from collections.abc import Sequence
from statistics import median

from . import arms
from .breakdown import by_run, grouped, run_of
from .episodes import Episode
from .figures import Share, mean, share_of
from .judged import Judged
from .tables import Cell, Table


def leaderboard(judged: Sequence[Judged], episodes: Sequence[Episode]) -> Table:
    """Every run, best first within its arm, and how many entries were not run."""
    not_run = grouped((e for e in episodes if not e.done), run_of)
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        rows.append(
            (
                arm,
                items[0].episode.recognizer,
                items[0].episode.channel,
                agent,
                judge or "no",
                share_of([item.valid for item in items]),
                len(not_run.get((agent, arm, judge), ())),
            )
        )
    rows.sort(key=lambda row: (arms.order(str(row[0])), -_value(row[5])))
    return Table(
        "leaderboard",
        "Every run",
        "Valid entries of all that a run took to the end, best first within an arm. Runs over "
        "different entries are not comparable; the ledger compares the same ones.",
        ("arm", "recogniser", "channel", "agent", "asking", "valid", "not run"),
        tuple(rows),
    )


def standings(judged: Sequence[Judged]) -> Table:
    """The leaderboard at a glance: an agent a row, an arm a column, best first.

    Agents are ordered by the mean over the arms that a voice lies behind, with asking or without,
    whichever is better; those that ran no such arm by all that they ran. Scripted agents, which
    are yardsticks, come last.
    """
    runs = by_run(judged)
    columns = sorted({arm for _, arm, _ in runs}, key=arms.order)
    rows: list[tuple[Cell, ...]] = []
    for agent in dict.fromkeys(agent for agent, _, _ in runs):
        judges = list(
            dict.fromkeys(judge for name, arm, judge in runs if name == agent and arm != "text")
        )
        for judge in judges or [""]:
            # Nobody is asked anything in the text arm: its run belongs to both ways.
            ran = {arm: runs.get((agent, arm, "" if arm == "text" else judge)) for arm in columns}
            cells = [
                share_of([i.valid for i in items]) if items else None for items in ran.values()
            ]
            rows.append((agent, arms.asking(judge, [name for name in judges if name]), *cells))
    best: dict[Cell, float] = {}
    for row in rows:
        best[row[0]] = max(best.get(row[0], 0.0), _heard_mean(columns, row[2:]))
    # An agent's two rows stay together, without asking first.
    rows.sort(key=lambda row: (arms.models_first(str(row[0]))[0], -best[row[0]], str(row[0])))
    return Table(
        "standings",
        "Leaderboard",
        "Valid entries of all that a run took to the end, an arm a column; of an entry that ran "
        "several times, the first counts. Runs over different entries are not comparable; the "
        "ledger compares the same ones.",
        ("agent", "asking", *columns),
        tuple(rows),
    )


def _heard_mean(columns: Sequence[str], cells: Sequence[Cell]) -> float:
    shares = [
        (arm, cell.value)
        for arm, cell in zip(columns, cells, strict=True)
        if isinstance(cell, Share)
    ]
    heard = [value for arm, value in shares if arm not in ("text", "spoken")]
    chosen = heard or [value for _, value in shares]
    return math.fsum(chosen) / len(chosen) if chosen else 0.0


def costs(judged: Sequence[Judged]) -> Table:
    """What a run costs the caller in turns and time, and its owner in money."""
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        first = [i.episode.first_latency_s for i in items if i.episode.first_latency_s is not None]
        whole = [i.episode.latency_s for i in items if i.episode.latency_s is not None]
        prices = [i.episode.cost_usd for i in items if i.episode.cost_usd is not None]
        total = math.fsum(prices) if len(prices) == len(items) else None
        rows.append(
            (
                agent,
                arm,
                judge or "no",
                mean([sum(m.role == "assistant" for m in i.episode.messages) for i in items]),
                mean([len(i.episode.asked) for i in items]),
                *_middle_and_late(first),
                *_middle_and_late(whole),
                total,
                None if total is None else 1000 * total / len(items),
            )
        )
    return Table(
        "costs",
        "Turns, time and money",
        "Replies and questions: means an entry. Seconds: median, and what one in twenty exceeds. "
        "No price: the run knows none for some of its entries.",
        (
            *("agent", "arm", "asking", "replies", "questions"),
            *("first reply (s)", "95th", "whole entry (s)", "95th "),
            *("cost (USD)", "USD per 1,000"),
        ),
        tuple(rows),
    )


def _middle_and_late(waits: Sequence[float]) -> tuple[float | None, float | None]:
    """The median, and the least that at most one in twenty exceeds."""
    if not waits:
        return None, None
    ordered = sorted(waits)
    return median(ordered), ordered[math.ceil(0.95 * len(ordered)) - 1]


def _value(cell: Cell) -> float:
    return cell.value if isinstance(cell, Share) else 0.0
