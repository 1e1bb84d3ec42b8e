"""What a call costs: its characters, seconds and tokens times a dated price (`prices.toml`)."""

from .calls import Call
from .engines.catalogue import elsewhere


class Prices:
    """The table."""

    def cost_usd(self, call: Call) -> float | None:
        """What a call costs; 0 on this machine, None if it is not known."""
        if not elsewhere(call.kind, call.spec):
            return 0.0
        return None


def cost_usd(call: Call) -> float | None:
    """What a call costs by the table; 0 on this machine, None if it is not known."""
    return Prices().cost_usd(call)
