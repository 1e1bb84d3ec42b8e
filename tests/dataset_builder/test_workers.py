import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dataset_builder.errors import WorkerError
from dataset_builder.workers import run

ORPHANS = """
import os, sys, time
sys.path.insert(0, {tests!r})
from dataset_builder.workers import run
from test_workers import sleep_and_tell
if __name__ == "__main__":
    for pid in run(sleep_and_tell, [0.0, 0.0, 60.0, 60.0], workers=2):
        print(pid, flush=True)
"""


def square(number: int) -> int:
    return number * number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail(number: int) -> int:
    raise ZeroDivisionError(str(number))


def sleep_and_tell(duration_s: float) -> int:
    time.sleep(duration_s)
    return os.getpid()


def test_one_worker_is_this_process() -> None:
    """With one worker nothing is started."""
    assert list(run(sleep_and_tell, [0.0], workers=1)) == [os.getpid()]


@pytest.mark.slow
def test_every_item_has_its_result() -> None:
    """Two workers give each item's result once, in any order."""
    assert sorted(run(square, range(50), workers=2)) == [n * n for n in range(50)]


@pytest.mark.slow
def test_a_dead_worker_is_one_line() -> None:
    """A worker that is killed ends the run with what to do."""
    with pytest.raises(WorkerError, match="run the same command again"):
        list(run(die, range(4), workers=2))


@pytest.mark.slow
def test_an_exception_reaches_the_caller() -> None:
    """What a function raises in a worker is raised here."""
    with pytest.raises(ZeroDivisionError):
        list(run(fail, range(4), workers=2))


@pytest.mark.slow
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    """After kill -9 of the parent no worker goes on."""
    script = tmp_path / "parent.py"
    script.write_text(ORPHANS.format(tests=str(Path(__file__).parent)))
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = {int(parent.stdout.readline()) for _ in range(2)}
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]
