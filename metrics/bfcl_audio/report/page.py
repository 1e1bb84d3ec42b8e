"""The report as one HTML file that asks nobody for anything: no script, no font, no request."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from . import plots
from .breakdown import by_run, entity_errors, grouped, outcome_shares
from .compose import Report
from .figures import Difference, Mean, Share
from .foreign import label, visible
from .hearings import Hearing
from .ledger import Cell, Ledger
from .stories import Story
from .summary import lead, made
from .tables import Table, p_text, percent, points, shown
from .words import OUTCOME_WORDS, OUTCOMES


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
    """One agent's ledger as a picture."""

    agent: str
    counted: str
    rows: tuple[LedgerRow, ...]


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """How one run's entries ended, as a bar and in words."""

    arm: str
    asking: str
    picture: Markup
    words: str


@dataclass(frozen=True, slots=True)
class OutcomeBars:
    """The bars of one agent."""

    agent: str
    rows: tuple[OutcomeRow, ...]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A share and its shade."""

    share: Share
    shade: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One engine under every recogniser."""

    name: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """Engine by recogniser: values lost."""

    columns: tuple[str, ...]
    rows: tuple[HeatRow, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that the template shows."""

    title: str
    question: str
    lead: tuple[str, ...]
    warnings: tuple[str, ...]
    ledgers: tuple[LedgerView, ...]
    outcomes: tuple[tuple[str, str], ...]
    outcome_bars: tuple[OutcomeBars, ...]
    heat: Heat
    stories: tuple[Story, ...]
    tables: tuple[Table, ...]
    made: tuple[tuple[str, str], ...]


def render(report: Report) -> str:
    """Return the page as HTML text that can be encoded as UTF-8."""
    return _environment().get_template("page").render(page=view(report), css=_css())


def view(report: Report) -> Page:
    """Return what the template shows of a report."""
    return Page(
        title="BFCL-Audio report",
        question="Does the agent still call the right functions when the request is spoken?",
        lead=lead(report),
        warnings=report.warnings,
        ledgers=tuple(_ledger(ledger) for ledger in report.ledgers),
        outcomes=tuple((outcome, OUTCOME_WORDS[outcome]) for outcome in OUTCOMES),
        outcome_bars=_outcome_bars(report),
        heat=_heat(report.hearings),
        stories=report.stories,
        tables=report.tables,
        made=made(report),
    )


def _ledger(ledger: Ledger) -> LedgerView:
    text = next((cell.valid.value for cell in ledger.cells if cell.arm == "text"), None)
    rows = []
    above = ""
    for cell in ledger.cells:
        rows.append(
            LedgerRow(
                arm=label(cell.arm),
                asking=_asking(cell.judge, ledger.judges) if cell.arm != "text" else "as written",
                continued=cell.arm == above,
                picture=plots.interval(cell.valid, "ask" if cell.judge else "mute", text),
                cell=cell,
            )
        )
        above = cell.arm
    n, more = len(ledger.ids), ledger.ran - len(ledger.ids)
    counted = f"{n:,} {'entry' if n == 1 else 'entries'} in every row"
    if more:
        counted += f"; {more:,} more ran in some rows only and are left out"
    return LedgerView(label(ledger.agent), counted, tuple(rows))


def _asking(judge: str, judges: Sequence[str]) -> str:
    if not judge:
        return "without asking"
    return "with asking" if len(judges) < 2 else f"asking {label(judge)}"


def _outcome_bars(report: Report) -> tuple[OutcomeBars, ...]:
    bars = []
    for agent, runs in grouped(by_run(report.judged).items(), lambda run: run[0][0]).items():
        judges = list(dict.fromkeys(judge for (_, _, judge), _ in runs if judge))
        rows = []
        for (_, arm, judge), items in runs:
            shares = {name: share.value for name, share in outcome_shares(items).items()}
            counts = [
                f"{round(value * len(items)):,} {OUTCOME_WORDS[name]}"
                for name, value in shares.items()
                if value
            ]
            rows.append(
                OutcomeRow(
                    arm=label(arm),
                    asking=_asking(judge, judges) if arm != "text" else "as written",
                    picture=plots.stacked(plots.outcome_parts(shares)),
                    words=f"{', '.join(counts)} of {len(items):,}",
                )
            )
        bars.append(OutcomeBars(label(str(agent)), tuple(rows)))
    return tuple(bars)


def _heat(hearings: Sequence[Hearing]) -> Heat:
    known = [hearing for hearing in hearings if hearing.engine]
    columns = tuple(sorted({hearing.recognizer for hearing in known}))
    shares = {
        engine: [entity_errors([h for h in items if h.recognizer == name]) for name in columns]
        for engine, items in sorted(grouped(known, lambda h: h.engine).items(), key=str)
    }
    worst = max((s.value for row in shares.values() for s in row if s.n), default=0.0)
    return Heat(
        tuple(map(label, columns)),
        tuple(
            HeatRow(
                label(str(engine)),
                tuple(HeatCell(share, plots.heat(share.value, worst)) for share in row),
            )
            for engine, row in shares.items()
        ),
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        autoescape=True, finalize=_finalize, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters |= {
        "percent": percent,
        "points": points,
        "p_value": p_text,
        "shown": shown,
        "sentence": lambda text: f"{text[:1].upper()}{text[1:]}.",
    }
    environment.tests |= {
        "share": lambda value: isinstance(value, Share),
        "mean": lambda value: isinstance(value, Mean),
        "difference": lambda value: isinstance(value, Difference),
    }
    source = files(__package__).joinpath("page.html.j2").read_text(encoding="utf-8")
    environment.loader = DictLoader({"page": source})
    return environment


def _finalize(value: object) -> object:
    """What every expression of the template passes through before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _css() -> Markup:
    text = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    return Markup(text)  # noqa: S704  our own file, which nothing is put into
