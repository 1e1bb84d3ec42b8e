"""The one place that every call passes on its way out: money, places, pace.

Only what a vendor does elsewhere is limited and paid for; what runs on this machine is counted and
passes at once. All state belongs to one event loop, so nothing is locked.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache

from .budget import Budget, OutOfMoney, Spent
from .calls import Call
from .engines.base import EngineError, NotReady, Refused, Spec
from .engines.catalogue import elsewhere, server
from .limits import Limit, Limits
from .prices import Prices, System

__all__ = ["Entry", "Gate", "OutOfMoney", "Spent"]

Sleep = Callable[[float], Awaitable[None]]


class Entry:
    """A call under way.

    Attributes:
        call: what it is paid for as: the estimate, until the truth is known.
    """

    __slots__ = ("call",)

    def __init__(self, call: Call) -> None:
        self.call = call

    def used(self, call: Call) -> None:
        """What the call really was."""
        self.call = call


class Gate:
    """Lets calls out.

    Vendors bill some failures, and do not say which. What they refuse, or turn away with a time
    to come back, is taken as free; a call that failed otherwise, or was given up while under way,
    counts as paid for.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        max_cost_usd: float | None = None,
        prices: Prices | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Nothing is spent yet.

        Args:
            limits: of vendors; None: their defaults.
            max_cost_usd: what all calls may cost; None: anything.
            prices: None: those of the table.
            clock: seconds.
            sleep: until that many seconds of the clock are over.
        """
        self._limits = limits or Limits()
        self._budget = Budget(prices or Prices(), max_cost_usd)
        self._clock, self._sleep = clock, sleep
        self._doors: dict[tuple[str, str], _Door] = {}

    @property
    def spent(self) -> Mapping[System, Spent]:
        """What each system was asked for, by kind and SPEC."""
        return self._budget.spent

    @property
    def spent_usd(self) -> float:
        """What all calls cost, as far as their prices are known."""
        return self._budget.spent_usd

    @asynccontextmanager
    async def enter(self, call: Call) -> AsyncIterator[Entry]:
        """Wait for a place, for the vendor's pace and for money; then the call is under way.

        Raises:
            OutOfMoney: it might bring the costs above the cap.
        """
        entry = Entry(call)
        if not elsewhere(call.kind, call.spec):
            yield entry
            self._budget.count(entry.call)
            return
        self._budget.check(call)
        async with self._door(call.spec).pass_through(lambda: self._budget.reserve(call)):
            paid: Call | None = None
            try:
                yield entry
                paid = entry.call
            except BaseException as error:
                paid = entry.call if _may_be_billed(error) else None
                raise
            finally:
                self._budget.settle(call, paid)

    def pause(self, spec: str, seconds: float) -> None:
        """Let no call out to a vendor for a while, as it asked.

        Args:
            spec: of any system of it.
            seconds: from now.
        """
        self._door(spec).pause(seconds)

    def _door(self, spec: str) -> "_Door":
        vendor, address = _vendor(spec), server(spec)
        if (vendor, address) not in self._doors:
            limit = self._limits.of(vendor, own=bool(address))
            self._doors[vendor, address] = _Door(limit, self._clock, self._sleep)
        return self._doors[vendor, address]


class _Door:
    """The way to one vendor."""

    def __init__(self, limit: Limit, clock: Callable[[], float], sleep: Sleep) -> None:
        self._places = asyncio.Semaphore(limit.concurrency)
        self._gap_s = limit.gap_s
        self._clock, self._sleep = clock, sleep
        self._next_at = self._paused_until = float("-inf")
        self._known = False
        self._first = asyncio.Lock()

    @asynccontextmanager
    async def pass_through(self, reserve: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
        """A place; the first call alone, as a refused key shall cost one request, not eight.

        Args:
            reserve: what to wait for last.
        """
        async with self._places:
            await self._first.acquire()
            alone = not self._known
            if not alone:
                self._first.release()
            try:
                await reserve()
                await self._turn()
                try:
                    yield
                except EngineError:
                    self._known = True
                    raise
                self._known = True
            finally:
                if alone:
                    self._first.release()

    def pause(self, seconds: float) -> None:
        """Let nobody out for a while."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)

    async def _turn(self) -> None:
        """Wait until the pace lets the next call out."""
        while (wait_s := max(self._next_at, self._paused_until) - self._clock()) > 0:
            await self._sleep(wait_s)
        self._next_at = self._clock() + self._gap_s


def _may_be_billed(error: BaseException) -> bool:
    """Whether a call that ended so may be on the bill."""
    if isinstance(error, NotReady | Refused):
        return False
    return not (isinstance(error, EngineError) and error.retry_after_s is not None)


@cache
def _vendor(spec: str) -> str:
    return Spec.parse(spec).vendor
