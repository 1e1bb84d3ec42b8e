"""The caller's side of a clarification: a short reply, written as it is in the whitelist."""

from typing import Protocol

from ..judge import Decision
from .conversation import ChatMessage


class SimulatedUser(Protocol):
    """Turns an allowed decision into the message that the agent gets."""

    def reply(self, decision: Decision) -> ChatMessage:
        """The caller's answer to an allowed clarification."""


class WritingUser:
    """Hands the reply over as text, every letter of it intact."""

    def reply(self, decision: Decision) -> ChatMessage:
        """The approved values, word for word."""
        return ChatMessage("user", decision.message)
