"""How far a command is, on standard error."""

import sys
import time


class Progress:
    """One line on standard error: redrawn on a terminal, else a new one every ten seconds."""

    def __init__(self) -> None:
        self._stage = ""
        self._started = 0.0
        self._first = 0
        self._next_time = 0.0
        self._terminal = sys.stderr.isatty()
        self._every_s = 0.2 if self._terminal else 10.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Shows that `done` of `total` items of a stage are finished."""
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._started, self._first = stage, now, done
            self._next_time = now if self._terminal else now + self._every_s
        if now < self._next_time and done < total:
            return
        self._next_time = now + self._every_s
        line = f"{stage} {done}/{total}{self._left(done, total, now)}"
        end = "\n" if done >= total or not self._terminal else ""
        start = "\r\033[K" if self._terminal else ""
        print(f"{start}{line}", end=end, file=sys.stderr, flush=True)

    def _left(self, done: int, total: int, now: float) -> str:
        """How fast it goes and, if it is not over, how long it will take yet."""
        spent, advanced = now - self._started, done - self._first
        if advanced <= 0 or spent < 2:
            return ""
        rate = advanced / spent
        speed = f"{rate:.1f}/s" if rate >= 1 else f"{rate * 60:.1f}/min"
        if done >= total:
            return f", {speed}"
        minutes, seconds = divmod(round((total - done) / rate), 60)
        return f", {speed}, {minutes}:{seconds:02d} left"
