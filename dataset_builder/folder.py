"""What a dataset folder is, on disk: its manifest, and whether a build may replace it."""

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from .errors import FolderError, WriteError

SCHEMA_VERSION = 1
"""Goes up when a column or the folder's layout changes; older folders are refused, not guessed."""

MANIFEST = "build.json"
FORMAT = "bfcl-audio dataset"


def check_replaceable(out: Path) -> None:
    """Refuses to replace anything that an up-to-date build did not make.

    Raises:
        FolderError: says what stands there and what to do.
    """
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    if not out.is_dir():
        raise FolderError(f"{out} is a file; name a folder to build into")
    read_manifest(out)
    ours = {MANIFEST, "README.md"}
    strange = [
        str(path.relative_to(out))
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.suffix != ".parquet" and str(path.relative_to(out)) not in ours
    ]
    if strange:
        raise FolderError(
            f"{out} holds files that no build wrote ({', '.join(strange[:3])}); "
            "move them away or choose another folder"
        )


def read_manifest(folder: Path) -> dict[str, object]:
    """What `build.json` of a dataset folder says.

    Raises:
        FolderError: not a dataset folder, or one of another schema version.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise FolderError(
            f"{folder} is not a dataset folder (no {MANIFEST} of ours); choose another folder"
        )
    if manifest.get("schema_version") != SCHEMA_VERSION:
        raise FolderError(
            f"{folder} has schema version {manifest.get('schema_version')}, this release has "
            f"{SCHEMA_VERSION}; remove the folder or choose another, and build again"
        )
    return manifest


@contextlib.contextmanager
def disk(out: Path) -> Iterator[None]:
    """Turns what the disk refuses into one line.

    Raises:
        WriteError: with the system's own reason.
    """
    try:
        yield
    except OSError as error:
        raise WriteError(
            f"cannot write {out}: {error.strerror or error}; free some space or choose another "
            "folder, and run the same command again: finished work is kept"
        ) from error


def sha256(path: Path) -> str:
    """The hexadecimal SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
