"""A stranger's file is scored within bounds, and a bad one gets a message that says what to do."""

import json
import os
from pathlib import Path

import hand_made_runs
import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.report import uploaded
from bfcl_audio.report.uploaded import score_file

TOOL_CALL = {
    "type": "function",
    "function": {"name": "calculate_triangle_area", "arguments": '{"base": 10, "height": 5}'},
}


def _file(folder: Path, *lines: object, name: str = "answers.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "result",
    [
        "[calculate_triangle_area(base=10, height=5)]",
        [{"calculate_triangle_area": '{"base": 10, "height": 5}'}],
        [TOOL_CALL],
    ],
    ids=["text", "bfcl-eval", "tool calls"],
)
def test_each_form_is_read(result: object, tmp_path: Path) -> None:
    """Text, calls as bfcl-eval writes them, and OpenAI's."""
    path = _file(tmp_path, {"id": "simple_python_0", "result": result})
    assert score_file(path, path.name).valid.value == 1.0


def test_a_run_tells_what_failed_and_how(tmp_path: Path) -> None:
    """With the right calls beside the agent's, and what was not run counted apart."""
    answer = [{"calculate_triangle_area": '{"base": 3, "height": 5}'}]
    line = hand_made_runs.trajectory(0, "text") | {"answer": answer}
    path = _file(tmp_path, line, line | {"repeat": 1, "status": "not_run"})
    scored = score_file(path, path.name)
    failure = scored.failures[0]
    assert (scored.failed, scored.not_run, failure.outcome, failure.run, failure.actual) == (
        1, 1, "silently wrong", "scripted/listener, text, none",
        (("calculate_triangle_area(base=3, height=5)",),),
    )  # fmt: skip


def test_failures_come_from_every_category(tmp_path: Path) -> None:
    """However many there are of the first."""
    lines = [{"id": f"simple_python_{n}", "result": "no"} for n in range(80)]
    path = _file(tmp_path, *lines, {"id": "multiple_0", "result": "no"})
    scored = score_file(path, path.name)
    shown = [failure.id for failure in scored.failures]
    assert (scored.failed, len(shown), "multiple_0" in shown) == (81, 60, True)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no answers"),
        (b"\xff\xfe\x00binary", "is not JSON"),
        (b"[1, 2]\n", "not an object"),
        (b'{"id": "nobody_0", "result": ""}\n', "is no entry of BFCL"),
        (b'{"id": "simple_python_0"}\n', "neither a list 'messages'"),
        (b"[" * 50_000, "is not JSON"),
    ],
)
def test_a_bad_file_is_told(content: bytes, said: str, tmp_path: Path) -> None:
    """By the name that its owner knows, never by where it lies here."""
    path = tmp_path / "there" / "upload.jsonl"
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        score_file(path, "mine.jsonl")
    message = str(caught.value)
    assert (said in message, "mine.jsonl" in message, "there" in message) == (True, True, False)


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says how large one may be, and what else there is."""
    monkeypatch.setattr(uploaded, "LIMIT_BYTES", 10)
    path = _file(tmp_path, {"id": "simple_python_0", "result": ""})
    with pytest.raises(InputError, match="use: bfcl-audio score FILE"):
        score_file(path, path.name)


@pytest.mark.skipif(os.name != "posix", reason="processor time is limited where POSIX is")
def test_a_file_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it does, it does in a process that is killed."""
    monkeypatch.setattr(uploaded, "_scored", _for_ever)
    monkeypatch.setattr(uploaded, "LIMIT_S", 1)
    path = _file(tmp_path, {"id": "simple_python_0", "result": ""})
    with pytest.raises(InputError, match="takes too long to score"):
        score_file(path, path.name)


def _for_ever(*_: object) -> str:
    while True:
        pass
