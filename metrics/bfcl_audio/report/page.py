"""The report as one HTML file that asks nobody for anything: no script, no font, no request."""

from dataclasses import dataclass

from .asking import FATES
from .compose import Report
from .judged import first_runs
from .stories import Story
from .summary import best_first, lead, made
from .tables import Table
from .templates import css, environment
from .views import (
    Bars,
    Heat,
    LedgerView,
    channel_heat,
    kind_heat,
    least_changed,
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
    return environment().get_template("page").render(page=view(report), css=css())


def view(report: Report) -> Page:
    """Return what the template shows of a report."""
    judged = first_runs(report.judged)
    plain = least_changed(report.hearings)
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
                ("spoken by", voice_heat(plain)),
                ("kind of value", kind_heat(plain)),
                ("channel", channel_heat(report.hearings)),
            )
            if heat.rows
        ),
        stories=report.stories,
        tables=report.tables[1:],
        made=made(report),
    )
