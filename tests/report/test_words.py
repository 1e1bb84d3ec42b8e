"""Verdicts in words, and calls as a person writes them."""

import json

import hand_made_runs
import pytest

from bfcl_audio.reference import parse
from bfcl_audio.report.words import actual_calls, call_text, expected_calls, reason_words
from bfcl_audio.verdict import Reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_words(reason: Reason) -> None:
    """No reader meets `type_error:nested`."""
    assert reason_words(reason.value) != reason.value


def test_expected_calls_name_alternatives_and_what_may_be_left_out() -> None:
    """BFCL lists acceptable values; the empty one means that the argument may be absent."""
    entry = hand_made_runs.reference(0)
    entry["ground_truth"] = [{"f": {"a": ["x", "y"], "b": ["", 5], "c": [""]}}]
    assert expected_calls(parse(json.dumps(entry))) == (('f(a="x" or "y", [b=5], [c])',),)


@pytest.mark.parametrize(
    ("answer", "multi_turn", "calls"),
    [
        ([{"f": '{"a": 1}'}, {"g": "{}"}], False, (("f(a=1)", "g()"),)),
        ("[f(a=1)]", False, (("[f(a=1)]",),)),
        (None, False, ((),)),
        ([[[{"f": '{"a": 1}'}], "Done."], ["Sorry."], []], True, (("f(a=1)",), ("Sorry.",), ())),
        ("an error", True, ()),
        ([{"f": {"a": float("nan")}}], False, (("f(a=NaN)",),)),
    ],
)
def test_actual_calls(answer: object, multi_turn: bool, calls: object) -> None:
    """Tool calls and text, one turn or several, and whatever else an answer may be."""
    assert actual_calls(answer, multi_turn=multi_turn) == calls


@pytest.mark.parametrize(
    ("arguments", "text"),
    [('{"a": "x", "b": [1]}', 'f(a="x", b=[1])'), ("not json", "f(not json)"), ("[1]", "f([1])")],
)
def test_call_text(arguments: str, text: str) -> None:
    """Arguments that are no JSON object are shown as they are."""
    assert call_text("f", arguments) == text
