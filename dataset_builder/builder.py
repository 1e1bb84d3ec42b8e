"""A dataset folder as a `datasets` builder: one BuilderConfig per config of the folder.

```python
builder = BFCLAudio(folder="out/bfcl-audio", config_name="audio_kokoro")
builder.download_and_prepare("prepared", file_format="parquet")
builder.as_dataset("test")
```

`folder` may be a dataset on the Hub, `ORG/NAME` or `ORG/NAME@REVISION`: what a config needs is
fetched. `load_dataset("bfcl-audio", "audio_kokoro")` beside the folder gives the same rows. The
class is for those who want `datasets`' own preparation: other formats, sharding, a remote output.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import datasets
import pyarrow as pa
import pyarrow.parquet as pq
from datasets.builder import Key

from .errors import FolderError
from .fetched import place
from .folder import read_manifest, sha256


@dataclass
class FolderConfig(datasets.BuilderConfig):  # type: ignore[misc]  # datasets is untyped
    """One config of a dataset folder: which of its files, and what they should be."""

    files: tuple[tuple[str, str], ...] = ()
    """Path below the folder, SHA-256."""


class BFCLAudio(datasets.ArrowBasedBuilder):  # type: ignore[misc]  # datasets is untyped
    """Prepares one config of a built folder.

    Args:
        folder: what `bfcl-audio build` wrote, or its id on the Hub.
        config_name: one of the folder's configs, e.g. `transcripts_whisper`.
        **options: as for `datasets.DatasetBuilder`.

    Raises:
        FolderError: not a dataset folder, one of another version, or a damaged file in it.
        ValueError: no such config; names those there are.
    """

    def __init__(self, folder: str | Path, config_name: str | None = None, **options: Any) -> None:
        self._place = place(folder)
        self.folder = self._place.folder
        self.BUILDER_CONFIGS = folder_configs(self.folder)
        options = {"dataset_name": "bfcl-audio", "hash": _content(self.BUILDER_CONFIGS)} | options
        super().__init__(config_name=config_name, **options)

    @property
    def builder_configs(self) -> dict[str, FolderConfig]:
        """Config name -> config; the class itself knows none, they depend on the folder."""
        return {config.name: config for config in self.BUILDER_CONFIGS}

    def _info(self) -> datasets.DatasetInfo:
        first, _ = self.config.files[0]
        self._place.need([first])
        with _readable(self.folder / first) as file:
            features = datasets.Features.from_arrow_schema(file.schema_arrow)
        return datasets.DatasetInfo(
            features=features, license="apache-2.0", description=self.config.description
        )

    def _split_generators(self, dl_manager: object) -> list[datasets.SplitGenerator]:
        self._place.need(path for path, _ in self.config.files)
        files = [str(self.folder / path) for path, _ in self.config.files]
        for path, (_, expected) in zip(files, self.config.files, strict=True):
            if sha256(Path(path)) != expected:
                raise FolderError(
                    f"{path} is damaged (its SHA-256 differs); build the folder again"
                )
        return [datasets.SplitGenerator(name=datasets.Split.TEST, gen_kwargs={"files": files})]

    def _generate_shards(self, files: list[str]) -> Iterator[str]:
        yield from files

    def _generate_tables(self, files: list[str]) -> Iterator[tuple[Key, pa.Table]]:
        for shard, path in enumerate(files):
            with _readable(Path(path)) as file:
                for number, batch in enumerate(file.iter_batches(batch_size=100)):
                    yield Key(shard, number), pa.Table.from_batches([batch])


def folder_configs(folder: Path) -> list[FolderConfig]:
    """The configs that a folder's manifest lists.

    Raises:
        FolderError: not a dataset folder, or one of another version.
    """
    manifest = read_manifest(folder)
    files: dict[str, str] = manifest["files"]  # type: ignore[assignment]
    configs: dict[str, str] = manifest["configs"]  # type: ignore[assignment]
    return [
        FolderConfig(
            name=name,
            version=datasets.Version("1.0.0"),
            files=tuple((p, digest) for p, digest in files.items() if Path(p).match(pattern)),
        )
        for name, pattern in configs.items()
    ]


def _content(configs: list[FolderConfig]) -> str:
    """Part of the cache's key, so that a rebuilt folder is seen."""
    digests = [digest for config in configs for _, digest in config.files]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


def _readable(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except (OSError, pa.ArrowInvalid) as error:
        raise FolderError(f"{path} cannot be read ({error}); build the folder again") from error
