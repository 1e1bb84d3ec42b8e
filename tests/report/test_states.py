"""What each turn left behind is told beside what it should have, part by part."""

import json

import pytest

from bfcl_audio.reference import parse, references
from bfcl_audio.report.episodes import episode_of
from bfcl_audio.report.judged import judge
from bfcl_audio.report.states import Attribute, TurnState, turn_states

ENTRY = "multi_turn_base_2"


@pytest.fixture(scope="module")
def reference() -> str:
    """A conversation of two turns in a file system."""
    return references(["multi_turn_base"])[ENTRY]


def _states(reference: str, answer: list[list[object]]) -> tuple[TurnState, ...]:
    line = {"id": ENTRY, "arm": "text", "agent": "a", "status": "done", "answer": answer,
            "messages": [], "versions": {"form": "fc"}}  # fmt: skip
    (item,), _ = judge([episode_of(line, "a test")], {ENTRY: reference})
    return turn_states(item, parse(reference))


def _truth(reference: str) -> list[list[object]]:
    """The right calls, as text of a prompted model."""
    turns = json.loads(reference)["ground_truth"]
    return [[f"[{', '.join(calls)}]"] for calls in turns]


def test_right_calls_leave_no_difference(reference: str) -> None:
    """Nor is a result missing."""
    states = _states(reference, _truth(reference))
    assert [(one.differences, one.missing) for one in states] == [((), ())] * len(states)


def test_a_call_that_was_not_made_shows_in_the_state(reference: str) -> None:
    """From its turn on."""
    answer = _truth(reference)
    states = _states(reference, [[], *answer[1:]])
    assert bool(states[0].differences or states[0].missing)


def test_a_file_with_other_content_is_named(reference: str) -> None:
    """By its path, with what it should hold and what it does."""
    answer = [*_truth(reference)[:-1], []]
    extra: list[object] = [{"touch": '{"file_name": "odd.txt"}'}]
    states = _states(reference, [[*answer[0], extra], *answer[1:]])
    named = {part.name.rpartition("/")[2]: part for part in states[0].differences}
    assert isinstance(named.get("odd.txt"), Attribute)


def test_other_entries_have_no_states() -> None:
    """A single call leaves nothing behind."""
    text = references(["simple_python"])["simple_python_0"]
    line = {"id": "simple_python_0", "arm": "text", "agent": "a", "status": "done", "answer": ""}
    (item,), _ = judge([episode_of(line, "a test")], {"simple_python_0": text})
    assert turn_states(item, parse(text)) == ()
