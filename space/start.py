"""From what somebody names to a page that is served."""

import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .library import Library, open_library
from .parts import parts

_HEAD_START_S = 8.0  # of the first visitor, before runs are scored


def library(
    dataset: str | None,
    runs: Iterable[Path],
    *,
    recognizers: Sequence[str] = (),
    agents: Sequence[str] = (),
    say: Callable[[str], object] = lambda text: None,
) -> Library:
    """Return what is shown of a dataset and runs; of the example set, where neither is named.

    Args:
        dataset: a folder, or its id on the Hub.
        runs: run files, or folders of them; a folder that is not there holds none.
        recognizers: SPECs that Try it offers beside those that are ready here.
        agents: the same.
        say: told what happens, for somebody who waits.

    Raises:
        InputError: there is no such dataset or run.
    """
    files = [file for path in runs for file in _files(path)]
    offered = parts(recognizers, agents)
    if dataset or files:
        return open_library(dataset, files, offered)
    # Imported when it is needed: a Space with a dataset needs nothing of what builds one.
    from .example import example

    made = example(say)
    if made is None:
        return open_library(None, (), offered)
    folder, files_made = made
    return open_library(str(folder), files_made, offered, example=True)


def serve(dataset: str | None, runs: Iterable[Path]) -> None:
    """Serve on the Hub: where gradio's own environment variables say."""
    from .page import build, launch

    shown = library(dataset, runs, say=lambda text: print(text, flush=True))  # noqa: T201
    warm(shown)
    launch(build(shown))


def warm(shown: Library) -> None:
    """Read what the first visitors would wait for; verdicts on runs a little later, or when asked.

    Raises:
        InputError: a file cannot be read.
    """
    if shown.shelf is not None:
        shown.shelf.catalog().cards()
    if shown.runs.paths:
        shown.runs.by_slot()
        score = threading.Timer(_HEAD_START_S, shown.runs.judged.wait, [0.0])
        score.daemon = True
        score.start()


def _files(path: Path) -> list[Path]:
    """A run file by itself, or those of a folder."""
    if path.is_dir() or not path.suffix:
        return sorted(path.glob("*.jsonl"))
    return [path]
