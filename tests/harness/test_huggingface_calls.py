"""What local models write, in all the formats that they are trained on, is read as calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.harness.agents.huggingface_calls import read, spoken
from bfcl_audio.harness.tools import Tool
from bfcl_audio.prediction import kind

PARAMETERS = {"city": {"type": "string"}, "days": {"type": "integer"}}
TOOL = Tool("f", "F.", {"type": "object", "properties": PARAMETERS, "required": []})
OSLO = ("f", {"city": "Oslo"})
JSON = '{"name": "f", "arguments": {"city": "Oslo"}}'
PARAMS = '{"name": "f", "parameters": {"city": "Oslo"}}'

CALLS = [
    ("Hermes", f"<tool_call>\n{JSON}\n</tool_call>", "", [OSLO]),
    ("two", f"<tool_call>{JSON}</tool_call>\n<tool_call>{JSON}</tool_call>", "", [OSLO, OSLO]),
    ("text before", f"I will look.\n<tool_call>{JSON}</tool_call>", "I will look.", [OSLO]),
    ("not closed", f"<tool_call>\n{JSON}", "", [OSLO]),
    ("a list", f"<tool_call>[{JSON}, {JSON}]</tool_call>", "", [OSLO, OSLO]),
    ("no arguments", '<tool_call>{"name": "f", "arguments": {}}</tool_call>', "", [("f", {})]),
    ("null arguments", '<tool_call>{"name": "f", "arguments": null}</tool_call>', "", [("f", {})]),
    ("text for arguments", '<tool_call>{"name": "f", "arguments": "{}"}</tool_call>', "",
     [("f", "{}")]),
    ("Qwen 3 Coder", "<tool_call>\n<function=f>\n<parameter=city>\nOslo\n</parameter>\n"
     "<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>", "",
     [("f", {"city": "Oslo", "days": 3})]),
    ("digits that are text", "<tool_call><function=f><parameter=city>12</parameter></function>"
     "</tool_call>", "", [("f", {"city": "12"})]),
    ("Python's words", "<function=g><parameter=a>True</parameter><parameter=b>x y</parameter>"
     "</function>", "", [("g", {"a": True, "b": "x y"})]),
    ("Llama 3.1", '<function=f>{"city": "Oslo"}</function>', "", [OSLO]),
    ("Phi 4", f"<|tool_call|>[{JSON}]<|/tool_call|>", "", [OSLO]),
    ("Granite", f"<|tool_call|>[{JSON}]", "", [OSLO]),
    ("Llama 3", PARAMS, "", [OSLO]),
    ("Llama 3, marked", f"<|python_tag|>{PARAMS}", "", [OSLO]),
    ("Llama 3, several", f"{PARAMS}; {PARAMS}", "", [OSLO, OSLO]),
    ("lines", f"{JSON}\n{JSON}", "", [OSLO, OSLO]),
    ("OpenAI's form", '{"type": "function", "function": ' + JSON + "}", "", [OSLO]),
    ("fenced", f"```json\n{JSON}\n```", "", [OSLO]),
    ("Mistral", f"[TOOL_CALLS] [{JSON}]", "", [OSLO]),
    ("Mistral, with ids", '[TOOL_CALLS][{"name": "f", "arguments": {"city": "Oslo"}, '
     '"id": "VvvODy9mT"}]', "", [OSLO]),
    ("Mistral, newer", '[TOOL_CALLS]f[ARGS]{"city": "Oslo"}', "", [OSLO]),
    ("Mistral, ids", '[TOOL_CALLS]f[CALL_ID]VvvODy9mT[ARGS]{"city": "Oslo"}', "", [OSLO]),
    ("Mistral, bare", '[TOOL_CALLS]f{"city": "Oslo"}', "", [OSLO]),
    ("Mistral, several", '[TOOL_CALLS]f[ARGS]{"city": "Oslo"}[TOOL_CALLS]g[ARGS]{}', "",
     [OSLO, ("g", {})]),
    ("Python", '[f(city="Oslo"), g(a=[1, 2.5], b={"c": None})]', "",
     [OSLO, ("g", {"a": [1, 2.5], "b": {"c": None}})]),
    ("LFM 2", '<|tool_call_start|>[f(city="Oslo")]<|tool_call_end|>', "", [OSLO]),
    ("OLMo 3", '<function_calls>f(city="Oslo")</function_calls>', "", [OSLO]),
    ("after a thought", f"<think>f or g? <tool_call></think>\n<tool_call>{JSON}</tool_call>", "",
     [OSLO]),
    ("letters", '<tool_call>{"name": "f", "arguments": {"city": "Tromsø"}}</tool_call>', "",
     [("f", {"city": "Tromsø"})]),
]  # fmt: skip


@pytest.mark.parametrize(("form", "text", "beside", "calls"), CALLS, ids=lambda v: str(v)[:20])
def test_a_format_is_read(form: str, text: str, beside: str, calls: list[object]) -> None:
    """Each model's own way to write a call."""
    written = read(text, (TOOL,))
    assert (written.text, list(written.calls)) == (beside, calls)


PROSE = [
    "",
    "It is sunny in Oslo.",
    "Did you mean Jon without an h?",
    "[1] See the manual.",
    "{curly}",
    '{"answer": 42}',
    "[1, 2, 3]",
    "Call f(city='Oslo') if you like.",
    "[]",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_is_no_call(text: str) -> None:
    """What is not written as a call stays text."""
    assert read(text, (TOOL,)) == (text, ())


BROKEN = [
    '<tool_call>{"name": "f", "arguments": {"city": "Os</tool_call>',
    '<tool_call>{"name": "f"}</tool_call>',
    '<tool_call>{"arguments": {}}</tool_call>',
    "<tool_call></tool_call>",
    f'<tool_call>{JSON}</tool_call><tool_call>{{"name": "f", "argum',
    "<function=f>{]</function>",
    '{"name": "f", "parameters": {"city": "Os',
    "[f(city=)]",
    '[TOOL_CALLS]f[ARGS]{"city": "Os',
    "[TOOL_CALLS]",
    '[TOOL_CALLS][{"name": "f", "argu',
    '<tool_call>{"name": "f", "arguments": [1]}</tool_call>',
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_call_is_malformed_and_no_abstention(text: str) -> None:
    """It stays as it was written, and the scorer sees an attempt in it."""
    written = read(text, (TOOL,))
    assert (written, kind(written.text, "simple_python", "fc")) == ((text, ()), "malformed")


THOUGHTS = [
    ("<think>a</think>b", False, "b"),
    ("<think>a", False, ""),
    ("b<think>a", False, "b"),
    ("a</think>b", True, "b"),
    ("a", True, ""),
    ("<think>a</think>b", True, "b"),
    ("[THINK]a[/THINK]b", False, "b"),
    ("a</think>b", False, "a</think>b"),
]


@pytest.mark.parametrize(("text", "thinking", "said"), THOUGHTS)
def test_thoughts_are_not_said(text: str, thinking: bool, said: str) -> None:
    """What a reasoning model thinks is no answer, even if it never ends."""
    assert spoken(text, thinking=thinking) == said


_PIECES = st.sampled_from(
    ["<tool_call>", "</tool_call>", "[TOOL_CALLS]", "<think>", "</think>", "<function=f>",
     "</function>", "{", "}", "[", "]", '"name"', ": ", '"f"', ",", "(", ")", "x", "```\n", "\\"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=12).map("".join) | st.text())
def test_any_text_is_read(text: str) -> None:
    """Whatever a model writes, reading it does not fail."""
    written = read(text, (TOOL,))
    assert all(isinstance(name, str) for name, _ in written.calls)
