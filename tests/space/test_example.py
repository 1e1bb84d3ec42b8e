"""The example set is made by our own build, once, whole or not at all."""

from pathlib import Path

import pytest

from space import example as module
from space.example import example
from space.library import open_library

IDS = ("simple_python_33", "irrelevance_8", "multi_turn_base_45")
FAKE = {"tts": ("fake",), "asr": ("fake",), "ids": IDS}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a first start has made it."""
    root = tmp_path_factory.mktemp("kept")
    example(root=root, **FAKE)  # type: ignore[arg-type]
    return root


@pytest.mark.slow
def test_the_second_start_makes_nothing(root: Path) -> None:
    """It says nothing either, and finds the same files."""
    said: list[str] = []
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*.parquet")}
    example(said.append, root, **FAKE)  # type: ignore[arg-type]
    after = {path: path.stat().st_mtime_ns for path in root.rglob("*.parquet")}
    assert (said, bool(before), after) == ([], True, before)


@pytest.mark.slow
def test_it_has_its_entries_and_runs_over_them(root: Path) -> None:
    """By three agents, which all ran to the end."""
    made = example(root=root, **FAKE)  # type: ignore[arg-type]
    assert made is not None
    library = open_library(str(made[0]), made[1], example=True)
    assert library.shelf is not None
    assert (
        tuple(card.id for card in library.shelf.catalog().cards()),
        len({line.agent for line in library.runs.lines().values()}),
        library.runs.not_run(),
    ) == (IDS, 3, ())


def test_one_that_could_not_be_finished_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is left."""

    def fail(folder: Path, *_: object) -> None:
        (folder / "half").write_text("half")
        raise OSError("disk full")

    monkeypatch.setattr(module, "_make", fail)
    with pytest.raises(OSError, match="disk full"):
        example(root=tmp_path, **FAKE)  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["example.lock"]


def test_without_engines_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Space then says what it can be started with."""
    monkeypatch.setattr(module, "missing", lambda row: ("no package", "install it"))
    assert example(root=tmp_path) is None
