"""Whether a folder is already what a build would make: every file of it is looked at."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path

import bfcl_audio
from bfcl_audio.release import RELEASE

from .config import BuildConfig
from .engines.catalogue import engine, recognizer
from .errors import FolderError
from .folder import MANIFEST, read_manifest, sha256
from .report import Report
from .rewriters import rewriter

_NOT_SHAPING = ("workers", "ray", "max_cost_usd", "prices", "limits")


def inputs(config: BuildConfig) -> str:
    """A hash of all that shapes a folder: options, BFCL, systems, and the code itself."""
    options = {key: value for key, value in asdict(config).items() if key not in _NOT_SHAPING}
    options["ids"] = sorted(config.ids)
    model = rewriter(config.rewriter)
    versions = [
        *(engine(spec).version for spec in config.tts),
        *(recognizer(spec).version for spec in config.asr),
        model.version if model else "",
    ]
    everything = json.dumps([options, RELEASE, versions, _code()], sort_keys=True)
    return hashlib.sha256(everything.encode()).hexdigest()


def finished(out: Path, wanted: str) -> Report | None:
    """The report of the build that made a folder, if it needs nothing.

    Args:
        out: the folder.
        wanted: the hash of all that shapes it.

    Returns:
        None if there is none, it was made of other things, a system had failed in it, or one of
        its files is not as it was written.
    """
    try:
        manifest = read_manifest(out) if (out / MANIFEST).is_file() else {}
    except FolderError:
        return None
    files, report = manifest.get("files"), manifest.get("report")
    if manifest.get("inputs") != wanted or not isinstance(files, dict):
        return None
    if not isinstance(report, dict):
        return None
    named = {*files, MANIFEST, "README.md"}
    if {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()} != named:
        return None
    if any(sha256(out / path) != digest for path, digest in files.items()):
        return None
    return Report(folder=str(out), **report)


@cache
def _code() -> str:
    """A hash of our own sources."""
    digest = hashlib.sha256()
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for root in (Path(__file__).parent, Path(bfcl_audio.__file__).parent):
        yield from sorted(
            path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".md", ".jsonl")
        )
