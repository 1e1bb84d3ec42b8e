"""All that one Space shows: a dataset, runs, and where they came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bfcl_audio.errors import InputError
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.report.dataset import references

from .parts import Parts, parts
from .runs import References, Runs
from .shelf import Shelf


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
    shelf = Shelf(open_dataset(dataset)) if dataset else None
    known = References(lambda: references(shelf.data) if shelf else {})
    name = dataset or ", ".join(path.name for path in runs)
    return Library(name, shelf, Runs(runs, known), offered or parts(), example)
