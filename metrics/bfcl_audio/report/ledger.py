"""The loss ledger: what each step from written request to heard clip costs, on the same entries.

One ledger per agent. Its cells are (arm, asking or not); all cells count the same entries, those
that ran to the end in every one of them, so that a difference is never a difference of entries.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from . import arms
from .figures import Difference, Share, difference, share_of
from .judged import Judged


@dataclass(frozen=True, slots=True)
class Cell:
    """One arm, with or without asking, on the common entries.

    Attributes:
        arm: what the agent received.
        channel: what lay between mouth and ear; empty where nothing sounds.
        judge: who answered its questions; empty if it could not ask.
        valid: share of valid entries; where an entry ran several times, its first run counts.
        against_text: paired difference to the text arm; None in the text arm or without one.
        against_spoken: the same to the spoken arm with the same judge, for what comes after it.
        against_clean: the same to the arm on clean sound with the same judge: what the channel
            costs.
        of_asking: paired difference to the same arm without asking; None where there is none.
        ceiling: what the recogniser left possible: the share of these entries that the scripted
            listener gets right, who takes every value as heard and makes no other mistake; None
            where it did not run over all of them.
    """

    arm: str
    channel: str
    judge: str
    valid: Share
    against_text: Difference | None
    against_spoken: Difference | None
    against_clean: Difference | None
    of_asking: Difference | None
    ceiling: Share | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """All cells of one agent.

    Attributes:
        agent: its spec, without the option that makes it ask.
        ids: the entries that every cell counts.
        ran: how many entries ran to the end in at least one cell.
    """

    agent: str
    ids: tuple[str, ...]
    ran: int
    cells: tuple[Cell, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """The judges that took part, without the empty one."""
        return tuple(dict.fromkeys(cell.judge for cell in self.cells if cell.judge))


LISTENER = "scripted/listener"

_Runs = Mapping[tuple[str, str], Mapping[str, bool]]  # (arm, judge) -> entry id -> valid


def ledgers(judged: Iterable[Judged]) -> tuple[Ledger, ...]:
    """Return one ledger per agent: models by name, then the scripted agents."""
    runs: dict[str, dict[tuple[str, str], dict[str, bool]]] = {}
    channels: dict[str, str] = {}
    for item in sorted(judged, key=lambda item: (item.episode.repeat, item.episode.agent)):
        who = arms.contestant(item.episode)
        cell = runs.setdefault(who.agent, {}).setdefault((item.episode.arm, who.judge), {})
        cell.setdefault(item.episode.id, item.valid)
        channels.setdefault(item.episode.arm, item.episode.channel)
    listener = runs.get(LISTENER, {})
    return tuple(
        _ledger(agent, runs[agent], {} if agent == LISTENER else listener, channels)
        for agent in sorted(runs, key=arms.models_first)
    )


def _ledger(agent: str, runs: _Runs, listener: _Runs, channels: Mapping[str, str]) -> Ledger:
    ids = sorted(set.intersection(*(set(run) for run in runs.values())))
    valid = {key: [run[entry] for entry in ids] for key, run in runs.items()}
    text = valid.get(("text", ""))
    cells = []
    for arm, judge in sorted(valid, key=lambda key: (arms.order(key[0]), key[1])):
        mine, mute, spoken = valid[arm, judge], valid.get((arm, "")), valid.get(("spoken", judge))
        clean = valid.get((arms.on_clean(arm), judge)) if arms.on_clean(arm) != arm else None
        cells.append(
            Cell(
                arm=arm,
                channel=channels[arm],
                judge=judge,
                valid=share_of(mine),
                against_text=difference(text, mine) if text is not None and arm != "text" else None,
                against_spoken=difference(spoken, mine)
                if spoken is not None and arm not in ("text", "spoken")
                else None,
                against_clean=difference(clean, mine) if clean is not None else None,
                of_asking=difference(mute, mine) if judge and mute is not None else None,
                ceiling=_ceiling(listener.get((arm, ""), {}), ids),
            )
        )
    ran = len(set[str]().union(*runs.values()))
    return Ledger(agent, tuple(ids), ran, tuple(cells))


def _ceiling(listener: Mapping[str, bool], ids: Sequence[str]) -> Share | None:
    if not ids or any(entry not in listener for entry in ids):
        return None
    return share_of([listener[entry] for entry in ids])
