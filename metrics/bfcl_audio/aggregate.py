"""Verdicts to figures: accuracy by category, and BFCL's own formulas of groups and overall.

All group figures are means of category accuracies; which mean, differs by BFCL version. BFCL counts
a missing category as 0 in an overall; here whatever lacks a part is NaN, so that no partial run
passes for a full one.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """How many answers of a kind were valid, and how many there were."""

    valid: int
    n: int

    @property
    def accuracy(self) -> float:
        """Valid / n; NaN if there were none."""
        return self.valid / self.n if self.n else math.nan


Tallies = Mapping[str, Tally]

_NON_LIVE_MATCHED = ("multiple", "parallel", "parallel_multiple")
_SIMPLE = ("simple_python", "simple_java", "simple_javascript")
_MULTI_TURN = (
    "multi_turn_base",
    "multi_turn_miss_func",
    "multi_turn_miss_param",
    "multi_turn_long_context",
)
_LIVE_MATCHED = ("live_simple", "live_multiple", "live_parallel", "live_parallel_multiple")
_LIVE_ALL = (*_LIVE_MATCHED, "live_irrelevance", "live_relevance")


def tallies(results: Iterable[tuple[str, bool]]) -> dict[str, Tally]:
    """Count `(category, valid)` pairs by category, in the order first seen."""
    counts = Counter(results)
    return {
        category: Tally(counts[category, True], counts[category, True] + counts[category, False])
        for category in dict.fromkeys(category for category, _ in counts)
    }


def total(found: Tallies) -> Tally:
    """All categories as one."""
    return Tally(sum(t.valid for t in found.values()), sum(t.n for t in found.values()))


def v3(found: Tallies) -> dict[str, float]:
    """BFCL v3: non-live of five equal parts with irrelevance, live by count, three equal groups."""
    non_live = _mean([_non_live_simple(found), *_each(found, (*_NON_LIVE_MATCHED, "irrelevance"))])
    live = _by_count(found, _LIVE_ALL)
    multi_turn = _mean(_each(found, _MULTI_TURN))
    return {
        "overall": _mean([live, non_live, multi_turn]),
        "non_live": non_live,
        "live": live,
        "multi_turn": multi_turn,
    }


def v4(found: Tallies) -> dict[str, float]:
    """BFCL v4, as it stands.

    Irrelevance is a group of its own; overall is 10 % non-live, 10 % live, 10 % irrelevance,
    30 % multi-turn and 40 % agentic, which is not spoken: so overall is always NaN here.
    """
    non_live = _mean([_non_live_simple(found), *_each(found, _NON_LIVE_MATCHED)])
    live = _by_count(found, _LIVE_MATCHED)
    irrelevance = _mean(_each(found, ("irrelevance", "live_irrelevance")))
    multi_turn = _mean(_each(found, _MULTI_TURN))
    agentic = math.nan
    parts = ((0.1, non_live), (0.1, live), (0.1, irrelevance), (0.3, multi_turn), (0.4, agentic))
    return {
        "overall": sum(weight * part for weight, part in parts),
        "non_live": non_live,
        "live": live,
        "irrelevance": irrelevance,
        "multi_turn": multi_turn,
    }


def repeated(found: Iterable[Tally]) -> dict[str, float]:
    """How often k answers to one entry hold a valid one, and how often all are valid.

    Of an entry with n answers, c of them valid, k drawn without replacement hold a valid one with
    probability 1 - C(n-c, k) / C(n, k), and are all valid with C(c, k) / C(n, k): both unbiased.
    The figures are their means over the entries with at least k answers.

    Args:
        found: the tally of each entry.

    Returns:
        `pass@k/2`, `pass^k/2` and so on to the most answers that any entry has; nothing if none
        has two.
    """
    entries = list(found)
    figures: dict[str, float] = {}
    for k in range(2, max((tally.n for tally in entries), default=0) + 1):
        drawn = [(math.comb(t.n, k), t) for t in entries if t.n >= k]
        at_least_one = [1 - math.comb(t.n - t.valid, k) / ways for ways, t in drawn]
        figures[f"pass@k/{k}"] = _mean(at_least_one)
        figures[f"pass^k/{k}"] = _mean([math.comb(t.valid, k) / ways for ways, t in drawn])
    return figures


def _non_live_simple(found: Tallies) -> float:
    """Three equal parts, though Python has 400 entries and JavaScript 50."""
    return _mean(_each(found, _SIMPLE))


def _each(found: Tallies, categories: Iterable[str]) -> list[float]:
    return [found[name].accuracy if name in found else math.nan for name in categories]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _by_count(found: Tallies, categories: Sequence[str]) -> float:
    if any(name not in found for name in categories):
        return math.nan
    return total({name: found[name] for name in categories}).accuracy
