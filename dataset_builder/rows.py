"""Records -> the rows of each config, column for column as `schema` names them."""

import json
from collections.abc import Iterable, Mapping, Sequence

from .records import Entry, Paraphrase, Sound, Spoken, Transcript, Utterance

Row = dict[str, object]


def text_row(entry: Entry, spoken: Sequence[Utterance]) -> Row:
    """One row of `text`."""
    return _entry_row(entry, {}, [{"utterance_id": one.utterance_id} for one in spoken])


def paraphrase_row(entry: Entry, said: Sequence[Paraphrase]) -> Row:
    """One row of `paraphrases`; what cannot be spoken stays as written, labelled."""
    contents = {one.utterance_id: one.spoken for one in said if one.speakable}
    structs = [
        {
            "utterance_id": one.utterance_id,
            "clarifications": compact(dict(one.whitelist)),
            "speakable": one.speakable,
            "why_not": one.why_not,
            "style": compact(dict(one.style)),
        }
        for one in said
    ]
    return _entry_row(entry, contents, structs)


def transcript_row(entry: Entry, heard: Sequence[Transcript]) -> Row:
    """One row of `transcripts_<asr>`."""
    contents = {one.utterance_id: one.transcript for one in heard}
    structs = [
        {
            "utterance_id": one.utterance_id,
            "text": one.text,
            "transcript": one.transcript,
            "wer": one.wer,
            "entities": compact(list(one.entities)),
            "audible": one.audible,
            "flagged": one.flagged,
        }
        for one in heard
    ]
    return _entry_row(entry, contents, structs)


def clip_row(utterance: Utterance, sound: Sound, clip: Spoken) -> Row:
    """One row of `audio`; the struct is what `Audio` stores, so no decoder is needed to write."""
    suffix = "flac" if clip.audio.startswith(b"fLaC") else "wav"
    fidelity = {
        one.asr: {"transcript": one.transcript, "wer": one.wer, "entities": list(one.entities)}
        for one in sound.heard
    }
    return {
        "utterance_id": utterance.utterance_id,
        "id": utterance.entry_id,
        "category": utterance.category,
        "turn": utterance.turn,
        "message": utterance.message,
        "text": clip.text,
        "audio": {
            "bytes": clip.audio,
            "path": f"{utterance.utterance_id.replace('/', '_')}.{suffix}",
        },
        "engine": clip.engine,
        "voice": clip.voice,
        "channel": sound.channel,
        "duration_s": clip.duration_s,
        "primary": sound.primary,
        "flagged": sound.flagged,
        "fidelity": compact(fidelity),
    }


def compact(value: object) -> str:
    """JSON as every column holds it: no spaces, text unescaped."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _entry_row(entry: Entry, contents: Mapping[str, str], utterances: Iterable[Row]) -> Row:
    """An entry whose user messages are replaced by `contents`, where it has them."""
    return {
        "id": entry.id,
        "category": entry.category,
        "turns": [_turn(entry, number, contents) for number in range(len(entry.turns))],
        "functions": entry.functions,
        "reference": entry.reference,
        "scenario": entry.scenario,
        "utterances": list(utterances),
    }


def _turn(entry: Entry, number: int, contents: Mapping[str, str]) -> list[Row]:
    messages: list[Row] = []
    user_messages = 0
    for message in entry.turns[number]:
        content = message.content
        if message.role == "user":
            content = contents.get(f"{entry.id}/{number}/{user_messages}", content)
            user_messages += 1
        messages.append({"role": message.role, "content": content})
    return messages
