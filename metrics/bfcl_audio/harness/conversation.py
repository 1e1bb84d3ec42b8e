"""What an agent goes through: the turns of one entry as one arm presents them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Doc = Mapping[str, Any]  # a BFCL function doc, as JSON gives it


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call as a model wrote it; `arguments` is JSON text, possibly not valid."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation.

    Attributes:
        role: `system`, `user`, `assistant` or `tool`.
        content: what was written (or, beside `clip`, what was said).
        tool_calls: of an assistant message.
        tool_call_id: of a tool message: the call it answers.
        clip: the utterance id of the clip that is heard instead of `content` being read.
        clarification: how an assistant's question was judged.
        latency_s: how long the agent took for it, in seconds.
        usage: tokens that it took.
        reply: of a user's message that answers a question aloud: how it was written, said, heard.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    clip: str = ""
    clarification: Mapping[str, object] | None = None
    latency_s: float | None = None
    usage: Mapping[str, int] = field(default_factory=dict)
    reply: Mapping[str, object] | None = None

    def as_openai(self) -> dict[str, Any]:
        """The message as chat completions take it."""
        message: dict[str, Any] = {"role": self.role, "content": self.content}
        if self.tool_calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in self.tool_calls
            ]
        if self.role == "tool":
            message["tool_call_id"] = self.tool_call_id
        return message

    def as_record(self) -> dict[str, Any]:
        """The message as a trajectory keeps it."""
        record = self.as_openai()
        if self.clip:
            record["clip"] = self.clip
        if self.clarification is not None:
            record["clarification"] = dict(self.clarification)
        if self.latency_s is not None:
            record["latency_s"] = self.latency_s
        if self.usage:
            record["usage"] = dict(self.usage)
        if self.reply is not None:
            record["reply"] = dict(self.reply)
        return record


@dataclass(frozen=True, slots=True)
class Heard:
    """One utterance on its way to the agent; None where the arm has no such form.

    Attributes:
        text: the request as BFCL wrote it.
        spoken: the paraphrase.
        transcript: what the recogniser made of the clip; of several, all that they made of it.
        transcripts: of several recognisers: each one's own.
        whitelist: topic -> written value that may be confirmed or spelled.
        entities: ground-truth values, each `{topic, value, type, heard}`.
    """

    utterance_id: str
    turn: int
    text: str
    spoken: str | None = None
    transcript: str | None = None
    transcripts: Mapping[str, str] = field(default_factory=dict)
    engine: str = ""
    voice: str = ""
    channel: str = ""
    whitelist: Mapping[str, str] = field(default_factory=dict)
    entities: Sequence[Mapping[str, object]] = ()

    def as_record(self) -> dict[str, Any]:
        """The utterance as a trajectory keeps it."""
        return {
            "utterance_id": self.utterance_id,
            "turn": self.turn,
            "text": self.text,
            "spoken": self.spoken,
            "transcript": self.transcript,
            **({"transcripts": dict(self.transcripts)} if self.transcripts else {}),
            "engine": self.engine,
            "voice": self.voice,
            "channel": self.channel,
            "whitelist": dict(self.whitelist),
            "entities": [dict(entity) for entity in self.entities],
        }


def fused(transcripts: Mapping[str, str]) -> str:
    """What several recognisers made of one utterance, as an agent reads it.

    >>> print(fused({"whisper": "move it to temp", "moonshine": ""}))
    whisper heard: move it to temp
    moonshine heard: (nothing)
    """
    return "\n".join(f"{asr} heard: {text or '(nothing)'}" for asr, text in transcripts.items())


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: what the agent reads, and what its judge compares it with.

    Attributes:
        messages: what arrives at the start of the turn.
        intended: the user's text as BFCL wrote it.
        read: the user's text as the agent reads it (in the `audio` arm: as it was said).
        whitelist: this turn's values, then those of earlier turns.
        held_out: docs that arrive with this turn.
    """

    messages: tuple[ChatMessage, ...]
    intended: str
    read: str
    whitelist: Mapping[str, str] = field(default_factory=dict)
    held_out: tuple[Doc, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """One entry in one arm.

    Attributes:
        functions: docs of what can be called from the start, as JSON text: thousands of
            conversations wait in memory, and parsed docs take ten times the room.
        reference: what scoring needs, as JSON text.
        clip: in the audio arm, utterance id -> a whole sound file.
    """

    id: str
    category: str
    arm: str
    turns: tuple[Turn, ...]
    functions: str
    reference: str
    utterances: tuple[Heard, ...] = ()
    clip: Callable[[str], bytes] | None = None

    @property
    def multi_turn(self) -> bool:
        """True if calls are executed and their results go back to the agent."""
        return self.category.startswith("multi_turn")

    @property
    def written(self) -> bool:
        """True in the arm that is Text-BFCL itself: no preamble, no judge."""
        return self.arm == "text"
