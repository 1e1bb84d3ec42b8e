"""What a run came to, for a person or a program."""

import json
from collections.abc import Sequence
from pathlib import Path

from ..harness.arms import Arm
from ..harness.prices import Prices
from ..harness.summary import Summary

_REASONS = 5


def summary_text(summary: Summary, arms: Sequence[Arm], out: Path, prices: Prices) -> str:
    """The summary as lines: one an arm, then why entries failed, waits, money and the file."""
    lines = [_arm_line(arm, summary) for arm in arms]
    reasons = sorted(summary.reasons.items(), key=lambda pair: -pair[1])
    lines += [f"  not run, {count} times: {why}" for why, count in reasons[:_REASONS]]
    if summary.waiting:
        lines.append(f"  not begun: {summary.waiting}")
    if (latency := summary.latency) is not None and latency.entry_p95_s > 0:
        lines.append(
            f"latency, median (95 %): first reply {latency.first_p50_s:.2f} "
            f"({latency.first_p95_s:.2f}) s, whole entry {latency.entry_p50_s:.2f} "
            f"({latency.entry_p95_s:.2f}) s"
        )
    if summary.cost_usd is None:
        lines.append("cost: not known; give --price IN,OUT to have it counted")
    elif summary.cost_usd:
        lines.append(f"cost: {summary.cost_usd:.4f} USD{_prices(prices)}")
    return "\n".join([*lines, f"trajectories: {out}"])


def summary_json(summary: Summary, arms: Sequence[Arm]) -> str:
    """The summary as one JSON object."""
    left_out = {arm.name: len(arm.left_out) for arm in arms}
    return json.dumps({**summary.as_dict(), "left_out": left_out}, ensure_ascii=False)


def _arm_line(arm: Arm, summary: Summary) -> str:
    parts = [f"{summary.done.get(arm.name, 0)} done"]
    if found := summary.resumed.get(arm.name):
        parts.append(f"{found} done before")
    if missed := summary.not_run.get(arm.name):
        parts.append(f"{missed} not run")
    if arm.left_out:
        parts.append(f"{len(arm.left_out)} left out: they cannot be spoken, or were not built")
    return f"{arm.name}: {', '.join(parts)}"


def _prices(prices: Prices) -> str:
    """Where the prices are from, and of when."""
    priced = (price for price in (prices.agent, prices.judge) if price is not None)
    sources = dict.fromkeys(f"{one.source} {one.date}".strip() for one in priced if one.source)
    return f", by {', '.join(sources)}" if sources else ""
