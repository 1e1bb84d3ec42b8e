"""How sure a figure is: Wilson's interval, and two runs over the same entries compared."""

import math
import random
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

_Z_95 = 1.959963984540054  # standard normal quantile of 0.975


class Interval(NamedTuple):
    """A 95 % interval; both ends NaN where there is nothing to tell from."""

    low: float
    high: float


def wilson(valid: int, n: int) -> Interval:
    """Wilson's 95 % score interval of `valid` successes in `n` trials."""
    if n == 0:
        return Interval(math.nan, math.nan)
    share = valid / n
    spread = _Z_95**2 / n
    middle = share + spread / 2
    half = _Z_95 * math.sqrt((share * (1 - share) + spread / 4) / n)
    # Exact at the ends, where rounding could step beyond them.
    low = 0.0 if valid == 0 else (middle - half) / (1 + spread)
    high = 1.0 if valid == n else (middle + half) / (1 + spread)
    return Interval(low, high)


def paired_bootstrap(
    first: Sequence[bool], second: Sequence[bool], *, samples: int = 10_000, seed: int = 0
) -> Interval:
    """95 % interval of accuracy(second) - accuracy(first), entries drawn with replacement.

    Only the three possible differences of an entry matter (lost, same, won), so a sample of n
    entries is drawn as its number of losses, then of wins.

    Args:
        first: validity per entry of one run.
        second: of another, over the same entries in the same order.
        samples: resamples drawn.
        seed: same seed, same interval.

    Raises:
        ValueError: the runs differ in length.
    """
    if len(first) != len(second):
        raise ValueError(f"runs over {len(first)} and {len(second)} entries cannot be paired")
    lost = sum(a and not b for a, b in zip(first, second, strict=True))
    won = sum(b and not a for a, b in zip(first, second, strict=True))
    return _bootstrap(len(first), lost, won, samples, seed)


@lru_cache(maxsize=1024)
def _bootstrap(n: int, lost: int, won: int, samples: int, seed: int) -> Interval:
    """`paired_bootstrap` of `n` entries of which `lost` and `won` differ, each worked out once."""
    if n == 0:
        return Interval(math.nan, math.nan)
    draw = random.Random(seed).random  # noqa: S311 - a resample, not a secret
    means = []
    for _ in range(samples):
        losses = bisect(_binomial(n, lost / n), draw())
        wins = bisect(_binomial(n - losses, won / (n - lost)), draw()) if won else 0
        means.append((wins - losses) / n)
    means.sort()
    return Interval(_quantile(means, 0.025), _quantile(means, 0.975))


def mcnemar(first: Sequence[bool], second: Sequence[bool]) -> float:
    """Two-sided exact McNemar p-value: could the entries that differ have fallen either way?

    Raises:
        ValueError: the runs differ in length.
    """
    if len(first) != len(second):
        raise ValueError(f"runs over {len(first)} and {len(second)} entries cannot be paired")
    lost = sum(a and not b for a, b in zip(first, second, strict=True))
    won = sum(b and not a for a, b in zip(first, second, strict=True))
    trials = lost + won
    tail = sum(math.comb(trials, k) for k in range(min(lost, won) + 1))
    return min(1.0, float(2 * tail / 2**trials))


@lru_cache(maxsize=256)
def _binomial(n: int, p: float) -> Sequence[float]:
    """P(X <= k) for k = 0..n-1, X binomial; bisecting it with a uniform draw gives an X."""
    if p in (0.0, 1.0):
        return [1.0] if p == 0.0 else [0.0] * n
    log_p, log_q = math.log(p), math.log1p(-p)
    terms = (
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + k * log_p
        + (n - k) * log_q
        for k in range(n)
    )
    return list(accumulate(map(math.exp, terms)))


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Linear interpolation between the two nearest ranks."""
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])
