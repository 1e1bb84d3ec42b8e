"""Retries: one pause for all who ask a crowded provider."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from bfcl_audio.harness.agents.base import AgentError
from bfcl_audio.harness.agents.retrying import Retries

THREADS = 8


class Crowded:
    """A provider that refuses every thread's first request, and answers after the pause."""

    def __init__(self) -> None:
        self.first_round = threading.Barrier(THREADS)
        self.thread = threading.local()
        self.early = 0
        self.pauses: list[float] = []

    def ask(self) -> str:
        if not getattr(self.thread, "refused", False):
            self.thread.refused = True
            self.first_round.wait(timeout=10)
            raise AgentError("HTTP 429", retryable=True, retry_after_s=7.0)
        self.early += not self.pauses
        return "here"

    def sleep(self, seconds: float) -> None:
        time.sleep(0.3)  # the others reach the gate meanwhile
        self.pauses.append(seconds)


def test_a_crowded_provider_is_paused_for_once() -> None:
    """Eight threads are refused; one waits as long as asked, and then all are answered."""
    provider = Crowded()
    retries = Retries(attempts=2, sleep=provider.sleep)
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda _: retries.call(provider.ask), range(THREADS)))
    assert (answers, provider.pauses, provider.early) == (["here"] * THREADS, [7.0], 0)


def test_a_provider_that_stays_crowded_is_given_up() -> None:
    """The attempts are counted, and the gate is open for whoever comes next."""
    pauses: list[float] = []
    retries = Retries(attempts=3, sleep=pauses.append)

    def refused() -> str:
        raise AgentError("HTTP 429", retryable=True, crowded=True)

    with pytest.raises(AgentError, match="HTTP 429"):
        retries.call(refused)
    assert (pauses, retries.call(lambda: "here")) == ([0.5, 1.0], "here")
