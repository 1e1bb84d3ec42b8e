"""Text to calls, and arithmetic on literals, without evaluating anything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bfcl_audio.calls import Call, DecodeError, parse_calls

ARGUMENTS = [
    ("1", 1),
    ("-5", -5),
    ("+5", -5),  # every unary operator means minus
    ("~5", -5),
    ("not True", -1),
    ("'a' 'b'", "ab"),
    ("true", "true"),
    ("null", "null"),
    ("None", None),
    ("...", "..."),
    ("b'x'", b"x"),
    ("[1, (2, 'x'), {'k': [3]}]", [1, (2, "x"), {"k": [3]}]),
    ("{a: 1}", {"a": 1}),
    ("g('x')", "g('x')"),
    ('g( "x" )', "g('x')"),
    ("g.h(y=1)", {"g.h": {"y": 1}}),
    ('d["k"]', "d['k']"),
    ("d[0:2]", "d[0:2]"),
    ("2 + 3", 5),
    ("2 ** 3 * -1", -8),
    ("-5 + 3", -2),
    ("'a' * 3", "aaa"),
    ("[1] + [2]", [1, 2]),
    ("'%.2f' % 3.14159", "3.14"),
    ("f'a' + 'b'", "ab"),  # an f-string is a value only beside an operator
    ("""f'{1 + 1:>3}|{"a"!r}' + 'b'""", "  2|'a'b"),
    ("'%(a)s' % {'a': 1}", "1"),
    ("'%s in 2023' % 'May'", "May in 2023"),
    ("'a'.upper() + 'b'", "Ab"),
    ("'-'.join(['a', 'b']) + ''", "a-b"),
    ("sorted([2, 1], reverse=True) + [0]", [2, 1, 0]),
    ("sum([[1]], []) + [2]", [1, 2]),
    ("list(range(3)) + [5]", [0, 1, 2, 5]),
    ("dict(a=1) | {'b': 2}", {"a": 1, "b": 2}),
    ("int('ff', 16) + pow(2, 3)", 263),
    ("pow(mod=5, exp=3, base=2) + 1", 4),
    ("round(ndigits=1, number=2.61) + 1", 3.6),
    ("(1 < 2 < 3) + 1", 2),
    ("(0 or 4) + 1", 5),
    ("(1 if '' else 2) + 0", 2),
    ("[1, 2, 3][1:][0] + 0", 2),
    ("len([1, 2]) + round(2.6)", 5),
    ("{'a': 1} | {'b': 2}", {"a": 1, "b": 2}),
]

CALLS = [
    ("[f(a=1), g.h()]", [Call("f", {"a": 1}), Call("g.h", {})]),
    ("f(a=1)", [Call("f", {"a": 1})]),
    ("f(a=1), g()", [Call("f", {"a": 1}), Call("g", {})]),
    ("[f(a=1)", [Call("f", {"a": 1})]),
    ("f(a=1)]", [Call("f", {"a": 1})]),
    ("(f(a=1))", [Call("f", {"a": 1})]),
    ("```\n[f(a=1)]\n```", [Call("f", {"a": 1})]),
    ("[f(a=1)] # sure ]", [Call("f", {"a": 1})]),
    ("f(1, 2, a=3)", [Call("f", {"a": 3})]),  # positional arguments are dropped
    ("f(a=1, a=2)", [Call("f", {"a": 2})]),
    ("f(**{'a': 1})", [Call("f", {None: {"a": 1}})]),
    ("'f'(a=1)", [Call("", {"a": 1})]),
    ("f[0](a=1)", [Call("", {"a": 1})]),
    ("f().g(a=1)", [Call("g", {"a": 1})]),
    (r"f(a='\d')", [Call("f", {"a": r"\d"})]),
    ("", []),
    ("[]", []),
]

NO_CALLS = [
    "I can not do this.",
    "hello",
    "3",
    "[{}]",
    "[[f()]]",
    "{f()}",
    "[f()], [g()]",
    "[f()]; ",
    "[f()].",
    "```python\n[f()]\n```",
    "x = f()",
    "f(a: 1)",
    "f(a=x.y)",
    "f(a=1 < 2)",
    "f(a=1 and 2)",
    "f(a=f'x')",
    "f(a={1, 2})",
    "f(a=lambda: 1)",
    "f(a=--1)",
    "f(a=-'x')",
    "f(a=-(2 + 3))",
    "f(a={**b})",
    "f(a={[]: 1})",
    "f(a='\0')",
    "f(a='\ud800')",
]

REFUSED_ARITHMETIC = [
    "1 / 0",
    "x + 1",
    "__import__('os').getcwd() + ''",
    "open('f') + 1",
    "'{0.real}'.format(1) + 'b'",
    "'{}'.format_map({}) + 'b'",
    "'a'.__class__() + 'b'",
    "[1].append(2) + 1",
    "'a'.center(10 ** 9) + 'b'",
    "('a' * 999).replace('', 'a' * 999) + 'b'",
    "list(range(10 ** 9)) + [1]",
    "pow(9, 9 ** 9) + 1",
    "str(10 ** 5000) + 'b'",
    "dict(**{'a': 1}) | {}",
    "getattr(1, 'real') + 1",
    "(a := 1) + 1",
    "[i for i in [1]] + [2]",
    "(lambda: 1)() + 1",
    "9 ** 9 ** 9",
    "1 << 10 ** 10",
    "'a' * 10 ** 10",
    "10 ** 10 * [1]",
    "[[[1] * 999] * 999] * 999",
    "'%999999999d' % 1",
    "'%*d' % (10 ** 9, 1)",
    "f'{x}' + 'b'",
    "f'{1:999999999}' + 'b'",
    "f'{1:{10 ** 9}}' + 'b'",
    "'%(a)999999999d' % {'a': 1}",
    "'%(a(b)c)999999999d' % {'a(b)c': 1}",
    "pow(exp=9 ** 9, base=9) + 1",
    "round(10 ** 4000, -10 ** 9) + 1",
    "round(ndigits=-10 ** 9, number=5) + 1",
    "('a' * 60000).rfind('b' + 'a' * 30000) + 1",
    "max([1], key=len) + 1",
    "2 @ 3",
    "(1 is 1) + 1",
    " + ".join(["10 ** 9000"] * 300),
]


@pytest.mark.parametrize(("source", "value"), ARGUMENTS)
def test_argument_values(source: str, value: object) -> None:
    """An argument is a literal, a name as its own text, or arithmetic on literals."""
    (call,) = parse_calls(f"[f(a={source})]")
    assert (call.arguments["a"], type(call.arguments["a"])) == (value, type(value))


def test_arithmetic_grows_no_further_in_many_arguments() -> None:
    """A short text could fill gigabytes, each argument within what one may take."""
    text = ", ".join(f"a{place}=[0] * 49000" for place in range(1200))
    with pytest.raises(DecodeError, match="too large"):
        parse_calls(f"[f({text})]")


@pytest.mark.parametrize(("text", "calls"), CALLS)
def test_texts_that_are_calls(text: str, calls: list[Call]) -> None:
    """Brackets may be missing, blanks and bare backticks may surround the calls."""
    assert parse_calls(text) == calls


@pytest.mark.parametrize("text", NO_CALLS)
def test_texts_that_are_no_calls(text: str) -> None:
    """Whatever else the text is, it is refused."""
    with pytest.raises(DecodeError):
        parse_calls(text)


@pytest.mark.parametrize("source", REFUSED_ARITHMETIC)
def test_refused_arithmetic(source: str) -> None:
    """Names, attributes, calls, and results past a fixed size are refused, not worked out."""
    with pytest.raises(DecodeError):
        parse_calls(f"[f(a={source})]")


@pytest.mark.parametrize("text", ["(" * 10**6, "f(a=" + "[" * 10**5, "f(a=" + "-" * 10**5 + "1)"])
def test_deep_nesting_is_refused(text: str) -> None:
    """Nesting beyond Python's own limits is no call, and no crash."""
    with pytest.raises(DecodeError):
        parse_calls(text)


def test_text_too_large_for_a_syntax_tree_is_refused() -> None:
    """Memory stays bounded: so many symbols never reach the parser."""
    with pytest.raises(DecodeError, match="symbols"):
        parse_calls("," * 3_000_000)


@given(st.text(alphabet=st.sampled_from("fa=(1)[2]{3}'\"\\\n,.+-*/%<:; #µ\0"), max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text raises anything but the parser's own error."""
    try:
        calls = parse_calls(text)
    except DecodeError:
        calls = []
    assert all(isinstance(call, Call) for call in calls)


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c"]),
        st.recursive(
            st.none() | st.booleans() | st.integers(0) | st.floats(0, 1e300) | st.text("aé'\"\\\n"),
            lambda inner: st.lists(inner) | st.dictionaries(st.text("ab"), inner),
            max_leaves=6,
        ),
    )
)
@settings(deadline=None)
def test_literals_survive(arguments: dict[str | None, object]) -> None:
    """What Python writes as literals is read back as it was."""
    text = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    assert parse_calls(f"[f({text})]") == [Call("f", arguments)]
