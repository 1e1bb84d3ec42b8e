"""Dataset folders without a build: real requests or invented ones, noise for speech."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bfcl_audio import references
from dataset_builder import rows, waveform
from dataset_builder.engines.base import Audio

RECOGNIZERS = ("moonshine", "whisper")
VOICES = (("hibari", "heart"), ("pico", "en-GB"))
_ROWS_PER_GROUP = 100
_CONFIGS = {"text": "text/*.parquet", "paraphrases": "paraphrases/*.parquet"}

Entry = dict[str, Any]


def real_entries() -> list[Entry]:
    """All 2,190."""
    return [_entry(json.loads(text), text) for text in references().values()]


def entry(name: str, request: str = "What is the weather in Oslo?", value: str = "Oslo") -> Entry:
    """A simple_python entry about the weather in one city."""
    doc = {
        "name": "weather.get",
        "description": f"Gets the weather. {request}",
        "parameters": {
            "type": "dict",
            "properties": {"city": {"type": "string", "description": f"The city. {value}"}},
            "required": ["city"],
        },
    }
    record = {
        "id": name,
        "category": "simple_python",
        "turns": [[{"role": "user", "content": request}]],
        "functions": [doc],
        "ground_truth": [{"weather.get": {"city": [value]}}],
    }
    return _entry(record, json.dumps(record)) | {"value": value}


def write(
    folder: Path,
    entries: Sequence[Entry],
    channels: Sequence[str] = ("clean",),
    clip_s: float = 0.3,
) -> Path:
    """Writes the folder as a build does, and returns it; `moonshine` loses each entry's value."""
    _table(folder, "text", [_row(one, {}) for one in entries])
    _table(folder, "paraphrases", [_row(one, _said(one)) for one in entries])
    configs = dict(_CONFIGS)
    sounds = [clip(clip_s, seed) for seed in range(4)]
    for channel in channels:
        slug = channel.replace(":", "_").lower()
        suffix = "" if channel == "clean" else f"_{slug}"
        _table(folder, f"audio/{slug}/any", list(_clips(entries, channel, sounds)))
        configs[f"audio{suffix}"] = f"audio/{slug}/*/*.parquet"
        for name in RECOGNIZERS:
            heard = [_row(one, _heard(one, lost=name == "moonshine")) for one in entries]
            _table(folder, f"transcripts/{slug}/{name}", heard)
            configs[f"transcripts_{name}{suffix}"] = f"transcripts/{slug}/{name}/*.parquet"
    files = [str(path.relative_to(folder)) for path in sorted(folder.rglob("*.parquet"))]
    manifest = {"format": "bfcl-audio dataset", "schema_version": 1, "channels": list(channels),
                "configs": configs, "files": dict.fromkeys(files, "")}  # fmt: skip
    (folder / "build.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def clip(duration_s: float, seed: int = 0) -> bytes:
    """A FLAC file of noise, as large as one of speech."""
    noise = 0.05 * np.random.default_rng(seed).standard_normal(int(16_000 * duration_s))
    return waveform.encode(Audio(noise.astype(np.float32), 16_000))


def _entry(record: dict[str, Any], reference: str) -> Entry:
    return {
        "id": record["id"],
        "category": record["category"],
        "turns": [[{"role": m["role"], "content": m["content"]} for m in turn]
                  for turn in record["turns"]],
        "functions": json.dumps(record.get("functions", [])),
        "reference": reference,
        "scenario": "{}",
    }  # fmt: skip


def _row(one: Entry, more: dict[str, object]) -> Entry:
    utterances = [{"utterance_id": name, **more} for name, _ in _user_texts(one)]
    return {key: one[key] for key in one if key != "value"} | {"utterances": utterances}


def _user_texts(one: Entry) -> Iterator[tuple[str, str]]:
    for turn, messages in enumerate(one["turns"]):
        texts = [m["content"] for m in messages if m["role"] == "user"]
        yield from ((f"{one['id']}/{turn}/{place}", text) for place, text in enumerate(texts))


def _value(one: Entry) -> str:
    """The value that its calls need; of a real entry, its first word."""
    return str(one.get("value") or next(iter(_user_texts(one)), ("", "."))[1].split(" ")[0])


def _said(one: Entry) -> dict[str, object]:
    return {"clarifications": rows.compact({"city": _value(one)}), "speakable": True,
            "why_not": "", "style": "{}"}  # fmt: skip


def _heard(one: Entry, *, lost: bool) -> dict[str, object]:
    """The first utterance as it is heard, under each of its utterances."""
    text, value = next(iter(_user_texts(one)), ("", ""))[1], _value(one)
    entities = [{"topic": "city", "value": value, "type": "place", "heard": not lost}]
    transcript = text.replace(value, "also") if lost else text
    return {"text": text, "transcript": transcript, "wer": 0.25 if lost else 0.0,
            "entities": rows.compact(entities), "audible": True, "flagged": ""}  # fmt: skip


def _clips(
    entries: Iterable[Entry], channel: str, sounds: Sequence[bytes]
) -> Iterator[dict[str, object]]:
    for place, one in enumerate(entries):
        engine, voice = VOICES[place % len(VOICES)]
        for name, text in _user_texts(one):
            yield {
                "utterance_id": name, "id": one["id"], "category": one["category"], "turn": 0,
                "message": 0, "text": text, "channel": channel, "primary": True,
                "audio": {"bytes": sounds[place % len(sounds)], "path": "x.flac"},
                "engine": engine, "voice": voice, "duration_s": 0.3,
            }  # fmt: skip


def _table(folder: Path, path: str, records: list[dict[str, Any]]) -> None:
    (folder / path).mkdir(parents=True)
    pq.write_table(
        pa.Table.from_pylist(records), folder / path / "test-00000.parquet",
        compression="zstd", row_group_size=_ROWS_PER_GROUP,
    )  # fmt: skip
