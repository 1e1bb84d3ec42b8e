"""A built dataset -> conversations, one per entry and arm.

| arm | read from | what the agent gets |
|---|---|---|
| `text` | `text` | the request as BFCL wrote it |
| `spoken` | `paraphrases` | what a caller says, as text |
| `transcript:<asr>` | `transcripts_<asr>` | what a recogniser heard |
| `audio`, `audio:<engine>` | `audio`, `audio_<engine>` | the clip |
"""

import difflib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import upstream
from ..errors import InputError, meant
from ..judge_inputs import with_earlier
from .conversation import ChatMessage, Conversation, Doc, Heard, Turn
from .tables import Clips, Dataset, Row

ARM_KINDS = "text, spoken, transcript:<asr>, audio, audio:<engine>"
_CHANGING = ("id", "turns", "utterances")
_CLIP_COLUMNS = ("utterance_id", "text", "engine", "voice", "channel", "primary")


@dataclass(frozen=True, slots=True)
class Arm:
    """One arm of a dataset: its conversations by entry id, and what it leaves out.

    Attributes:
        name: as given.
        conversations: entry id -> conversation, in the dataset's order.
        left_out: entry id -> why it cannot be run in this arm.
    """

    name: str
    conversations: Mapping[str, Conversation]
    left_out: Mapping[str, str] = field(default_factory=dict)


def config_of(arm: str) -> str:
    """The config that an arm reads.

    >>> config_of("spoken"), config_of("transcript:openai/whisper-1"), config_of("audio:kokoro")
    ('paraphrases', 'transcripts_openai_whisper_1', 'audio_kokoro')

    Raises:
        InputError: no such arm.
    """
    kind, colon, spec = arm.partition(":")
    slug = re.sub(r"[^a-z0-9]+", "_", spec.lower()).strip("_")
    if arm in ("text", "audio"):
        return arm
    if arm == "spoken":
        return "paraphrases"
    if colon and slug and kind in ("transcript", "audio"):
        return f"{'transcripts' if kind == 'transcript' else kind}_{slug}"
    near = meant(arm, ("text", "spoken", "audio")) or meant(kind, ("transcript", "audio"))
    raise InputError(f"unknown arm {arm!r}; {near}arms are {ARM_KINDS}")


def available(dataset: Dataset) -> list[str]:
    """The arms that a dataset has."""
    found = []
    for config in dataset.configs:
        kind, _, slug = config.partition("_")
        name = {"text": "text", "paraphrases": "spoken", "transcripts": "transcript"}.get(
            kind, kind
        )
        found.append(f"{name}:{slug}" if slug else name)
    return found


def load(dataset: Dataset, names: Sequence[str]) -> list[Arm]:
    """Arms of a dataset, by name.

    Raises:
        InputError: the dataset has no such arm, or its files cannot be read.
    """
    configs = [_config(dataset, name) for name in names]
    written = {row["id"]: row for row in dataset.rows("text")}
    return [
        _Loader(dataset, name, config, written).load()
        for name, config in zip(names, configs, strict=True)
    ]


