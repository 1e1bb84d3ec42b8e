"""Runs (trajectories as JSON lines) -> frozen episodes. The door: nothing behind it sees JSON.

Only `id`, `arm` and `agent` must be there; anything else that is absent or of the wrong type
reads as absent, with a warning, since a report on an odd run is worth more than none.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError
from ..harness.arm_names import CLEAN
from ..recorded import check
from ..signature import asr_of
from .loosely import JsonObject, finite, flag, mapping, mappings, text, texts, whole

WRITTEN = ("text", "spoken")
"""The arms in which nothing sounds."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A ground-truth value that was spoken.

    `heard` tells if the recogniser's text still holds it; None where no recogniser took part.
    """

    topic: str
    value: str
    type: str
    heard: bool | None


@dataclass(frozen=True, slots=True)
class SpokenUtterance:
    """One user message on its way to the agent.

    Attributes:
        written: as BFCL wrote it.
        said: the paraphrase; empty where nothing was spoken.
        transcript: what the recogniser made of it; None where none took part.
        transcripts: of several recognisers: what each made of it, by name.
        whitelist: topic -> written value that may be confirmed or spelled.
    """

    utterance_id: str
    turn: int
    written: str
    said: str
    transcript: str | None
    engine: str
    voice: str
    channel: str
    whitelist: Mapping[str, str]
    entities: tuple[Entity, ...]
    transcripts: Mapping[str, str] = field(default_factory=dict)

    @property
    def heard(self) -> tuple[str, ...]:
        """What each recogniser that took part made of it."""
        return tuple(self.transcripts.values()) or (self.transcript or "",)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the judge said of an assistant message that was a question."""

    allowed: bool
    reply: str
    reason: str
    judge: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation; `calls` are (function name, arguments as text)."""

    role: str
    content: str
    calls: tuple[tuple[str, str], ...] = ()
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """One agent's way through one entry.

    Attributes:
        latency_s: seconds the agent took for all its replies; `first_latency_s` for the first.
        answer: a bfcl-eval result, in any form.
    """

    id: str
    category: str
    arm: str
    agent: str
    judge: str
    repeat: int
    done: bool
    why: str
    messages: tuple[Message, ...]
    utterances: tuple[SpokenUtterance, ...]
    cost_usd: float | None
    latency_s: float | None
    first_latency_s: float | None = None
    hashes: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    answer: object = None

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What makes two episodes the same piece of work."""
        return self.agent, self.arm, self.judge, self.id, self.repeat

    @property
    def recognizer(self) -> str:
        """The recogniser(s) whose text the agent read; empty in the other arms."""
        return asr_of(self.arm)

    @property
    def channel(self) -> str:
        """What lay between mouth and ear, as the dataset names it; empty where nothing sounds."""
        if self.arm in WRITTEN:
            return ""
        named = next((one.channel for one in self.utterances if one.channel), "")
        return named or self.arm.partition("@")[2] or CLEAN

    @property
    def asked(self) -> tuple[Decision, ...]:
        """The judge's decisions, in order."""
        return tuple(message.decision for message in self.messages if message.decision)


def read_runs(paths: Iterable[Path]) -> tuple[tuple[Episode, ...], tuple[str, ...]]:
    """Return the episodes of all `paths` and warnings for a person.

    The last of two episodes with one key counts: it is the one a rerun completed.

    Raises:
        InputError: a file cannot be read, or a line before the last is no trajectory.
    """
    episodes: dict[tuple[str, str, str, str, int], Episode] = {}
    warnings: list[str] = []
    for path in paths:
        twice = 0
        for episode in _read(path, warnings):
            twice += episode.key in episodes
            episodes[episode.key] = episode
        if twice:
            warnings.append(f"{path}: {twice} episodes stand twice; the last of each counts")
    return tuple(episodes.values()), tuple(warnings)


