"""Java and JavaScript literals as the values that they are compared as."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bfcl_audio.java_values import java_value
from bfcl_audio.javascript_values import javascript_value

SAME = object()  # the literal stays text

JAVA = [
    ("integer", "", "-5", -5),
    ("integer", "", "5\n", 5),
    ("integer", "", "٣", 3),
    ("integer", "", "+5", SAME),
    ("integer", "", "9" * 5000, SAME),
    ("long", "", "5L", 5),
    ("long", "", "5", SAME),
    ("float", "", "2.5e1f", 25.0),
    ("float", "", "2.5", SAME),
    ("double", "", "2.5e1", 25.0),
    ("double", "", "3", 3.0),
    ("double", "", "2.5d", SAME),
    ("double", "", ".5", SAME),
    ("boolean", "", "true", True),
    ("boolean", "", "True", SAME),
    ("String", "", '"a"', SAME),
    ("any", "", "5", SAME),
    ("Array", "integer", "new int[]{1, 2}", [1, 2]),
    ("Array", "integer", "new int[]{1, x, }", [1, "x"]),
    ("Array", "integer", "new int[]{1,\n2}", SAME),
    ("Array", "integer", "{1, 2}", SAME),
    ("Array", "String", 'new String[]{"a", b}', ['"a"', "b"]),
    ("Array", "HashMap", "new M[]{new HashMap<>()}", [{}]),
    ("Array", "ArrayList", 'new L[]{new ArrayList<A>(Arrays.asList("a"))}', [["a"]]),
    ("ArrayList", "Array", "new ArrayList<A>(Arrays.asList(new X[]{5L}))", [[5]]),
    ("ArrayList", "String", 'new ArrayList<>(Arrays.asList("a", bcd))', ["a", "c"]),
    ("ArrayList", "integer", "new ArrayList<Integer>(Arrays.asList(1, 2))", [1, 2]),
    ("ArrayList", "any", "new ArrayList<>(Arrays.asList(1, true))", ["1", "true"]),
    ("ArrayList", "integer", "new ArrayList<Integer>() {{ add(1); add(2); }}", [1, 2]),
    ("ArrayList", "integer", "new ArrayList<>()", []),
    ("ArrayList", "integer", "new ArrayList<a.B>(Arrays.asList(1))", SAME),
    ("ArrayList", "integer", "Arrays.asList(1, 2)", SAME),
    ("HashMap", "", "new HashMap<String, Object>()", {}),
    (
        "HashMap",
        "",
        'new HashMap<>() {{ put("a", 5); put("b", "x, y"); put("c", true); put("d", 5L); }}',
        {"a": 5, "b": "x, y", "c": True, "d": 5},
    ),
    (
        "HashMap",
        "",
        'new HashMap<>() {{ put("a", 2.5f); put("b", 1_0); put("c", null); put("d", f(x)); }}',
        {"a": 2.5, "b": 10, "c": "null", "d": "f(x"},
    ),
    ("HashMap", "", 'new HashMap<>() {{ put("a", "}"); put("b", 1); }}', {}),
    ("HashMap", "", 'Map.of("a", 1)', SAME),
    ("Set", "", "new HashSet<>()", SAME),
]

JAVASCRIPT = [
    ("String", "", "'a'", "a"),
    ("String", "", "`a`", SAME),
    ("integer", "", "-5", -5),
    ("integer", "", "5.0", SAME),
    ("float", "", "5", 5.0),
    ("float", "", "1e5", SAME),
    ("Bigint", "", "5n", 5),
    ("Bigint", "", "5", SAME),
    ("Boolean", "", "false", False),
    ("any", "", '"a"', SAME),
    ("array", "integer", "[1, 2].map(x)", [1, 2]),
    ("array", "integer", "x[1]", SAME),
    ("array", "integer", "[1,\n2]", SAME),
    ("array", "integer", "['a', 1]", ["'a'", 1]),
    ("array", "String", "['a', \"b\", c]", ["a", "b", "c"]),
    ("array", "any", "[]", []),
    ("array", "String", "new Array('a', b)", ["a", "b"]),
    ("array", "array", "[[1, 'a'],\n[true]]", [[1, "a"], [True]]),
    ("array", "array", "new Array([1, 2], [3])", [[1, 2], [3]]),
    ("array", "array", "[[1], 2]", ["[1"]),
    ("array", "dict", "[{a: 1}, {b: 2}]", [{"a": 1}, {"b": 2}]),
    ("dict", "", "{}", {}),
    ("dict", "", "{a: 'x, y', \"b\": 2, c: true}", {"a": "x, y", "b": 2, "c": True}),
    ("dict", "", "{a: [1, 'x'], b: [[1], [2]]}", {"a": [1, "x"], "b": [[1], [2]]}),
    ("dict", "", "{a: 'p, q: r'}", {"a": "p", "q": "r"}),
    ("dict", "", "{a: {b: 1}, c: 2}", {"a": "{b: 1"}),
    ("dict", "", "{a: 1,\nb: 2}", SAME),
]

HOSTILE = [
    "new HashMap<>() {" + 'put("",' * 10**5 + "\n)}",
    "new HashMap<" * 10**5,
    "new ArrayList<>() {{ add(" * 10**5,
    "new int[]{" * 10**5,
    "[" + "[1]," * 10**5,
    "{" + "a:b," * 10**5,
]


@pytest.mark.parametrize(("declared", "items", "text", "value"), JAVA)
def test_java_literals(declared: str, items: str, text: str, value: object) -> None:
    """A Java literal of the declared type is its value, anything else stays text."""
    value = text if value is SAME else value
    found = java_value(text, declared, items)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("declared", "items", "text", "value"), JAVASCRIPT)
def test_javascript_literals(declared: str, items: str, text: str, value: object) -> None:
    """A JavaScript literal of the declared type is its value, anything else stays text."""
    value = text if value is SAME else value
    found = javascript_value(text, declared, items)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("text", HOSTILE)
def test_long_collections_stay_text(text: str) -> None:
    """Text longer than any right answer is not tried, so it takes no time."""
    found = [
        *(java_value(text, declared, "integer") for declared in ("Array", "ArrayList", "HashMap")),
        *(javascript_value(text, declared, "integer") for declared in ("array", "dict")),
    ]
    assert found == [text] * 5


@given(
    st.lists(
        st.sampled_from(["new ", "HashMap<>", "() {{", "put(", '"', ",", ")", "}", "[", "]", "\n"])
    ).map("".join),
    st.sampled_from(["Array", "ArrayList", "HashMap", "array", "dict", "long", "Bigint"]),
)
@settings(deadline=None)
def test_any_text_has_a_value(text: str, declared: str) -> None:
    """No text raises; its value is a collection or the text itself."""
    for value in (java_value(text, declared, "any"), javascript_value(text, declared, "any")):
        assert value in (text, text.strip()) or isinstance(value, list | dict)
