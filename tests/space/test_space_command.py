"""`bfcl-audio space`: what is named, and what is wrong with it."""

from pathlib import Path

import pytest

from bfcl_audio.cli import main
from bfcl_audio.commands.space import named


@pytest.mark.parametrize(
    ("words", "dataset", "runs"),
    [
        ([], None, []),
        (["spoken"], "spoken", []),
        (["org/bfcl-audio", "a.jsonl"], "org/bfcl-audio", ["a.jsonl"]),
        (["a.jsonl", "spoken", "b.jsonl"], "spoken", ["a.jsonl", "b.jsonl"]),
    ],
)
def test_runs_are_told_from_datasets(
    words: list[str], dataset: str | None, runs: list[str]
) -> None:
    """In whatever order they stand."""
    assert named(words) == (dataset, [Path(name) for name in runs])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a", "b"], "2 datasets are named, a and b"),
        (["nowhere"], "nowhere is not a dataset folder"),
        (["nowhere.jsonl"], "no run nowhere.jsonl"),
        (["--port", "0", "nowhere"], "--port is 0"),
    ],
)
def test_what_cannot_be_shown_is_told(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, with exit status 2."""
    status = main(["space", *words])
    error = capsys.readouterr().err
    assert (status, said in error, error.count("\n")) == (2, True, 1)
