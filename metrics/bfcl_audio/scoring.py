"""Predictions and references to verdicts and figures: `bfcl_audio.score`."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from .audited import CORRECTIONS, audited_figures
from .figures import Judgement, figures_of
from .outcomes import outcome
from .prediction import AnyMode, Prediction
from .reference import Reference, parse
from .rows import Row, expected_calls, rows
from .signature import signature
from .single_turn import judge as judge_calls
from .state_match import judge_turns
from .trajectories import Judge
from .verdict import Verdict

_CHUNK = 64  # answers sent to a worker at a time


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
    found = _judged(scored, workers)
    figures = figures_of(scored, found)
    figures["not_run"] = float(len(given) - len(scored))
    corrections: tuple[str, ...] = ()
    if audited:
        extra = audited_figures([(row.reference, row.prediction) for row in scored], found)
        figures |= {f"audited/{name}": value for name, value in extra.items()}
        corrections = CORRECTIONS
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


def judge_answer(prediction: Prediction, reference: Reference) -> Verdict:
    """The verdict on one answer: a function of the two, and of nothing else."""
    if reference.multi_turn:
        return judge_turns(prediction.result, reference, prediction.mode)
    return judge_calls(prediction.result, expected_calls(reference), prediction.mode)


def _judged(scored: Sequence[Row], workers: int) -> list[Judgement]:
    if workers < 2 or len(scored) <= _CHUNK:
        return [_judgement(row.prediction, row.reference) for row in scored]
    jobs = [(row.prediction, row.text) for row in scored]
    chunks = [jobs[start : start + _CHUNK] for start in range(0, len(jobs), _CHUNK)]
    # Imported when asked for: most scoring is done before a second process has started.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A fork inherits what is loaded, and asks nothing of the caller's main module.
    with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
        return [judgement for part in pool.map(_judge_chunk, chunks) for judgement in part]


def _judge_chunk(jobs: Sequence[tuple[Prediction, str]]) -> list[Judgement]:
    return [_judgement(prediction, parse(text)) for prediction, text in jobs]


def _judgement(prediction: Prediction, reference: Reference) -> Judgement:
    verdict = judge_answer(prediction, reference)
    return verdict, outcome(verdict, prediction, reference)


def _judge(judge: Judge | str | None) -> Judge | None:
    if not isinstance(judge, str):
        return judge
    # Imported when asked for: most scoring needs no judge.
    found: Judge = importlib.import_module(f"{__package__}.judge").get_judge(judge)
    return found


def _entry_verdict(row: Row, judgement: Judgement) -> EntryVerdict:
    verdict, became = judgement
    return EntryVerdict(
        id=row.reference.id,
        category=row.reference.category,
        valid=verdict.valid,
        error_type=verdict.error_type.value if verdict.error_type else None,
        outcome=became.value,
        message=verdict.message,
    )
