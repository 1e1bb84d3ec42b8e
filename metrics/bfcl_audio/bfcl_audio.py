"""BFCL-Audio as an `evaluate` metric: `evaluate.load("metrics/bfcl_audio")`."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import datasets
import evaluate

from .errors import InputError
from .prediction import wrap
from .scoring import score

# `evaluate` copies the flat siblings that lines of this file import, and no others. It reads these
# lines too, and Python does not: what needs a judge or entity types imports it then. A test holds
# the list complete.
# fmt: off
_COPIED = '''
from .aggregate import *
from .alignment import *
from .ast_match import *
from .audited import *
from .calls import *
from .cases import *
from .clarifications import *
from .entities import *
from .errors import *
from .figures import *
from .folding import *
from .folding_calls import *
from .intervals import *
from .isolation import *
from .java_calls import *
from .java_literals import *
from .java_values import *
from .javascript_calls import *
from .javascript_values import *
from .judge import *
from .judge_asks import *
from .judge_called import *
from .judge_checks import *
from .judge_clauses import *
from .judge_inputs import *
from .judge_mentions import *
from .judge_nouns import *
from .judge_phrases import *
from .judge_reply import *
from .judge_sentences import *
from .judge_shapes import *
from .judge_sounds import *
from .judge_synonyms import *
from .judge_terms import *
from .judge_topics import *
from .judge_vocabulary import *
from .judge_words import *
from .json_values import *
from .judging import *
from .languages import *
from .literals import *
from .outcomes import *
from .prediction import *
from .recorded import *
from .reference import *
from .release import *
from .rows import *
from .scoring import *
from .signature import *
from .simulator_guards import *
from .simulators import *
from .single_turn import *
from .spoken import *
from .spoken_atoms import *
from .spoken_edges import *
from .spoken_entities import *
from .spoken_lattice import *
from .spoken_letters import *
from .spoken_numbers import *
from .spoken_quantities import *
from .spoken_readings import *
from .spoken_times import *
from .spoken_units import *
from .spoken_words import *
from .state_match import *
from .steps import *
from .syntax_trees import *
from .trajectories import *
from .upstream import *
from .values import *
from .verdict import *
from .version import *
'''
# fmt: on

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
