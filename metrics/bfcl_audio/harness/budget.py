"""Holds a run below the sum that it may cost."""

from dataclasses import dataclass


@dataclass(slots=True)
class Budget:
    """Money spent and money that what is under way may still cost.

    Attributes:
        cap_usd: what a run may cost, earlier lines of its file included; None: any sum.
        spent_usd: so far.
        largest_usd: the dearest entry seen; None until one is.
    """

    cap_usd: float | None = None
    spent_usd: float = 0.0
    largest_usd: float | None = None

    def room(self, under_way: int) -> bool:
        """Whether an entry may start beside those under way, each as dear as the dearest seen.

        The very first runs alone: nobody knows yet what an entry costs.
        """
        if self.cap_usd is None:
            return True
        if self.largest_usd is None:
            return under_way == 0 and self.spent_usd < self.cap_usd
        return self.spent_usd + self.largest_usd * (under_way + 1) <= self.cap_usd

    def add(self, cost_usd: float) -> None:
        """Count what an entry cost."""
        self.spent_usd += cost_usd
        self.largest_usd = max(self.largest_usd or 0.0, cost_usd)
