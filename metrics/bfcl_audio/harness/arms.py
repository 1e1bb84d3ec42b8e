"""A built dataset -> conversations, one per entry and arm.

| arm | read from | what the agent gets |
|---|---|---|
| `text` | `text` | the request as BFCL wrote it |
| `spoken` | `paraphrases` | what a caller says, as text |
| `transcript:<asr>` | `transcripts_<asr>` | what a recogniser heard |
| `transcripts:<asr>+<asr>` | those of each | what several recognisers heard, one line each |
| `audio`, `audio:<engine>` | `audio`, `audio_<engine>` | the clip |

Those of sound, with `@<channel>`, read the same over another channel than `clean`.
"""

import difflib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import upstream
from ..errors import InputError
from ..judge_inputs import with_earlier
from .arm_names import CLEAN, channel_of, config_of, configs_of, parts_of, recognizers_of
from .conversation import ChatMessage, Conversation, Doc, Heard, Turn, fused
from .tables import Clips, Dataset, Row

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


def available(dataset: Dataset) -> list[str]:
    """The arms that a dataset has."""
    return [parts_of(config, dataset.channels).arm for config in dataset.configs]


def load(dataset: Dataset, names: Sequence[str]) -> list[Arm]:
    """Arms of a dataset, by name.

    Raises:
        InputError: the dataset has no such arm, or its files cannot be read.
    """
    configs = [_configs(dataset, name) for name in names]
    written = {row["id"]: row for row in dataset.rows("text")}
    return [
        _Loader(dataset, name, found, written).load()
        for name, found in zip(names, configs, strict=True)
    ]


def _configs(dataset: Dataset, arm: str) -> tuple[str, ...]:
    configs = configs_of(arm)
    for config in configs:
        if config not in dataset.configs:
            arms = available(dataset)
            near = difflib.get_close_matches(arm, arms, n=1, cutoff=0.5)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InputError(
                f"{dataset.folder} has no arm {arm!r} (config {config}); {hint}"
                f"it has {', '.join(arms)}"
            )
    return configs


class _Loader:
    """Joins the tables that one arm needs, by entry and utterance."""

    def __init__(
        self, dataset: Dataset, arm: str, configs: Sequence[str], written: Mapping[str, Row]
    ) -> None:
        self.arm = arm
        self.written = written
        self.said: dict[str, Row] = {}
        self.heard: dict[str, dict[str, Row]] = {}
        self.voiced: dict[str, Row] = {}
        self.clips: Clips | None = None
        self.channel = ""
        if arm == "text":
            return
        self.said = {row["id"]: row for row in dataset.rows("paraphrases", _CHANGING)}
        for asr, one in zip(recognizers_of(arm), configs, strict=False):
            self.heard[asr] = {row["id"]: row for row in dataset.rows(one, _CHANGING)}
        config = configs[0]
        parts = parts_of(config, dataset.channels)
        self.channel = parts.channel
        hears = parts.kind == "audio"
        sound = config if hears else config_of(f"audio@{channel_of(arm) or CLEAN}")
        if sound in dataset.configs:
            every = hears and parts.system  # of one engine all clips are wanted
            rows = dataset.rows(sound, _CLIP_COLUMNS)
            self.voiced = {row["utterance_id"]: row for row in rows if every or row["primary"]}
        if hears:
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
        if any(entry_id not in rows for rows in self.heard.values()):
            return "the build has no transcript of it"
        silent = [one for one in utterances if one["utterance_id"] not in self.voiced]
        if self.clips is not None and silent:
            return f"the build has no clip of {silent[0]['utterance_id']}"
        return ""

    def _conversation(self, entry_id: str) -> Conversation:
        row = self.written[entry_id]
        shown = (self.said or self.written)[entry_id]
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
        notes = self.said[entry_id]["utterances"] if self.said else ()
        lists = {one["utterance_id"]: json.loads(one["clarifications"]) for one in notes}
        utterances = []
        for name, text in written.items():
            details = self._details(entry_id, name)
            transcripts = {asr: detail["transcript"] for asr, detail in details.items()}
            voiced = self.voiced.get(name, {})
            utterances.append(
                Heard(
                    utterance_id=name,
                    turn=int(name.rsplit("/", 2)[1]),
                    text=text,
                    spoken=said.get(name),
                    transcript=_read(transcripts),
                    transcripts=transcripts if len(transcripts) > 1 else {},
                    engine=voiced.get("engine", ""),
                    voice=voiced.get("voice", ""),
                    channel=voiced.get("channel") or self.channel,
                    whitelist=lists.get(name, {}),
                    entities=_entities([json.loads(one["entities"]) for one in details.values()]),
                )
            )
        return tuple(utterances)

    def _details(self, entry_id: str, utterance_id: str) -> dict[str, Row]:
        """Each recogniser's note of an utterance."""
        return {
            asr: one
            for asr, rows in self.heard.items()
            for one in rows[entry_id]["utterances"]
            if one["utterance_id"] == utterance_id
        }

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
                elif utterance.transcript is not None:
                    content = utterance.transcript
            yield ChatMessage(message["role"], content, clip=clip)


def _read(transcripts: Mapping[str, str]) -> str | None:
    """What the agent reads of an utterance; None where no recogniser took part."""
    if len(transcripts) > 1:
        return fused(transcripts)
    return next(iter(transcripts.values()), None)


def _entities(heard: Sequence[Sequence[Row]]) -> Sequence[Row]:
    """The values of an utterance; of several recognisers it is enough that one heard it."""
    if len(heard) < 2:
        return heard[0] if heard else ()
    return [
        {**same[0], "heard": any(one["heard"] for one in same)} for same in zip(*heard, strict=True)
    ]


def _user_texts(row: Row) -> Iterator[tuple[str, str]]:
    for index, turn in enumerate(row["turns"]):
        spoken = [message["content"] for message in turn if message["role"] == "user"]
        yield from ((f"{row['id']}/{index}/{n}", text) for n, text in enumerate(spoken))


def _joined(messages: Sequence[Mapping[str, Any]]) -> str:
    return "\n".join(one["content"] for one in messages if one["role"] == "user")


def _user_text(messages: Sequence[ChatMessage]) -> str:
    return "\n".join(one.content for one in messages if one.role == "user")
