"""A trajectory: all that was said and called in one entry, one JSON line.

What names the line and tells whether it is finished comes first, so that a resumed run reads the
head of each line and not its messages.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Self

Status = Literal["done", "not_run"]
_BODY = ', "usage": '


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
        hashes: SHA-256 of what shaped it: `preamble`, `dataset`.
    """

    key: Key
    category: str
    status: Status
    why: str = ""
    messages: Sequence[Mapping[str, Any]] = ()
    utterances: Sequence[Mapping[str, Any]] = ()
    answer: object = None
    usage: Mapping[str, int] = field(default_factory=dict)
    latency_s: float = 0.0
    cost_usd: float | None = 0.0
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
            "usage": dict(self.usage),
            "latency_s": self.latency_s,
            "cost_usd": self.cost_usd,
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
            key = Key(*(record[name] for name in Key._fields))
            return cls(key, record["status"], record["hashes"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"no trajectory: {error}") from None
