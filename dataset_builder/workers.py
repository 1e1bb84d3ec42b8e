"""Runs one function over many items in processes that load their models once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection
from typing import TypeVar

from .errors import WorkerError

Item = TypeVar("Item")
Result = TypeVar("Result")

WAITING_PER_WORKER = 4
"""Items handed out ahead, so that no worker idles and memory stays bounded."""


def run(
    function: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[Result]:
    """Results as they finish, in no particular order; with one worker, in this process.

    Args:
        function: importable by name, as each worker is a fresh interpreter.
        items: picklable.
        workers: processes, at least 1.

    Raises:
        WorkerError: a worker died (killed, out of memory).
    """
    if workers == 1:
        yield from map(function, items)
        return
    # Threads of an engine's runtime do not survive a fork.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker)
    todo = iter(items)
    try:
        ahead = islice(todo, workers * WAITING_PER_WORKER)
        running = {pool.submit(function, item) for item in ahead}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(function, item) for item in islice(todo, len(done))}
            yield from (future.result() for future in done)
    except BrokenProcessPool as error:
        raise WorkerError(
            "a worker process died (killed, or out of memory); what was finished is kept: run the "
            "same command again, with fewer --workers if memory is short"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start_worker() -> None:
    """Leaves Ctrl-C to the parent, and ends with it: an orphan would hold a core for nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
