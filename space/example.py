"""A small set of our own, so that a Space is never empty: made at the first start, kept after."""

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bfcl_audio.harness.agents import agent
from bfcl_audio.harness.arms import load
from bfcl_audio.harness.judges import judge
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.release import RELEASE, cache_dir
from bfcl_audio.version import __version__
from dataset_builder.config import BuildConfig
from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, missing
from dataset_builder.pipeline import build

IDS = (
    "simple_python_33", "simple_python_53", "simple_java_27", "simple_javascript_26",
    "multiple_17", "multiple_38", "parallel_multiple_9", "irrelevance_8", "multi_turn_base_45",
)  # fmt: skip
"""Short requests, so that a first start is short, with names that recognisers mishear."""

AGENTS = ("scripted/oracle", "scripted/listener", "scripted/listener?ask")
_TTS = ("hibari", "pico")
_ASR = ("moonshine", "pocketsphinx")  # their models come inside their packages
_DATASET, _RUNS = "bfcl-audio", "runs"

Say = Callable[[str], object]


def silent(text: str) -> None:
    """Says nothing."""


def example(
    say: Say = silent,
    root: Path | None = None,
    *,
    tts: tuple[str, ...] = (),
    asr: tuple[str, ...] = (),
    ids: tuple[str, ...] = IDS,
) -> tuple[Path, tuple[Path, ...]] | None:
    """Return the example set and its runs, made now if this is the first start.

    Args:
        say: told what happens, for somebody who waits.
        root: where it is kept; None for our cache.
        tts: engines; empty for those of the embedded ones that are installed.
        asr: recognisers; the same.
        ids: of the entries.

    Returns:
        The dataset folder and the run files; None if no engine or no recogniser is installed.
    """
    tts = tts or tuple(name for name in _TTS if missing(ENGINES[name]) is None)
    asr = asr or tuple(name for name in _ASR if missing(RECOGNIZERS[name]) is None)
    if not tts or not asr:
        return None
    root = root or cache_dir() / "space"
    folder = root / f"example-{__version__}-{RELEASE}"
    root.mkdir(parents=True, exist_ok=True)
    with _alone(root / "example.lock"):
        if not folder.exists():
            say("first start: making a small example set, once …")
            making = Path(tempfile.mkdtemp(prefix=".example-", dir=root))
            try:
                _make(making, tts, asr, ids)
                making.rename(folder)
            finally:
                shutil.rmtree(making, ignore_errors=True)
    return folder / _DATASET, tuple(sorted((folder / _RUNS).glob("*.jsonl")))


def _make(folder: Path, tts: tuple[str, ...], asr: tuple[str, ...], ids: tuple[str, ...]) -> None:
    """Builds the set and takes the scripted agents through all of its arms."""
    workers = max(1, os.cpu_count() or 1)
    config = BuildConfig(ids=ids, seed=1, tts=tts, asr=asr, workers=workers)
    build(config, folder / _DATASET, store=folder / "store")
    shutil.rmtree(folder / "store")
    dataset = open_dataset(str(folder / _DATASET))
    arms = load(dataset, ["text", "spoken", *(f"transcript:{name}" for name in asr)])
    options = RunOptions(judge=judge("rules"), dataset_sha256=dataset.sha256)
    (folder / _RUNS).mkdir()
    for spec in AGENTS:
        name = "".join(c if c.isalnum() else "_" for c in spec)
        run(arms, agent(spec), folder / _RUNS / f"{name}.jsonl", options)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time; the others wait, and find the set made."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
