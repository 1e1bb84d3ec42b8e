"""A stranger's result file scored: figures, and the failures that are worth a look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..errors import BfclAudioError, InputError
from ..isolation import Isolation, OutOfBounds
from ..reference import Reference
from ..results import read_results
from ..scoring import EntryVerdict, verdicts
from ..signature import asr_of, signature
from ..trajectories import is_done, is_trajectory, read_trajectory
from .figures import Share, share_of
from .words import OUTCOME_WORDS, OUTCOMES, actual_calls, expected_calls, reason_words

LIMIT_BYTES = 20_000_000
"""Of a file; a whole run of all 2,190 entries takes less."""

LIMIT_S = 30
"""Processor time of reading and scoring, in seconds; the clock may show ten times as much."""

MOST_FAILURES = 60
_MEMORY_BYTES = 3 << 30
_LONGEST = 2_000  # characters of a call, or of what is said of it
_MOST_CALLS = 50  # of a turn


@dataclass(frozen=True, slots=True)
class Failure:
    """One answer that is not valid: why, and its calls beside the right ones, turn by turn.

    `run` tells agent, arm and judge of a trajectory.
    """

    id: str
    run: str
    outcome: str
    reason: str
    detail: str
    expected: tuple[tuple[str, ...], ...]
    actual: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """All that is said of a file.

    Attributes:
        categories: (category, share of valid answers), in the file's order.
        outcomes: (outcome, share), all five.
        failures: the first of each category in turn, at most `MOST_FAILURES`.
        failed: how many answers are not valid.
        not_run: how many trajectories were not run to the end.
    """

    name: str
    valid: Share
    categories: tuple[tuple[str, Share], ...]
    outcomes: tuple[tuple[str, Share], ...]
    failures: tuple[Failure, ...]
    failed: int
    not_run: int
    warnings: tuple[str, ...]
    signature: str


def score_file(path: Path, name: str, category: str | None = None) -> Scored:
    """Score a file in a process of its own, within bounded time and memory.

    Args:
        path: where it lies.
        name: what its owner calls it; a bfcl-eval file's name tells the category.
        category: of a file whose name does not say.

    Raises:
        InputError: it is too large, takes too long, or holds no answers that can be read.
    """
    size = path.stat().st_size
    if size > LIMIT_BYTES:
        raise InputError(
            f"{name} has {size / 1e6:.0f} MB, more than the {LIMIT_BYTES / 1e6:.0f} MB that are "
            "scored here; use: bfcl-audio score FILE"
        )
    with Isolation(limit_s=LIMIT_S, limit_bytes=_MEMORY_BYTES) as isolation:
        try:
            found = isolation.call(_scored, path, name, category)
        except OutOfBounds:
            raise InputError(
                f"{name} takes too long to score, or too much memory; use: bfcl-audio score FILE"
            ) from None
    if isinstance(found, str):
        raise InputError(found.replace(str(path), name))
    return found


def _scored(path: Path, name: str, category: str | None) -> Scored | str:
    """What is said of a file, or what is wrong with it: errors of ours need not travel."""
    try:
        return _score(path, name, category)
    except BfclAudioError as error:
        return str(error)


def _score(path: Path, name: str, category: str | None) -> Scored:
    results = read_results(path, category)
    pairs = list(zip(results.answers, results.references, strict=True))
    done = [pair for pair in pairs if not is_trajectory(pair[0]) or is_done(pair[0])]
    found = verdicts([answer for answer, _ in done], [reference for _, reference in done])
    labels = [_labels(answer) for answer, _ in done if is_trajectory(answer)]
    failed = [(pair, one) for pair, one in zip(done, found, strict=True) if not one.valid]
    groups: dict[str, list[bool]] = {}
    for one in found:
        groups.setdefault(one.category, []).append(one.valid)
    return Scored(
        name=name,
        valid=share_of([one.valid for one in found]),
        categories=tuple((key, share_of(flags)) for key, flags in groups.items()),
        outcomes=tuple(
            (outcome, share_of([one.outcome == outcome for one in found])) for outcome in OUTCOMES
        ),
        failures=tuple(_failure(pair, one) for pair, one in _spread(failed)),
        failed=len(failed),
        not_run=len(pairs) - len(done),
        warnings=tuple(text.replace(str(path), name) for text in results.warnings),
        signature=signature([one.category for one in found], labels),
    )


Failed = tuple[tuple[Any, Reference], EntryVerdict]


def _spread(failed: Sequence[Failed]) -> list[Failed]:
    """The first failures of every category in turn, so that a long one hides no other."""
    groups: dict[str, list[Failed]] = {}
    for one in failed:
        groups.setdefault(one[1].category, []).append(one)
    rounds = zip_longest(*groups.values())
    return [one for row in rounds for one in row if one is not None][:MOST_FAILURES]


def _failure(pair: tuple[Any, Reference], verdict: EntryVerdict) -> Failure:
    answer, reference = pair
    run = ""
    if is_trajectory(answer):
        run = ", ".join(str(answer.get(name) or "-")[:80] for name in ("agent", "arm", "judge"))
        answer = read_trajectory(answer, reference).answer
    return Failure(
        id=verdict.id,
        run=run,
        outcome=OUTCOME_WORDS[verdict.outcome],
        reason=reason_words(verdict.error_type),
        detail=verdict.message[:_LONGEST],
        expected=expected_calls(reference),
        actual=_shortened(actual_calls(answer, multi_turn=reference.multi_turn)),
    )


def _shortened(turns: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(call[:_LONGEST] for call in turn[:_MOST_CALLS]) for turn in turns)


def _labels(record: Mapping[str, Any]) -> dict[str, str]:
    """What of a trajectory the signature says."""
    arm = str(record.get("arm") or "")
    labels = {name: str(record.get(name) or "") for name in ("agent", "judge")}
    return {**labels, "arm": arm, "asr": asr_of(arm)}
