"""A dataset of the Hub as a folder on this machine: its manifest first, files when needed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .errors import FolderError
from .folder import MANIFEST

_HUB_ID = re.compile(r"([\w.-]+/[\w.-]+)(?:@([\w./-]+))?")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a dataset lies; on the Hub, `repo_id` and the commit that its manifest came from."""

    folder: Path
    repo_id: str = ""
    commit: str = ""

    def need(self, paths: Iterable[str]) -> None:
        """Has these files on this machine.

        Raises:
            FolderError: the Hub does not give one of them.
        """
        if self.repo_id:
            for path in paths:
                _fetch(self.repo_id, path, self.commit)


def place(name: str | Path) -> Place:
    """A folder, or `ORG/NAME[@REVISION]` on the Hub where there is no such folder.

    Raises:
        FolderError: the Hub does not give its manifest.
    """
    found = _HUB_ID.fullmatch(str(name))
    if Path(name).exists() or found is None:
        return Place(Path(name))
    repo_id, revision = found.groups()
    folder = _fetch(repo_id, MANIFEST, revision).parent
    return Place(folder, repo_id, folder.name)  # the cache's folders are named after the commit


def _fetch(repo_id: str, path: str, revision: str | None) -> Path:
    from httpx2 import HTTPError
    from huggingface_hub import hf_hub_download

    if Path(path).is_absolute() or ".." in Path(path).parts:
        raise FolderError(f"{repo_id} lists {path!r}, which is not inside it")
    try:
        return Path(hf_hub_download(repo_id, path, repo_type="dataset", revision=revision))
    except (HTTPError, OSError, ValueError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise FolderError(
            f"no folder {repo_id}, and the Hub does not give its {path} ({reason}); check the name"
        ) from None
