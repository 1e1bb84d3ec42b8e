"""Answers as they come: tool calls or text, and whether they call at all."""

from typing import Any

import pytest

from bfcl_audio.ast_match import Mode, expected
from bfcl_audio.calls import Call, DecodeError
from bfcl_audio.single_turn import decode, judge
from bfcl_audio.verdict import VALID, Reason

DECODED = [
    ([{"f": '{"a": 1, "a": 2}'}], [Call("f", {"a": 2})]),
    ([{"f": '{"a": NaN}', "g": "{"}], [Call("f", {"a": pytest.approx(float("nan"), nan_ok=True)})]),
    ([{"f": "{}"}, {"f": "{}"}], [Call("f", {}), Call("f", {})]),
    ([], []),
    ("", []),
    ({}, []),
]

NOT_DECODED = [
    ("I can not do this.", Reason.DECODER_FAILED),
    (None, Reason.DECODER_FAILED),
    (3, Reason.DECODER_FAILED),
    ({"f": "{}"}, Reason.DECODER_FAILED),
    ([{}], Reason.DECODER_FAILED),
    (["f"], Reason.DECODER_FAILED),
    ([{"f": {"a": 1}}], Reason.DECODER_FAILED),
    ([{"f": '{"a": 1'}], Reason.DECODER_FAILED),
    ([{"f": "[" * 10**5}], Reason.DECODER_FAILED),
    ([{"f": f'{{"a": {"9" * 5000}}}'}], Reason.DECODER_FAILED),
    ([{"f": "[1]"}, {"f": "{"}], Reason.DECODER_FAILED),
    ([{"f": "[1]"}], Reason.DECODER_WRONG_FORMAT),
    ([{"f": "null"}], Reason.DECODER_WRONG_FORMAT),
]

CALLS_AT_ALL: list[tuple[Any, Mode, bool]] = [
    ([{"f": "{}"}], "fc", True),
    ([], "fc", False),
    ("I can not do this.", "fc", False),
    ([{"f": "[1]"}], "fc", False),
    (None, "fc", False),
    ("f()", "text", True),
    ("Sorry (really)", "text", True),
    ("I can not do this.", "text", False),
    ("f(a=", "text", False),
    ("[]", "text", False),
    ([{"f": "{}"}], "text", False),
]


@pytest.mark.parametrize(("answer", "calls"), DECODED)
def test_tool_calls_are_read(answer: Any, calls: list[Call]) -> None:
    """A list of one-key dicts, name to JSON text; of more keys the first."""
    assert decode(answer, "simple_python", "fc") == calls


@pytest.mark.parametrize(("answer", "reason"), NOT_DECODED)
def test_other_answers_are_no_tool_calls(answer: Any, reason: Reason) -> None:
    """Whatever else came is refused, arguments that are no object with a reason of their own."""
    with pytest.raises(DecodeError) as error:
        decode(answer, "simple_python", "fc")
    assert error.value.reason is reason


@pytest.mark.parametrize(("answer", "mode", "called"), CALLS_AT_ALL)
def test_irrelevance_wants_no_call_and_relevance_any(answer: Any, mode: Mode, called: bool) -> None:
    """What cannot be read counts as no call, prose that happens to be a call as one."""
    verdicts = [
        judge(answer, expected(category, [], []), mode)
        for category in ("irrelevance", "live_irrelevance", "live_relevance")
    ]
    reason = Reason.IRRELEVANCE_CALLED if called else None
    missed = None if called else Reason.RELEVANCE_NOT_CALLED
    assert [verdict.error_type for verdict in verdicts] == [reason, reason, missed]


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("simple_python", "[f(p='x y')]"),
        ("simple_java", '[f(p="x y");]'),
        ("simple_javascript", '[f(p="x y")]'),
    ],
)
def test_text_is_read_in_the_language_of_the_category(category: str, text: str) -> None:
    """The same call in three languages is valid in each."""
    kind = "string" if category == "simple_python" else "String"
    doc = {"name": "f", "parameters": {"properties": {"p": {"type": kind}}, "required": ["p"]}}
    assert judge(text, expected(category, [doc], [{"f": {"p": ["x y"]}}]), "text") == VALID


def test_text_that_cannot_be_read_keeps_its_reason() -> None:
    """A failed decoding is a verdict, with a message for a person."""
    verdict = judge(["x"], expected("simple_python", [], []), "text")
    assert (verdict.error_type, verdict.message) == (
        Reason.DECODER_FAILED,
        "expected text, got list",
    )
