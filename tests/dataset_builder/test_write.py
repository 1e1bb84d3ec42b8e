import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from datasets import Features, Value

from dataset_builder.errors import FolderError, WriteError
from dataset_builder.folder import read_manifest
from dataset_builder.write import Folder, Shards

FEATURES = Features({"n": Value("int64"), "text": Value("string")})


def write(out: Path, rows: int = 3, card: str = "card") -> None:
    with Folder(out) as folder:
        table = folder.table("text", FEATURES)
        for n in range(rows):
            table.add({"n": n, "text": "x" * 10})
        files = folder.close_tables()
        folder.finish(card, {"files": files, "configs": {"text": "text/*.parquet"}})


def contents(out: Path) -> dict[str, bytes]:
    return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}


def test_same_rows_same_bytes(tmp_path: Path) -> None:
    """Two folders with the same rows are equal byte for byte."""
    write(tmp_path / "one")
    write(tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_a_new_build_replaces_the_old(tmp_path: Path) -> None:
    """After a second build the folder holds the second build's rows, and nothing is left beside."""
    write(tmp_path / "out", rows=3)
    write(tmp_path / "out", rows=1)
    rows = pq.read_table(tmp_path / "out/text/test-00000.parquet").num_rows
    assert (rows, [path.name for path in tmp_path.iterdir()]) == (1, ["out"])


def test_a_failed_build_leaves_the_old(tmp_path: Path) -> None:
    """If a build raises, the old folder stands as it was and nothing is left beside."""
    write(tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(ZeroDivisionError), Folder(tmp_path / "out") as folder:
        folder.table("text", FEATURES).add({"n": 1, "text": "y"})
        raise ZeroDivisionError
    assert (contents(tmp_path / "out"), [p.name for p in tmp_path.iterdir()]) == (before, ["out"])


def test_leftovers_of_a_killed_build_are_swept(tmp_path: Path) -> None:
    """Files that a killed build left in the hidden sibling do not reach the folder."""
    litter = tmp_path / ".out.building" / "text"
    litter.mkdir(parents=True)
    (litter / "test-00007.parquet").write_bytes(b"half")
    write(tmp_path / "out")
    assert sorted(contents(tmp_path / "out")) == [
        "README.md",
        "build.json",
        "text/test-00000.parquet",
    ]


def test_a_kill_between_the_renames_is_undone(tmp_path: Path) -> None:
    """An old folder that was moved aside comes back when the new one never arrived."""
    write(tmp_path / "out")
    (tmp_path / "out").rename(tmp_path / ".out.old")
    with Folder(tmp_path / "out"):
        assert (tmp_path / "out/README.md").is_file()


def test_shards_fill(tmp_path: Path) -> None:
    """A table is cut into shards as it fills; the rows keep their order."""
    shards = Shards(tmp_path / "t", FEATURES, shard_bytes=40)
    for n in range(5):
        shards.add({"n": n, "text": "x" * 12})
    shards.close()
    tables = [pq.read_table(path) for path in sorted((tmp_path / "t").iterdir())]
    assert [table["n"].to_pylist() for table in tables] == [[0, 1], [2, 3], [4]]


def test_an_empty_table_keeps_its_columns(tmp_path: Path) -> None:
    """A config without rows still has one file, so that it can be loaded."""
    write(tmp_path / "out", rows=0)
    assert pq.read_table(tmp_path / "out/text/test-00000.parquet").column_names == ["n", "text"]


@pytest.mark.parametrize(
    ("manifest", "hint"),
    [
        (None, "is not a dataset folder"),
        ("{", "is not a dataset folder"),
        ('{"format": "other"}', "is not a dataset folder"),
        (
            '{"format": "bfcl-audio dataset", "schema_version": 0}',
            "has schema version 0, this release has 1",
        ),
    ],
)
def test_a_folder_that_is_not_ours_is_left_alone(
    tmp_path: Path, manifest: str | None, hint: str
) -> None:
    """A folder that no build of this version wrote is refused, with what it is."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.tex").write_text("years of work")
    if manifest is not None:
        (out / "build.json").write_text(manifest)
    with pytest.raises(FolderError, match=hint):
        Folder(out)
    assert (out / "thesis.tex").read_text() == "years of work"


def test_a_users_file_in_our_folder_is_not_deleted(tmp_path: Path) -> None:
    """A folder of ours that also holds someone's notes is refused."""
    write(tmp_path / "out")
    (tmp_path / "out/notes.txt").write_text("mine")
    with pytest.raises(FolderError, match=r"notes\.txt"):
        Folder(tmp_path / "out")


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    """A file in the folder's place is refused."""
    (tmp_path / "out").write_text("x")
    with pytest.raises(FolderError, match="is a file"):
        Folder(tmp_path / "out")


def test_two_builds_do_not_mix(tmp_path: Path) -> None:
    """While one build writes a folder, another is refused."""
    with Folder(tmp_path / "out"), pytest.raises(FolderError, match="another build is writing"):
        Folder(tmp_path / "out")


def test_an_unwritable_parent_is_one_line() -> None:
    """A place that cannot be written is named before any work is done."""
    with pytest.raises(WriteError, match="cannot write /proc/bfcl/out"):
        Folder(Path("/proc/bfcl/out"))


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    """The system's reason for a failed write reaches the user as a WriteError."""
    with Folder(tmp_path / "out") as folder:
        folder.table("text", FEATURES).add({"n": 1, "text": "x"})
        (tmp_path / ".out.building/text/test-00000.parquet").symlink_to("/dev/full")
        with pytest.raises(WriteError, match="No space left on device"):
            folder.close_tables()


def test_the_manifest_says_what_it_is(tmp_path: Path) -> None:
    """`build.json` names its format, schema version and files."""
    write(tmp_path / "out")
    manifest = read_manifest(tmp_path / "out")
    text = json.dumps(manifest["configs"])
    assert (manifest["schema_version"], text) == (1, '{"text": "text/*.parquet"}')
