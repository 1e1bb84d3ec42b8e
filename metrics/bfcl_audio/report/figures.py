"""The figures that reports are made of: a share, a rate, and a paired difference, each with n."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..intervals import Interval, mcnemar, paired_bootstrap, wilson

_Z_95 = 1.959963984540054  # standard normal quantile of 0.975


@dataclass(frozen=True, slots=True)
class Share:
    """A share of `n` things with its 95 % interval, all from 0 to 1; NaN where n is 0."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over `n` things with its 95 % interval, in the unit of what was counted."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A paired difference of two shares over `n` entries, its 95 % interval, and McNemar's p."""

    value: float
    low: float
    high: float
    p_value: float
    n: int


def share(count: int, n: int) -> Share:
    """`count` of `n`, with Wilson's interval."""
    interval = wilson(count, n)
    return Share(count / n if n else math.nan, interval.low, interval.high, n)


def share_of(flags: Sequence[bool]) -> Share:
    """How many of `flags` are true."""
    return share(sum(flags), len(flags))


def difference(first: Sequence[bool], second: Sequence[bool]) -> Difference:
    """`second` minus `first`, entry by entry; the interval is bootstrapped, the test exact."""
    n = len(first)
    interval = paired_bootstrap(first, second)
    value = (sum(second) - sum(first)) / n if n else math.nan
    return Difference(value, interval.low, interval.high, mcnemar(first, second), n)


def rate(errors: Sequence[float], sizes: Sequence[int]) -> Share:
    """Errors per unit of size over utterances, as word error rate is; may exceed 1.

    The interval is the ratio estimator's, with utterances as clusters: words of one clip are
    heard well or badly together, so they do not count as independent.

    Args:
        errors: per utterance.
        sizes: per utterance, in the unit that errors are counted by (words, say).
    """
    total, n = sum(sizes), len(sizes)
    if not total:
        return Share(math.nan, math.nan, math.nan, n)
    value = sum(errors) / total
    interval = Interval(math.nan, math.nan)
    if n > 1:
        residuals = math.fsum(
            (error - value * size) ** 2 for error, size in zip(errors, sizes, strict=True)
        )
        half = _Z_95 * math.sqrt(residuals * n / (n - 1)) / total
        interval = Interval(max(0.0, value - half), value + half)
    return Share(value, interval.low, interval.high, n)


def mean(counts: Sequence[int]) -> Mean:
    """The mean of `counts` over things that are independent."""
    found = rate(counts, [1] * len(counts))
    return Mean(found.value, found.low, found.high, found.n)
