"""Requests of several threads are answered together, each with its own answer."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from bfcl_audio.harness.agents.huggingface_batch import Batches


class Work:
    """Doubles numbers, and keeps which came together; waits for the first batch to be asked for."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []

    def __call__(self, questions: Sequence[int]) -> list[int]:
        self.batches.append(list(questions))
        if 13 in questions:
            raise ValueError("thirteen")
        return [2 * question for question in questions]


def _ask(batches: Batches[int, int], questions: Sequence[int]) -> list[object]:
    """Answers or errors, each question asked from a thread of its own at the same time."""
    ready = threading.Barrier(len(questions))

    def ask(question: int) -> object:
        ready.wait()
        try:
            return batches.ask(question)
        except ValueError as error:
            return str(error)

    with ThreadPoolExecutor(len(questions)) as pool:
        return list(pool.map(ask, questions))


def test_a_full_batch_does_not_wait() -> None:
    """Four that come together are one batch, at once, whatever the patience."""
    work = Work()
    answers = _ask(Batches(work, 4, linger_s=60), [1, 2, 3, 4])
    assert (answers, [sorted(batch) for batch in work.batches]) == ([2, 4, 6, 8], [[1, 2, 3, 4]])


def test_no_batch_is_larger_than_asked_for() -> None:
    """Nine in batches of at most four."""
    work = Work()
    answers = _ask(Batches(work, 4), list(range(9)))
    assert (answers, max(map(len, work.batches)) <= 4) == ([2 * n for n in range(9)], True)


def test_one_alone_is_answered() -> None:
    """A batch that nobody joins is answered after a while."""
    assert Batches(Work(), 4, linger_s=0.001).ask(1) == 2


def test_one_failure_is_one_failure() -> None:
    """Others in its batch are answered all the same."""
    answers = _ask(Batches(Work(), 3, linger_s=60), [1, 13, 3])
    assert answers == [2, "thirteen", 6]


def test_an_interrupt_is_raised() -> None:
    """Ctrl-C is no answer, and no reason to try each alone."""

    def work(questions: Sequence[int]) -> list[int]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Batches(work, 4, linger_s=0.001).ask(1)
