"""How near a run comes to what its provider's latency allows, what it holds in memory, resuming.

The real `openai/` agent and its SDK, against a server on loopback that answers every request
after a fixed time. Ideal is the time in which every thread waits for the server and for nothing
else: entries / concurrency x latency.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bfcl_audio.harness.agents import Agent, AgentOptions, agent
from bfcl_audio.harness.arms import Arm, load
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.tables import open_dataset
from dataset_builder.config import BuildConfig
from tests.harness.heard_dataset import build

SINGLE_TURN = ("simple_python", "multiple", "parallel", "parallel_multiple")
MEBIBYTE = 1 << 20

_SERVER = Path(__file__).with_name("slow_server.py")


@contextmanager
def served(latency_s: float) -> Iterator[Agent]:
    """The agent of a server with this latency."""
    command = [sys.executable, str(_SERVER), str(latency_s)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            base_url = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
            yield agent("openai/m", AgentOptions(base_url=base_url))
        finally:
            server.kill()


def measure(work: Path, *, entries: int, concurrency: int, latency_s: float) -> float:
    """Share of the ideal speed that single-turn entries reach, once the server is warm."""
    dataset = build(work / f"data-{entries}", BuildConfig(categories=SINGLE_TURN, limit=entries))
    arms = load(open_dataset(str(dataset)), ["text"])
    options = RunOptions(judge=None, concurrency=concurrency)
    with served(latency_s) as tested:
        few = replace(options, limit=concurrency)
        run(arms, tested, work / f"warm-{latency_s}.jsonl", few)
        started = time.perf_counter()
        done = run(arms, tested, work / f"run-{latency_s}.jsonl", options).done["text"]
        took_s = time.perf_counter() - started
    ideal_s = done / concurrency * latency_s
    print(f"  {done} entries, {concurrency} at once, {latency_s * 1000:.0f} ms: {took_s:.2f} s, "
          f"ideal {ideal_s:.2f} s, {ideal_s / took_s:.0%}")  # fmt: skip
    return ideal_s / took_s


def memory_mib(work: Path, *, episodes: int) -> float:
    """Most memory that this process has held, after a run of so many episodes."""
    dataset = build(work / "data-memory", BuildConfig(categories=SINGLE_TURN))
    arms: list[Arm] = load(open_dataset(str(dataset)), ["text"])
    repeats = -(-episodes // len(arms[0].conversations))
    options = RunOptions(judge=None, concurrency=64, repeats=repeats)
    with served(0.0) as tested:
        done = run(arms, tested, work / "memory.jsonl", options).done["text"]
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MEBIBYTE
    print(f"  {done} episodes: {held:.0f} MiB at most")
    return held


def resume_s(work: Path) -> float:
    """Seconds to find a finished run of all 2,190 entries finished, dataset and agent included."""
    dataset = build(work / "data-all", BuildConfig())
    out, options = work / "all.jsonl", RunOptions(judge=None, concurrency=8)
    tested = agent("scripted/oracle")
    run(load(open_dataset(str(dataset)), ["text"]), tested, out, options)
    started = time.perf_counter()
    summary = run(load(open_dataset(str(dataset)), ["text"]), tested, out, options)
    took_s = time.perf_counter() - started
    print(f"  resuming {summary.resumed['text']} entries: {took_s:.2f} s")
    return took_s


def main(argv: list[str] | None = None) -> int:
    """Measures everything; returns 1 if a figure is out of bounds."""
    argparse.ArgumentParser(description=__doc__).parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        held = {
            "85 % of the ideal at 500 ms and 64 at once": measure(
                work, entries=1000, concurrency=64, latency_s=0.5
            )
            >= 0.85,
            "75 % of the ideal at 50 ms and 16 at once": measure(
                work, entries=1000, concurrency=16, latency_s=0.05
            )
            >= 0.75,
            "10,000 episodes in 500 MiB": memory_mib(work, episodes=10_000) < 500,
            "resuming 2,190 entries in 3 s": resume_s(work) < 3,
        }
    for what, holds in held.items():
        print(f"{'holds' if holds else 'BROKEN'}: {what}")
    return 0 if all(held.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
