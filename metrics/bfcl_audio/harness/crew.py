"""Threads that nobody waits for: who is interrupted goes, whatever a provider still ponders."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Crew(Generic[T]):
    """Threads that end with the process. The standard pool's are waited for when it ends."""

    def __init__(self, size: int) -> None:
        """Starts none yet: a thread is started when there is work for it."""
        self._size = size
        self._threads = 0
        self._idle = threading.Semaphore(0)
        self._jobs: SimpleQueue[tuple[Future[T], Callable[[], T]] | None] = SimpleQueue()

    def submit(self, job: Callable[[], T]) -> "Future[T]":
        """Have a job done."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        self._jobs.put((future, job))
        if not self._idle.acquire(blocking=False) and self._threads < self._size:
            self._threads += 1
            name = f"episode-{self._threads}"
            threading.Thread(target=self._work, name=name, daemon=True).start()
        return future

    def dismiss(self) -> None:
        """Let the threads go, each when it has done what it is at."""
        for _ in range(self._threads):
            self._jobs.put(None)

    def _work(self) -> None:
        while (given := self._jobs.get()) is not None:
            future, job = given
            try:
                future.set_result(job())
            except BaseException as error:  # whoever waits for the result gets it
                future.set_exception(error)
            del future, job, given
            self._idle.release()
