"""Every form of an answer, read into bfcl-eval's."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.errors import InputError
from bfcl_audio.prediction import Prediction, has_calls, kind, read, unwrap, wrap

SINGLE, MULTI = "simple_python", "multi_turn_base"
CALLS = [{"f": '{"a": 1}'}]
TOOL_CALLS = [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"a": 1}'}}]


@pytest.mark.parametrize(
    ("answer", "category", "mode", "result"),
    [
        ("[f(a=1)]", SINGLE, "text", "[f(a=1)]"),
        (CALLS, SINGLE, "fc", CALLS),
        (json.dumps(CALLS), SINGLE, "fc", CALLS),
        (TOOL_CALLS, SINGLE, "fc", CALLS),
        (json.dumps(TOOL_CALLS), SINGLE, "fc", CALLS),
        ({"role": "assistant", "content": "", "tool_calls": TOOL_CALLS}, SINGLE, "fc", CALLS),
        ({"role": "assistant", "content": "Hm?", "tool_calls": []}, SINGLE, "text", "Hm?"),
        ({"role": "assistant", "content": None}, SINGLE, "text", ""),
        ([{"type": "function_call", "name": "f", "arguments": '{"a": 1}'}], SINGLE, "fc", CALLS),
        ([{"function": {"name": "f", "arguments": {"a": 1}}}], SINGLE, "fc", CALLS),
        ('{"city": "Pune"}', SINGLE, "text", '{"city": "Pune"}'),
        ('[{"name": "f", "arguments": {}}]', SINGLE, "text", '[{"name": "f", "arguments": {}}]'),
        (None, SINGLE, "fc", None),
        ([[CALLS, "done"]], MULTI, "fc", [[CALLS, "done"]]),
        ([[TOOL_CALLS, "done"]], MULTI, "fc", [[CALLS, "done"]]),
        (json.dumps([[CALLS, "done"]]), MULTI, "fc", [[CALLS, "done"]]),
        ([["[f(a=1)]", "done"]], MULTI, "text", [["[f(a=1)]", "done"]]),
        ('[["[f(a=1)]", "done"]]', MULTI, "text", [["[f(a=1)]", "done"]]),
        ("Error: 500", MULTI, "text", "Error: 500"),
    ],
)
def test_each_form_is_found_for_what_it_is(
    answer: object, category: str, mode: str, result: object
) -> None:
    """Mode and result, without being told."""
    assert read(answer, category) == Prediction(mode, result)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "category", "mode", "result"),
    [
        ("[f(a=1)]", SINGLE, "fc", "[f(a=1)]"),
        (json.dumps(CALLS), SINGLE, "text", json.dumps(CALLS)),
        ('[["[f(a=1)]"]]', MULTI, "text", [["[f(a=1)]"]]),
    ],
)
def test_a_mode_that_is_given_is_kept(
    answer: object, category: str, mode: Any, result: object
) -> None:
    """A plain string under `fc` stays one, and fails to decode as in the reference."""
    assert read(answer, category, mode) == Prediction(mode, result)


def test_an_unknown_mode_is_refused() -> None:
    """With the modes there are."""
    with pytest.raises(InputError, match="choose from auto, fc, text"):
        read("", SINGLE, "json")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "category", "expected"),
    [
        ("[f(a=1)]", SINGLE, "calls"),
        ("f(a=1)", MULTI, "calls"),
        (CALLS, MULTI, "calls"),
        ([{"f": "{"}], SINGLE, "malformed"),
        ("```python\n[f(a=1)]\n```", SINGLE, "malformed"),
        ("Sure: f(a=1)", SINGLE, "malformed"),
        ('{"name": "f", "arguments": {}}', SINGLE, "malformed"),
        ("<tool_call>f</tool_call>", MULTI, "malformed"),
        ('[TOOL_CALLS]f{"a": ', MULTI, "malformed"),
        ("Could you spell the name, please?", SINGLE, "question"),
        ("Please confirm the file name.", MULTI, "question"),
        ("There is no such function (I looked).", SINGLE, "prose"),
        ("", SINGLE, "prose"),
        ([], SINGLE, "prose"),
    ],
)
def test_a_message_is_calls_an_attempt_a_question_or_prose(
    message: object, category: str, expected: str
) -> None:
    """What ends a turn, and how."""
    assert kind(message, category) == expected


def test_text_of_an_agent_with_native_calls_never_counts_as_calls() -> None:
    """Prose such as `Sorry (really)` parses as a call, and is none there."""
    text = "Sorry (really)"
    assert (has_calls(text, SINGLE), has_calls(text, SINGLE, "fc")) == (True, False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON | st.text(st.characters()))
def test_wrapping_loses_nothing(answer: object) -> None:
    """Any answer comes back from its one string as it was."""
    assert unwrap(wrap(answer)) == answer


@given(JSON, st.sampled_from([SINGLE, MULTI, "simple_java", "irrelevance"]))
def test_any_answer_is_of_some_kind(answer: object, category: str) -> None:
    """Whatever a model returns, reading it raises nothing."""
    assert kind(answer, category) in ("calls", "malformed", "question", "prose")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 20_000,
        "(" + " " * 19_000,
        "```json" + "\n" * 19_000,
        "(a" * 9_000,
        "[ " * 9_000,
        "please" + " " * 19_000,
        "could you" + " also" * 3_900,
    ],
    ids=lambda text: repr(text[:9]),
)
def test_long_prose_is_read_in_linear_time(text):
    """What a long message is, is told within a second of processor time."""
    started = time.process_time()
    kind(text, "simple_python")
    assert time.process_time() - started < 1
