"""A dataset as the Space reads it: a catalogue a channel, and single entries row by row."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pyarrow.parquet as pq

from bfcl_audio.harness.arm_names import CLEAN, parts_of
from bfcl_audio.harness.tables import Dataset

from .catalog import Catalog
from .sounds import Opened


class Shelf:
    """A dataset; nothing is read before it is asked for, and then only the rows that are."""

    def __init__(self, data: Dataset) -> None:
        """Reads the manifest alone."""
        self.data = data
        self.channels = tuple(data.channels)
        self._catalogs: dict[str, Catalog] = {}
        self._tables: dict[str, _Table] = {}
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        """What a person knows the dataset by."""
        return self.data.folder.name

    def catalog(self, channel: str = CLEAN) -> Catalog:
        """The catalogue of a channel; of the first for one that there is not."""
        name = channel if channel in self.channels else self.channels[0]
        with self._lock:
            if name not in self._catalogs:
                self._catalogs[name] = Catalog(self.files, name, self._recognizers(name))
            return self._catalogs[name]

    def row(self, config: str, entry_id: str) -> Mapping[str, Any] | None:
        """One row of an entry config; None if it is not there."""
        with self._lock:
            if config not in self._tables:
                self._tables[config] = _Table(self.files(config))
            return self._tables[config].row(entry_id)

    def files(self, config: str) -> Sequence[Opened]:
        """What opens the files of a config."""
        return [partial(str, path) for path in self.data.files(config)]

    def _recognizers(self, channel: str) -> tuple[str, ...]:
        """The recognisers that heard a channel, by the names that configs give them."""
        configs = (parts_of(name, self.channels) for name in self.data.configs)
        return tuple(
            sorted(
                one.system for one in configs
                if one.kind == "transcripts" and one.channel == channel
            )
        )  # fmt: skip


@dataclass
class _Table:
    """The rows of an entry config, found by the column of ids."""

    files: Sequence[Opened]
    places: dict[str, tuple[int, int, int]] = field(init=False)

    def __post_init__(self) -> None:
        self.places = {}
        for number, opened in enumerate(self.files):
            with pq.ParquetFile(opened()) as file:
                for group in range(file.num_row_groups):
                    ids = file.read_row_group(group, ["id"]).column("id").to_pylist()
                    self.places |= {name: (number, group, row) for row, name in enumerate(ids)}

    def row(self, entry_id: str) -> Mapping[str, Any] | None:
        if entry_id not in self.places:
            return None
        number, group, place = self.places[entry_id]
        with pq.ParquetFile(self.files[number]()) as file:
            rows: list[Mapping[str, Any]] = file.read_row_group(group).slice(place, 1).to_pylist()
        return rows[0]
