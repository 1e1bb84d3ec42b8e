"""Calls against expected calls: each rule and each known oddity, one case a line."""

import json
from typing import Any

import pytest

from bfcl_audio.ast_match import Expected, Mode, expected, match
from bfcl_audio.calls import Call
from bfcl_audio.reference import parse, references
from bfcl_audio.single_turn import judge
from bfcl_audio.values import standardise
from bfcl_audio.verdict import Reason, Verdict, invalid

TEXT = {"type": "string"}
INTS = {"type": "array", "items": {"type": "integer"}}
FLOATS = {"type": "array", "items": {"type": "float"}}
TEXTS = {"type": "array", "items": {"type": "string"}}
DICTS = {"type": "array", "items": {"type": "dict"}}
INT, FLOAT, BOOL, DICT = ({"type": name} for name in ("integer", "float", "boolean", "dict"))

VALUES = [
    # what is declared, the options, the value, why it is wrong
    (TEXT, ["San Francisco, CA"], "san francisco ca", None),
    (TEXT, ["it's"], 'it"s', None),
    (TEXT, ["5"], "-5", None),
    (TEXT, ["a"], "a\n", Reason.STRING_VALUE),
    (TEXT, ["a"], "b", Reason.STRING_VALUE),
    (TEXT, ["5"], 5, Reason.TYPE),
    (TEXT, ["a", ""], " .-", None),  # an optional text may be spelled out as empty
    (TEXT, ["", True], True, None),  # not of the declared type, as the answer is not
    (TEXT, ["", None], None, None),
    (TEXT, ["a"], None, Reason.TYPE),
    (INT, [5], 5, None),
    (INT, [5], 5.0, Reason.TYPE),
    (INT, [1], True, Reason.TYPE),
    (INT, [5], 6, Reason.OTHER_VALUE),
    (INT, ["data['x']"], "data['x']", None),
    (INT, ["data['x']"], "Data['x']", Reason.OTHER_VALUE),  # a variable is compared as it is
    (FLOAT, [5.0], 5, None),
    (FLOAT, [5], 5.0, None),
    (FLOAT, [0.1], 0.1000000001, Reason.OTHER_VALUE),
    (FLOAT, [5.0], True, Reason.TYPE),
    (FLOAT, [5.0], 10**400, Reason.TYPE),
    (BOOL, [True], 1, Reason.TYPE),
    (INTS, [[1, 2]], [1, 2], None),
    (INTS, [[1, 2]], [2, 1], Reason.LIST_VALUE),
    (INTS, [[1, 2]], [1, "2"], Reason.NESTED_TYPE),
    (INTS, [[1, 2]], [], Reason.LIST_VALUE),
    (INTS, [[1, 2]], (1, 2), Reason.TYPE),
    (INTS, [[1, 2], ""], [], None),  # an optional list may be spelled out as empty
    (INTS, ["", [1, 2]], ["1"], Reason.LIST_VALUE),  # then its elements have no type
    (FLOATS, [[12.0]], [12], Reason.NESTED_TYPE),
    (TEXTS, [["A b"]], ["ab"], None),
    (TEXTS, [["a"], "xy"], ["x", "y"], None),  # a text is the list of its characters
    ({"type": "tuple", "items": TEXT}, [["a"]], ("a",), None),
    (DICT, [{"k": ["v w", 1]}], {"k": "V.W"}, None),
    (DICT, [{"k": ["v"]}], {"k": "w"}, Reason.DICT_VALUE),
    (DICT, [{"k": ["v"]}], {"k": "v", "x": 1}, Reason.DICT_KEY),
    (DICT, [{"k": ["v"], "o": ["w"]}], {"k": "x"}, Reason.DICT_KEY),
    (DICT, [{"k": ["v"], "o": ["w", ""]}], {"k": "v"}, None),
    (DICT, [{"k": ["v"]}, {"k": ["w"]}], {"k": "w"}, None),
    (DICT, [{"k": [True]}], {"k": 1}, None),
    (DICT, [{"k": [[1, 2]]}], {"k": [1, 2]}, None),
    (DICT, [{"k": [["A"]]}], {"k": ["a"]}, Reason.DICT_VALUE),  # nested values compare as they are
    (DICT, [{"k": "ef"}], {"k": "e"}, None),  # a bare text is read by its characters
    (DICT, [""], {}, Reason.DICT_UNCLEAR),
    (DICT, [{"k": [1]}, ""], {}, Reason.DICT_KEY),
    (DICTS, [[{"k": [1]}, {"k": [2]}]], [{"k": 1}, {"k": 2}], None),
    (DICTS, [[{"k": [1]}, {"k": [2]}]], [{"k": 2}, {"k": 1}], Reason.DICT_VALUE),
    (DICTS, [[{"k": [1]}]], [{"k": 1}, {"k": 1}], Reason.LIST_OF_DICT_COUNT),
    (DICTS, [[{"k": [1]}], "x"], [1], Reason.TYPE),
    (DICTS, [[{"k": [1]}, {"k": [1]}], {"k": [1]}], [{"k": 2}] * 2, Reason.LIST_OF_DICT_COUNT),
    (DICTS, ["", [""]], ["x"], Reason.DICT_UNCLEAR),
    (TEXTS, [["a"], {}], [], None),
    ({"type": "any"}, ["a b"], "AB", None),
    ({"type": "number"}, [5], 5, Reason.TYPE),
    ({"type": "array"}, [[5]], [5], Reason.TYPE),
]

