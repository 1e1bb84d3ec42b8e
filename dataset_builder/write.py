"""Writes a dataset folder so that nobody ever sees half of one.

Everything goes to a hidden sibling folder first, a group of rows at a time, so memory stays
bounded. The sibling takes the place of the old folder in one step at the end. After a kill the
old folder stands, the sibling is swept by the next build, and the same records give the same
bytes: no times, no machine's names, one order.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import Features

from .errors import FolderError
from .folder import FORMAT, MANIFEST, SCHEMA_VERSION, check_replaceable, disk, sha256
from .rows import Row

SHARD_BYTES = 128 * 2**20
ROWS_PER_GROUP = 100


class Shards:
    """One table of the folder, `<name>/test-00000.parquet` and on."""

    def __init__(self, folder: Path, features: Features, shard_bytes: int = SHARD_BYTES) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self._schema: pa.Schema = features.arrow_schema
        self._shard_bytes = shard_bytes
        self._rows: list[Row] = []
        self._bytes = 0
        self._shards = 0
        self._file: pq.ParquetWriter | None = None
        self.rows = 0

    def add(self, row: Row) -> None:
        """Takes one row; a full group goes to disk, and a full shard is closed."""
        self._rows.append(row)
        self._bytes += _weight(row)
        self.rows += 1
        full = self._bytes >= self._shard_bytes
        if full or len(self._rows) == ROWS_PER_GROUP:
            self._write_group()
        if full:
            self._end_shard()

    def close(self) -> None:
        """Writes what is left. A table without rows still gets its columns."""
        if self._rows:
            self._write_group()
        if self._file or not self._shards:
            self._end_shard()

    def _write_group(self) -> None:
        table = pa.Table.from_pylist(self._rows, schema=self._schema)
        self._opened().write_table(table)
        self._rows = []

    def _end_shard(self) -> None:
        # `datasets` cannot read a row group without rows, so an empty table has no group.
        self._opened().close()
        self._file = None
        self._shards += 1
        self._bytes = 0

    def _opened(self) -> pq.ParquetWriter:
        if self._file is None:
            path = self._folder / f"test-{self._shards:05d}.parquet"
            self._file = pq.ParquetWriter(path, self._schema, **_options(self._schema))
        return self._file


def _options(schema: pa.Schema) -> dict[str, object]:
    """How a table is packed: sound is, and would only take time to find that out."""
    if "audio" not in schema.names:
        return {"compression": "zstd"}
    others = ["audio.path", *(name for name in schema.names if name != "audio")]
    packing = {**dict.fromkeys(others, "zstd"), "audio.bytes": "none"}
    return {"compression": packing, "use_dictionary": others}


class Folder:
    """The dataset folder while it is being written; `with` sweeps up unless `finish` was called."""

    def __init__(self, out: Path) -> None:
        """Claims `out`, before any work is done.

        Raises:
            FolderError: `out` is not ours to replace, or another build is writing it.
            WriteError: its parent cannot be written.
        """
        self.out = Path(os.path.abspath(out))  # noqa: PTH100  resolve() would follow a link
        _recover(self.out)
        check_replaceable(self.out)
        self._staging = self.out.with_name(f".{self.out.name}.building")
        with disk(self.out):
            self._staging.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self._staging, os.O_RDONLY)
        self._claim()
        self._tables: dict[str, Shards] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        shutil.rmtree(self._staging, ignore_errors=True)
        os.close(self._lock)

    def table(self, path: str, features: Features) -> Shards:
        """Opens the table at `path` below the folder."""
        with disk(self.out):
            self._tables[path] = Shards(self._staging / path, features)
        return self._tables[path]

    def close_tables(self) -> dict[str, str]:
        """Ends every table; `path -> SHA-256` of all Parquet files, in order."""
        with disk(self.out):
            for table in self._tables.values():
                table.close()
            files = sorted(self._staging.rglob("*.parquet"))
            return {str(path.relative_to(self._staging)): sha256(path) for path in files}

    def finish(self, card: str, manifest: Mapping[str, object]) -> None:
        """Adds card and manifest and puts the folder in place of the old one."""
        with disk(self.out):
            (self._staging / "README.md").write_text(card, encoding="utf-8")
            text = json.dumps(
                {"format": FORMAT, "schema_version": SCHEMA_VERSION, **manifest},
                indent=2,
                ensure_ascii=False,
            )
            (self._staging / MANIFEST).write_text(text + "\n", encoding="utf-8")
            _sync(self._staging)
            old = _retired(self.out)
            if self.out.exists():
                self.out.rename(old)
            self._staging.rename(self.out)
            shutil.rmtree(old, ignore_errors=True)

    def _claim(self) -> None:
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise FolderError(
                f"another build is writing {self.out}; wait for it or choose another folder"
            ) from None
        with disk(self.out):
            for path in self._staging.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _retired(out: Path) -> Path:
    return out.with_name(f".{out.name}.old")


def _recover(out: Path) -> None:
    """Undoes a kill between the two renames of `finish`."""
    old = _retired(out)
    if old.is_dir():
        with disk(out):
            shutil.rmtree(old) if out.exists() else old.rename(out)


def _sync(folder: Path) -> None:
    for path in [*folder.rglob("*"), folder]:
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _weight(value: object) -> int:
    """Roughly how many bytes a row holds."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_weight, value.values()))
    if isinstance(value, list):
        return sum(map(_weight, value))
    return 8
