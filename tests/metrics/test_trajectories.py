"""Recorded episodes: the answer that counts, and the questions on the way."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.reference import Reference, parse, references
from bfcl_audio.trajectories import Question, is_trajectory, read_trajectory

USER = {"role": "user", "content": "Move the report."}
ASKED = {"role": "assistant", "content": "Is it Jon or John?"}
REPLY = {"role": "user", "content": "It's Jon."}
PROSE = {"role": "assistant", "content": "Done."}


def called(name: str, **arguments: object) -> dict[str, Any]:
    """An assistant message with one call."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    call = {"id": "c", "type": "function", "function": function}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def decided(allowed: bool, reason: str = "") -> dict[str, Any]:
    """The question with its recorded decision."""
    decision = {"allowed": allowed, "message": "", "reason": reason, "judge": "rules"}
    return {**ASKED, "clarification": decision}


def single() -> Reference:
    """A single-turn entry."""
    return parse(references(["simple_python"])["simple_python_0"])


def multi() -> Reference:
    """A multi-turn entry."""
    return parse(references(["multi_turn_base"])["multi_turn_base_0"])


TOOL = {"role": "tool", "tool_call_id": "c", "content": "None"}
F = [{"f": "{}"}]


@pytest.mark.parametrize(
    ("reference", "messages", "answer", "questions"),
    [
        (single(), [USER, called("f")], F, []),
        (single(), [USER, PROSE], "Done.", []),
        (single(), [USER, decided(True), REPLY, called("f")], F, [Question(0, True)]),
        (single(), [USER, decided(False)], ASKED["content"], [Question(0, False)]),
        (single(), [USER, decided(True, "capped")], ASKED["content"], [Question(0, True)]),
        (single(), [USER], "", []),
        (
            multi(),
            [USER, called("f"), TOOL, decided(True), REPLY, called("g"), TOOL, PROSE, USER, PROSE],
            [[F, [{"g": "{}"}], "Done."], ["Done."]],
            [Question(0, True)],
        ),
        (
            multi(),
            [USER, decided(False), USER, called("f"), TOOL, PROSE],
            [[ASKED["content"]], [F, "Done."]],
            [Question(0, False)],
        ),
    ],
)
def test_answered_questions_are_dropped_and_refused_ones_are_not(
    reference: Reference,
    messages: list[dict[str, Any]],
    answer: object,
    questions: list[Question],
) -> None:
    """From the messages alone, as another harness might have written them."""
    read = read_trajectory({"id": reference.id, "messages": messages}, reference)
    assert (read.answer, list(read.questions)) == (answer, questions)


def test_a_recorded_answer_is_taken_as_it_is() -> None:
    """Who ran the episode knows what counts."""
    record = {"id": single().id, "messages": [USER, PROSE], "answer": F}
    assert read_trajectory(record, single()).answer == F


class Saying(NamedTuple):
    """A judge that has made up its mind."""

    allowed: bool

    def decide(self, **_: object) -> "Saying":
        """Always the same."""
        return self


@pytest.mark.parametrize(
    ("judge", "answer"),
    [(None, ASKED["content"]), (Saying(True), F), (Saying(False), ASKED["content"])],
)
def test_a_judge_decides_on_questions_without_a_decision(judge: Any, answer: object) -> None:
    """Without one, none is allowed."""
    record = {"id": single().id, "messages": [USER, ASKED, REPLY, called("f")]}
    assert read_trajectory(record, single(), judge).answer == answer


def test_the_judge_sees_request_transcript_and_whitelist() -> None:
    """Of this turn, and the whitelists of earlier turns too."""
    seen: list[Mapping[str, object]] = []

    class Noting:
        def decide(self, **inputs: object) -> Saying:
            seen.append(inputs)
            return Saying(False)

    utterances = [
        {"utterance_id": f"{multi().id}/{turn}/0", "transcript": f"heard {turn}",
         "whitelist": {f"t{turn}": str(turn)}}
        for turn in range(3)
    ]  # fmt: skip
    record = {"messages": [USER, PROSE, USER, ASKED], "arm": "audio", "utterances": utterances}
    read_trajectory(record, multi(), Noting())
    assert seen[-1] == {
        "intended_request": multi().turns[1][0]["content"],
        "asr_text": "heard 1",
        "allowed_clarifications": {"t0": "0", "t1": "1"},
        "assistant_message": ASKED["content"],
    }


def test_turns_with_a_damaged_value_are_known() -> None:
    """A turn is damaged by the loss of a value that may be asked about, and by no other."""
    entities = [
        [{"topic": "name", "heard": True}],
        [{"topic": "name", "heard": False}],
        [{"topic": "unit", "heard": False}],
        [{"topic": "name", "heard": None}],
    ]
    utterances = [
        {"utterance_id": f"{multi().id}/{turn}/0", "entities": found, "whitelist": {"name": "Jo"}}
        for turn, found in enumerate(entities)
    ]
    record = {"messages": [], "arm": "audio", "utterances": utterances}
    assert read_trajectory(record, multi()).damaged == {1}


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"messages": [], "answer": ""}, True),
        ({"messages": [], "status": "not_run"}, True),
        ({"role": "assistant", "content": ""}, False),
        ([{"f": "{}"}], False),
        ("text", False),
    ],
)
def test_a_trajectory_is_known_by_its_messages(answer: object, expected: bool) -> None:
    """And by one key more, so that no message is taken for one."""
    assert is_trajectory(answer) == expected


def test_a_trajectory_of_another_entry_is_refused() -> None:
    """With both ids."""
    with pytest.raises(InputError, match="simple_python_9, where the reference is simple_python_0"):
        read_trajectory({"id": "simple_python_9", "messages": []}, single())


@pytest.mark.parametrize(
    ("versions", "answer", "native"),
    [
        ({"form": "text"}, "f(a=1)", False),
        ({"form": "fc"}, "[f(a=1)]", True),
        ({}, "[f(a=1)]", False),
        ({}, "f(a=1)", True),
        ("none", "[f(a=1)]", False),
    ],
)
def test_a_run_says_how_its_agent_calls(versions: object, answer: str, native: bool) -> None:
    """Text without brackets is calls to Text-BFCL too, if the agent was prompted to write them."""
    record = {"messages": [USER], "answer": answer, "versions": versions}
    assert read_trajectory(record, single()).fc is native
