"""Results are made once, kept whole, and never trusted unread."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dataset_builder.errors import WriteError
from dataset_builder.store import Store, canonical

KEY = {"kind": "speech", "text": "café", "seed": 1}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    yield Store(tmp_path / "store")


def test_a_result_is_made_once(store: Store) -> None:
    """The second call finds it, whatever the key's order."""
    store.get_or_make(KEY, lambda: b"first")
    again = store.get_or_make(dict(reversed(KEY.items())), lambda: b"second")
    assert (again, store.made) == (b"first", 1)


def test_another_key_is_another_result(store: Store) -> None:
    """Anything that shapes a result tells it apart."""
    store.put(KEY, b"one")
    assert store.get({**KEY, "seed": 2}) is None


def test_stores_of_one_folder_share_results(store: Store) -> None:
    """Another build finds what this one made."""
    store.put(KEY, b"one")
    assert Store(store.root).get(KEY) == b"one"


DAMAGE = {
    "cut": lambda data: data[:-3],
    "one bit": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "emptied": lambda data: b"",
    "other": lambda data: b"not a result at all",
    "key changed": lambda data: data.replace(b'"seed":1', b'"seed":2'),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_file_is_made_again_and_reported(
    store: Store, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The result is right, the file is named, and the next read finds it sound."""
    store.put(KEY, b"the result")
    path = store.path(KEY)
    path.write_bytes(DAMAGE[how](path.read_bytes()))
    mended = store.get_or_make(KEY, lambda: b"the result")
    assert (mended, store.damaged, str(path) in caplog.text, Store(store.root).get(KEY)) == (
        b"the result",
        [path],
        True,
        b"the result",
    )


def test_another_results_file_under_this_name_is_not_believed(store: Store) -> None:
    """A file moved to another key's place is sound in itself, but not the answer."""
    store.put({**KEY, "seed": 2}, b"two")
    store.path(KEY).parent.mkdir(parents=True, exist_ok=True)
    store.path({**KEY, "seed": 2}).rename(store.path(KEY))
    assert store.get(KEY) is None


def test_a_failure_is_not_kept(store: Store) -> None:
    """What could not be made is tried anew."""
    with pytest.raises(ZeroDivisionError):
        store.get_or_make(KEY, lambda: bytes(1 // 0))
    assert store.get_or_make(KEY, lambda: b"now") == b"now"


@pytest.mark.parametrize("result", [b"", b"\n\n", b"line\nline", bytes(range(256))])
def test_any_bytes_come_back_as_they_were(store: Store, result: bytes) -> None:
    """Line ends in a result are its own."""
    store.put(KEY, result)
    assert store.get(KEY) == result


def test_a_folder_that_cannot_be_is_one_clear_error(tmp_path: Path) -> None:
    """The error names the folder and the way out."""
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match=r"cannot keep a result in .*set \$BFCL_AUDIO_CACHE"):
        Store(tmp_path / "file").put(KEY, b"")


def test_a_full_disk_leaves_no_half_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write fails, and nothing of it stays."""

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WriteError, match="No space left on device"):
        store.put(KEY, b"result")
    assert [path for path in store.root.rglob("*") if path.is_file()] == []


def test_two_processes_may_make_one_result(store: Store) -> None:
    """Both write the same file many times; a reader never sees anything but the result."""
    code = f"""
from pathlib import Path
from dataset_builder.store import Store
store = Store(Path({str(store.root)!r}))
for _ in range(300):
    store.put({KEY!r}, b"r" * 100_000)
    assert store.get({KEY!r}) == b"r" * 100_000
"""
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    assert [process.wait(timeout=120) for process in both] == [0, 0]


@given(st.dictionaries(st.text(), st.one_of(st.text(), st.integers(), st.booleans(), st.none())))
def test_canonical_keys_are_one_line(key: dict[str, str | int | bool | None]) -> None:
    """The key's line in the file ends where the result begins."""
    assert b"\n" not in canonical(key)