def _config(dataset: Dataset, arm: str) -> str:
    config = config_of(arm)
    if config in dataset.configs:
        return config
    arms = available(dataset)
    near = difflib.get_close_matches(arm, arms, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise InputError(
        f"{dataset.folder} has no arm {arm!r} (config {config}); {hint}it has {', '.join(arms)}"
    )


class _Loader:
    """Joins the tables that one arm needs, by entry and utterance."""

    def __init__(self, dataset: Dataset, arm: str, config: str, written: Mapping[str, Row]) -> None:
        self.arm = arm
        self.written = written
        self.said: dict[str, Row] = {}
        self.heard: dict[str, Row] = {}
        self.voiced: dict[str, Row] = {}
        self.clips: Clips | None = None
        if arm == "text":
            return
        self.said = {row["id"]: row for row in dataset.rows("paraphrases", _CHANGING)}
        if config.startswith("transcripts"):
            self.heard = {row["id"]: row for row in dataset.rows(config, _CHANGING)}
        sound = config if config.startswith("audio") else "audio"
        if sound in dataset.configs:
            rows = dataset.rows(sound, _CLIP_COLUMNS)
            self.voiced = {row["utterance_id"]: row for row in rows if _chosen(row, sound)}
        if config.startswith("audio"):
            self.clips = dataset.clips(config)

    def load(self) -> Arm:
        conversations: dict[str, Conversation] = {}
        left_out: dict[str, str] = {}
        for entry_id in self.written:
            if why := self._missing(entry_id):
                left_out[entry_id] = why
            else:
                conversations[entry_id] = self._conversation(entry_id)
        return Arm(self.arm, conversations, left_out)

    def _missing(self, entry_id: str) -> str:
        """Why an entry cannot be run in this arm; empty if it can."""
        if self.arm == "text":
            return ""
        if entry_id not in self.said:
            return "the build has no paraphrase of it"
        utterances = self.said[entry_id]["utterances"]
        unspeakable = [one for one in utterances if not one["speakable"]]
        if unspeakable:
            return f"cannot be spoken: {unspeakable[0]['why_not'] or 'no reason given'}"
        if self.arm.startswith("transcript") and entry_id not in self.heard:
            return "the build has no transcript of it"
        silent = [one for one in utterances if one["utterance_id"] not in self.voiced]
        if self.clips is not None and silent:
            return f"the build has no clip of {silent[0]['utterance_id']}"
        return ""

    def _conversation(self, entry_id: str) -> Conversation:
        row = self.written[entry_id]
        shown = (self.heard or self.said or self.written)[entry_id]
        scenario = json.loads(row["scenario"])
        heard = self._utterances(entry_id)
        return Conversation(
            id=entry_id,
            category=row["category"],
            arm=self.arm,
            turns=tuple(self._turns(row, shown, scenario.get("holdout_docs", {}), heard)),
            functions=row["functions"],
            reference=row["reference"],
            utterances=heard,
            clip=self.clips.read if self.clips is not None else None,
        )

    def _utterances(self, entry_id: str) -> tuple[Heard, ...]:
        """Each user message, as written, said and heard."""
        written = dict(_user_texts(self.written[entry_id]))
        said = dict(_user_texts(self.said[entry_id])) if self.said else {}
        heard = self.heard.get(entry_id)
        details = {one["utterance_id"]: one for one in heard["utterances"]} if heard else {}
        notes = self.said[entry_id]["utterances"] if self.said else ()
        lists = {one["utterance_id"]: json.loads(one["clarifications"]) for one in notes}
        return tuple(
            Heard(
                utterance_id=name,
                turn=int(name.rsplit("/", 2)[1]),
                text=text,
                spoken=said.get(name),
                transcript=details[name]["transcript"] if name in details else None,
                engine=self.voiced.get(name, {}).get("engine", ""),
                voice=self.voiced.get(name, {}).get("voice", ""),
                channel=self.voiced.get(name, {}).get("channel", ""),
                whitelist=lists.get(name, {}),
                entities=json.loads(details[name]["entities"]) if name in details else (),
            )
            for name, text in written.items()
        )

    def _turns(
        self, row: Row, shown: Row, held_out: Mapping[str, Sequence[Doc]], heard: Sequence[Heard]
    ) -> Iterator[Turn]:
        earlier: list[tuple[int, Mapping[str, str]]] = []
        for index, messages in enumerate(shown["turns"]):
            here = [one for one in heard if one.turn == index]
            own = {topic: value for one in here for topic, value in one.whitelist.items()}
            docs = tuple(held_out.get(str(index), ()))
            shown_messages = tuple(self._messages(messages, here))
            if docs and not shown_messages:
                shown_messages = (ChatMessage("user", upstream.holdout_message()),)
            yield Turn(
                messages=shown_messages,
                intended=_joined(row["turns"][index]) or _user_text(shown_messages),
                read=_user_text(shown_messages),
                whitelist=with_earlier(own, earlier),
                held_out=docs,
            )
            earlier.append((index, own))

    def _messages(self, messages: Sequence[Row], here: Sequence[Heard]) -> Iterator[ChatMessage]:
        utterances = iter(here)
        for message in messages:
            content = message["content"]
            clip = ""
            if message["role"] == "user":
                utterance = next(utterances)
                if self.clips is not None:
                    clip, content = utterance.utterance_id, utterance.spoken or content
            yield ChatMessage(message["role"], content, clip=clip)


def _chosen(row: Row, config: str) -> bool:
    """The main table holds every clip of an utterance; those of one engine are all wanted."""
    return config != "audio" or bool(row["primary"])


def _user_texts(row: Row) -> Iterator[tuple[str, str]]:
    for index, turn in enumerate(row["turns"]):
        spoken = [message["content"] for message in turn if message["role"] == "user"]
        yield from ((f"{row['id']}/{index}/{n}", text) for n, text in enumerate(spoken))


def _joined(messages: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(one["content"] for one in messages if one["role"] == "user")


def _user_text(messages: Sequence[ChatMessage]) -> str:
    return "\n".join(one.content for one in messages if one.role == "user")
