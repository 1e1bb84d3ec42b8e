import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_build import CONFIGS, build_fake

from dataset_builder.builder import BFCLAudio, folder_configs
from dataset_builder.errors import FolderError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    build_fake(tmp_path)
    return tmp_path / "bfcl-audio"


def table(folder: Path) -> pa.Table:
    return pa.concat_tables(pq.read_table(path) for path in sorted(folder.rglob("*.parquet")))


def test_one_builder_config_per_config(folder: Path) -> None:
    """The builder offers exactly the configs of the folder."""
    assert tuple(config.name for config in folder_configs(folder)) == CONFIGS


def test_preparing_gives_the_folders_tables(folder: Path, tmp_path: Path) -> None:
    """`download_and_prepare` writes the same rows that the folder holds, config by config."""
    for config in folder_configs(folder):
        builder = BFCLAudio(folder, config.name, cache_dir=str(tmp_path / "cache"))
        prepared = tmp_path / "prepared" / config.name
        builder.download_and_prepare(str(prepared), file_format="parquet")
        ours = pa.concat_tables(pq.read_table(folder / path) for path, _ in config.files)
        assert table(prepared).equals(ours)


def test_an_unknown_config_is_named(folder: Path, tmp_path: Path) -> None:
    """A config that the folder lacks is refused, with those that it has."""
    with pytest.raises(ValueError, match=r"'audio_piper' not found\. Available: \['text'"):
        BFCLAudio(folder, "audio_piper", cache_dir=str(tmp_path / "cache"))


def test_a_truncated_file_is_named(folder: Path, tmp_path: Path) -> None:
    """A Parquet file cut short is refused before a row is read."""
    path = folder / "text/test-00000.parquet"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(FolderError, match=r"text/test-00000\.parquet cannot be read"):
        BFCLAudio(folder, "text", cache_dir=str(tmp_path / "cache"))


def test_a_changed_file_is_named(folder: Path, tmp_path: Path) -> None:
    """A Parquet file that is whole but not the one that was built is refused."""
    path = folder / "text/test-00000.parquet"
    pq.write_table(pq.read_table(path).slice(1), path)
    builder = BFCLAudio(folder, "text", cache_dir=str(tmp_path / "cache"))
    with pytest.raises(FolderError, match=r"text/test-00000\.parquet is damaged"):
        builder.download_and_prepare(str(tmp_path / "prepared"))


def test_an_older_folder_is_refused(folder: Path) -> None:
    """A folder of another schema version says so."""
    manifest = json.loads((folder / "build.json").read_text())
    (folder / "build.json").write_text(json.dumps(manifest | {"schema_version": 0}))
    with pytest.raises(FolderError, match="has schema version 0, this release has 1"):
        folder_configs(folder)
