"""Answers beside their references, each read once, the malformed ones refused by row."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .ast_match import Expected, expected
from .errors import InputError
from .prediction import AnyMode, Prediction, read, unwrap
from .reference import Reference, parse
from .trajectories import Judge, Trajectory, is_trajectory, read_trajectory

Pair = tuple[object, object, object]
"""What names a row in errors, its answer, its reference."""


@dataclass(frozen=True, slots=True)
class Row:
    """One answer beside its reference, both read."""

    reference: Reference
    prediction: Prediction
    trajectory: Trajectory | None

    @property
    def done(self) -> bool:
        """False for an episode that was not run, and so is not to be scored."""
        return self.trajectory is None or self.trajectory.done


def rows(pairs: Iterable[Pair], mode: AnyMode, judge: Judge | None) -> Iterator[Row]:
    """Read answers and references, side by side.

    Args:
        pairs: from `paired`.
        mode: as in `score`.
        judge: as in `score`, made.

    Raises:
        InputError: a malformed row, which it names.
    """
    for label, answer, given in pairs:
        try:
            reference = _reference(given)
            if not reference.multi_turn:
                expected_calls(reference)
        except (InputError, TypeError, ValueError) as error:
            raise InputError(f"references[{label}]: {error}") from None
        try:
            yield _row(unwrap(answer), reference, mode, judge)
        except (InputError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise InputError(f"predictions[{label}]: {error}") from None


def _reference(given: object) -> Reference:
    if isinstance(given, Reference):
        return given
    return parse(given if isinstance(given, str) else json.dumps(given))


@lru_cache(maxsize=8192)
def expected_calls(reference: Reference) -> Expected:
    """What a single-turn entry expects, worked out once.

    Raises:
        InputError: its functions and its ground truth do not fit each other.
    """
    try:
        return expected(reference.category, reference.functions, reference.ground_truth)
    except (KeyError, TypeError, RuntimeError, AttributeError) as error:
        raise InputError(
            f"reference {reference.id}: its functions and ground_truth do not fit ({error!r})"
        ) from None


def paired(
    predictions: Sequence[object] | Mapping[str, object],
    references: Sequence[object] | Mapping[str, object],
) -> list[Pair]:
    """Answers beside their references; arguments as in `score`.

    Raises:
        InputError: lengths or ids that do not match.
    """
    if isinstance(predictions, Mapping) and isinstance(references, Mapping):
        if unknown := [name for name in predictions if name not in references]:
            raise InputError(
                f"{len(unknown)} predictions have no reference, the first is {unknown[0]!r}"
            )
        return [(repr(name), answer, references[name]) for name, answer in predictions.items()]
    for name, given in (("predictions", predictions), ("references", references)):
        if isinstance(given, Mapping | str) or not isinstance(given, Iterable):
            kinds = "two sequences, or two mappings by entry id"
            raise InputError(f"{name} is a {type(given).__name__}; give {kinds}")
    answers, texts = list(predictions), list(references)
    if len(answers) != len(texts):
        raise InputError(f"{len(answers)} predictions, but {len(texts)} references")
    return list(zip(range(len(answers)), answers, texts, strict=True))


def _row(answer: object, reference: Reference, mode: AnyMode, judge: Judge | None) -> Row:
    record = _as_record(answer)
    if not is_trajectory(record):
        return Row(reference, read(answer, reference.category, mode), None)
    assert isinstance(record, Mapping)
    trajectory = read_trajectory(record, reference, judge)
    chosen: AnyMode = "fc" if mode == "auto" and trajectory.fc else mode
    prediction = read(trajectory.answer, reference.category, chosen)
    return Row(reference, prediction, trajectory)


def _as_record(answer: object) -> object:
    """A trajectory's object, where an answer is its JSON text."""
    if isinstance(answer, str) and answer.startswith("{") and '"messages"' in answer:
        try:
            return json.loads(answer)
        except (ValueError, RecursionError):
            return answer
    return answer