def _read(path: Path, warnings: list[str]) -> list[Episode]:
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise InputError(
            f"cannot read the run {path}: {error.strerror}; name a file that `bfcl-audio run` wrote"
        ) from None
    episodes = []
    odd: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            parsed = json.loads(line)
        except (ValueError, RecursionError):
            if number == len(lines):  # no newline after it: the run was stopped while writing
                warnings.append(f"{path}: the last line is cut off and was skipped")
                continue
            raise InputError(
                f"{path}, line {number}: not JSON; "
                "delete the line or let `bfcl-audio run` write the file again"
            ) from None
        episodes.append(episode_of(parsed, f"{path}, line {number}"))
        try:
            check(mapping(parsed))
        except InputError as error:
            odd.append(f"line {number}, {error}")
    if odd:
        warnings.append(
            f"{path}: lines with something of the wrong kind, which counts as absent: {len(odd)}; "
            f"the first is {odd[0]}"
        )
    return episodes


def episode_of(parsed: object, where: str) -> Episode:
    """Return the episode that a parsed line of a run holds; `where` names the line in errors.

    Raises:
        InputError: it is no trajectory.
    """
    line = mapping(parsed)
    missing = [name for name in ("id", "arm", "agent") if not text(line.get(name))]
    if missing:
        raise InputError(
            f"{where}: no trajectory, {' and '.join(missing)} missing; "
            "reports are made from files that `bfcl-audio run` wrote"
        )
    return Episode(
        id=text(line["id"]),
        category=text(line.get("category")) or text(line["id"]).rpartition("_")[0],
        arm=text(line["arm"]),
        agent=text(line["agent"]),
        judge=text(line.get("judge")) or "none",
        repeat=whole(line.get("repeat")),
        done=line.get("status") == "done",
        why=text(line.get("why")),
        messages=tuple(_message(item) for item in mappings(line.get("messages"))),
        utterances=tuple(_utterance(item) for item in mappings(line.get("utterances"))),
        cost_usd=finite(line.get("cost_usd")),
        latency_s=finite(line.get("latency_s")),
        first_latency_s=finite(line.get("first_latency_s")),
        hashes=texts(line.get("hashes")),
        versions=texts(line.get("versions")),
        answer=line.get("answer"),
    )


def _message(item: JsonObject) -> Message:
    decision = mapping(item.get("clarification"))
    return Message(
        role=text(item.get("role")),
        content=_content(item.get("content")),
        calls=tuple(_call(call) for call in mappings(item.get("tool_calls"))),
        decision=Decision(
            allowed=decision.get("allowed") is True,
            reply=text(decision.get("message")),
            reason=text(decision.get("reason")),
            judge=text(decision.get("judge")),
        )
        if decision
        else None,
    )


def _content(content: object) -> str:
    """The text of a message whose content may be OpenAI-style parts; audio is only named."""
    if not isinstance(content, Sequence) or isinstance(content, str):
        return text(content)
    parts = mappings(content)
    return "\n".join(text(part.get("text")) or f"[{text(part.get('type'))}]" for part in parts)


def _call(call: JsonObject) -> tuple[str, str]:
    function = mapping(call.get("function")) or call
    return text(function.get("name")), text(function.get("arguments"))


def _utterance(item: JsonObject) -> SpokenUtterance:
    transcript = item.get("transcript")
    return SpokenUtterance(
        utterance_id=text(item.get("utterance_id")),
        turn=whole(item.get("turn")),
        written=text(item.get("text")),
        said=text(item.get("spoken")),
        transcript=None if transcript is None else text(transcript),
        engine=text(item.get("engine")),
        voice=text(item.get("voice")),
        channel=text(item.get("channel")),
        whitelist=texts(item.get("whitelist")),
        entities=entities(item.get("entities")),
        transcripts=texts(item.get("transcripts")),
    )


def entities(value: object) -> tuple[Entity, ...]:
    """Return the entities of a JSON list (or of its text), dropping what is none."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            value = None
    return tuple(
        Entity(
            topic=text(item.get("topic")),
            value=text(item.get("value")),
            type=text(item.get("type")) or "other",
            heard=flag(item.get("heard")),
        )
        for item in mappings(value)
    )
