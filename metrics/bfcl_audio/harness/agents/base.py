"""What an agent is: messages and tools in; text, tool calls, usage and latency out.

AgentError          this reply failed; the entry is not run (`retryable`: another try may help)
└── AgentRefused    every reply will fail (no such model, key refused): the run stops
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from ...ast_match import Mode
from ..conversation import ChatMessage, Conversation, ToolCall
from ..tools import Tool


class AgentError(Exception):
    """An agent could not answer. `str()` holds no key and no address of the provider."""

    def __init__(
        self,
        message: str,
        *,
        retryable: bool = False,
        retry_after_s: float | None = None,
        crowded: bool = False,
    ) -> None:
        """`crowded`: the provider wants fewer requests of us, not this one again (HTTP 429)."""
        super().__init__(message)
        self.retryable = retryable
        self.retry_after_s = retry_after_s
        self.crowded = crowded or retry_after_s is not None


class AgentRefused(AgentError):
    """The provider refuses this agent altogether; trying other entries is pointless."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to an agent.

    Attributes:
        messages: the conversation so far, oldest first.
        tools: what may be called now.
        conversation: the whole entry; only scripted agents look at it.
        turn: index of the current turn.
        step: how many replies of this turn were executed.
        asked: the replies that the simulated user has given in this turn.
        repeat: which repeat of the entry this is, from 0; a model with a seed adds it to that.
    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[Tool, ...]
    conversation: Conversation
    turn: int
    step: int
    asked: tuple[str, ...] = ()
    repeat: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What an agent answered. Text beside tool calls is kept, the calls count.

    Attributes:
        usage: tokens: `prompt_tokens` and `completion_tokens`, all of them; of these
            `cached_tokens` and `prompt_audio_tokens`, and `completion_audio_tokens`, which are
            priced otherwise. Empty if the provider did not say.
        form: `fc` if tools are called natively and text never counts as a call; `text` if the
            model was prompted to write its calls as text.
        cost_usd: None if the agent does not know; then the run's prices tell it from `usage`.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Mapping[str, int] = field(default_factory=dict)
    latency_s: float = 0.0
    cost_usd: float | None = 0.0
    form: Mode = "fc"


class Agent(Protocol):
    """A model under test, or a script that stands for one. Used from several threads at once."""

    @property
    def name(self) -> str:
        """The SPEC that made it, as trajectories and tables show it."""

    @property
    def hears(self) -> bool:
        """True if it takes clips."""

    @property
    def versions(self) -> Mapping[str, str]:
        """Packages and settings that shape its replies."""

    def reply(self, request: Request) -> Reply:
        """Answer once.

        Raises:
            AgentError: it could not.
        """


@runtime_checkable
class HoldsSessions(Protocol):
    """What an agent has besides, if it keeps something open while a conversation lasts."""

    def end(self, conversation: Conversation, repeat: int) -> None:
        """Let go of what a conversation held; it is over, whether or not it was finished."""
