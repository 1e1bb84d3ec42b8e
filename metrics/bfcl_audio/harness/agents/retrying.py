"""The one retry loop of agents: capped, with growing pauses, heeding Retry-After."""

import email.utils
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from .base import AgentError, AgentRefused

T = TypeVar("T")


class Gate:
    """Shut by one thread while a provider wants a pause; the others wait until it is through."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._shut = False

    def shut(self) -> bool:
        """Shut it; False if another thread has already."""
        with self._change:
            ours = not self._shut
            self._shut = True
            return ours

    def open(self) -> None:
        """Let the others through."""
        with self._change:
            self._shut = False
            self._change.notify_all()

    def wait(self) -> None:
        """Return as soon as it is open."""
        with self._change:
            self._change.wait_for(lambda: not self._shut)


@dataclass(frozen=True, slots=True)
class Retries:
    """How often, and how patiently.

    A provider that wants fewer requests is left alone by all threads at once: the first to be
    told waits and tries again, the others go on when it has succeeded (or given up). Being held
    up so costs the others no attempt.

    Attributes:
        attempts: tries in all.
        first_pause_s: doubles after each try.
        longest_pause_s: also what a provider may ask for at most before we give up.
        sleep: waits that many seconds.
        gate: shared by all who ask the same provider.
    """

    attempts: int = 5
    first_pause_s: float = 0.5
    longest_pause_s: float = 60.0
    sleep: Callable[[float], None] = time.sleep
    gate: Gate = field(default_factory=Gate, compare=False)

    def call(self, ask: Callable[[], T]) -> T:
        """Call `ask` until it answers.

        Raises:
            AgentError: what the last try raised, or the first that cannot be retried.
            AgentRefused: the provider asks for a longer pause than we would make.
        """
        tries, first = 0, False
        try:
            while True:
                if not first:
                    self.gate.wait()
                try:
                    return ask()
                except AgentError as error:
                    tries += 1
                    pause_s = error.retry_after_s or self.first_pause_s * 2 ** (tries - 1)
                    if error.retryable and pause_s > self.longest_pause_s:
                        raise _told_to_wait(error, pause_s) from None
                    if not error.retryable or tries >= self.attempts:
                        raise
                    if error.crowded and not first:
                        first = self.gate.shut()
                        if not first:
                            tries -= 1
                            continue
                self.sleep(pause_s)
        finally:
            if first:
                self.gate.open()


def _told_to_wait(error: AgentError, pause_s: float) -> AgentRefused:
    """Every entry would be told the same, so the run stops and can be taken up later."""
    return AgentRefused(f"{error}: the provider wants us to wait {pause_s:.0f} s")


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that a provider asks to wait, from either form of Retry-After."""
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError):
        return None
