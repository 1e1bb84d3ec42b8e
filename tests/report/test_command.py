"""`bfcl-audio report`, from the command line to the files."""

import json
from pathlib import Path

import hand_made_dataset
import hand_made_runs
import pytest

from bfcl_audio.cli import main

ARMS = ("text", "transcript:whisper")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset and a run over it."""
    folder = tmp_path_factory.mktemp("report")
    hand_made_dataset.write(folder / "bfcl-audio")
    hand_made_runs.write(folder / "run.jsonl", hand_made_runs.runs(3, ARMS))
    return folder


def _report(folder: Path, out: Path, *more: str, run: str = "run.jsonl") -> int:
    given = [str(folder / run), "--dataset", str(folder / "bfcl-audio"), "--out", str(out)]
    return main(["report", *given, *more])


def test_files(folder: Path, tmp_path: Path) -> None:
    """The page, the tables and the ledger, and nothing half-written beside them."""
    assert _report(folder, tmp_path / "out") == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "asking.csv",
        "blind-trust.csv",
        "categories.csv",
        "channels.csv",
        "costs.csv",
        "kinds.csv",
        "leaderboard.csv",
        "ledger.csv",
        "ledger.txt",
        "lost-values.csv",
        "outcomes.csv",
        "questions.csv",
        "recognisers.csv",
        "report.html",
        "spoken-by.csv",
        "standings.csv",
        "tables.md",
        "values-by-channel.csv",
        "values-by-engine.csv",
        "values.csv",
        "voices.csv",
    ]


def test_page_tells_entries_with_sound(folder: Path, tmp_path: Path) -> None:
    """Three entries, each from request to verdict, with what was said to play."""
    _report(folder, tmp_path)
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    counts = {
        part: html.count(part)
        for part in ('class="story"', 'src="data:audio/mpeg;base64,', "Judge (rules): allowed")
    }
    assert counts == {'class="story"': 3, 'src="data:audio/mpeg;base64,': 3,
                      "Judge (rules): allowed": 3}  # fmt: skip


def test_same_input_same_bytes(folder: Path, tmp_path: Path) -> None:
    """A report has no clock in it."""
    _report(folder, tmp_path / "a")
    _report(folder, tmp_path / "b")
    read = [{p.name: p.read_bytes() for p in (tmp_path / name).iterdir()} for name in "ab"]
    assert read[0] == read[1]


def test_json(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A program may read the files' names, the ledger and the warnings."""
    _report(folder, tmp_path, "--json")
    result = json.loads(capsys.readouterr().out)
    shape = {name: type(value).__name__ for name, value in result.items()}
    assert shape == {
        "files": "list",
        "scored": "int",
        "not_run": "int",
        "warnings": "list",
        "ledger": "list",
    }


def test_entries_not_run_give_status_one(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are counted, and never scored."""
    lines = hand_made_runs.runs(3, ARMS)
    lines[0] |= {"status": "not_run", "why": "the provider is down"}
    hand_made_runs.write(folder / "part.jsonl", lines)
    assert _report(folder, tmp_path, run="part.jsonl") == 1
    assert "1 entries were not run" in capsys.readouterr().out


def test_cut_off_line_is_a_warning(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was killed while writing still gives a report."""
    whole = (folder / "run.jsonl").read_text(encoding="utf-8")
    (folder / "cut.jsonl").write_text(whole[:-40], encoding="utf-8")
    assert _report(folder, tmp_path, run="cut.jsonl") == 0
    assert "the last line is cut off and was skipped" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("run", "complaint"),
    [
        ("none.jsonl", "cannot read the run"),
        ("empty.jsonl", "the runs hold no episodes"),
        ("broken.jsonl", "line 1: not JSON"),
    ],
)
def test_bad_input_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], run: str, complaint: str
) -> None:
    """What, got and fix, exit status 2, nothing written."""
    (folder / "empty.jsonl").write_text("", encoding="utf-8")
    (folder / "broken.jsonl").write_text("{\n{}\n", encoding="utf-8")
    assert _report(folder, tmp_path / "out", run=run) == 2
    error = capsys.readouterr().err
    assert (complaint in error, error.count("\n"), (tmp_path / "out").exists()) == (True, 1, False)


def test_no_dataset_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that no build wrote is refused by name."""
    where = ["--dataset", str(tmp_path), "--out", str(tmp_path / "out")]
    status = main(["report", str(folder / "run.jsonl"), *where])
    assert (status, capsys.readouterr().err.count("\n")) == (2, 1)


def test_unwritable_folder_is_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file where the folder should be: nothing is written, and the line says where."""
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert _report(folder, tmp_path / "taken") == 2
    assert "cannot write into" in capsys.readouterr().err
    assert (tmp_path / "taken").read_text(encoding="utf-8") == "mine"
