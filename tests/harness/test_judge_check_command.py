"""`bfcl-audio judge-check`: what it counts, what it shows, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from puppets import Server, completion

from bfcl_audio.cli import main
from bfcl_audio.harness.judges.check import Case, Matrix, Outcome, read_cases
from bfcl_audio.judge import Decision

CASE = {
    "intended_request": "Write to Bryan",
    "asr_text": "write to brian",
    "allowed_clarifications": {"name": "Bryan"},
    "assistant_message": "Is it Brian or Bryan?",
    "allowed": True,
    "asked": ["name"],
    "rule": "homophone",
    "half": "held_out",
}
MISSED = {**CASE, "assistant_message": "How are you?", "half": "held_out"}


def _file(path: Path, *records: object) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def _result(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    status = main(["judge-check", *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_our_own_cases_are_many_and_each_stands_in_one_half() -> None:
    """At least 500, a good part of them set aside, none of these among the others."""
    cases = read_cases()
    halves = {
        half: {(c.intended_request, c.assistant_message) for c in cases if c.half == half}
        for half in ("tuning", "held_out")
    }
    both = halves["tuning"] & halves["held_out"]
    assert (len(cases) >= 500, len(halves["held_out"]) >= 400, both) == (True, True, set())


def test_the_matrix_counts_each_kind() -> None:
    """To allow is the positive; a reply with another value is a wrong reply."""
    case = Case("r", "t", {"a": "x1", "b": "y2"}, "m", True, asked=("a",))
    refused = Case("r", "t", {"a": "x1"}, "m", False)
    found = Matrix.of(
        [
            Outcome(case, Decision(True, "It's x1.", "")),
            Outcome(case, Decision(True, "It's x1 and y2.", "")),
            Outcome(case, Decision(False, "", "")),
            Outcome(case, None, "broken"),
            Outcome(refused, Decision(True, "It's x1.", "")),
            Outcome(refused, Decision(False, "", "")),
        ]
    )
    assert found == Matrix(2, 1, 1, 1, 1, replies=2, right_replies=1)


def test_held_out_misses_are_shown_only_when_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Counted always, listed behind a flag."""
    path = _file(tmp_path / "cases.jsonl", CASE, MISSED)
    _, hidden = _result([path], capsys)
    _, shown = _result([path, "--held-out-misses"], capsys)
    missed = hidden["groups"]["half/held_out"]["false_negative"]
    assert (missed, len(hidden["misses"]), len(shown["misses"])) == (1, 0, 1)


def test_the_page_says_how_sure_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Precision and recall with their intervals."""
    assert main(["judge-check", _file(tmp_path / "cases.jsonl", CASE)]) == 0
    assert "precision 1.000 (0.207 – 1.000), recall 1.000" in capsys.readouterr().out


def test_an_error_of_the_judge_is_told_from_a_refusal(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is counted apart, and the status says that not all was judged."""
    server.answer({"error": {"message": "no"}}, 400)
    arguments = [_file(tmp_path / "cases.jsonl", CASE), "--judge", "openai/m"]
    status, found = _result([*arguments, "--judge-base-url", server.base_url], capsys)
    assert (status, found["groups"]["all"]["error"], found["groups"]["all"]["recall"]) == (
        1,
        1,
        None,
    )


def test_kept_decisions_can_be_counted_again(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model's decisions, replayed without the model, give the same matrix."""
    server.answer(completion('{"allowed": true, "message": "It\'s Bryan."}'))
    cases, kept = _file(tmp_path / "cases.jsonl", CASE), str(tmp_path / "kept.jsonl")
    model = ["--judge", "openai/m", "--judge-base-url", server.base_url, "--decisions", kept]
    _, first = _result([cases, *model], capsys)
    _, again = _result([cases, "--judge", f"replay/{kept}"], capsys)
    assert first["groups"] == again["groups"]


BAD: list[tuple[str, list[str], str]] = [
    ("", [], "holds no case"),
    ("{", [], "line 1: not JSON"),
    ("[]", [], "line 1: list, not an object"),
    ('{"asr_text": ""}', [], "line 1: intended_request is missing"),
    (json.dumps({**CASE, "allowed": "yes"}), [], "allowed is missing or neither"),
    (json.dumps({**CASE, "asked": ["age"]}), [], "asked is no list of topics"),
    (json.dumps(CASE), ["--judge", "none"], "decides nothing"),
    (json.dumps(CASE), ["--judge", "ruels"], "did you mean 'rules'"),
]


@pytest.mark.parametrize(("text", "more", "said"), BAD)
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, more: list[str], said: str
) -> None:
    """What, where, and how to fix it; status 2."""
    path = tmp_path / "cases.jsonl"
    path.write_text(text, encoding="utf-8")
    status = main(["judge-check", str(path), *more])
    lines = capsys.readouterr().err.splitlines()
    assert (status, len(lines), said in lines[0]) == (2, 1, True)
