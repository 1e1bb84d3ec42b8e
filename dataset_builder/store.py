"""Results of slow or paid calls, each kept under the hash of all that shapes it.

One file a result: the SHA-256 of the rest, the key as canonical JSON, then the result's bytes.
A file appears whole or not at all; one that no longer matches its hash or its key is made again
and named in `damaged`. Builds, and processes of one build, share a store without locks: whoever
is later replaces a file by its equal.
"""

import contextlib
import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from bfcl_audio.release import cache_dir

from .errors import WriteError

Json = str | int | float | bool | None | list["Json"] | Mapping[str, "Json"]

_LOG = logging.getLogger(__name__)


class Store:
    """A folder of results.

    Attributes:
        root: the folder; `cache_dir()/store` unless another is given.
        damaged: files that had to be made again.
        made: how many results were not there yet.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root if root is not None else cache_dir() / "store"
        self.damaged: list[Path] = []
        self.made = 0

    def get_or_make(self, key: Mapping[str, Json], make: Callable[[], bytes]) -> bytes:
        """The result under `key`, made and kept if it is not there.

        Args:
            key: everything that shapes the result; equal keys are one result.
            make: computes it; what it raises is not kept.

        Raises:
            WriteError: the result was made, but the disk refused it.
        """
        if (kept := self.get(key)) is not None:
            return kept
        result = make()
        self.put(key, result)
        self.made += 1
        return result

    def get(self, key: Mapping[str, Json]) -> bytes | None:
        """The result under `key`, verified; None if it is not there or is damaged."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise WriteError(f"cannot read {path} ({error.strerror or error})") from error
        digest, _, body = data.partition(b"\n")
        written, _, result = body.partition(b"\n")
        if digest == _digest(body) and written == canonical(key):
            return result
        self.damaged.append(path)
        _LOG.warning("damaged result %s: making it again", path)
        return None

    def put(self, key: Mapping[str, Json], result: bytes) -> None:
        """Keep a result, at once or not at all.

        Raises:
            WriteError: the disk refused it.
        """
        path = self.path(key)
        body = canonical(key) + b"\n" + result
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(_digest(body) + b"\n" + body)
                Path(name).replace(path)
            except BaseException:
                with contextlib.suppress(OSError):
                    Path(name).unlink()
                raise
        except OSError as error:
            raise WriteError(
                f"cannot keep a result in {self.root} ({error.strerror or error}); make room, or "
                "set $BFCL_AUDIO_CACHE to another folder"
            ) from error

    def path(self, key: Mapping[str, Json]) -> Path:
        """Where the result under `key` is kept."""
        name = hashlib.sha256(canonical(key)).hexdigest()
        return self.root / name[:2] / name[2:]


def canonical(key: Mapping[str, Json]) -> bytes:
    """One line of JSON, the same for equal keys whatever their order."""
    return json.dumps(
        key, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
