"""The corrected view: what moves, and that nothing else does."""

import itertools
import json
from typing import Any

import pytest

import bfcl_audio
from bfcl_audio.java_literals import LiteralError, Name, java_literal

REFERENCES = bfcl_audio.references(
    ["simple_python", "simple_java", "parallel", "irrelevance", "multi_turn_base"]
)

KEYS = ("String", "user:online:both", 'new String[]{"user:online:today", "user:online:yesterday"}')


def java(function: str, **arguments: str) -> Any:
    """A Java call as a tool call."""
    return [{function: json.dumps(arguments)}]


@pytest.mark.parametrize(
    ("name", "answer", "moved"),
    [
        ("irrelevance_0", "```python\n[f(a=1)]\n```", "malformed_abstention"),
        (
            "simple_java_35",
            java("RedissonConnection_bitOp", op="BitOperation.AND", destination=KEYS[1],
                 keys=KEYS[2]),
            "java_literals",
        ),
        (
            "simple_java_65",
            java("RootObjectMapper_doXContent", builder="xContentBuilderInstance",
                 params='new ArrayList<>(Arrays.asList("include_defaults", true, '
                 '"TOXCONTENT_SKIP_RUNTIME", true))'),
            "java_literals",
        ),
        (
            "simple_java_64",
            java("DateScriptFieldType_createFieldType", name="timestamp", factory="dateFactory",
                 script="dateScript", onScriptError="FAIL",
                 meta='new HashMap<String, Object>() {{ put("format", "epoch_millis"); }}'),
            "java_literals",
        ),
        ("simple_java_1", "[nothing.passes(this=1)]", "unpassable"),
    ],
)  # fmt: skip
def test_each_correction_moves_what_it_names(name: str, answer: Any, moved: str) -> None:
    """One answer, one correction."""
    result = bfcl_audio.score([answer], [REFERENCES[name]], audited=True)
    counts = {
        key: result[f"audited/{key}"]
        for key in ("malformed_abstention", "optimal_matching", "java_literals", "unpassable")
    }
    assert {key for key, count in counts.items() if count} == {moved}


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("irrelevance_0", "I can't help with that."),
        ("simple_python_0", "```python\n[f(a=1)]\n```"),
        ("multi_turn_base_0", [[], [], [], []]),
        (
            "simple_java_35",
            java("RedissonConnection_bitOp", op="BitOperation.AND", destination=KEYS[1],
                 keys='new String[]{"user:online:today"}'),
        ),
        (
            "simple_java_35",
            java("RedissonConnection_bitOp", op="BitOperation.OR", destination=KEYS[1],
                 keys=KEYS[2]),
        ),
    ],
)  # fmt: skip
def test_nothing_else_moves(name: str, answer: Any) -> None:
    """Right abstentions, wrong values, failures that stay failures."""
    result = bfcl_audio.score([answer], [REFERENCES[name]], audited=True)
    assert (result["audited/accuracy"], result["audited/n"]) == (result["accuracy"], 1.0)


def test_parallel_calls_are_matched_the_best_way_there_is() -> None:
    """BFCL gives the first expected call the first that fits, and has none left for the next."""
    reference = json.loads(REFERENCES["parallel_178"])
    options = [next(iter(answer.items())) for answer in reference["ground_truth"]]
    calls = [
        {name.replace(".", "_"): json.dumps({k: v[0] for k, v in given.items() if v[0] != ""})}
        for name, given in options
    ]
    results = [
        bfcl_audio.score([list(order)], [reference], audited=True)
        for order in itertools.permutations(calls)
    ]
    assert (
        {result["audited/accuracy"] for result in results},
        {result["accuracy"] for result in results},
    ) == ({1.0}, {0.0, 1.0})


def test_the_audited_view_never_changes_the_others() -> None:
    """It is added, and named in the signature."""
    rows = (["```python\n[f(a=1)]```"], [REFERENCES["irrelevance_0"]])
    plain = bfcl_audio.score(*rows)
    audited = bfcl_audio.score(*rows, audited=True)
    signatures = plain.pop("signature"), audited.pop("signature")
    shared = {key: value for key, value in audited.items() if not key.startswith("audited/")}
    assert (str(shared), ["audited" in text for text in signatures]) == (str(plain), [False, True])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a\\"b"', 'a"b'),
        ("'x'", "x"),
        ("-3", -3),
        ("3L", 3),
        ("2.5f", 2.5),
        ("1e3", 1000.0),
        ("true", True),
        ("null", None),
        ("ResultSet.TYPE", Name("ResultSet.TYPE")),
        ('new String[]{"a, b", "c"}', ["a, b", "c"]),
        ("new int[][]{{1}, {2}}", None),
        ('new ArrayList<String>(Arrays.asList("a"))', ["a"]),
        ("new ArrayList<>() {{ add(1); add(2); }}", [1, 2]),
        ("new ArrayList<>()", []),
        ("List.of(1, 2)", [1, 2]),
        ('new HashMap<String, List<String>>() {{ put("k", List.of("v")); }}', {"k": ["v"]}),
        ('Map.of("k", 1)', {"k": 1}),
        ("new java.util.HashMap<>()", {}),
        ("", None),
        ("new Customers()", None),
        ("f(x)", None),
        ("1 2", None),
        ("new String[]{" * 50, None),
        ("9" * 5000, None),
    ],
)
def test_java_literals_are_read_as_java_reads_them(text: str, value: object) -> None:
    """What is no literal of a known kind is refused."""
    if value is None and text != "null":
        with pytest.raises(LiteralError):
            java_literal(text)
    else:
        assert java_literal(text) == value
