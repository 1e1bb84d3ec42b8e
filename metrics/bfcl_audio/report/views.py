"""What the page's pictures show: the ledger, bars of outcomes and questions, heat maps."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..harness.arm_names import CLEAN
from . import plots
from .asking import FATES, question_fates
from .breakdown import by_run, entity_errors, grouped, outcome_shares
from .figures import Share, share_of
from .foreign import label
from .hearings import Hearing
from .judged import Judged
from .ledger import Cell, Ledger
from .words import OUTCOME_WORDS

# Agents whose pictures are unfolded; a page with more is read from its leaderboard.
_UNFOLDED = 4


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One cell of a ledger as a row of its picture; `continued` rows share the arm above."""

    arm: str
    asking: str
    continued: bool
    picture: Markup
    cell: Cell


@dataclass(frozen=True, slots=True)
class LedgerView:
    """One agent's ledger as a picture; `unfolded` if it is open at first."""

    agent: str
    counted: str
    rows: tuple[LedgerRow, ...]
    unfolded: bool


@dataclass(frozen=True, slots=True)
class BarRow:
    """What became of one run's entries, or of its turns, as a bar and in words."""

    arm: str
    asking: str
    picture: Markup
    words: str


@dataclass(frozen=True, slots=True)
class Bars:
    """The bars of one agent."""

    agent: str
    rows: tuple[BarRow, ...]
    unfolded: bool


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A share and its shade."""

    share: Share
    shade: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One voice, or one kind of value, under every recogniser."""

    name: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """Values lost, a recogniser a column."""

    columns: tuple[str, ...]
    rows: tuple[HeatRow, ...]


def ledger_views(ledgers: Sequence[Ledger]) -> tuple[LedgerView, ...]:
    """Each agent's ledger; one in which nothing was lost is folded, as it has nothing to tell."""
    open_left = _UNFOLDED
    views = []
    for ledger in ledgers:
        flat = len({cell.valid.value for cell in ledger.cells}) < 2 and len(ledgers) > 1
        views.append(_ledger(ledger, unfolded=open_left > 0 and not flat))
        open_left -= not flat
    return tuple(views)


def _ledger(ledger: Ledger, *, unfolded: bool) -> LedgerView:
    text = next((cell.valid.value for cell in ledger.cells if cell.arm == "text"), None)
    rows = []
    above = ""
    for cell in ledger.cells:
        ceiling = cell.ceiling.value if cell.ceiling and ":" in cell.arm else None
        rows.append(
            LedgerRow(
                arm=label(cell.arm),
                asking=asking_words(cell.judge, ledger.judges)
                if cell.arm != "text"
                else "as written",
                continued=cell.arm == above,
                picture=plots.interval(cell.valid, "ask" if cell.judge else "mute", text, ceiling),
                cell=cell,
            )
        )
        above = cell.arm
    n, more = len(ledger.ids), ledger.ran - len(ledger.ids)
    counted = f"{n:,} {'entry' if n == 1 else 'entries'} in every row"
    if more:
        counted += f"; {more:,} more ran in some rows only and are left out"
    return LedgerView(label(ledger.agent), counted, tuple(rows), unfolded)


def asking_words(judge: str, judges: Sequence[str]) -> str:
    """`without asking`, `with asking`, or which of several judges was asked."""
    if not judge:
        return "without asking"
    return "with asking" if len(judges) < 2 else f"asking {label(judge)}"


def outcome_bars(judged: Sequence[Judged]) -> tuple[Bars, ...]:
    """How the entries of each run ended."""

    def parts(items: Sequence[Judged]) -> tuple[int, list[tuple[str, str, float]]]:
        shares = outcome_shares(items).items()
        return len(items), [
            (f"outcome-{name}", OUTCOME_WORDS[name], share.value) for name, share in shares
        ]

    return _bars(judged, lambda run: True, parts)


