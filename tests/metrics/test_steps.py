"""One step of a multi-turn answer, decoded into what BFCL would execute."""

import pytest

from bfcl_audio.calls import Call, DecodeError
from bfcl_audio.steps import MAX_DEPTH, decode_step, executable, method_name, parameter_name


@pytest.mark.parametrize(
    ("step", "calls"),
    [
        ([{"cd": '{"folder": "a"}'}], [Call("cd", {"folder": "a"})]),
        ({"cd": '{"folder": "a"}'}, [Call("cd", {"folder": "a"})]),
        ([{"cd": {"folder": "a"}}], [Call("cd", {"folder": "a"})]),
        ([{"cd": "{}", "ls": "{}"}], [Call("cd", {}), Call("ls", {})]),
        ([], []),
        ("", []),
    ],
)
def test_tool_calls_decode(step: object, calls: list[Call]) -> None:
    """Every key of every dict is a call, its arguments JSON text or an object."""
    assert decode_step(step, "fc") == calls


@pytest.mark.parametrize(
    "step", [None, 5, "done", [None], ["cd"], [{"cd": "{"}], [{"cd": "[]"}], [{"cd": None}]]
)
def test_what_holds_no_tool_calls_does_not_decode(step: object) -> None:
    """Prose, broken JSON, arguments that are no object."""
    with pytest.raises(DecodeError):
        decode_step(step, "fc")


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("f(a='x', b=-2)", {"a": "x", "b": -2}),
        ("f(a=true)", {"a": "true"}),
        ("f(a={'k': 1})", {"a": {"k": 1}}),
        ("f(a={1: 2, None: (3,)})", {"a": {"1": 2, "None": (3,)}}),
        ("f(a={'k': {'b': 1}})", {"a": Call("k", {"b": 1})}),
        ("f(a=g(b=1))", {"a": Call("g", {"b": 1})}),
        ("f(a={'k': g(b=1), 'l': 2})", {"a": {"k": Call("g", {"b": 1}), "l": 2}}),
        ("f(a=[{'k': {'b': 1}}])", {"a": [{"k": {"b": 1}}]}),
        ("f('positional', a=1)", {"a": 1}),
    ],
)
def test_text_decodes_as_the_reference_prints_it(text: str, arguments: dict[str, object]) -> None:
    """A dict of dicts becomes a nested call; other keys become text."""
    assert decode_step(text, "text") == [Call("f", arguments)]


@pytest.mark.parametrize(
    "text", ["All done.", "f(a={})", "f(a={'k': {'b': {}}})", "f(a=10**5000)", "[f(a=1)], ok"]
)
def test_text_that_the_reference_passes_over_does_not_decode(text: str) -> None:
    """Prose, an empty dict, an integer too long to print."""
    with pytest.raises(DecodeError):
        decode_step(text, "text")


@pytest.mark.parametrize(
    ("name", "method"),
    [("cd", "cd"), ("cd ", "cd"), (" cd", "cd"), ("a.cd", None), ("", None), ("cd(", None)],
)
def test_blanks_beside_a_name_do_not_count(name: str, method: str | None) -> None:
    """The reference deletes them; dots and brackets make another name."""
    assert method_name(name) == method


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("a", "a"), (" a\n", "a"), ("ﬁle", "file"), ("a b", None), ("class", None), (None, None)],
)
def test_a_parameter_is_read_as_python_reads_it(name: object, parameter: str | None) -> None:
    """Blanks and compatibility forms of letters do not count; keywords are no names."""
    assert parameter_name(name) == parameter


def nested(depth: int) -> object:
    """A list in a list, so many deep."""
    value: object = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        ({"a": 1.5}, True),
        ({"a": float("nan")}, False),
        ({"a": [float("inf")]}, False),
        ({"a": nested(MAX_DEPTH)}, True),
        ({"a": nested(MAX_DEPTH + 1)}, False),
        ({"a": 1, " a": 2}, False),
        ({"a=1, b": 2}, False),
    ],
)
def test_only_what_is_a_literal_once_printed_runs(arguments: dict[str, object], runs: bool) -> None:
    """Numbers that are not finite, nesting past Python's limit, text beside a name do not."""
    assert (executable(Call("f", dict(arguments))) is None) == runs
