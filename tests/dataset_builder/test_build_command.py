import json
from pathlib import Path

import pytest

from bfcl_audio import cli, release
from bfcl_audio.commands.progress import Progress
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, Refused

FAKES = ("--tts", "fake:low,fake:high", "--asr", "fake")


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clips of a test land in its own folder; BFCL itself is found before that."""
    release.release_dir()
    monkeypatch.setenv("BFCL_AUDIO_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def ids(tmp_path: Path) -> str:
    path = tmp_path / "ids.txt"
    path.write_text("simple_python_0\n\nirrelevance_2\nsimple_python_0\n")
    return str(path)


def build(*words: str | Path) -> int:
    return cli.main(["build", *map(str, words)])


def test_a_build_ends_with_what_it_made(
    tmp_path: Path, ids: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 0, the folder's figures on standard output, progress on standard error."""
    status = build(tmp_path / "out", "--ids", ids, *FAKES)
    shown = capsys.readouterr()
    assert status == 0
    assert "2 entries, 2 utterances, 2 clips; 0 entries cannot be spoken" in shown.out
    assert "speak, transcribe 2/2" in shown.err


def test_json_is_for_programs(tmp_path: Path, ids: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` prints one object with counts and failures."""
    build(tmp_path / "out", "--ids", ids, *FAKES, "--json")
    report = json.loads(capsys.readouterr().out)
    assert (report["entries"], report["clips"], report["failures"]) == (2, 2, [])


def test_a_dry_run_writes_nothing(
    tmp_path: Path, ids: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--dry-run` prints the plan and leaves no folder."""
    status = build(tmp_path / "out", "--ids", ids, *FAKES, "--dry-run", "--json")
    plan = json.loads(capsys.readouterr().out)
    asked = {one["spec"]: one["calls"] for one in plan["quote"]["systems"]}
    assert (status, plan["utterances"], asked["fake"]) == (0, 2, 2)
    assert not (tmp_path / "out").exists()


def test_a_failed_engine_is_exit_status_one(
    tmp_path: Path, ids: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder is there without the failed entries, and the text says what to do."""

    def refuse(*_: object) -> Audio:
        raise Refused("no quota left")

    monkeypatch.setattr(fake.FakeEngine, "speak", refuse)
    status = build(tmp_path / "out", "--ids", ids, *FAKES)
    assert (status, (tmp_path / "out/README.md").is_file()) == (1, True)
    assert "no quota left); run the same command again" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--tts", "kokro"], "unknown engine 'kokro'; did you mean 'kokoro'? known: "),
        (["--asr", "wisper"], "unknown recogniser 'wisper'; did you mean 'whisper'? known: "),
        (["--categories", "simple_pyton"], "unknown category 'simple_pyton'; did you mean"),
        (["--ids", "/nowhere/ids.txt"], "cannot read --ids /nowhere/ids.txt: No such file"),
        (["--ids", "/dev/null"], "--ids /dev/null holds no id"),
        (["--limit", "0"], "limit is 0; give at least 1"),
        (["--rewriter", "gpt"], "unknown rewriter 'gpt'"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], line: str
) -> None:
    """What cannot be used is named in one line; no folder appears."""
    status = build(tmp_path / "out", *FAKES, *options)
    error = capsys.readouterr().err
    assert (status, error.count("\n"), (tmp_path / "out").exists()) == (2, 1, False)
    assert line in error


def test_a_folder_of_someone_else_is_refused(
    tmp_path: Path, ids: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """OUT that holds other files is left as it is, exit status 2."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out/thesis.tex").write_text("years of work")
    status = build(tmp_path / "out", "--ids", ids, *FAKES)
    assert (status, (tmp_path / "out/thesis.tex").read_text()) == (2, "years of work")
    assert "is not a dataset folder" in capsys.readouterr().err


def test_progress_is_sparse_in_a_log(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody watches, an instant stage is one line however many its items."""
    progress = Progress()
    for done in range(1, 1001):
        progress("speak", done, 1000)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["speak 1000/1000"]
