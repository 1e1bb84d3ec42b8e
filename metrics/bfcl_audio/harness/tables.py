"""A dataset folder, read by its Parquet files alone: no `datasets`, no decoding of sound."""

import hashlib
import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InputError
from .arm_names import CLEAN

Row = Mapping[str, Any]  # one row, as its columns in CONTRACT say

MANIFEST = "build.json"
SCHEMA_VERSION = 1
_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")
_ENTRY_COLUMNS = ("id", "category", "turns", "functions", "reference", "scenario", "utterances")


@dataclass(frozen=True, slots=True)
class Dataset:
    """A built dataset.

    Attributes:
        folder: where it lies.
        configs: config name -> its files, in order.
        sha256: of the manifest, which names the hash of every file.
        channels: what its clips went through, by their names; `clean` alone in older ones.
    """

    folder: Path
    configs: Mapping[str, Sequence[Path]]
    sha256: str
    channels: Sequence[str] = (CLEAN,)

    def rows(self, config: str, columns: Sequence[str] = _ENTRY_COLUMNS) -> Iterator[Row]:
        """The rows of a config, in file order; only `columns` are read.

        Raises:
            InputError: a file is truncated, or from an older build.
        """
        for path in self.files(config):
            with _reading(path), pq.ParquetFile(path) as file:
                missing = set(columns) - set(file.schema_arrow.names)
                if missing:
                    raise InputError(
                        f"{path} has no column {', '.join(sorted(missing))}; "
                        "an older release built it: build the dataset again"
                    )
                for batch in file.iter_batches(columns=list(columns)):
                    yield from batch.to_pylist()

    def clips(self, config: str) -> "Clips":
        """The sound of a config, read when asked for."""
        return Clips(self.files(config))

    def files(self, config: str) -> Sequence[Path]:
        """The files of a config; none if the dataset was built without it.

        Raises:
            InputError: the manifest names the config, but its files are gone.
        """
        found = self.configs.get(config, ())
        if config in self.configs and not found:
            raise InputError(
                f"{self.folder} has lost the files of config {config!r}; build the dataset again"
            )
        return found


class Clips:
    """Sound files by utterance; one row group stays in memory."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._places: dict[str, tuple[Path, int]] = {}
        self._held: tuple[tuple[Path, int], dict[str, bytes]] | None = None
        self._lock = threading.Lock()
        for path in files:
            with _reading(path), pq.ParquetFile(path) as file:
                for group in range(file.num_row_groups):
                    for row in file.read_row_group(group, ["utterance_id", "primary"]).to_pylist():
                        if row["primary"] or row["utterance_id"] not in self._places:
                            self._places[row["utterance_id"]] = (path, group)

    def read(self, utterance_id: str) -> bytes:
        """The whole file (WAV or FLAC) of an utterance's clip."""
        with self._lock:
            place = self._places[utterance_id]
            if self._held is None or self._held[0] != place:
                self._held = (place, self._group(*place))
            return self._held[1][utterance_id]

    @staticmethod
    def _group(path: Path, group: int) -> dict[str, bytes]:
        with _reading(path), pq.ParquetFile(path) as file:
            rows = file.read_row_group(group, ["utterance_id", "primary", "audio"]).to_pylist()
        rows.sort(key=lambda row: bool(row["primary"]))  # the primary clip comes last and stays
        return {row["utterance_id"]: row["audio"]["bytes"] for row in rows}


def open_dataset(name: str) -> Dataset:
    """A dataset folder, or one on the Hub by its id.

    Raises:
        InputError: there is none, or an older release built it.
    """
    folder = Path(name)
    if not folder.exists() and _HUB_ID.fullmatch(name):
        folder = _download(name)
    try:
        manifest_text = (folder / MANIFEST).read_bytes()
        manifest = json.loads(manifest_text)
        version = manifest["schema_version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"{name} is not a dataset folder (no readable {MANIFEST}); "
            "make one with: bfcl-audio build OUT"
        ) from None
    if version != SCHEMA_VERSION:
        raise InputError(
            f"{name} was built with schema version {version}, this release reads "
            f"{SCHEMA_VERSION}; build it again, or use the release that built it"
        )
    configs = _configs(folder, manifest.get("configs"))
    if not configs.get("text"):
        raise InputError(f"{name} has no config 'text'; build the dataset again")
    digest = hashlib.sha256(manifest_text).hexdigest()
    return Dataset(folder, configs, digest, channels_of(manifest.get("channels")))


def channels_of(names: object) -> tuple[str, ...]:
    """The channels that a manifest lists; `clean` alone where it lists none."""
    found = names if isinstance(names, list) else []
    return tuple(name for name in found if isinstance(name, str) and name) or (CLEAN,)


def _configs(folder: Path, patterns: object) -> dict[str, Sequence[Path]]:
    """Config name -> its files, all of them inside the folder, whatever a manifest says."""
    if not isinstance(patterns, dict):
        return {}
    configs: dict[str, Sequence[Path]] = {}
    for config, pattern in patterns.items():
        parts = Path(pattern).parts if isinstance(pattern, str) else ()
        if not parts or Path(*parts).is_absolute() or ".." in parts:
            raise InputError(
                f"{folder / MANIFEST} gives config {config!r} the files {pattern!r}, which are not "
                "in the folder; build the dataset again"
            )
        configs[config] = sorted(folder.glob(pattern))
    return configs


def _download(name: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, repo_type="dataset"))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(
            f"no folder {name}, and the Hub does not give it ({reason}); check the name"
        ) from None


class _reading:
    """Turns what Arrow says about a broken file into one line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, pa.ArrowException | OSError) and not isinstance(error, InputError):
            reason = " ".join(str(error).split())[:120]
            raise InputError(
                f"{self.path} cannot be read ({reason}); it is truncated or no Parquet: "
                "build the dataset again"
            ) from None