DOC = {
    "name": "geo.area",
    "parameters": {
        "properties": {"base": INT, "unit": TEXT, "height": INT, "note": TEXT},
        "required": ["base", "height"],
    },
}
TRUTH = {"geo.area": {"base": [2], "height": [3], "unit": ["cm", ""], "sides": [3, ""]}}

CALLS = [
    (Call("geo_area", {"base": 2, "height": 3}), "fc", None),
    (Call("geo.area", {"base": 2, "height": 3}), "fc", Reason.WRONG_NAME),
    (Call("geo.area", {"base": 2, "height": 3}), "text", None),
    (Call("geo_area", {"base": 2, "height": 3}), "text", Reason.WRONG_NAME),
    (Call("Geo.area", {"base": 2, "height": 3}), "text", Reason.WRONG_NAME),
    (Call("geo.area", {"unit": "cm", "height": 3, "base": 2}), "text", None),
    (Call("geo.area", {"base": "x"}), "text", Reason.MISSING_REQUIRED),
    (Call("geo.area", {"base": 2, "height": 3, "note": ""}), "text", Reason.UNEXPECTED_PARAMETER),
    (Call("geo.area", {"base": 2, "height": 3, "sides": 3}), "text", Reason.UNEXPECTED_PARAMETER),
    (Call("geo.area", {"base": 2, "height": 3, None: 1}), "text", Reason.UNEXPECTED_PARAMETER),
    (Call("geo.area", {"height": 3, "base": 1, "x": 1}), "text", Reason.OTHER_VALUE),
]


def entry(*answers: dict[str, Any], category: str) -> Expected:
    """An entry whose functions take one optional parameter `p`."""
    names = {name for answer in answers for name in answer}
    docs = [{"name": n, "parameters": {"properties": {"p": INT}, "required": []}} for n in names]
    return expected(category, docs, answers)


@pytest.mark.parametrize(("declared", "options", "value", "reason"), VALUES)
def test_values(declared: Any, options: list[Any], value: Any, reason: Reason | None) -> None:
    """One value is right, or wrong for one reason."""
    doc = {"name": "f", "parameters": {"properties": {"p": declared}, "required": []}}
    one = expected("simple_python", [doc], [{"f": {"p": options}}])
    assert match([Call("f", {"p": value})], one, "text").error_type is reason


@pytest.mark.parametrize(("call", "mode", "reason"), CALLS)
def test_one_call(call: Call, mode: Mode, reason: Reason | None) -> None:
    """Name, required, unexpected and wrong parameters, in this order."""
    one = expected("simple_python", [DOC], [TRUTH])
    assert match([call], one, mode).error_type is reason


def test_an_answer_that_must_be_given_although_not_required() -> None:
    """A parameter whose options lack "" has to be there."""
    one = entry({"f": {"p": [1]}}, category="simple_python")
    assert match([Call("f", {})], one, "fc").error_type is Reason.MISSING_OPTIONAL


