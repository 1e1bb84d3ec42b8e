"""All that one Space shows: a dataset, runs, and where they came from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bfcl_audio.errors import InputError
from bfcl_audio.harness.tables import Dataset, open_dataset
from bfcl_audio.report.dataset import references

from .hub import open_hub
from .parts import Parts, parts
from .runs import References, Runs
from .shelf import Shelf

_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+")


@dataclass(frozen=True, slots=True)
class Library:
    """What the tabs read from.

    Attributes:
        name: what a person knows it by.
        shelf: the dataset; None without one.
        runs: of none, if there are no runs.
        parts: what Try it offers.
        example: True for the small set that we made ourselves.
    """

    name: str
    shelf: Shelf | None
    runs: Runs
    parts: Parts
    example: bool = False


def open_library(
    dataset: str | None,
    runs: Sequence[Path],
    offered: Parts | None = None,
    *,
    example: bool = False,
) -> Library:
    """Return the library of a dataset (a folder, or its id on the Hub) and of run files.

    Raises:
        InputError: there is no such dataset or run.
    """
    for path in runs:
        if not path.is_file():
            raise InputError(f"no run {path}; name a file that `bfcl-audio run` wrote")
    shelf = Shelf(_opened(dataset)) if dataset else None
    known = References(lambda: references(shelf.data) if shelf else {})
    name = dataset or ", ".join(path.name for path in runs)
    return Library(name, shelf, Runs(runs, known), offered or parts(), example)


def _opened(name: str) -> Dataset:
    """A dataset folder, or one on the Hub; by its id."""
    if not Path(name).exists() and _HUB_ID.fullmatch(name):
        return open_hub(name)
    return open_dataset(name)
