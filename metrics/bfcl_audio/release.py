"""Finds the pinned BFCL release and verifies it.

The release is the wheel `bfcl-eval==2026.3.23` (Apache-2.0). It asks for some 150 packages that
neither its data nor its simulators need, so it is used without them: installed already, unpacked
in our cache, or fetched once as a bare wheel. Its RECORD lists the SHA-256 of every file; one
pinned hash of that list vouches for the list, and the list for each file, when it is read.
"""

import base64
import hashlib
import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from .errors import UpstreamError

RELEASE = "2026.3.23"
REQUIREMENT = f"bfcl-eval=={RELEASE}"
WHEEL_SHA256 = "3bb6dfa5f0c68ad403c9ec50b00db2bb3b4cc9b38ab1ff33f48fe30d853d3a0a"
RECORD_SHA256 = "93233ae18daf9ef25742f232caf37618ab6d4d9e374b2f3c0f47cb21b6c8bcae"


def cache_dir() -> Path:
    """The folder for everything that is fetched or computed once.

    `$BFCL_AUDIO_CACHE`, else `bfcl-audio` under `$XDG_CACHE_HOME` or `~/.cache`.
    """
    if chosen := os.environ.get("BFCL_AUDIO_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "bfcl-audio"


@lru_cache(maxsize=1)
def release_dir() -> Path:
    """The `bfcl_eval` folder of the pinned release: installed, cached, or fetched now.

    Raises:
        UpstreamError: not found and not to be fetched; the text names the command that mends it.
    """
    cached = _cached()
    for folder in (_installed(), cached / "bfcl_eval"):
        if folder is not None and _record_path(folder).is_file():
            return folder
    _fetch(cached)
    return cached / "bfcl_eval"


def read(path: str) -> bytes:
    """The bytes of one file of the release, by its path below `bfcl_eval/`, verified.

    Raises:
        UpstreamError: the file is missing or differs from the pinned release.
    """
    folder = release_dir()
    expected = _file_hashes(folder).get(path)
    try:
        data = (folder / path).read_bytes()
    except OSError as error:
        reason = f"cannot read {folder / path}: {error.strerror}"
        raise UpstreamError(f"{reason}; {_mend(folder)}") from None
    if expected != _record_hash(data):
        raise UpstreamError(f"{folder / path} is not the file of {REQUIREMENT}; {_mend(folder)}")
    return data


def _cached() -> Path:
    return cache_dir() / f"bfcl-eval-{RELEASE}"


def _installed() -> Path | None:
    spec = importlib.util.find_spec("bfcl_eval")
    places: Sequence[str] = (spec and spec.submodule_search_locations) or ()
    return Path(places[0]) if places else None


def _record_path(folder: Path) -> Path:
    return folder.parent / f"bfcl_eval-{RELEASE}.dist-info" / "RECORD"


@lru_cache(maxsize=1)
def _file_hashes(folder: Path) -> Mapping[str, str]:
    """`path below bfcl_eval/ -> RECORD hash`, after the list itself was verified."""
    lines = sorted(
        line
        for line in _record_path(folder).read_text("utf-8", "replace").splitlines()
        if line.startswith("bfcl_eval/") and "sha256=" in line
    )
    if hashlib.sha256("\n".join(lines).encode()).hexdigest() != RECORD_SHA256:
        raise UpstreamError(f"{folder.parent} is not {REQUIREMENT} as published; {_mend(folder)}")
    fields = (line.rsplit(",", 2) for line in lines)
    return {path.removeprefix("bfcl_eval/"): digest for path, digest, _ in fields}


def _record_hash(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return "sha256=" + digest.rstrip(b"=").decode()


def _mend(folder: Path) -> str:
    """What to do about a damaged release: our cache may be removed, an installation not."""
    if folder.parent == _cached():
        return f"remove {folder.parent}: the next run fetches it again"
    return f"run: python -m pip install --no-deps --force-reinstall {REQUIREMENT}"


def _fetch(destination: Path) -> None:
    """Downloads the bare wheel, checks it and unpacks it to `destination` in one rename."""
    if os.environ.get("BFCL_AUDIO_OFFLINE", "") not in {"", "0"}:
        raise _not_fetched("$BFCL_AUDIO_OFFLINE is set")
    import shutil  # These are imported when needed, once: they take as long as a category's score.
    import tempfile
    import zipfile

    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        work_folder = tempfile.TemporaryDirectory(prefix=".bfcl-eval-", dir=destination.parent)
    except OSError as error:
        raise _not_fetched(f"cannot write there: {error.strerror}") from None
    with work_folder as work:
        wheel = _download(Path(work))
        if hashlib.sha256(wheel.read_bytes()).hexdigest() != WHEEL_SHA256:
            raise UpstreamError(
                f"{wheel.name} as fetched into {destination.parent} is not the pinned release "
                "(sha256 differs); make sure that there is room, or set $BFCL_AUDIO_CACHE to "
                "another folder, and try again"
            )
        unpacked = Path(work) / "unpacked"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(unpacked)
        if destination.exists() and not _record_path(destination / "bfcl_eval").is_file():
            shutil.rmtree(destination)
        try:
            unpacked.rename(destination)
        except OSError:
            # Another process unpacked the same bytes first; anything else is a real failure.
            if not _record_path(destination / "bfcl_eval").is_file():
                raise


def _download(folder: Path) -> Path:
    import subprocess

    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--only-binary=:all:", "--disable-pip-version-check", "--retries", "1"]
    command += ["--dest", str(folder), REQUIREMENT]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)  # noqa: S603
        reason = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = str(error)
    if wheel := next(folder.glob("*.whl"), None):
        return wheel
    raise _not_fetched(reason)


def _not_fetched(reason: str) -> UpstreamError:
    return UpstreamError(
        f"BFCL release {REQUIREMENT} is neither installed nor in {cache_dir()}, and fetching "
        f"it failed ({reason}); with a network: python -m pip install --no-deps {REQUIREMENT}"
    )
