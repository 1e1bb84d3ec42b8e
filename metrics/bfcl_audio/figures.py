"""Judged cases to the flat figures of a result."""

import importlib
import itertools
import math
from collections import Counter
from collections.abc import Sequence

from .aggregate import Tally, repeated, tallies, total, v3, v4
from .audited import CORRECTIONS
from .cases import Case
from .clarifications import Episode, clarification_figures
from .intervals import wilson
from .outcomes import Outcome


def figures_of(cases: Sequence[Case]) -> dict[str, float]:
    """Every figure of parity, flat, by the names that the metric's card gives; of run cases."""
    found = [case.judgement for case in cases if case.judgement]
    valid = [judgement.verdict.valid for judgement in found]
    by_category = tallies(zip([case.category for case in cases], valid, strict=True))
    figures: dict[str, float] = {}
    for suffix, tally in [
        ("", total(by_category)),
        *((f"/{c}", t) for c, t in by_category.items()),
    ]:
        low, high = wilson(tally.valid, tally.n)
        figures[f"accuracy{suffix}"] = tally.accuracy
        figures[f"n{suffix}"] = float(tally.n)
        figures[f"ci_low{suffix}"], figures[f"ci_high{suffix}"] = low, high
    figures |= {f"v3/{name}": value for name, value in v3(by_category).items()}
    figures |= {f"v4/{name}": value for name, value in v4(by_category).items()}
    figures |= _repeats(cases, valid)
    counts = Counter([judgement.outcome for judgement in found])
    for became in Outcome:
        figures[f"outcome/{became}"] = counts[became] / len(found) if found else math.nan
    episodes = [case.episode for case in cases if case.episode]
    clarified = clarification_figures(episodes)
    figures |= {f"clarification/{name}": value for name, value in clarified.items()}
    return figures | _by_entity_type(episodes)


def _repeats(cases: Sequence[Case], valid: Sequence[bool]) -> dict[str, float]:
    """`pass@k/<k>` and `pass^k/<k>`, where entries were answered several times.

    Answers of two agents, or in two arms, are not repeats of each other.
    """
    keys: list[object] = [
        (case.id, *case.episode.trajectory.labels.items()) if case.episode else case.id
        for case in cases
    ]
    n = Counter(keys)
    right = Counter(itertools.compress(keys, valid))
    return repeated(Tally(right[key], count) for key, count in n.items())


def _by_entity_type(episodes: Sequence[Episode]) -> dict[str, float]:
    """`entity/<type>/n`, `heard` and `failed`; nothing where no conversation was recorded."""
    if not episodes:
        return {}
    # Imported when needed: a plain answer says nothing of what was said.
    entities = importlib.import_module(f"{__package__}.entities")
    found: dict[str, float] = entities.entity_figures(
        (entities.values_of(e.trajectory.utterances, e.reference), e.valid) for e in episodes
    )
    return {f"entity/{name}": value for name, value in found.items()}


def audited_figures(cases: Sequence[Case]) -> dict[str, float]:
    """The audited accuracy, and how many answers each correction moved.

    Returns:
        `accuracy`, `n` (without the unpassable), and one count for each of `CORRECTIONS`.
    """
    counts = dict.fromkeys(CORRECTIONS, 0)
    valid = 0
    found = [case.judgement for case in cases if case.judgement]
    for verdict, _, correction in found:
        if correction is not None:
            counts[correction] += 1
        if correction != "unpassable":
            valid += verdict.valid if correction is None else not verdict.valid
    n = len(found) - counts["unpassable"]
    return {"accuracy": valid / n if n else math.nan, "n": float(n)} | {
        name: float(count) for name, count in counts.items()
    }
