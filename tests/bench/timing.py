"""Whole processes and rounds within them, timed in turns."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

REPOSITORY = Path(__file__).parents[2]
OURS = {
    "PYTHONPATH": str(REPOSITORY / "metrics"),
    "HF_DATASETS_OFFLINE": "1",
    "HF_EVALUATE_OFFLINE": "1",
    "HF_HUB_OFFLINE": "1",
}
"""The environment of what is ours: this source, and no network."""


class Failed(Exception):
    """Something that is measured did not run."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of several runs of the same."""

    seconds: tuple[float, ...]

    @property
    def least(self) -> float:
        """The fastest run: what the work takes where nothing else disturbs it."""
        return min(self.seconds)

    def __str__(self) -> str:
        low, mid, high = self.least, median(self.seconds), max(self.seconds)
        return f"{low:.3f}/{mid:.3f}/{high:.3f} s"


@dataclass(frozen=True, slots=True)
class Run:
    """One whole process, from its start to its end.

    Attributes:
        wall_s: seconds by the clock.
        cpu_s: seconds of processor, its children's included.
        peak_mb: the most memory it held, in 10^6 bytes.
        output: its standard output.
    """

    wall_s: float
    cpu_s: float
    peak_mb: float
    output: str


def run(command: Sequence[str], folder: Path, **environment: str) -> Run:
    """Run a command to its end.

    Raises:
        Failed: it ended with another status than 0.
    """
    out, err = folder / ".bench-out", folder / ".bench-err"
    with out.open("wb") as to_out, err.open("wb") as to_err:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=to_out, stderr=to_err, cwd=folder, env=os.environ | environment
        )
        _, status, used = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        said = err.read_text("utf-8", "replace").strip()[-500:]
        raise Failed(f"{' '.join(command)[:200]} ended with {process.returncode}: {said}")
    output = out.read_text("utf-8", "replace")
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there, in kB elsewhere
    return Run(wall_s, used.ru_utime + used.ru_stime, used.ru_maxrss * unit / 1e6, output)


def in_turns(tasks: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, Times]:
    """Seconds of each task, all of them run once in each round."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            found[name].append(task())
    return {name: Times(tuple(seconds)) for name, seconds in found.items()}


class Server:
    """A process that answers each line with a line of JSON: its rounds are timed when asked for."""

    def __init__(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        """Starts it and waits until it has loaded what it needs.

        Raises:
            Failed: it ended before.
        """
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=os.environ | environment,
        )
        if self._read() != "ready":
            raise Failed(f"{' '.join(command)[:200]} did not start")

    def __enter__(self) -> "Server":
        """The server itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def ask(self, line: str) -> Any:
        """Its answer to a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        try:
            return json.loads(self._read())
        except ValueError:
            raise Failed("a process that was being timed ended") from None

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
