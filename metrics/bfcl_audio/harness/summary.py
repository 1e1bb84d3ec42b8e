"""What a run came to: entries, waits and money."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median, quantiles
from typing import Any

from .trajectory import Head


@dataclass(frozen=True, slots=True)
class Latency:
    """How long an agent took, in seconds: its first reply, and a whole entry.

    Attributes:
        first_p50_s: half of the first replies came sooner.
        first_p95_s: and all but one in twenty.
        entry_p50_s: the same of whole entries, all replies together.
        entry_p95_s: and all but one in twenty.
    """

    first_p50_s: float
    first_p95_s: float
    entry_p50_s: float
    entry_p95_s: float


@dataclass(slots=True)
class Summary:
    """What a run came to.

    Attributes:
        done: arm -> entries done now.
        resumed: arm -> entries that were done before.
        not_run: arm -> entries that were tried and failed.
        waiting: entries that were not tried, because the run stopped.
        reasons: why entries failed -> how many.
        stopped: why the run stopped; empty if it came to its end.
        latency: of all finished entries of the agent, if there are any.
        cost_usd: of all that the file holds of these entries; None if some of it is not known.
    """

    done: dict[str, int] = field(default_factory=dict)
    resumed: dict[str, int] = field(default_factory=dict)
    not_run: dict[str, int] = field(default_factory=dict)
    waiting: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    stopped: str = ""
    latency: Latency | None = None
    cost_usd: float | None = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The summary for a program."""
        return asdict(self)


def latency_of(heads: Iterable[Head]) -> Latency | None:
    """The latency of finished entries; None if there are none."""
    finished = [head for head in heads if head.status == "done"]
    first = [head.first_latency_s for head in finished if head.first_latency_s is not None]
    entry = [head.latency_s for head in finished]
    if not first:
        return None
    return Latency(_half(first), _most(first), _half(entry), _most(entry))


def cost_of(heads: Sequence[Head]) -> float | None:
    """What entries cost together; None if one's cost is not known."""
    if any(head.cost_usd is None for head in heads):
        return None
    return round(sum(head.paid_usd for head in heads), 6)


def _half(values: Sequence[float]) -> float:
    return round(median(values), 3)


def _most(values: Sequence[float]) -> float:
    whole = quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
    return round(whole, 3)
