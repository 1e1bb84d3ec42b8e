"""Recorded decisions given again: from a run, or from a file of decisions."""

import json
from pathlib import Path
from typing import Any

import pytest

from bfcl_audio.cli import main
from bfcl_audio.errors import InputError, JudgeError
from bfcl_audio.harness.judges import hashes_of
from bfcl_audio.judge import Decision, Judge, get_judge

UTTERANCES = [
    {"utterance_id": "multi_turn_base_0/0/0", "text": "Open a.txt", "spoken": "open a dot t x t",
     "transcript": "open eight dot text", "whitelist": {"file": "a.txt"}},
    {"utterance_id": "multi_turn_base_0/1/0", "text": "Sort it for Jon", "spoken": "sort it",
     "transcript": "", "whitelist": {"name": "Jon", "file": "b.txt"}},
]  # fmt: skip


def _question(text: str, allowed: bool, message: str, reason: str = "answered") -> dict[str, Any]:
    noted = {"allowed": allowed, "message": message, "reason": reason, "judge": "openai/m"}
    return {"role": "assistant", "content": text, "clarification": noted}


RUN = {
    "id": "multi_turn_base_0",
    "arm": "transcript:ears",
    "judge": "openai/m",
    "status": "done",
    "utterances": UTTERANCES,
    "messages": [
        {"role": "system", "content": "spoken"},
        {"role": "user", "content": "open eight dot text"},
        _question("Is it a.txt?", True, "It's a.txt."),
        {"role": "user", "content": "It's a.txt."},
        {"role": "assistant", "content": "Done."},
        {"role": "user", "content": ""},
        _question("Which order?", False, "", "not a clarification"),
    ],
    "answer": [["Done."], ["Which order?"]],
}
FIRST = {"intended_request": "Open a.txt", "asr_text": "open eight dot text",
         "allowed_clarifications": {"file": "a.txt"}}  # fmt: skip
LATER = {"name": "Jon", "file": "b.txt", "file_turn_1": "a.txt"}
SECOND = {
    "intended_request": "Sort it for Jon",
    "asr_text": "",
    "allowed_clarifications": LATER,
}


def _file(path: Path, *records: object) -> str:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return f"replay/{path}"


@pytest.fixture
def replayed(tmp_path: Path) -> Judge:
    return get_judge(_file(tmp_path / "run.jsonl", RUN))


GIVEN_AGAIN = [
    (FIRST, "Is it a.txt?", (True, "It's a.txt.")),
    (FIRST, "Done.", (False, "")),
    (SECOND, "Which order?", (False, "")),
]


@pytest.mark.parametrize(("inputs", "message", "decided"), GIVEN_AGAIN)
def test_a_run_is_judged_again_as_it_was(
    replayed: Judge, inputs: dict[str, Any], message: str, decided: tuple[bool, str]
) -> None:
    """Equal inputs, the recorded decision; a message that nobody asked about was no question."""
    found = replayed.decide(**inputs, assistant_message=message)
    assert (found.allowed, found.message) == decided


@pytest.mark.parametrize(
    "changed", [{"asr_text": "open a"}, {"assistant_message": "Is it b.txt?"},
                {"allowed_clarifications": {}}]
)  # fmt: skip
def test_what_was_never_decided_is_an_error(replayed: Judge, changed: dict[str, Any]) -> None:
    """It is not guessed, and not a refusal."""
    with pytest.raises(JudgeError, match="no decision"):
        replayed.decide(**{**FIRST, "assistant_message": "Is it a.txt?", **changed})


def test_decisions_are_held_to_the_protocol_too(tmp_path: Path) -> None:
    """A decision that somebody wrote by hand may say no more than any other."""
    case = {**FIRST, "assistant_message": "Is it a.txt?"}
    spec = _file(tmp_path / "d.jsonl", {**case, "allowed": True, "message": "a.txt, hurry"})
    found = get_judge(spec).decide(**case)  # type: ignore[arg-type]
    assert found == Decision(
        True, "It's a.txt.", "recorded", overruled="more than the values: 'hurry'"
    )


def test_the_file_is_named_in_every_trajectory(replayed: Judge) -> None:
    """Another file is another judge."""
    assert len(hashes_of(replayed)["judge_decisions"]) == 64


BAD = [
    ("", "holds no decision"),
    ("[]\n", "line 1: neither a trajectory nor a decision"),
    ('{"allowed": true}\n{}\n', "line 1"),
]


@pytest.mark.parametrize(("text", "said"), BAD)
def test_another_file_is_one_line(tmp_path: Path, text: str, said: str) -> None:
    """What is wrong, and where."""
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        get_judge(f"replay/{path}")


def test_a_missing_file_is_one_line() -> None:
    """No file, no judge."""
    with pytest.raises(InputError, match="cannot read nowhere"):
        get_judge("replay/nowhere.jsonl")


def test_a_cut_off_last_line_is_passed_over(tmp_path: Path) -> None:
    """A run that was killed can be replayed as far as it went."""
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps(RUN) + '\n{"id": "multi', encoding="utf-8")
    found = get_judge(f"replay/{path}").decide(**FIRST, assistant_message="Is it a.txt?")  # type: ignore[arg-type]
    assert found.message == "It's a.txt."


def test_a_replayed_run_is_the_same_run(dataset_folder: Path, tmp_path: Path) -> None:
    """The inputs rebuilt from trajectories are those that the judge was given."""
    first, again = tmp_path / "first.jsonl", tmp_path / "again.jsonl"
    common = ["run", str(dataset_folder), "--agent", "scripted/listener?ask"]
    common += ["--arm", "spoken,transcript:ears"]
    statuses = [
        main([*common, "--judge", "rules", "--out", str(first)]),
        main([*common, "--judge", f"replay/{first}", "--out", str(again)]),
    ]
    said = [
        [
            [(m["role"], m["content"], (m.get("clarification") or {}).get("message"))
             for m in json.loads(line)["messages"]]
            for line in path.read_text("utf-8").splitlines()
        ]
        for path in (first, again)
    ]  # fmt: skip
    asked = sum(message[2] is not None for entry in said[0] for message in entry)
    assert (statuses, said[0] == said[1], asked > 0) == ([0, 0], True, True)
