"""Who does the work: this process, several, or a cluster (`ray_crew`); and who only waits.

A model's work needs a processor and goes to the crew; a vendor's takes place elsewhere, so a
thread waits for it here, where keys, money and limits are.
"""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection
from typing import Protocol, Self, TypeVar

from .errors import WorkerError

T = TypeVar("T")

_WAITING = 64
"""Threads that wait for vendors; `limits` says how many of each may."""


class Crew(Protocol):
    """Runs functions that are importable by name, with arguments that pickle."""

    hands: int
    """How many functions run at once."""

    async def do(self, function: Callable[..., T], *arguments: object) -> T:
        """`function(*arguments)`, once there is a hand free.

        Raises:
            WorkerError: whoever did it died.
        """

    def close(self) -> None:
        """Lets everyone go; what is not begun is not done."""


class Local:
    """This machine: one thread, or `workers` processes that load their models once."""

    def __init__(self, workers: int = 1) -> None:
        """Starts nothing yet."""
        self.hands = workers
        self._pool: Executor = ThreadPoolExecutor(1, "work")
        if workers > 1:
            # Threads of an engine's runtime do not survive a fork.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(workers, context, initializer=_start_worker)

    async def do(self, function: Callable[..., T], *arguments: object) -> T:
        """See `Crew`."""
        try:
            return await _result(self._pool.submit(function, *arguments))
        except BrokenProcessPool as error:
            raise WorkerError(
                "a worker process died (killed, or out of memory); what was finished is kept: run "
                "the same command again, with fewer --workers if memory is short"
            ) from error

    def close(self) -> None:
        """See `Crew`."""
        self._pool.shutdown(cancel_futures=True)


class Waiting:
    """Threads that wait for somebody else."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_WAITING, "waiting")

    async def do(self, function: Callable[..., T], *arguments: object) -> T:
        """`function(*arguments)` on a thread of this process."""
        return await _result(self._pool.submit(function, *arguments))

    def close(self) -> None:
        """Lets the threads go; one that still waits is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def __enter__(self) -> Self:
        """The threads themselves."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Lets the threads go."""
        self.close()


def _result(work: Future[T]) -> asyncio.Future[T]:
    """What comes of some work, on this loop; who gives up waiting cancels nothing.

    A pool that loses a process trips over work that `asyncio.wrap_future` cancelled.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[T] = loop.create_future()

    def settle() -> None:
        if waiting.done():
            return
        if work.cancelled():
            waiting.cancel()
        elif error := work.exception():
            waiting.set_exception(error)
        else:
            waiting.set_result(work.result())

    def tell(_: Future[T]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is over, and nobody waits
            loop.call_soon_threadsafe(settle)

    work.add_done_callback(tell)
    return waiting


def _start_worker() -> None:
    """Leaves Ctrl-C to the parent, and ends with it: an orphan would hold a core for nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
