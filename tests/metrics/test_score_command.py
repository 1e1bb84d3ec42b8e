"""`bfcl-audio score`: runs and result files in, figures and verdicts out."""

import json
from pathlib import Path
from typing import Any

import pytest

from bfcl_audio.cli import main

RIGHT = [{"calculate_triangle_area": '{"base": 10, "height": 5}'}]


def lines(path: Path, *records: object) -> Path:
    """A file of JSON lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def episode(arm: str = "spoken", **changes: object) -> dict[str, Any]:
    """A trajectory of the first entry."""
    record = {"id": "simple_python_0", "arm": arm, "agent": "a", "judge": "rules", "repeat": 0}
    return {**record, "messages": [], "answer": RIGHT, "status": "done", **changes}


def test_a_result_file_of_bfcl_eval_is_scored_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The category is in its name."""
    file = lines(
        tmp_path / "BFCL_v4_simple_python_result.json",
        {"id": "simple_python_0", "result": RIGHT, "latency": 1.5},
        {"id": "simple_python_1", "result": "I can't."},
    )
    status = main(["score", str(file), "--json"])
    result = json.loads(capsys.readouterr().out)
    assert (status, result["accuracy"], result["n"]) == (0, 0.5, 2)


@pytest.mark.parametrize(
    ("name", "row", "options"),
    [
        ("answers.json", "simple_python_0", []),
        ("answers.json", "0", ["--category", "simple_python"]),
        ("BFCL_v3_simple_result.json", "simple_0", []),
    ],
)
def test_the_category_comes_from_the_id_the_option_or_an_old_name(
    name: str, row: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files of BFCL v3 too."""
    file = lines(tmp_path / name, {"id": row, "result": RIGHT})
    main(["score", str(file), "--json", *options])
    assert json.loads(capsys.readouterr().out)["accuracy/simple_python"] == 1.0


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "-1e999"])
def test_numbers_beyond_json_are_read(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As Python writes them, and Text-BFCL reads them."""
    file = tmp_path / "answers.json"
    file.write_text(f'{{"id": "simple_python_0", "result": {number}}}\n' * 2)
    main(["score", str(file), "--json"])
    assert json.loads(capsys.readouterr().out)["outcome/malformed"] == 1.0


def test_a_run_is_shown_arm_by_arm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what was not run, for which the status is 1."""
    file = lines(
        tmp_path / "run.jsonl",
        episode("text"),
        episode("spoken", answer="Hm?"),
        episode("audio", status="not_run"),
    )
    status = main(["score", str(file)])
    shown = capsys.readouterr().out
    wanted = ("a, text, rules", "a, spoken, rules", "1 entries were not run", "bfcl:2026.3.23|")
    assert (status, [text for text in wanted if text not in shown]) == (1, [])


def test_the_last_line_of_an_entry_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that was taken up again may hold both."""
    file = lines(tmp_path / "run.jsonl", episode(status="not_run"), episode())
    status = main(["score", str(file), "--json"])
    assert (status, json.loads(capsys.readouterr().out)["n"]) == (0, 1)


def test_a_cut_off_last_line_is_left_out_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The writer was stopped in the middle of it."""
    file = lines(tmp_path / "run.jsonl", episode())
    with file.open("a") as end:
        end.write('{"id": "simple_py')
    status = main(["score", str(file), "--json"])
    output = capsys.readouterr()
    assert (status, json.loads(output.out)["n"], "line 2: cut off" in output.err) == (0, 1, True)


def test_verdicts_are_written_one_a_line(tmp_path: Path) -> None:
    """With where each comes from."""
    file = lines(tmp_path / "run.jsonl", episode(answer="Hm?"))
    main(["score", str(file), "--verdicts", str(tmp_path / "v.jsonl")])
    verdict = json.loads((tmp_path / "v.jsonl").read_text())
    assert {key: verdict[key] for key in ("file", "arm", "id", "valid", "outcome")} == {
        "file": str(file), "arm": "spoken", "id": "simple_python_0", "valid": False,
        "outcome": "asked",
    }  # fmt: skip


def test_several_files_are_several_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By file, under `--json`; what has nothing to count is null."""
    files = [str(lines(tmp_path / f"{name}.jsonl", episode())) for name in "ab"]
    main(["score", *files, "--json"])
    results = json.loads(capsys.readouterr().out)
    assert (list(results), results[files[0]]["v3/overall"]) == (files, None)


@pytest.mark.parametrize(
    ("content", "options", "complaint"),
    [
        (None, [], "No such file"),
        ("", [], "holds no answers"),
        ("nope\n", [], "line 1: 'nope' is not JSON"),
        ('[]\n{"id": 1}\n', [], "line 1: a list, not an object"),
        ('{"result": []}\n', [], "line 1: 'id' is null or missing"),
        ('{"id": "simple_python_0"}\n', [], "neither a list 'messages' (a run)"),
        ('{"id": "x", "result": []}\n', [], "'x' is no entry of BFCL"),
        ('{"id": "simple_python_999", "result": []}\n', [], "has no entry 'simple_python_999'"),
        ('{"id": "' + "x" * 9999 + '", "result": []}\n', [], "xxx... is no entry of BFCL"),
        ('{"id": "0", "result": []}\n', ["--category", "easy"], "unknown category 'easy'"),
        (
            '{"id": "simple_python_0", "result": []}\n',
            ["--category", "multiple"],
            "line 1: 'simple_python_0' is of simple_python, not of multiple",
        ),
        # Two lines that would be one record, and one that is two, if all were one list.
        *(
            (f'{{"id": "simple_python_0", "result": {cut}\n', [], "line 1: '{")
            for cut in (
                '[{}\n{}]}, {"id": "simple_python_1", "result": 1}',
                '1\n"x": 1}, {"id": "simple_python_1", "result": 1}',
                '[{}\n{}]}, -Infinity, {"id": "simple_python_1", "result": 1}',
            )
        ),
        ('{"id": "simple_python_0", "result": []}\n', ["--workers", "0"], "--workers is 0"),
        ('{"id": "simple_python_0", "result": []}\n', ["--judge", "oracle"], "unknown judge"),
        ('{"id": "simple_python_0", "result": []}\n', ["--verdicts", "none/v"], "cannot write"),
    ],
)
def test_what_cannot_be_scored_is_one_line_and_status_2(
    content: str | None,
    options: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And nothing is written."""
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("in.jsonl").write_text(content)
    status = main(["score", "in.jsonl", *options])
    error = capsys.readouterr().err
    assert (status, complaint in error, error.count("\n")) == (2, True, 1)


HINT = "give a file that `bfcl-audio run` or bfcl-eval wrote"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"5\n", f"run.jsonl, line 1: the number 5, not an object; {HINT}"),
        (b"", f"run.jsonl holds no answers; {HINT}"),
        (b"hello\n", f"run.jsonl, line 1: 'hello' is not JSON; delete the line or {HINT}"),
        (b"\xff\xfe", "run.jsonl, line 1: "),
        (b'{"id": 5}\n', f"run.jsonl, line 1: 'id' is the number 5, not text; {HINT}"),
        (b'{"id": "x"}\n', "run.jsonl, line 1: neither a list 'messages' (a run) nor 'result'"),
        (
            json.dumps(episode(utterances=5)).encode() + b"\n",
            "run.jsonl, line 1: utterances is the number 5, not a list of objects; leave it out",
        ),
        (None, f"run.jsonl: No such file or directory; {HINT}"),
    ],
)
def test_a_file_that_is_no_run_is_refused_in_one_line(
    content: bytes | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """File, line, what is there, what to do."""
    file = tmp_path / "run.jsonl"
    if content is not None:
        file.write_bytes(content)
    status = main(["score", str(file)])
    error = capsys.readouterr().err
    assert (status, said in error, error.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("tail", [b'{"id": "simple_python_1", "arm": "te', b'{"id": "caf\xc3'])
def test_a_last_line_that_was_cut_off_is_left_out(
    tail: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever it was cut, be it within a character."""
    file = lines(tmp_path / "run.jsonl", episode())
    file.write_bytes(file.read_bytes() + tail)
    status = main(["score", str(file), "--json"])
    shown = capsys.readouterr()
    assert (status, json.loads(shown.out)["n"], "line 2: cut off" in shown.err) == (0, 1, True)
