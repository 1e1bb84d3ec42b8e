"""The pinned release: found, verified, read."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bfcl_audio import release, upstream
from bfcl_audio.errors import UpstreamError


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Forgets which release was found, before and after."""

    def forget() -> None:
        release.release_dir.cache_clear()
        release._file_hashes.cache_clear()

    forget()
    yield
    forget()


def test_default_categories_hold_2190_entries_and_4526_utterances() -> None:
    """All eleven categories parse, with the counts that the release is known for."""
    entries = [entry for name in upstream.CATEGORIES for entry in upstream.questions(name)]
    utterances = [
        message
        for entry in entries
        for turn in entry["question"]
        for message in turn
        if message["role"] == "user"
    ]
    assert (len(entries), len(utterances)) == (2190, 4526)


@pytest.mark.parametrize("category", upstream.CATEGORIES + upstream.LIVE_CATEGORIES)
def test_answers_align_with_questions(category: str) -> None:
    """An answered category has one answer per entry, under the same id."""
    answers = [answer["id"] for answer in upstream.answers(category)]
    expected = [entry["id"] for entry in upstream.questions(category)]
    assert answers == ([] if category in upstream.UNANSWERED else expected)


def test_unknown_category_is_named() -> None:
    """An unknown category is refused with the known ones."""
    with pytest.raises(UpstreamError, match=r"unknown category 'simple'.*simple_python"):
        upstream.questions("simple")


def test_simulators_load_without_the_package_in_sight() -> None:
    """A simulated class works, and no `bfcl_eval` is left behind for others to trip over."""
    files = upstream.simulator_class("GorillaFileSystem")()
    files._load_scenario({"root": {"home": {"type": "directory", "contents": {}}}})
    assert (files.mkdir("temp"), files.ls()) == (None, {"current_directory_content": ["temp"]})
    assert not [name for name in sys.modules if name.split(".")[0] == "bfcl_eval"]


def test_a_changed_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """One byte more in a file of the release, and reading it fails with the file's name."""
    home = release.release_dir().parent
    shutil.copytree(home, tmp_path / f"bfcl-eval-{release.RELEASE}", ignore=_only_small)
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path))
    monkeypatch.setattr(release, "_installed", lambda: None)
    release.release_dir.cache_clear()
    release._file_hashes.cache_clear()
    victim = release.release_dir() / "data/BFCL_v4_simple_java.json"
    victim.write_bytes(victim.read_bytes() + b"\n")
    with pytest.raises(UpstreamError, match=r"BFCL_v4_simple_java\.json is not the file of"):
        upstream.questions("simple_java")


def _only_small(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if "live" in name or name in ("scripts", "unused_datasets")]


def test_nowhere_to_be_found_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """Offline, not installed and not cached: one line with the command that mends it."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path))
    monkeypatch.setattr(release, "_installed", lambda: None)
    for variable in ("PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.setenv(variable, "http://127.0.0.1:9/")
    with pytest.raises(
        UpstreamError, match=r"python -m pip install --no-deps bfcl-eval==2026\.3\.23"
    ):
        release.release_dir()


def test_fetching_can_be_forbidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """`$BFCL_AUDIO_OFFLINE` holds for the release as it does for models."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path))
    monkeypatch.setenv("BFCL_AUDIO_OFFLINE", "1")
    monkeypatch.setattr(release, "_installed", lambda: None)
    with pytest.raises(UpstreamError, match=r"\(\$BFCL_AUDIO_OFFLINE is set\); with a network: "):
        release.release_dir()


def test_a_cache_that_is_no_folder_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """Our error with the reason, not the system's."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "file"))
    monkeypatch.delenv("BFCL_AUDIO_OFFLINE", raising=False)
    monkeypatch.setattr(release, "_installed", lambda: None)
    with pytest.raises(UpstreamError, match=r"\(cannot write there: File exists\)"):
        release.release_dir()


@pytest.mark.parametrize("content", [b"", b"bfcl_eval/x,sha256=1,2\n", b"\xf2\xff\x00"])
def test_a_damaged_list_of_files_says_what_to_remove(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """Our own cache is to be removed, whatever its RECORD holds."""
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path))
    monkeypatch.setattr(release, "_installed", lambda: None)
    record = release._record_path(release._cached() / "bfcl_eval")
    record.parent.mkdir(parents=True)
    record.write_bytes(content)
    with pytest.raises(UpstreamError, match=rf"as published; remove {release._cached()}: "):
        release.read("data/BFCL_v4_simple_java.json")


def test_a_damaged_installation_is_never_to_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    """Its folder holds other packages too: pip puts it right."""
    monkeypatch.setattr(release, "_installed", lambda: tmp_path / "bfcl_eval")
    record = release._record_path(tmp_path / "bfcl_eval")
    record.parent.mkdir()
    record.touch()
    with pytest.raises(UpstreamError, match=r"as published; run: python -m pip install "):
        release.read("data/BFCL_v4_simple_java.json")
