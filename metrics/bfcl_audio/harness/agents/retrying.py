"""The one retry loop of agents: capped, with growing pauses, heeding Retry-After."""

import email.utils
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .base import AgentError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Retries:
    """How often, and how patiently.

    Attributes:
        attempts: tries in all.
        first_pause_s: doubles after each try.
        longest_pause_s: also what a provider may ask for at most before we give up.
        sleep: waits that many seconds.
    """

    attempts: int = 5
    first_pause_s: float = 0.5
    longest_pause_s: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def call(self, ask: Callable[[], T]) -> T:
        """Call `ask` until it answers.

        Raises:
            AgentError: what the last try raised, or the first that cannot be retried.
        """
        for attempt in range(1, self.attempts + 1):
            try:
                return ask()
            except AgentError as error:
                pause_s = error.retry_after_s or self.first_pause_s * 2 ** (attempt - 1)
                impatient = pause_s > self.longest_pause_s
                if not error.retryable or attempt == self.attempts or impatient:
                    raise
            self.sleep(pause_s)
        raise AssertionError("attempts must be at least 1")


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that a provider asks to wait, from either form of Retry-After."""
    value = headers.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        until = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, until.timestamp() - time.time())
