"""Predictions and references to verdicts and figures: `bfcl_audio.score`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from .audited import CORRECTIONS
from .cases import Case, judged
from .figures import audited_figures, figures_of
from .prediction import AnyMode
from .rows import paired
from .signature import signature
from .trajectories import Judge


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
    pairs = paired(predictions, references)
    cases = judged(pairs, mode=mode, judge=judge, audited=audited, workers=workers)
    done = [case for case in cases if case.judgement]
    figures = figures_of(done)
    figures["not_run"] = float(len(cases) - len(done))
    if audited:
        figures |= {f"audited/{name}": value for name, value in audited_figures(done).items()}
    corrections = CORRECTIONS if audited else ()
    labels = [case.episode.trajectory.labels for case in done if case.episode]
    categories = [case.category for case in done]
    result: dict[str, Any] = {**figures, "signature": signature(categories, labels, corrections)}
    if detailed:
        names = [field.name for field in fields(EntryVerdict)]
        result["verdicts"] = [
            {name: getattr(verdict, name) for name in names}
            for verdict in map(_entry_verdict, done)
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
    pairs = paired(predictions, references)
    cases = judged(pairs, mode=mode, judge=judge, audited=False, workers=workers)
    return [_entry_verdict(case) for case in cases if case.judgement]


def _entry_verdict(case: Case) -> EntryVerdict:
    assert case.judgement
    verdict, became, _ = case.judgement
    return EntryVerdict(
        id=case.id,
        category=case.category,
        valid=verdict.valid,
        error_type=verdict.error_type.value if verdict.error_type else None,
        outcome=became.value,
        message=verdict.message,
    )