@pytest.mark.parametrize(
    ("category", "reason"),
    [
        ("simple_python", Reason.SIMPLE_WRONG_COUNT),
        ("multiple", Reason.MULTIPLE_WRONG_COUNT),
        ("parallel", Reason.PARALLEL_WRONG_COUNT),
        ("live_parallel_multiple", Reason.PARALLEL_WRONG_COUNT),
    ],
)
@pytest.mark.parametrize("count", [0, 2])
def test_the_number_of_calls(category: str, reason: Reason, count: int) -> None:
    """Each kind of category has its own reason for a wrong number of calls."""
    one = entry({"f": {"p": [1]}}, category=category)
    verdict = match([Call("f", {"p": 1})] * count, one, "fc")
    assert verdict == invalid(reason, f"expected 1 calls, got {count}")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([("f", 1), ("g", 2)], None),
        ([("g", 2), ("f", 1)], None),
        ([("f", 1), ("f", 1)], Reason.PARALLEL_NO_MATCH),
        ([("f", 2), ("g", 2)], Reason.PARALLEL_NO_MATCH),
    ],
)
def test_parallel_calls_in_any_order(given: list[tuple[str, int]], reason: Reason | None) -> None:
    """Each expected call takes one given call, wherever it stands."""
    two = entry({"f": {"p": [1]}}, {"g": {"p": [2]}}, category="parallel_multiple")
    calls = [Call(name, {"p": value}) for name, value in given]
    assert match(calls, two, "fc").error_type is reason


def test_parallel_matching_never_takes_a_choice_back() -> None:
    """The first expected call takes what only the second could do with: known oddity."""
    two = entry({"f": {"p": [1, 2]}}, {"f": {"p": [1]}}, category="parallel")
    verdicts = [
        match([Call("f", {"p": first}), Call("f", {"p": second})], two, "fc").error_type
        for first, second in [(2, 1), (1, 2)]
    ]
    assert verdicts == [None, Reason.PARALLEL_NO_MATCH]


def test_java_and_javascript_values_come_as_text() -> None:
    """Anything else is a type error with a name of its own."""
    doc = {"name": "f", "parameters": {"properties": {"p": INT}, "required": []}}
    found = [
        match([Call("f", {"p": value})], expected(category, [doc], [{"f": {"p": [5]}}]), "fc")
        for category in ("simple_java", "simple_javascript")
        for value in (5, "5")
    ]
    reasons = [Reason.JAVA_TYPE, None, Reason.JAVASCRIPT_TYPE, None]
    assert [verdict.error_type for verdict in found] == reasons


def test_right_java_arrays_of_strings_are_rejected() -> None:
    """Known oddity: quotes stay in an array's elements, and `new String[]{a}` is accepted."""
    doc = {
        "name": "f",
        "parameters": {
            "properties": {"p": {"type": "Array", "items": {"type": "String"}}},
            "required": ["p"],
        },
    }
    one = expected("simple_java", [doc], [{"f": {"p": [["a", "b"]]}}])
    literals = ['new String[]{"a", "b"}', "new String[]{a, b}"]
    found = [match([Call("f", {"p": literal})], one, "fc").valid for literal in literals]
    assert found == [False, True]


def test_messages_stay_short() -> None:
    """A message shows where it went wrong, in short, however large the value."""
    one = expected("simple_python", [DOC], [TRUTH])
    deep: Any = 1
    for _ in range(10**5):
        deep = [deep]
    calls = [Call("geo.area", {"base": value, "height": 3}) for value in (10**9000, "x" * 10**6)]
    calls += [Call("geo.area", {"base": deep, "height": 3})]
    messages = [match([call], one, "text").message for call in calls]
    assert [len(message) < 150 and "base" in message for message in messages] == [True] * 3


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("A b,c.d/e-f_g*h^i", "abcdefghi"),
        ("It's", 'it"s'),
        ("a\tb\n", "a\tb\n"),
        ("a:b;c%d(e)&", "a:b;c%d(e)&"),
        ("“É”–\u00a0", "“é”–\u00a0"),
    ],
)
def test_standard_texts(text: str, standard: str) -> None:
    """Seven marks and blanks go, letters are lowered, quotes are made double; nothing else."""
    assert standardise(text) == standard


@pytest.mark.parametrize("wrong", [(True, Reason.TYPE), (False, None)])
def test_a_verdict_has_a_reason_exactly_if_invalid(wrong: tuple[bool, Reason | None]) -> None:
    """A verdict that contradicts itself cannot be made."""
    with pytest.raises(ValueError, match="valid or has a reason"):
        Verdict(*wrong)


@pytest.mark.parametrize("swap", [False, True])
def test_the_known_entry_where_order_matters(swap: bool) -> None:
    """parallel_178 accepts one order of its right calls and rejects the other."""
    reference = parse(references(["parallel"])["parallel_178"])
    one = expected(reference.category, reference.functions, reference.ground_truth)
    calls = [
        {name.replace(".", "_"): json.dumps({k: v[0] for k, v in given.items() if v[0] != ""})}
        for answer in reference.ground_truth
        for name, given in answer.items()
    ]
    assert judge(calls[::-1] if swap else calls, one, "fc").valid is not swap
