"""A trajectory: all that was said and called in one entry, one JSON line.

What names the line and tells whether it is finished comes first, so that a resumed run reads the
head of each line and not its messages.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Self

Status = Literal["done", "not_run"]
_BODY = ', "utterances": '
_SETTINGS = (
    "temperature", "seed", "max_tokens", "reasoning_effort", "extra_body", "form", "prompt",
)  # fmt: skip


class Key(NamedTuple):
    """What one line of a run is about; no two lines share it."""

    repeat: int
    id: str
    arm: str
    agent: str
    judge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """One entry, one arm, one agent, once.

    Attributes:
        messages: OpenAI-style; a question carries `clarification`, an assistant's `latency_s`.
        answer: exactly a bfcl-eval result, native tool calls as `[{name: arguments}]`.
        why: of an entry not run: what failed.
        usage: tokens as in `Reply`, all replies together; `judge_…` of its judge.
        first_latency_s: seconds that the agent took for its first reply; None without one.
        latency_s: seconds that it took for all of them.
        cost_usd: of agent and judge; None if not known.
        paid_before_usd: what earlier tries of this entry cost that came to nothing.
        prices: `agent` and `judge`, USD per million tokens; who is free or unknown is left out.
        seeds: those given to the agent, which adds the repeat to its own.
        hashes: SHA-256 of what shaped it: `preamble`, `dataset`, `replies`, and prompts.
    """

    key: Key
    category: str
    status: Status
    why: str = ""
    messages: Sequence[Mapping[str, Any]] = ()
    utterances: Sequence[Mapping[str, Any]] = ()
    answer: object = None
    usage: Mapping[str, int] = field(default_factory=dict)
    first_latency_s: float | None = None
    latency_s: float = 0.0
    cost_usd: float | None = 0.0
    paid_before_usd: float = 0.0
    prices: Mapping[str, Mapping[str, float | str]] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    def line(self) -> bytes:
        """The trajectory as a JSON line; lone surrogates, which UTF-8 cannot hold, escaped."""
        record = {
            "id": self.key.id,
            "category": self.category,
            "arm": self.key.arm,
            "agent": self.key.agent,
            "judge": self.key.judge,
            "repeat": self.key.repeat,
            "status": self.status,
            "why": self.why,
            "hashes": dict(self.hashes),
            "versions": dict(self.versions),
            "seeds": dict(self.seeds),
            "prices": {who: dict(price) for who, price in self.prices.items()},
            "usage": dict(self.usage),
            "first_latency_s": self.first_latency_s,
            "latency_s": self.latency_s,
            "cost_usd": self.cost_usd,
            "paid_before_usd": self.paid_before_usd,
            "utterances": list(self.utterances),
            "messages": list(self.messages),
            "answer": self.answer,
        }
        try:
            return json.dumps(record, ensure_ascii=False).encode() + b"\n"
        except UnicodeEncodeError:
            return json.dumps(record).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a line that a run wrote."""

    key: Key
    status: Status
    hashes: Mapping[str, str]
    first_latency_s: float | None = None
    latency_s: float = 0.0
    cost_usd: float | None = 0.0
    paid_before_usd: float = 0.0
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def paid_usd(self) -> float:
        """All that was paid for the entry, as far as it is known."""
        return (self.cost_usd or 0.0) + self.paid_before_usd

    @classmethod
    def of(cls, trajectory: Trajectory) -> Self:
        """The head of a trajectory."""
        return cls(
            trajectory.key,
            trajectory.status,
            trajectory.hashes,
            trajectory.first_latency_s,
            trajectory.latency_s,
            trajectory.cost_usd,
            trajectory.paid_before_usd,
            settings_in(trajectory.versions),
        )

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Read the head of a whole line.

        Raises:
            ValueError: the line is not a trajectory.
        """
        head, _, _ = line.decode().partition(_BODY)
        try:
            record = json.loads(head + "}")
        except ValueError:
            record = json.loads(line)
        try:
            return cls(
                Key(*(record[name] for name in Key._fields)),
                record["status"],
                record["hashes"],
                _number(record.get("first_latency_s")),
                _number(record.get("latency_s")) or 0.0,
                _number(record.get("cost_usd", 0.0)),
                _number(record.get("paid_before_usd")) or 0.0,
                settings_in(record.get("versions") or {}),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no trajectory: {error}") from None


def settings_in(versions: Mapping[str, str]) -> dict[str, str]:
    """What of an agent's versions the user has set; its packages may be newer on resume."""
    return {name: versions[name] for name in _SETTINGS if name in versions}


def _number(value: object) -> float | None:
    """A number, or None for anything else."""
    return value if isinstance(value, int | float) else None
