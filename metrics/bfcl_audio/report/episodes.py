"""Runs (trajectories as JSON lines) -> frozen episodes. The door: nothing behind it sees JSON.

Only `id`, `arm` and `agent` must be there; anything else that is absent or of the wrong type
reads as absent, with a warning, since a report on an odd run is worth more than none.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ..errors import InputError
from ..recorded import check

JsonObject: TypeAlias = Mapping[str, object]


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
    """One agent's way through one entry. `answer` is a bfcl-eval result, in any form."""

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
        kind, _, name = self.arm.partition(":")
        return name if kind in ("transcript", "transcripts") else ""

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
        episodes.append(_episode(parsed, f"{path}, line {number}"))
        try:
            check(_object(parsed))
        except InputError as error:
            odd.append(f"line {number}, {error}")
    if odd:
        warnings.append(
            f"{path}: {len(odd)} lines hold something of the wrong kind, which counts as absent; "
            f"the first is {odd[0]}"
        )
    return episodes


def _episode(parsed: object, where: str) -> Episode:
    line = _object(parsed)
    missing = [name for name in ("id", "arm", "agent") if not _text(line.get(name))]
    if missing:
        raise InputError(
            f"{where}: no trajectory, {' and '.join(missing)} missing; "
            "reports are made from files that `bfcl-audio run` wrote"
        )
    return Episode(
        id=_text(line["id"]),
        category=_text(line.get("category")) or _text(line["id"]).rpartition("_")[0],
        arm=_text(line["arm"]),
        agent=_text(line["agent"]),
        judge=_text(line.get("judge")) or "none",
        repeat=_whole(line.get("repeat")),
        done=line.get("status") == "done",
        why=_text(line.get("why")),
        messages=tuple(_message(item) for item in _objects(line.get("messages"))),
        utterances=tuple(_utterance(item) for item in _objects(line.get("utterances"))),
        cost_usd=_number(line.get("cost_usd")),
        latency_s=_number(line.get("latency_s")),
        hashes=_texts(line.get("hashes")),
        versions=_texts(line.get("versions")),
        answer=line.get("answer"),
    )


def _message(item: JsonObject) -> Message:
    decision = _object(item.get("clarification"))
    return Message(
        role=_text(item.get("role")),
        content=_content(item.get("content")),
        calls=tuple(_call(call) for call in _objects(item.get("tool_calls"))),
        decision=Decision(
            allowed=decision.get("allowed") is True,
            reply=_text(decision.get("message")),
            reason=_text(decision.get("reason")),
            judge=_text(decision.get("judge")),
        )
        if decision
        else None,
    )


def _content(content: object) -> str:
    """The text of a message whose content may be OpenAI-style parts; audio is only named."""
    if not isinstance(content, Sequence) or isinstance(content, str):
        return _text(content)
    parts = _objects(content)
    return "\n".join(_text(part.get("text")) or f"[{_text(part.get('type'))}]" for part in parts)


def _call(call: JsonObject) -> tuple[str, str]:
    function = _object(call.get("function")) or call
    return _text(function.get("name")), _text(function.get("arguments"))


def _utterance(item: JsonObject) -> SpokenUtterance:
    transcript = item.get("transcript")
    return SpokenUtterance(
        utterance_id=_text(item.get("utterance_id")),
        turn=_whole(item.get("turn")),
        written=_text(item.get("text")),
        said=_text(item.get("spoken")),
        transcript=None if transcript is None else _text(transcript),
        engine=_text(item.get("engine")),
        voice=_text(item.get("voice")),
        channel=_text(item.get("channel")),
        whitelist=_texts(item.get("whitelist")),
        entities=entities(item.get("entities")),
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
            topic=_text(item.get("topic")),
            value=_text(item.get("value")),
            type=_text(item.get("type")) or "other",
            heard=_flag(item.get("heard")),
        )
        for item in _objects(value)
    )


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _object(value: object) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _objects(value: object) -> tuple[JsonObject, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(item for item in value if isinstance(item, Mapping))


def _text(value: object) -> str:
    """Text as it is; any other JSON value as its JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def _texts(value: object) -> dict[str, str]:
    return {_text(name): _text(item) for name, item in _object(value).items()}


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _whole(value: object) -> int:
    number = _number(value)
    return int(number) if number is not None else 0
