"""Threads that do jobs for one who takes what they make."""

import threading

import pytest

from bfcl_audio.harness.crew import Crew


def test_all_that_is_given_comes_back() -> None:
    """However few threads there are, and however many jobs."""
    crew: Crew[int] = Crew(3)
    for number in range(50):
        crew.submit(lambda number=number: number)
    made: list[int] = []
    while crew.under_way:
        made += crew.take()
    assert (sorted(made), crew.leave()) == (list(range(50)), [])


def test_what_a_job_raises_is_raised_and_loses_no_other() -> None:
    """The results that came together with it can still be had."""
    crew: Crew[str] = Crew(1)

    def bad() -> str:
        raise ZeroDivisionError

    last = threading.Event()
    for job in (lambda: "before", bad, lambda: "after", lambda: str(last.set())):
        crew.submit(job)
    last.wait(10)
    with pytest.raises(ZeroDivisionError):
        crew.take()
    assert {"before", "after"} <= set(crew.leave())


def test_no_more_threads_than_asked_for() -> None:
    """And none where there is no work."""
    before, seen = threading.active_count(), set()
    crew: Crew[None] = Crew(4)
    for _ in range(30):
        crew.submit(lambda: seen.add(threading.get_ident()))
    while crew.under_way:
        crew.take()
    crew.leave()
    assert (1 <= len(seen) <= 4, threading.active_count() <= before + 4) == (True, True)
