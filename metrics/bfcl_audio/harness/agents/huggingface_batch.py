"""Requests of several threads, answered together: a model is fastest on several at once.

Whoever waits longest becomes the one that works: it takes what waits beside its own request, up to
the size of a batch, and hands out the answers. So no thread of our own is ever left running.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


@dataclass(slots=True, eq=False)
class _Waiting(Generic[Q, A]):
    question: Q
    done: bool = False
    answer: list[A] = field(default_factory=list)
    error: BaseException | None = None


class Batches(Generic[Q, A]):
    """Gathers questions from threads, and asks `work` for all of them at once."""

    def __init__(
        self, work: Callable[[Sequence[Q]], Sequence[A]], size: int, linger_s: float = 0.02
    ) -> None:
        """Starts nothing.

        Args:
            work: answers questions, in their order.
            size: questions at most in one call of `work`.
            linger_s: how long a batch that is not full waits for more; threads that were answered
                together come back together, but not in the same moment.
        """
        self._work = work
        self._size = size
        self._linger_s = linger_s
        self._waiting: deque[_Waiting[Q, A]] = deque()
        self._more = threading.Condition()
        self._working = threading.Lock()

    def ask(self, question: Q) -> A:
        """The answer to one question; what `work` raises for it is raised here."""
        mine: _Waiting[Q, A] = _Waiting(question)
        with self._more:
            self._waiting.append(mine)
            self._more.notify_all()
        with self._working:
            while not mine.done:
                self._answer(self._gather())
        if mine.error is not None:
            raise mine.error
        return mine.answer[0]

    def _gather(self) -> list[_Waiting[Q, A]]:
        until = time.monotonic() + self._linger_s
        with self._more:
            while (
                len(self._waiting) < self._size
                and self._size > 1
                and (left_s := until - time.monotonic()) > 0
            ):
                self._more.wait(left_s)
            count = min(self._size, len(self._waiting))
            return [self._waiting.popleft() for _ in range(count)]

    def _answer(self, batch: Sequence[_Waiting[Q, A]]) -> None:
        """Fill in answers; if a batch fails, each alone, so that one cannot fail the others."""
        try:
            answers = self._work([one.question for one in batch])
            for one, answer in zip(batch, answers, strict=True):
                one.answer.append(answer)
        except Exception as error:
            if len(batch) > 1:
                for one in batch:
                    self._answer([one])
                return
            batch[0].error = error
        except BaseException as error:  # Ctrl-C: nobody may wait for an answer that never comes
            for one in batch:
                one.error = error
            raise
        finally:
            for one in batch:
                one.done = True
