"""BFCL-Audio as an `evaluate` metric: `evaluate.load("metrics/bfcl_audio")`."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import datasets
import evaluate

# `evaluate` copies only the flat siblings that this file names itself: all that scoring and the
# rules judge need, under one name that is never used. A test holds the list complete.
# ruff: noqa: F811
from .aggregate import __name__ as _
from .alignment import __name__ as _
from .ast_match import __name__ as _
from .audited import __name__ as _
from .calls import __name__ as _
from .cases import __name__ as _
from .clarifications import __name__ as _
from .entities import __name__ as _
from .errors import InputError
from .figures import __name__ as _
from .folding import __name__ as _
from .folding_calls import __name__ as _
from .intervals import __name__ as _
from .isolation import __name__ as _
from .java_calls import __name__ as _
from .java_literals import __name__ as _
from .java_values import __name__ as _
from .javascript_calls import __name__ as _
from .javascript_values import __name__ as _
from .judge import __name__ as _
from .judge_asks import __name__ as _
from .judge_inputs import __name__ as _
from .judge_mentions import __name__ as _
from .judge_nouns import __name__ as _
from .judge_reply import __name__ as _
from .judge_sentences import __name__ as _
from .judge_sounds import __name__ as _
from .judge_topics import __name__ as _
from .judge_vocabulary import __name__ as _
from .judge_words import __name__ as _
from .judging import __name__ as _
from .languages import __name__ as _
from .literals import __name__ as _
from .outcomes import __name__ as _
from .prediction import wrap
from .recorded import __name__ as _
from .reference import __name__ as _
from .rows import __name__ as _
from .scoring import score
from .signature import __name__ as _
from .simulator_guards import __name__ as _
from .simulators import __name__ as _
from .single_turn import __name__ as _
from .spoken import __name__ as _
from .spoken_atoms import __name__ as _
from .spoken_edges import __name__ as _
from .spoken_entities import __name__ as _
from .spoken_lattice import __name__ as _
from .spoken_letters import __name__ as _
from .spoken_numbers import __name__ as _
from .spoken_quantities import __name__ as _
from .spoken_readings import __name__ as _
from .spoken_times import __name__ as _
from .spoken_units import __name__ as _
from .spoken_words import __name__ as _
from .state_match import __name__ as _
from .steps import __name__ as _
from .syntax_trees import __name__ as _
from .trajectories import __name__ as _
from .upstream import __name__ as _
from .values import __name__ as _
from .verdict import __name__ as _
from .version import __name__ as _

_DESCRIPTION = """
Does an agent make exactly the right function calls when the request is spoken? Verdicts are
Text-BFCL's (bfcl-eval 2026.3.23): calls are compared with the possible answers, multi-turn
entries are replayed in BFCL's simulated APIs, and where no function serves, calling none is right.
Higher is better; accuracy = valid answers / answers.
"""

_INPUTS = """
Args:
    predictions: one answer per entry: text, OpenAI tool calls or messages, a bfcl-eval result, or
        a trajectory; strings, JSON text or Python objects.
    references: the entries, as a dataset's `reference` column or `bfcl_audio.references()` has
        them: JSON text or Python objects.
    mode: `fc` or `text` forces how answers are read; `auto` (default) looks.
    detailed: also return `verdicts`, one dict per entry.
    audited: also return the view with BFCL's known slips corrected, under `audited/...`.
    judge: decides on questions in trajectories without recorded decisions: a spec or an object.
    workers: processes to score with.
Returns:
    A flat dict of figures (`accuracy`, `accuracy/<category>`, `n`, `ci_low`, `ci_high`,
    `v3/...`, `v4/...`, `outcome/...`, `clarification/...`) and `signature`.
"""

_CITATION = """
@inproceedings{patil2025bfcl,
    title = {The Berkeley Function Calling Leaderboard ({BFCL}): From Tool Use to Agentic
             Evaluation of Large Language Models},
    author = {Patil, Shishir G. and Mao, Huanzhi and Yan, Fanjia and Ji, Charlie Cheng-Jie and
              Suresh, Vishnu and Stoica, Ion and Gonzalez, Joseph E.},
    booktitle = {International Conference on Machine Learning},
    year = {2025},
}
"""


class BFCLAudio(evaluate.Metric):  # type: ignore[misc]
    """BFCL-Audio as a metric of `evaluate`."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_INPUTS,
            features=datasets.Features(
                {"predictions": datasets.Value("string"), "references": datasets.Value("string")}
            ),
            homepage="https://gorilla.cs.berkeley.edu/leaderboard.html",
            license="Apache-2.0",
        )

    def add(self, *, prediction: object = None, reference: object = None, **kwargs: object) -> None:
        """Add one answer and its reference; strings or Python objects."""
        super().add(prediction=wrap(prediction), reference=_text(reference), **kwargs)

    def add_batch(
        self,
        *,
        predictions: Iterable[object] | None = None,
        references: Iterable[object] | None = None,
        **kwargs: object,
    ) -> None:
        """Add answers and their references; strings or Python objects."""
        answers = _column(predictions, "predictions", wrap)
        texts = _column(references, "references", _text)
        if len(answers) != len(texts):
            raise InputError(f"{len(answers)} predictions, but {len(texts)} references")
        super().add_batch(predictions=answers, references=texts, **kwargs)

    def _compute(
        self, predictions: Sequence[str], references: Sequence[str], **options: Any
    ) -> dict[str, Any]:
        return score(predictions, references, **options)


def _column(
    values: Iterable[object] | None, name: str, write: Callable[[object], str]
) -> list[str]:
    if values is None or isinstance(values, str | Mapping):
        raise InputError(f"{name} is {type(values).__name__}; give one per entry, in a sequence")
    texts = []
    for row, value in enumerate(values):
        try:
            texts.append(write(value))
        except InputError as error:
            raise InputError(f"{name}[{row}]: {error}") from None
    return texts


def _text(reference: object) -> str:
    if isinstance(reference, str):
        return reference
    if isinstance(reference, Mapping):
        return json.dumps(reference)
    raise InputError(f"a reference of type {type(reference).__name__}, not JSON text or an object")
