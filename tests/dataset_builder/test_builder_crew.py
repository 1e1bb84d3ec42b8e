import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from dataset_builder.crew import Local, Waiting
from dataset_builder.errors import WorkerError

ORPHANS = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from dataset_builder.crew import Local
from test_builder_crew import sleep_and_tell

async def tell(crew, duration_s):
    print(await crew.do(sleep_and_tell, duration_s), flush=True)

async def main():
    crew = Local(2)
    await asyncio.gather(tell(crew, 0.5), tell(crew, 0.5))
    await asyncio.gather(tell(crew, 60.0), tell(crew, 60.0))

if __name__ == "__main__":
    asyncio.run(main())
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


def done(workers: int, function: Callable[[Any], int], items: Sequence[object]) -> list[int]:
    async def do_all(crew: Local) -> list[int]:
        return await asyncio.gather(*(crew.do(function, item) for item in items))

    crew = Local(workers)
    try:
        return asyncio.run(do_all(crew))
    finally:
        crew.close()


def test_one_worker_is_this_process() -> None:
    """With one worker nothing is started."""
    assert done(1, sleep_and_tell, [0.0]) == [os.getpid()]


@pytest.mark.slow
def test_every_item_has_its_result() -> None:
    """Two workers give each item its result."""
    assert done(2, square, range(50)) == [n * n for n in range(50)]


@pytest.mark.slow
def test_a_dead_worker_is_one_line() -> None:
    """A worker that is killed ends the work with what to do."""
    with pytest.raises(WorkerError, match="run the same command again"):
        done(2, die, range(4))


@pytest.mark.slow
def test_an_exception_reaches_the_caller() -> None:
    """What a function raises in a worker is raised here."""
    with pytest.raises(ZeroDivisionError):
        done(2, fail, range(4))


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


def test_many_wait_at_once() -> None:
    """Who waits for a vendor keeps nobody else from it."""
    meeting = threading.Barrier(20)

    async def meet(waiting: Waiting) -> list[int]:
        return await asyncio.gather(*(waiting.do(meeting.wait, 30) for _ in range(20)))

    with Waiting() as waiting:
        assert sorted(asyncio.run(meet(waiting))) == list(range(20))
