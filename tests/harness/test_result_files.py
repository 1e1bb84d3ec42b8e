"""Runs become result files that bfcl-eval reads, and reads as we do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from heard_dataset import build

from bfcl_audio.cli import main
from bfcl_audio.errors import InputError
from bfcl_audio.harness.export import result_files
from dataset_builder.config import BuildConfig

DRIVER = Path(__file__).with_name("evaluate_driver.py")
REFERENCE = os.environ.get("BFCL_REFERENCE_PYTHON")


def _run(folder: Path, out: Path, agent: str, arm: str) -> None:
    command = ["run", str(folder), "--agent", agent, "--arm", arm, "--out", str(out), "--quiet"]
    assert main(command) == 0


def test_a_run_becomes_a_folder_of_result_files(dataset_folder: Path, tmp_path: Path) -> None:
    """An arm a folder, a category a file, under the name of a model that calls natively."""
    _run(dataset_folder, tmp_path / "run.jsonl", "scripted/oracle", "text,spoken")
    assert main(["export", str(tmp_path / "run.jsonl"), "--out", str(tmp_path / "out")]) == 0
    written = sorted(str(p.relative_to(tmp_path / "out")) for p in tmp_path.glob("out/**/*.json"))
    assert written == [
        f"scripted_oracle-{run}-0/gpt-4o-2024-11-20-FC/{group}/BFCL_v4_{category}_result.json"
        for run in ("spoken-rules", "text-none")
        for group, category in (
            ("multi_turn", "multi_turn_miss_func"),
            ("non_live", "irrelevance"),
            ("non_live", "simple_python"),
        )
    ]


def test_a_result_is_what_bfcl_eval_keeps() -> None:
    """Id, result, tokens and latency of each finished entry; what was not run is not there."""
    done = {
        "id": "simple_python_0", "category": "simple_python", "agent": "openai/m", "arm": "text",
        "judge": "none", "repeat": 0, "status": "done", "answer": [{"f": "{}"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3}, "latency_s": 0.5,
    }  # fmt: skip
    files = result_files([done, done | {"id": "simple_python_1", "status": "not_run"}])
    assert [json.loads(text) for text in files.values()] == [
        {
            "id": "simple_python_0",
            "result": [{"f": "{}"}],
            "input_token_count": 7,
            "output_token_count": 3,
            "latency": 0.5,
        }
    ]


def test_calls_as_text_go_to_a_prompted_model() -> None:
    """The model's name tells bfcl-eval how to read a result; ours says how it was written."""
    record = {
        "id": "live_simple_0-0-0", "category": "live_simple", "agent": "openai/m?prompt",
        "arm": "text", "judge": "none", "repeat": 1, "status": "done", "answer": "[f()]",
        "versions": {"form": "text"},
    }  # fmt: skip
    assert [str(path) for path in result_files([record])] == [
        "openai_m_prompt-text-none-1/gpt-4o-2024-11-20/live/BFCL_v4_live_simple_result.json"
    ]


def test_nothing_is_overwritten(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that holds something is refused in one line."""
    _run(dataset_folder, tmp_path / "run.jsonl", "scripted/oracle", "text")
    (tmp_path / "out").mkdir()
    (tmp_path / "out/notes").write_text("years of work")
    status = main(["export", str(tmp_path / "run.jsonl"), "--out", str(tmp_path / "out")])
    assert (status, "is there already; name another" in capsys.readouterr().err) == (2, True)


@pytest.mark.slow
@pytest.mark.skipif(not REFERENCE, reason="BFCL_REFERENCE_PYTHON names no Python with bfcl-eval")
@pytest.mark.parametrize(
    ("agent", "arm"), [("scripted/oracle", "text"), ("scripted/listener", "transcript:ears")]
)
def test_the_reference_judges_an_export_as_we_judge_the_run(
    tmp_path: Path, agent: str, arm: str
) -> None:
    """bfcl-eval's own `evaluate` finds the same entries invalid, in all 11 categories."""
    limit = int(os.environ.get("BFCL_EXPORT_ENTRIES", "110"))
    dataset = build(tmp_path / "bfcl-audio", BuildConfig(limit=limit))
    run, verdicts = tmp_path / "run.jsonl", tmp_path / "verdicts.jsonl"
    _run(dataset, run, agent, arm)
    assert main(["score", str(run), "--verdicts", str(verdicts)]) == 0
    ours = [json.loads(line) for line in verdicts.read_text().splitlines()]
    assert main(["export", str(run), "--out", str(tmp_path / "out")]) == 0
    (model,) = (tmp_path / "out").glob("*/*")
    work = tmp_path / "work"
    subprocess.run(
        [REFERENCE or sys.executable, DRIVER, work, model.parent, model.name],
        check=True, capture_output=True, timeout=900, env={**os.environ, "OPENAI_API_KEY": "none"},
    )  # fmt: skip
    theirs: set[str] = set()
    judged = 0
    for file in work.glob("score/**/*_score.json"):
        head, *invalid = map(json.loads, file.read_text().splitlines())
        judged += head["total_count"]
        theirs |= {line["id"] for line in invalid}
    assert (judged, theirs) == (len(ours), {one["id"] for one in ours if not one["valid"]})


@pytest.mark.parametrize("category", ["../../../up", "/etc/x", "a\x1b[31m", "", "a" * 300])
def test_a_file_stays_in_its_folder(category: str) -> None:
    """Whatever a trajectory from elsewhere calls its category."""
    record = {"status": "done", "category": category, "id": "x_0", "answer": ""}
    with pytest.raises(InputError, match="cannot be exported"):
        result_files([record])


def test_two_runs_are_not_one_folder() -> None:
    """Agents whose names differ in a sign only would be mixed, and every entry be there twice."""
    one = {"status": "done", "category": "simple_python", "id": "x_0", "answer": "", "agent": "a/b"}
    with pytest.raises(InputError, match="two runs would lie in one folder"):
        result_files([one, {**one, "agent": "a_b"}])
