"""One entry from request to transcripts, as it is listened to."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bfcl_audio.errors import BfclAudioError
from bfcl_audio.reference import parse
from bfcl_audio.report.dataset import hearing_of
from bfcl_audio.report.episodes import Entity
from bfcl_audio.report.foreign import label
from bfcl_audio.report.stories import SaidView, said_view, transcript_view
from bfcl_audio.report.words import expected_calls

from . import links
from .catalog import Catalog
from .player import Player, player
from .shelf import Shelf


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function, as its docs have it."""

    name: str
    type: str
    says: str
    required: bool


@dataclass(frozen=True, slots=True)
class FunctionDoc:
    """A function that may be called."""

    name: str
    says: str
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """One utterance; `why_not` says why it has no clip, where it has none."""

    said: SaidView
    player: Player | None
    why_not: str


@dataclass(frozen=True, slots=True)
class EntryView:
    """All that is shown of an entry."""

    id: str
    category: str
    channel: str
    utterances: tuple[Spoken, ...]
    functions: tuple[FunctionDoc, ...]
    expected: tuple[tuple[str, ...], ...]
    link: str

    @property
    def turns(self) -> int:
        """How many turns its calls are expected in."""
        return max(len(self.expected), len({one.said.turn for one in self.utterances}))


def entry_view(shelf: Shelf, catalog: Catalog, entry_id: str) -> EntryView | None:
    """Return what is shown of an entry over one channel; None if there is no such entry."""
    written = shelf.row("text", entry_id)
    if written is None:
        return None
    notes = {one["utterance_id"]: one for one in _notes(shelf, "paraphrases", entry_id)}
    said = {}
    if "paraphrases" in shelf.data.configs:
        said = dict(_user_texts(shelf.row("paraphrases", entry_id) or {"turns": ()}, entry_id))
    heard: defaultdict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for name in catalog.recognizers:
        for one in _notes(shelf, catalog.transcripts_config(name), entry_id):
            heard[one["utterance_id"]].append((name, one))
    return EntryView(
        id=entry_id,
        category=written["category"],
        channel=catalog.channel,
        utterances=tuple(
            _spoken(catalog, name, text, said.get(name, ""), notes.get(name, {}), heard[name])
            for name, text in _user_texts(written, entry_id)
        ),
        functions=tuple(function_docs(written.get("functions"))),
        expected=_expected(written["reference"]),
        link=links.write("listen", entry=entry_id, channel=catalog.channel),
    )


def _notes(shelf: Shelf, config: str, entry_id: str) -> Sequence[Mapping[str, Any]]:
    row = shelf.row(config, entry_id) if config in shelf.data.configs else None
    return (row or {}).get("utterances") or ()


def _user_texts(row: Mapping[str, Any], entry_id: str) -> Iterator[tuple[str, str]]:
    for turn, messages in enumerate(row.get("turns") or ()):
        texts = [one["content"] for one in messages if one["role"] == "user"]
        yield from ((f"{entry_id}/{turn}/{place}", text) for place, text in enumerate(texts))


def _spoken(
    catalog: Catalog,
    utterance_id: str,
    written: str,
    said: str,
    note: Mapping[str, Any],
    heard: Sequence[tuple[str, Mapping[str, Any]]],
) -> Spoken:
    voice = catalog.voice(utterance_id)
    hearings = [hearing_of(one, name, voice, catalog.channel) for name, one in heard]
    clip = catalog.sounds().read(utterance_id)
    entities: tuple[Entity, ...] = hearings[0].entities if hearings else ()
    names = (voice.engine, voice.voice, voice.channel)
    view = SaidView(
        turn=int(utterance_id.rsplit("/", 2)[1]),
        written=written,
        said=said_view(said, entities) if said else (),
        clip=None,
        voice=" · ".join(label(name) for name in names if name),
        duration_s=voice.duration_s,
        whitelist=_texts(note.get("clarifications")),
        transcripts=tuple(map(transcript_view, hearings)),
    )
    why_not = "" if clip else str(note.get("why_not") or "there is no clip of it")
    return Spoken(view, player(clip) if clip else None, why_not)


def function_docs(text: object) -> Iterator[FunctionDoc]:
    """The functions of an entry from the JSON text of their docs."""
    for doc in _json_list(text):
        schema = doc.get("parameters")
        yield FunctionDoc(
            str(doc.get("name", "")),
            str(doc.get("description", "")),
            tuple(_parameters(schema)) if isinstance(schema, dict) else (),
        )


def _parameters(schema: Mapping[str, Any]) -> Iterator[Parameter]:
    required = schema.get("required") or ()
    properties = schema.get("properties")
    for name, one in (properties if isinstance(properties, dict) else {}).items():
        if isinstance(one, dict):
            kind, says = (str(one.get(key, "")) for key in ("type", "description"))
            yield Parameter(name, kind, says, name in required)


def _expected(reference: str) -> tuple[tuple[str, ...], ...]:
    try:
        return expected_calls(parse(reference))
    except BfclAudioError:
        return ()


def _json_list(text: object) -> list[dict[str, Any]]:
    try:
        found = json.loads(text) if isinstance(text, str) else ()
    except (ValueError, RecursionError):
        found = ()
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _texts(text: object) -> dict[str, str]:
    try:
        found = json.loads(text) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        found = {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}
