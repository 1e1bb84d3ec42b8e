"""What can be set for any agent from the command line."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentOptions:
    """Options of a model; None leaves the provider's default.

    Attributes:
        base_url: of a server that speaks OpenAI's protocol.
        max_tokens: longest reply.
        timeout_s: how long one reply may take.
    """

    base_url: str | None = None
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    timeout_s: float = 300.0

    def as_versions(self) -> dict[str, str]:
        """What shapes replies, as trajectories keep it."""
        chosen = {
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
        }
        return {name: str(value) for name, value in chosen.items() if value is not None}
