"""Entries that were run several times: how often all runs pass, and how often at least one."""

from collections.abc import Sequence

from .breakdown import run_of
from .figures import share_of
from .judged import Judged
from .tables import Cell, Table


def repeats(judged: Sequence[Judged]) -> Table | None:
    """pass^k and pass@k of every run over the entries it ran k times; None if none ran twice."""
    k = max((item.episode.repeat for item in judged), default=0) + 1
    if k == 1:
        return None
    verdicts: dict[tuple[str, str, str], dict[str, dict[int, bool]]] = {}
    for item in judged:
        of_entry = verdicts.setdefault(run_of(item.episode), {}).setdefault(item.episode.id, {})
        of_entry.setdefault(item.episode.repeat, item.valid)
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), entries in sorted(verdicts.items()):
        whole = [list(runs.values()) for runs in entries.values() if len(runs) == k]
        every = share_of([all(runs) for runs in whole])
        rows.append((agent, arm, judge or "no", every, share_of([any(runs) for runs in whole])))
    return Table(
        "repeats",
        "Repeats",
        f"Entries that were run {k} times: valid every time (pass^k), and at least once (pass@k).",
        ("agent", "arm", "asking", f"pass^{k}", f"pass@{k}"),
        tuple(rows),
    )
