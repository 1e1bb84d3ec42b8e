"""What is about to be sent to the Hub: which files, from where, and which of ours it replaces."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from .folder import sha256

Kind = Literal["dataset", "metric", "space"]
IGNORED = re.compile(r"(^|/)(__pycache__|\.[^/]*)(/|$)|\.pyc$")
"""Caches and hidden files: never published."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file's content: where it lies, or the bytes themselves where they were written for it."""

    content: Path | bytes

    @property
    def size(self) -> int:
        """In bytes."""
        return self.content.stat().st_size if isinstance(self.content, Path) else len(self.content)

    def read(self) -> bytes:
        """The whole content; asked of small files only."""
        return self.content.read_bytes() if isinstance(self.content, Path) else self.content

    def sha256(self) -> str:
        """Hexadecimal, as the Hub names a large file."""
        if isinstance(self.content, Path):
            return sha256(self.content)
        return hashlib.sha256(self.content).hexdigest()

    def blob(self) -> str:
        """Git's name of the content, as the Hub names a small file."""
        start = b"blob %d\0" % self.size
        return hashlib.sha1(start + self.read(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Parcel:
    """Everything that one commit should leave in a repository.

    Attributes:
        kind: what it is.
        repo_id: `ORG/NAME`.
        files: path in the repository -> content.
        managed: matches the paths that are ours: those no longer among `files` are deleted,
            anything else in the repository stays.
        facts: what to tell a person about it, e.g. `rows` -> `4,380`.
    """

    kind: Kind
    repo_id: str
    files: Mapping[str, Source]
    managed: re.Pattern[str]
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def repo_type(self) -> str:
        """A metric is a Space, too: `evaluate` looks for it there."""
        return "dataset" if self.kind == "dataset" else "space"

    @property
    def size(self) -> int:
        """In bytes."""
        return sum(file.size for file in self.files.values())

    @property
    def card(self) -> str:
        """The README.md."""
        return self.files["README.md"].read().decode("utf-8")


@dataclass(frozen=True, slots=True)
class Remote:
    """One file of the repository: git's name of it, and its SHA-256 if it is a large one."""

    blob: str
    sha256: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """What a commit would do, by path."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    deleted: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.added or self.changed or self.deleted)


def compare(parcel: Parcel, remote: Mapping[str, Remote]) -> Difference:
    """The parcel beside what the repository holds."""
    same = {
        path for path, file in parcel.files.items() if path in remote and _equal(file, remote[path])
    }
    return Difference(
        added=tuple(path for path in parcel.files if path not in remote),
        changed=tuple(path for path in parcel.files if path in remote and path not in same),
        unchanged=tuple(path for path in parcel.files if path in same),
        deleted=tuple(
            path
            for path in sorted(remote)
            if path not in parcel.files and parcel.managed.fullmatch(path)
        ),
    )


def _equal(file: Source, remote: Remote) -> bool:
    return file.sha256() == remote.sha256 if remote.sha256 else file.blob() == remote.blob


def tree(folder: Path) -> dict[str, Path]:
    """All files below a folder that may be published, by their path in it."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return {name: path for name, path in found.items() if not IGNORED.search(name)}
