"""`bfcl-audio run`: what it prints, what it refuses, and its exit status."""

import json
from pathlib import Path

import pytest

from bfcl_audio.cli import main


def _run(folder: Path, out: Path, *more: str, arm: str = "text,spoken") -> int:
    options = ["--agent", "scripted/oracle", "--arm", arm, "--out", str(out)]
    return main(["run", str(folder), *options, *more])


def test_a_run_says_what_it_did(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line an arm, with what was left out, and where the trajectories are."""
    out = tmp_path / "run.jsonl"
    assert (_run(dataset_folder, out), capsys.readouterr().out.splitlines()) == (
        0,
        [
            "text: 4 done",
            "spoken: 3 done, 1 left out: they cannot be spoken, or were not built",
            f"trajectories: {out}",
        ],
    )


def test_the_summary_is_json_if_asked(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program can read it."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out)
    capsys.readouterr()
    _run(dataset_folder, out, "--json")
    assert json.loads(capsys.readouterr().out) == {
        "done": {},
        "resumed": {"text": 4, "spoken": 3},
        "not_run": {},
        "waiting": 0,
        "reasons": {},
        "stopped": "",
        "latency": {
            "first_p50_s": 0.0,
            "first_p95_s": 0.0,
            "entry_p50_s": 0.0,
            "entry_p95_s": 0.0,
        },
        "cost_usd": 0.0,
        "left_out": {"text": 0, "spoken": 1},
    }


def test_ids_and_preamble_come_from_files(dataset_folder: Path, tmp_path: Path) -> None:
    """The entries named are run, after the system message given."""
    out, ids, preamble = tmp_path / "run.jsonl", tmp_path / "ids", tmp_path / "preamble"
    ids.write_text("simple_python_0\n")
    preamble.write_text("Be brief.\n")
    _run(dataset_folder, out, "--ids", str(ids), "--preamble", str(preamble), arm="spoken")
    (record,) = map(json.loads, out.read_text().splitlines())
    assert (record["id"], record["messages"][0]["content"]) == ("simple_python_0", "Be brief.")


BAD = [
    (
        ["--agent", "scripted/orcale"],
        "unknown agent 'scripted/orcale'; did you mean 'scripted/oracle'?",
    ),
    (["--arm", "spokn"], "unknown arm 'spokn'; did you mean 'spoken'?"),
    (["--arm", ","], "--arm names no arm"),
    (["--judge", "ruels"], "did you mean 'rules'"),
    (["--preamble", "/nowhere.md"], "cannot read /nowhere.md"),
    (["--out", "/nowhere/run.jsonl"], "cannot write /nowhere/run.jsonl"),
    (["--arm", "audio"], "cannot hear"),
    (["--agent", "openai/m", "--base-url", "ftp://x"], "--base-url is 'ftp://x'; give a web"),
]


@pytest.mark.parametrize(("more", "says"), BAD)
def test_bad_input_is_one_line_and_status_2(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    more: list[str], says: str,
) -> None:  # fmt: skip
    """What, got and fix, on one line of standard error; nothing is written."""
    out = tmp_path / "run.jsonl"
    status = _run(dataset_folder, out, *more)
    printed = capsys.readouterr().err
    assert (status, says in printed, printed.count("\n"), out.exists()) == (2, True, 1, False)


@pytest.mark.slow  # it waits between tries
def test_a_failing_provider_is_status_1(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Entries that a provider failed on are not run, and counted."""
    ids = tmp_path / "ids"
    ids.write_text("irrelevance_0")
    status = _run(
        dataset_folder, tmp_path / "run.jsonl", "--ids", str(ids), "--timeout", "0.2",
        "--agent", "openai/m", "--base-url", "http://127.0.0.1:9/v1", arm="text",
    )  # fmt: skip
    assert (status, "text: 0 done, 1 not run" in capsys.readouterr().out) == (1, True)


def test_repeats_are_scored_by_arm(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two runs of an entry in one arm are repeats of each other, two arms are not."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out, "--repeats", "2", "--quiet")
    capsys.readouterr()
    main(["score", str(out), "--json"])
    result = json.loads(capsys.readouterr().out)
    repeats = {key: value for key, value in result.items() if key.startswith("pass")}
    assert (repeats, result["n"]) == ({"pass@k/2": 1.0, "pass^k/2": 1.0}, 14)
