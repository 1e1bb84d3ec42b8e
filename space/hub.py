"""A dataset on the Hub, config by config: what nobody looks into is not fetched."""

import fnmatch
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bfcl_audio.errors import InputError
from bfcl_audio.harness.tables import MANIFEST, Dataset, channels_of


def open_hub(name: str) -> Dataset:
    """Return a dataset by its id on the Hub; of its files only the manifest is fetched yet.

    Raises:
        InputError: the Hub does not give it, or it is no dataset of ours.
    """
    path = _fetch(name, MANIFEST, "main")
    content = path.read_bytes()
    try:
        manifest = json.loads(content)
        patterns = {str(key): str(value) for key, value in manifest["configs"].items()}
        files = [str(one) for one in manifest["files"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{name} holds no dataset that `bfcl-audio build` made") from None
    # The folder of a snapshot is named after its commit: all files come from that one.
    configs = _Configs(name, path.parent.name, patterns, files)
    digest = hashlib.sha256(content).hexdigest()
    return Dataset(path.parent, configs, digest, channels_of(manifest.get("channels")))


def _fetch(name: str, path: str, revision: str) -> Path:
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(hf_hub_download(name, path, repo_type="dataset", revision=revision))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(
            f"no folder {name}, and the Hub does not give {path} of it ({reason}); check the name"
        ) from None


class _Configs(Mapping[str, Sequence[Path]]):
    """Config name -> its files, fetched when the config is first looked into."""

    def __init__(
        self, name: str, revision: str, patterns: Mapping[str, str], files: Sequence[str]
    ) -> None:
        self._name = name
        self._revision = revision
        self._patterns = patterns
        self._files = sorted(files)
        self._found: dict[str, Sequence[Path]] = {}
        self._lock = threading.Lock()

    def __getitem__(self, config: str) -> Sequence[Path]:
        wanted = fnmatch.filter(self._files, self._patterns[config])
        with self._lock:
            if config not in self._found:
                self._found[config] = [_fetch(self._name, one, self._revision) for one in wanted]
            return self._found[config]

    def __contains__(self, config: object) -> bool:
        return config in self._patterns

    def __iter__(self) -> Iterator[str]:
        return iter(self._patterns)

    def __len__(self) -> int:
        return len(self._patterns)
