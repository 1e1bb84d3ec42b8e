"""A dataset folder for the hand-made runs: three utterances, two recognisers, a tone for speech."""

import io
import json
from pathlib import Path

import hand_made_runs
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import soundfile

COUNT = 3


def tone(duration_s: float = 0.5) -> bytes:
    """A FLAC file of a quiet 440 Hz tone, 16 kHz mono."""
    time_s = np.arange(int(16_000 * duration_s)) / 16_000
    out = io.BytesIO()
    soundfile.write(out, 0.1 * np.sin(2 * np.pi * 440 * time_s), 16_000, format="FLAC")
    return out.getvalue()


def write(folder: Path) -> Path:
    """Writes the folder as a build does and returns it."""
    _table(folder, "text", [_entry(number) for number in range(COUNT)])
    _table(folder, "audio", [_clip(number) for number in range(COUNT)])
    for recogniser in ("whisper", "moonshine"):
        rows = [_entry(number, f"transcript:{recogniser}") for number in range(COUNT)]
        _table(folder, f"transcripts_{recogniser}", rows)
    manifest = {
        "format": "bfcl-audio dataset",
        "schema_version": 1,
        "configs": {path.name: f"{path.name}/*.parquet" for path in sorted(folder.iterdir())},
    }
    (folder / "build.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def _table(folder: Path, config: str, rows: list[dict[str, object]]) -> None:
    (folder / config).mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(rows), folder / config / "test-00000.parquet")


def _entry(number: int, arm: str = "") -> dict[str, object]:
    """A row of `text`, or of the transcripts that `arm` reads."""
    utterances: list[dict[str, object]] = [{"utterance_id": f"simple_python_{number}/0/0"}]
    if arm:
        (heard,) = hand_made_runs.trajectory(number, arm)["utterances"]  # type: ignore[misc,attr-defined]
        utterances[0] |= {
            "text": heard["spoken"],
            "transcript": heard["transcript"],
            "wer": 0.25,
            "entities": json.dumps(heard["entities"]),
            "audible": True,
            "flagged": "",
        }
    return {
        "id": f"simple_python_{number}",
        "category": "simple_python",
        "reference": json.dumps(hand_made_runs.reference(number)),
        "utterances": utterances,
    }


def _clip(number: int) -> dict[str, object]:
    return {
        "utterance_id": f"simple_python_{number}/0/0",
        "audio": {"bytes": tone(), "path": "x.flac"},
        "engine": "kokoro",
        "voice": "af_heart",
        "channel": "clean",
        "duration_s": 0.5,
        "primary": True,
    }
