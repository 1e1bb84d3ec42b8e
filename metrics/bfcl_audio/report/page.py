"""The report as one HTML file that asks nobody for anything: no script, no font, no request."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup, escape

from . import plots
from .asking import FATES
from .compose import Report
from .figures import Difference, Mean, Share
from .foreign import label, visible
from .judged import first_runs
from .stories import Story
from .summary import best_first, lead, made
from .tables import Table, p_text, percent, points, shown
from .views import (
    Bars,
    Heat,
    LedgerView,
    kind_heat,
    ledger_views,
    outcome_bars,
    question_bars,
    voice_heat,
)
from .words import OUTCOME_WORDS, OUTCOMES


@dataclass(frozen=True, slots=True)
class Page:
    """All that the template shows."""

    title: str
    question: str
    lead: tuple[str, ...]
    warnings: tuple[str, ...]
    standings: Table
    ledgers: tuple[LedgerView, ...]
    has_ceiling: bool
    outcomes: tuple[tuple[str, str], ...]
    outcome_bars: tuple[Bars, ...]
    fates: tuple[tuple[str, str], ...]
    question_bars: tuple[Bars, ...]
    heats: tuple[tuple[str, Heat], ...]
    stories: tuple[Story, ...]
    tables: tuple[Table, ...]
    made: tuple[tuple[str, str], ...]


def render(report: Report) -> str:
    """Return the page as HTML text that can be encoded as UTF-8."""
    return _environment().get_template("page").render(page=view(report), css=_css())


def view(report: Report) -> Page:
    """Return what the template shows of a report."""
    judged = first_runs(report.judged)
    return Page(
        title="BFCL-Audio report",
        question="Does the agent still call the right functions when the request is spoken?",
        lead=lead(report),
        warnings=report.warnings,
        standings=report.tables[0],
        ledgers=ledger_views(best_first(report)),
        has_ceiling=any(cell.ceiling for ledger in report.ledgers for cell in ledger.cells),
        outcomes=tuple((outcome, OUTCOME_WORDS[outcome]) for outcome in OUTCOMES),
        outcome_bars=outcome_bars(judged),
        fates=tuple((fate.replace(" ", "-"), fate) for fate in FATES),
        question_bars=question_bars(judged),
        heats=tuple(
            (head, heat)
            for head, heat in (
                ("spoken by", voice_heat(report.hearings)),
                ("kind of value", kind_heat(report.hearings)),
            )
            if heat.rows
        ),
        stories=report.stories,
        tables=report.tables[1:],
        made=made(report),
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
        "bar": plots.bar,
        "breakable": _breakable,
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


def _breakable(name: str) -> Markup:
    """A name that may go on in a second line after what joins its parts."""
    text = str(escape(label(name)))
    for joint in (":", "+", "/"):
        text = text.replace(joint, f"{joint}<wbr>")
    return Markup(text)  # noqa: S704  escaped above; entities hold none of the joints
