"""What was spent, what is reserved for calls under way, and the cap on both."""

import asyncio
import math
from collections.abc import Mapping
from dataclasses import dataclass

from .calls import Call
from .engines.base import EngineError
from .prices import Prices, System


class OutOfMoney(EngineError):
    """The cap leaves nothing for this call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one system was asked for.

    Attributes:
        calls: requests that it worked on, failed ones that it may bill among them.
        characters: of text in them.
        seconds: of sound that they made or heard.
        cost_usd: what they cost; None once the price of one was not known.
    """

    calls: int = 0
    characters: int = 0
    seconds: float = 0.0
    cost_usd: float | None = 0.0

    def plus(self, call: Call, cost_usd: float | None) -> "Spent":
        """With one call more."""
        known = self.cost_usd is not None and cost_usd is not None
        return Spent(
            calls=self.calls + 1,
            characters=self.characters + call.characters,
            seconds=self.seconds + call.seconds,
            cost_usd=(self.cost_usd or 0.0) + (cost_usd or 0.0) if known else None,
        )


class Budget:
    """Money of one build, counted in one event loop.

    Attributes:
        prices: what calls cost.
        cap_usd: what all calls together may; None: anything.
        spent_usd: what those with a known price did.
    """

    def __init__(self, prices: Prices, cap_usd: float | None = None) -> None:
        self.prices, self.cap_usd = prices, cap_usd
        self.spent_usd = 0.0
        self._spent: dict[System, Spent] = {}
        self._reserved: dict[Call, list[float]] = {}
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def spent(self) -> Mapping[System, Spent]:
        """Each system that was called, in order of its first call."""
        return self._spent

    @property
    def reserved_usd(self) -> float:
        """What calls under way may cost."""
        return sum(map(sum, self._reserved.values()))

    def check(self, call: Call) -> None:
        """See that the cap leaves enough for a call, were no other under way.

        Raises:
            OutOfMoney: it does not, or nobody knows what the call costs.
        """
        if self.cap_usd is None:
            return
        cost_usd = self.prices.most_usd(call)
        if cost_usd is None:
            raise OutOfMoney(
                f"--max-cost cannot be held: the price of {call.spec} is not known; give --price"
            )
        if self.spent_usd + cost_usd > self.cap_usd:
            raise OutOfMoney(
                f"--max-cost {usd(self.cap_usd)} reached: {usd(self.spent_usd)} spent, this call "
                f"may cost {usd(cost_usd)}; all that was paid for is kept"
            )

    async def reserve(self, call: Call) -> None:
        """Set aside what a call may cost; waits while calls under way may yet leave enough.

        Raises:
            OutOfMoney: see `check`.
        """
        self.check(call)
        most_usd = self.prices.most_usd(call) or 0.0
        cap_usd = math.inf if self.cap_usd is None else self.cap_usd
        while self.spent_usd + self.reserved_usd + most_usd > cap_usd:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting
            self.check(call)
        self._reserved.setdefault(call, []).append(most_usd)

    def settle(self, reserved: Call, used: Call | None) -> None:
        """A call is over.

        Args:
            reserved: as it was reserved.
            used: what there is to pay for; None: nothing.
        """
        self._reserved[reserved].pop()
        if not self._reserved[reserved]:
            del self._reserved[reserved]
        if used is not None:
            self.count(used)
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if not one.done():
                one.set_result(None)

    def count(self, call: Call) -> None:
        """A call was made."""
        cost_usd = self.prices.cost_usd(call)
        self.spent_usd += cost_usd or 0.0
        system = (call.kind, call.spec)
        self._spent[system] = self._spent.get(system, Spent()).plus(call, cost_usd)


def usd(amount: float) -> str:
    """Dollars to the cent; two figures of less than a cent.

    >>> usd(1.5), usd(0.00042), usd(0)
    ('1.50', '0.00042', '0.00')
    """
    if 0 < amount < 0.01:
        return f"{amount:.{1 - math.floor(math.log10(amount))}f}"
    return f"{amount:,.2f}"
