"""Threads that nobody waits for: who is interrupted goes, whatever a provider still ponders."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Crew(Generic[T]):
    """Threads that do jobs, for one who gives them out and takes what they make.

    They end with the process, where the standard pool's are waited for; and what is finished comes
    by itself, where the standard pool looks at all that is under way each time.

    Attributes:
        under_way: jobs given out whose results were not taken yet.
    """

    def __init__(self, size: int) -> None:
        """Starts none yet: a thread is started when there is work for it."""
        self.under_way = 0
        self._size = size
        self._threads = 0
        self._idle = threading.Semaphore(0)
        self._jobs: SimpleQueue[Callable[[], T] | None] = SimpleQueue()
        self._made: SimpleQueue[T | BaseException] = SimpleQueue()

    def submit(self, job: Callable[[], T]) -> None:
        """Have a job done."""
        self.under_way += 1
        self._jobs.put(job)
        if not self._idle.acquire(blocking=False) and self._threads < self._size:
            self._threads += 1
            name = f"episode-{self._threads}"
            threading.Thread(target=self._work, name=name, daemon=True).start()

    def take(self) -> list[T]:
        """All that is finished, at least one.

        Raises:
            BaseException: what a job raised; what else is finished is still there.
        """
        first = self._made.get()
        made = [first, *self._rest()]
        good = [one for one in made if not isinstance(one, BaseException)]
        self.under_way -= len(made)
        for one in made:
            if isinstance(one, BaseException):
                for other in good:
                    self._made.put(other)
                raise one
        return good

    def leave(self) -> list[T]:
        """Let the threads go, each when it has done what it is at; what is finished already."""
        for _ in range(self._threads):
            self._jobs.put(None)
        return [one for one in self._rest() if not isinstance(one, BaseException)]

    def _rest(self) -> list[T | BaseException]:
        rest: list[T | BaseException] = []
        try:
            while True:
                rest.append(self._made.get_nowait())
        except Empty:
            return rest

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                made: T | BaseException = job()
            except BaseException as error:  # whoever takes the results gets it
                made = error
            self._idle.release()
            self._made.put(made)
            del job, made
