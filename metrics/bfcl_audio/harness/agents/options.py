"""What can be set for any agent from the command line."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentOptions:
    """Options of a model; None leaves the provider's default.

    Attributes:
        base_url: of a server that speaks the vendor's protocol.
        max_tokens: longest reply.
        reasoning_effort: how much a reasoning model may think, in the vendor's words.
        extra_body: further fields of each request, as the vendor's API names them.
        timeout_s: how long one reply may take.
    """

    base_url: str | None = None
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    reasoning_effort: str | None = None
    extra_body: Mapping[str, object] = field(default_factory=dict)
    timeout_s: float = 300.0

    def as_versions(self) -> dict[str, str]:
        """What shapes replies, as trajectories keep it."""
        extra = json.dumps(self.extra_body, sort_keys=True) if self.extra_body else None
        chosen = {
            "temperature": self.temperature,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "reasoning_effort": self.reasoning_effort,
            "extra_body": extra,
        }
        return {name: str(value) for name, value in chosen.items() if value is not None}
