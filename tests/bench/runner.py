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

from .figures import Figure

SINGLE_TURN = ("simple_python", "multiple", "parallel", "parallel_multiple")

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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing can be chosen."""


def measure(args: argparse.Namespace) -> list[Figure]:
    """Speed at two latencies, memory, and resuming."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        return [
            _speed(work, concurrency=64, latency_s=0.5, target=0.85),
            _speed(work, concurrency=16, latency_s=0.05, target=0.75),
            _resuming(work),
            _memory(work),  # the last, or what came before would count
        ]


def _speed(work: Path, *, concurrency: int, latency_s: float, target: float) -> Figure:
    """Share of the ideal speed that 1,000 single-turn entries reach, connections being open."""
    arms = _arms(work / "1000", BuildConfig(categories=SINGLE_TURN, limit=1000))
    options = RunOptions(judge=None, concurrency=concurrency)
    with served(latency_s) as tested:
        run(arms, tested, work / f"{latency_s}-warm.jsonl", replace(options, limit=concurrency))
        started, cpu = time.perf_counter(), time.process_time()
        done = run(arms, tested, work / f"{latency_s}.jsonl", options).done["text"]
        took_s, cpu_s = time.perf_counter() - started, time.process_time() - cpu
    ideal_s = done / concurrency * latency_s
    return Figure(
        f"speed at {latency_s * 1000:.0f} ms, {concurrency} at once",
        ideal_s / took_s, "x", target, True,
        f"{done} entries in {took_s:.2f} s, ideal {ideal_s:.2f} s; "
        f"{cpu_s / done * 1000:.1f} ms of processor an entry",
    )  # fmt: skip


def _resuming(work: Path) -> Figure:
    """Time to find a finished run of all 2,190 entries finished, reading the dataset included."""
    out, options = work / "all.jsonl", RunOptions(judge=None, concurrency=8)
    tested = agent("scripted/oracle")
    run(_arms(work / "all", BuildConfig()), tested, out, options)
    started = time.perf_counter()
    summary = run(_arms(work / "all", BuildConfig()), tested, out, options)
    took_s = time.perf_counter() - started
    detail = f"{summary.resumed['text']} entries"
    return Figure("resuming a finished run", took_s, "s", 3.0, False, detail)


def _memory(work: Path) -> Figure:
    """The most that this process holds in a run of 10,000 episodes, this bench included."""
    arms = _arms(work / "1000", BuildConfig(categories=SINGLE_TURN, limit=1000))
    options = RunOptions(judge=None, concurrency=64, repeats=10)
    with served(0.0) as tested:
        done = run(arms, tested, work / "memory.jsonl", options).done["text"]
    held_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
    return Figure("memory", held_mb, "MB", 500.0, False, f"{done} episodes, 64 at once")


def _arms(folder: Path, config: BuildConfig) -> list[Arm]:
    if not folder.exists():
        build(folder, config)
    return load(open_dataset(str(folder)), ["text"])
