"""The caller's side of a clarification: a short reply, written or said aloud."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ..judge import Decision
from .arm_names import recognizers_of
from .conversation import ChatMessage, Conversation, Heard, fused
from .spoken_reply import spoken_form


class SpeechFailed(Exception):
    """A reply could not be said or heard; the entry is not run. `str()` holds no key."""


class Voice(Protocol):
    """Engines and recognisers, as a run needs them. Used from several threads at once."""

    def speak(self, text: str, *, engine: str, voice: str, channel: str) -> bytes:
        """Say a text as an engine said the entry; a whole sound file.

        Raises:
            SpeechFailed: the engine did not do it.
        """

    def hear(self, clip: bytes, recognizer: str) -> str:
        """What a recogniser understands.

        Raises:
            SpeechFailed: the recogniser did not do it.
        """


class SimulatedUser(Protocol):
    """Turns an allowed decision into the message that the agent gets."""

    def reply(self, decision: Decision, question: str, turn: int) -> ChatMessage:
        """The caller's answer to an allowed clarification.

        Raises:
            SpeechFailed: it could not be said.
        """


class WritingUser:
    """Hands the reply over as text, every letter of it intact."""

    def reply(self, decision: Decision, question: str, turn: int) -> ChatMessage:
        """The approved values, word for word."""
        return ChatMessage("user", decision.message)


@dataclass(slots=True)
class SpeakingUser:
    """Says the reply, and hands over what the arm makes of speech.

    The `spoken` arm reads what was said, a transcript arm what its recogniser heard of it, the
    `audio` arm hears the clip. The voice is the one that said the turn's request.

    Attributes:
        conversation: the entry as the agent gets it.
        voice: says and hears.
        said: clips of replies by name.
    """

    conversation: Conversation
    voice: Voice
    said: dict[str, bytes] = field(default_factory=dict)

    @property
    def clip(self) -> Callable[[str], bytes] | None:
        """Clips by name: the dataset's, and those of replies."""
        dataset = self.conversation.clip
        if dataset is None:
            return None
        return lambda name: self.said[name] if name in self.said else dataset(name)

    def reply(self, decision: Decision, question: str, turn: int) -> ChatMessage:
        """The approved values, said, and heard where the arm has a recogniser."""
        conversation = self.conversation
        whitelist = conversation.turns[turn].whitelist
        spoken = spoken_form(decision.message, whitelist, question)
        record: dict[str, object] = {"text": decision.message, "spoken": spoken}
        recognizers = recognizers_of(conversation.arm)
        if conversation.clip is None and not recognizers:
            return ChatMessage("user", spoken, reply=record)
        who = self._speaker(turn)
        manner = {"engine": who.engine, "voice": who.voice, "channel": who.channel}
        record |= manner
        clip = self.voice.speak(spoken, **manner)
        if conversation.clip is not None:
            name = f"{conversation.id}/{turn}/reply_{len(self.said)}"
            self.said[name] = clip
            return ChatMessage("user", spoken, clip=name, reply=record)
        heard = {asr: self.voice.hear(clip, asr) for asr in recognizers}
        content = fused(heard) if len(heard) > 1 else next(iter(heard.values()))
        transcripts: Mapping[str, object] = {"transcripts": heard} if len(heard) > 1 else {}
        return ChatMessage("user", content, reply={**record, "transcript": content, **transcripts})

    def _speaker(self, turn: int) -> Heard:
        """The last utterance up to a turn that a voice said."""
        voiced = [one for one in self.conversation.utterances if one.engine]
        if not voiced:
            raise SpeechFailed("the dataset does not say which voice spoke; build its config audio")
        before = [one for one in voiced if one.turn <= turn]
        return before[-1] if before else voiced[0]