def question_bars(judged: Sequence[Judged]) -> tuple[Bars, ...]:
    """What became of the turns of each run that could ask in which a needed value was lost."""

    def parts(items: Sequence[Judged]) -> tuple[int, list[tuple[str, str, float]]]:
        needed, _ = question_fates(items)
        return len(needed), [
            (f"fate-{fate.replace(' ', '-')}", fate, share_of([f == fate for f in needed]).value)
            for fate in FATES
        ]

    return _bars(judged, lambda run: bool(run[2]), parts)


def _bars(
    judged: Sequence[Judged],
    shown: Callable[[tuple[str, str, str]], bool],
    parts: Callable[[Sequence[Judged]], tuple[int, list[tuple[str, str, float]]]],
) -> tuple[Bars, ...]:
    """One group of bars an agent; runs in which there is nothing to count are left out."""
    runs = {run: items for run, items in by_run(judged).items() if shown(run)}
    bars: list[Bars] = []
    for agent, own in grouped(runs.items(), lambda run: run[0][0]).items():
        judges = list(dict.fromkeys(judge for (_, _, judge), _ in own if judge))
        rows = []
        for (_, arm, judge), items in own:
            n, found = parts(items)
            if n:
                counts = [f"{round(share * n):,} {words}" for _, words, share in found if share]
                rows.append(
                    BarRow(
                        arm=label(arm),
                        asking=asking_words(judge, judges) if arm != "text" else "as written",
                        picture=plots.stacked([(kind, share) for kind, _, share in found]),
                        words=f"{', '.join(counts)} of {n:,}",
                    )
                )
        if rows:
            whole = len({row.picture for row in rows}) == 1 and len(rows) > 1  # all end alike
            bars.append(Bars(label(str(agent)), tuple(rows), not whole and len(bars) < _UNFOLDED))
    return tuple(bars)


def voice_heat(hearings: Sequence[Hearing]) -> Heat:
    """Values lost by who spoke and who listened."""
    known = [hearing for hearing in hearings if hearing.engine]
    groups = grouped(known, lambda h: h.engine)
    return _heard_by({str(name): found for name, found in sorted(groups.items(), key=str)})


def channel_heat(hearings: Sequence[Hearing]) -> Heat:
    """Values lost by channel and who listened; nothing where there is one channel only."""
    groups = grouped(hearings, lambda h: h.channel)
    several = groups if len(groups) > 1 else {}
    return _heard_by({str(name): found for name, found in several.items()})


def _heard_by(groups: Mapping[str, Sequence[Hearing]]) -> Heat:
    """Values lost of each group, a column a recogniser."""
    columns = sorted({hearing.recognizer for found in groups.values() for hearing in found})
    rows = {
        name: [entity_errors([h for h in found if h.recognizer == one]) for one in columns]
        for name, found in groups.items()
    }
    return _heat(columns, rows)


def least_changed(hearings: Sequence[Hearing]) -> list[Hearing]:
    """Those of the first channel, which is the clean one where there is one."""
    channels = dict.fromkeys(hearing.channel for hearing in hearings)
    first = CLEAN if CLEAN in channels else next(iter(channels), CLEAN)
    return [hearing for hearing in hearings if hearing.channel == first]


def kind_heat(hearings: Sequence[Hearing]) -> Heat:
    """Values lost by their kind and who listened, the kinds that are there most first."""
    columns = sorted({hearing.recognizer for hearing in hearings})
    fates: dict[str, dict[str, list[bool]]] = {}
    for hearing in hearings:
        for entity in hearing.entities:
            if entity.heard is not None:
                of_kind = fates.setdefault(entity.type, {})
                of_kind.setdefault(hearing.recognizer, []).append(not entity.heard)
    order = sorted(fates, key=lambda kind: (-sum(map(len, fates[kind].values())), kind))
    return _heat(
        columns, {kind: [share_of(fates[kind].get(name, [])) for name in columns] for kind in order}
    )


def _heat(columns: Iterable[str], rows: Mapping[str, Sequence[Share]]) -> Heat:
    worst = max((s.value for row in rows.values() for s in row if s.n), default=0.0)
    return Heat(
        tuple(map(label, columns)),
        tuple(
            HeatRow(
                label(name),
                tuple(HeatCell(share, plots.heat(share.value, worst)) for share in row),
            )
            for name, row in rows.items()
        ),
    )
