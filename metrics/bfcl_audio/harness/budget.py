"""Holds a run below the sum that it may cost."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class OutOfMoney(Exception):
    """The next reply might bring the costs above the sum, or the run is over."""


@dataclass(slots=True)
class Budget:
    """Money spent and money that what is under way may still cost. Shared by threads.

    Attributes:
        cap_usd: what a run may cost, earlier lines of its file included; None: any sum.
        spent_usd: so far, reply by reply.
        largest_usd: the dearest entry seen; None until one is.
        groups: categories of which an entry has been seen: one of a conversation of many turns
            may cost a hundred times what one of a single turn does.
        dearest_usd: the dearest single reply (or decision) seen.
        closed: the run is over; whatever is still under way asks for nothing more.
    """

    cap_usd: float | None = None
    spent_usd: float = 0.0
    largest_usd: float | None = None
    groups: set[str] = field(default_factory=set)
    dearest_usd: float = 0.0
    closed: bool = False
    _asked: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def room(self, under_way: int, group: str) -> bool:
        """Whether an entry may start beside those under way, each as dear as the dearest seen.

        The first of a group runs alone: nobody knows yet what such an entry costs.
        """
        if self.cap_usd is None:
            return True
        if group not in self.groups and under_way:
            return False
        if self.largest_usd is None:
            return self.spent_usd < self.cap_usd
        return self.spent_usd + self.largest_usd * (under_way + 1) <= self.cap_usd

    def finished(self, cost_usd: float, group: str) -> None:
        """Learn from an entry that is done."""
        self.groups.add(group)
        self.largest_usd = max(self.largest_usd or 0.0, cost_usd)

    @contextmanager
    def reply(self, *, grown: bool = False) -> Iterator[None]:
        """Hold what a reply may cost, as dear as the dearest seen, while it is waited for.

        Args:
            grown: the conversation is longer than when it was last replied to: this reply may be
                the dearest yet, so it counts twice.

        Raises:
            OutOfMoney: with those that others wait for, it might be too much.
        """
        if self.closed:
            raise OutOfMoney
        if self.cap_usd is None:
            yield
            return
        weight = 2 if grown else 1
        with self._lock:
            if self.spent_usd + self.dearest_usd * (self._asked + weight) > self.cap_usd:
                raise OutOfMoney
            self._asked += weight
        try:
            yield
        finally:
            with self._lock:
                self._asked -= weight

    def spend(self, cost_usd: float) -> None:
        """Count what a reply cost."""
        with self._lock:
            self.spent_usd += cost_usd
            self.dearest_usd = max(self.dearest_usd, cost_usd)
