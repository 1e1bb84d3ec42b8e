"""Clips by utterance, found by reading names alone; of the sound only what is asked for."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow.parquet as pq

from bfcl_audio.report.dataset import Voice

Opened = Callable[[], Any]
"""Opens a file of a dataset: a path, or something to read from."""

_KEPT_GROUPS = 2
_NAMES = ["utterance_id", "engine", "voice", "channel", "duration_s", "primary"]


@dataclass(frozen=True, slots=True)
class _Place:
    file: int
    group: int
    row: int
    voice: Voice


class Sounds:
    """The primary clips of one channel."""

    def __init__(self, files: Sequence[Opened]) -> None:
        """Reads who spoke what; no sound yet."""
        self._files = files
        self._lock = threading.Lock()
        self._groups: OrderedDict[tuple[int, int], Any] = OrderedDict()
        self._places: dict[str, _Place] = {}
        for number, opened in enumerate(files):
            with pq.ParquetFile(opened()) as file:
                for group in range(file.num_row_groups):
                    rows = file.read_row_group(group, _NAMES).to_pylist()
                    for place, row in enumerate(rows):
                        self._add(_Place(number, group, place, _voice(row)), row)

    @property
    def voices(self) -> Mapping[str, Voice]:
        """Utterance id -> who spoke it."""
        return {name: place.voice for name, place in self._places.items()}

    def read(self, utterance_id: str) -> bytes | None:
        """The whole file (WAV or FLAC) of a clip; None if there is none."""
        place = self._places.get(utterance_id)
        if place is None:
            return None
        with self._lock:
            key = place.file, place.group
            if key not in self._groups:
                with pq.ParquetFile(self._files[place.file]()) as file:
                    group = file.read_row_group(place.group, ["audio"])
                self._groups[key] = group.column("audio")
                while len(self._groups) > _KEPT_GROUPS:
                    self._groups.popitem(last=False)
            self._groups.move_to_end(key)
            clip: bytes = self._groups[key][place.row].as_py()["bytes"]
            return clip

    def _add(self, place: _Place, row: Mapping[str, Any]) -> None:
        if row["primary"] or row["utterance_id"] not in self._places:
            self._places[row["utterance_id"]] = place


def _voice(row: Mapping[str, Any]) -> Voice:
    return Voice(
        row["engine"] or "", row["voice"] or "", row["channel"] or "", row["duration_s"] or 0.0
    )
