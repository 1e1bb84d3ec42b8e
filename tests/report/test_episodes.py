"""Runs are read as they are, odd ones too; what is no run is refused in one line."""

from pathlib import Path

import hand_made_runs
import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.report.episodes import read_runs


def _read(tmp_path: Path, text: str) -> tuple[int, list[str]]:
    path = tmp_path / "run.jsonl"
    path.write_text(text, encoding="utf-8")
    episodes, warnings = read_runs([path])
    return len(episodes), [warning.rpartition(": ")[2] for warning in warnings]


LINE = '{"id": "simple_python_0", "arm": "text", "agent": "a", "status": "done"'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{LINE}}}\n", (1, [])),
        (f"{LINE}}}\n{LINE[:30]}", (1, ["the last line is cut off and was skipped"])),
        (f'{LINE}}}\n\n{LINE}, "repeat": 1}}', (2, [])),
        (f"{LINE}}}\n{LINE}}}\n", (1, ["1 episodes stand twice; the last of each counts"])),
        ("", (0, [])),
    ],
)
def test_episodes_and_warnings(tmp_path: Path, text: str, found: tuple[int, list[str]]) -> None:
    """A cut-off last line is skipped with a warning, and a repeated one counts once."""
    assert _read(tmp_path, text) == found


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (f"{LINE[:30]}\n{LINE}}}\n", "line 1: not JSON"),
        ("[1]\n", "line 1: no trajectory, id and arm and agent missing"),
        ('{"id": "simple_python_0", "result": "x"}\n', "arm and agent missing"),
        ('{"id": "", "arm": "text", "agent": "a"}\n', "id missing"),
    ],
)
def test_what_is_no_run_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    """The error names the file, the line and what is missing."""
    with pytest.raises(InputError, match=complaint):
        _read(tmp_path, text)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    """A run that is not there is one clear line."""
    with pytest.raises(InputError, match=r"cannot read the run .*: No such file"):
        read_runs([tmp_path / "none.jsonl"])


def test_what_was_asked_is_read(tmp_path: Path) -> None:
    """The judge's decision travels with the message it is about."""
    line = hand_made_runs.trajectory(
        0, "transcript:whisper", agent="scripted/listener?ask", judge="rules"
    )
    episodes, _ = read_runs([hand_made_runs.write(tmp_path / "run.jsonl", [line])])
    assert [(d.allowed, d.reply, d.judge) for d in episodes[0].asked] == [
        (True, "It's Pune.", "rules")
    ]


@pytest.mark.parametrize("cost", ["NaN", "1e999", "1" + "0" * 400, '"free"', "true", "null"])
def test_a_cost_that_is_no_number_is_none(tmp_path: Path, cost: str) -> None:
    """Figures are never made of what is not one."""
    path = tmp_path / "run.jsonl"
    path.write_text(f'{LINE}, "cost_usd": {cost}}}\n', encoding="utf-8")
    episodes, _ = read_runs([path])
    assert episodes[0].cost_usd is None


def test_what_is_of_the_wrong_kind_is_told(tmp_path: Path) -> None:
    """It counts as absent, and a reader knows: how many lines, and what is wrong in the first."""
    lines = [hand_made_runs.trajectory(number, "text") for number in range(3)]
    odd = [lines[0], lines[1] | {"utterances": 5}, lines[2] | {"hashes": "x"}]
    _, (warning,) = read_runs([hand_made_runs.write(tmp_path / "run.jsonl", odd)])
    told = ("counts as absent: 2", "line 2, utterances is the number 5, not a list of objects")
    assert [text for text in told if text not in warning] == []
