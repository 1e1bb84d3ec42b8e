"""Predictions and references to verdicts and figures: `bfcl_audio.score`."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

from .audited import CORRECTIONS
from .figures import audited_figures, figures_of
from .isolation import in_processes
from .judging import Judgement, judgements
from .prediction import AnyMode
from .rows import Row, rows
from .signature import signature
from .trajectories import Judge

_CHUNK = 1_000  # answers sent to a process at a time


@dataclass(frozen=True, slots=True)
class EntryVerdict:
    """The verdict on one entry.

    Attributes:
        error_type: Text-BFCL's name of what was wrong; None exactly if valid.
        outcome: `correct`, or how it failed.
        message: one line for a person.
    """

    id: str
    category: str
    valid: bool
    error_type: str | None
    outcome: str
    message: str


def score(
    predictions: Sequence[object] | Mapping[str, object],
    references: Sequence[object] | Mapping[str, object],
    *,
    mode: AnyMode = "auto",
    detailed: bool = False,
    audited: bool = False,
    judge: Judge | str | None = None,
    workers: int = 1,
) -> dict[str, Any]:
    """Score answers as Text-BFCL does.

    Args:
        predictions: answers in any accepted form: text, tool calls, bfcl-eval results,
            trajectories; JSON text or Python objects. A sequence, or a mapping by entry id.
        references: as `references` gives them. A sequence aligned with `predictions`, or a
            mapping by entry id that holds at least theirs.
        mode: `fc` or `text` forces how answers are read; `auto` looks.
        detailed: adds `verdicts`, one dict per scored entry.
        audited: adds the corrected view under `audited/…`; the other figures stay as they are.
        judge: decides on questions in trajectories without recorded decisions: a spec such as
            `rules`, or an object with `decide`.
        workers: processes to score with.

    Returns:
        Flat figures and `signature`. What has nothing to count is NaN. Trajectories that were not
        run are counted in `not_run` and nowhere else.

    Raises:
        InputError: lengths or ids that do not match; a malformed reference, with its row.
    """
    given = list(rows(predictions, references, mode, _judge(judge)))
    scored = [row for row in given if row.done]
    found = _judged(scored, workers, audited=audited)
    figures = figures_of(scored, found)
    figures["not_run"] = float(len(given) - len(scored))
    if audited:
        figures |= {f"audited/{name}": value for name, value in audited_figures(found).items()}
    corrections = CORRECTIONS if audited else ()
    labels = [row.trajectory.labels for row in scored if row.trajectory]
    categories = [row.reference.category for row in scored]
    result: dict[str, Any] = {**figures, "signature": signature(categories, labels, corrections)}
    if detailed:
        names = [field.name for field in fields(EntryVerdict)]
        result["verdicts"] = [
            {name: getattr(verdict, name) for name in names}
            for verdict in map(_entry_verdict, scored, found)
        ]
    return result


def verdicts(
    predictions: Sequence[object] | Mapping[str, object],
    references: Sequence[object] | Mapping[str, object],
    *,
    mode: AnyMode = "auto",
    judge: Judge | str | None = None,
    workers: int = 1,
) -> list[EntryVerdict]:
    """The verdict on each scored entry, in order; arguments as in `score`."""
    scored = [row for row in rows(predictions, references, mode, _judge(judge)) if row.done]
    return list(map(_entry_verdict, scored, _judged(scored, workers)))


def _judged(scored: Sequence[Row], workers: int, *, audited: bool = False) -> list[Judgement]:
    if workers < 2 or len(scored) <= _CHUNK:
        return judgements([(row.prediction, row.text) for row in scored], audited=audited)
    # Answers to the same entry go together: its text is sent once, and read once.
    order = sorted(range(len(scored)), key=lambda place: scored[place].reference.id)
    texts: dict[str, str] = {}
    answers = [
        (scored[place].prediction, texts.setdefault(scored[place].text, scored[place].text))
        for place in order
    ]
    chunks = [answers[start : start + _CHUNK] for start in range(0, len(answers), _CHUNK)]
    parts = in_processes(partial(judgements, audited=audited), chunks, workers)
    found = dict(zip(order, (judgement for part in parts for judgement in part), strict=True))
    return [found[place] for place in range(len(scored))]


def _judge(judge: Judge | str | None) -> Judge | None:
    if not isinstance(judge, str):
        return judge
    # Imported when asked for: most scoring needs no judge.
    found: Judge = importlib.import_module(f"{__package__}.judge").get_judge(judge)
    return found


def _entry_verdict(row: Row, judgement: Judgement) -> EntryVerdict:
    verdict, became, _ = judgement
    return EntryVerdict(
        id=row.reference.id,
        category=row.reference.category,
        valid=verdict.valid,
        error_type=verdict.error_type.value if verdict.error_type else None,
        outcome=became.value,
        message=verdict.message,
    )
