"""Java and JavaScript text to the one call that is read from it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bfcl_audio.calls import Call, DecodeError
from bfcl_audio.java_calls import parse_java_call
from bfcl_audio.javascript_calls import parse_javascript_call
from bfcl_audio.verdict import Reason

JAVA = [
    ("[o.m(a=x, b=\"y z\", c='q')]", Call("o.m", {"a": "x", "b": "y z", "c": "q"})),
    ("o.m(a=true)", Call("o.m", {"a": "true"})),
    ("x = o.m(a=1)", Call("o.m", {"a": "1"})),
    ("m(a=1);", Call("m", {"a": "1"})),
    ("o.m(a=1).n(b=2)", Call("o.m(a=1).n", {"b": "2"})),
    ("f(o.m(a=1))", Call("f", {})),
    ("o.m(A.class)", Call("o.m", {None: "A.class"})),
    ('o.m(p=new String[] { "a", "b" })', Call("o.m", {"p": 'new String[]{"a","b"}'})),
    ('o.m(p=new A<B, C>( 1 ,"x" ))', Call("o.m", {"p": 'new A<B,C>(1, "x")'})),
    ('o.m(p=new A() {{ put("a", 1); }})', Call("o.m", {"p": "new A()"})),  # the body is lost
    ("o.m(p=a + b)", Call("o.m", {"p": "a+b"})),
    ("o.m(p=f( x,  y ))", Call("o.m", {"p": "f( x,  y )"})),
    ('o.m(p="é")', Call("o.m", {"p": 'é"'})),  # cut by bytes
]

JAVASCRIPT = [
    ("[f(a=x, b=\"y z\", c='q')]", Call("f", {"a": "x", "b": "y z", "c": "q"})),
    ("a.b.f(x=[1, 2], y={k: 1})", Call("a.b.f", {"x": "[1, 2]", "y": "{k: 1}"})),
    ("x; f(a=1); g()", Call("f", {"a": "1"})),
    ("f(1, x, a=`t`)", Call("f", {None: "x", "a": "`t`"})),
    ("f(true, false, a=1)", Call("f", {None: "true", "a": "1"})),
    ("f(a='é', b=2)", Call("f", {"a": "é", "b": "2"})),
    ("f(a='x' + 'y')", Call("f", {"a": "x' + 'y"})),
]

NOT_JAVA = [
    ("I can not do this.", Reason.DECODER_FAILED),
    ("[o.m(a=1)].", Reason.DECODER_FAILED),
    ("o.m(a=1), o.m(a=1)", Reason.DECODER_FAILED),
    ("o.m(a=true, a=false)", Reason.DECODER_FAILED),
    ("o.m(p=new int[2])", Reason.DECODER_FAILED),
    ("[o.m(a='\ud800')]", Reason.DECODER_FAILED),
    ("a=>" * 10**5, Reason.DECODER_FAILED),
    ("o.m(p=" + "1+" * 1500 + "1)", Reason.DECODER_FAILED),
    ("", Reason.DECODER_WRONG_FORMAT),
    ("hello world", Reason.DECODER_WRONG_FORMAT),
]

NOT_JAVASCRIPT = [
    ("I can not do this.", Reason.DECODER_FAILED),
    ("f(a: 1)", Reason.DECODER_FAILED),
    ("f(a=1, a=2)", Reason.DECODER_FAILED),
    ("f(true, x)", Reason.DECODER_FAILED),
    ("f(a='\ud800')", Reason.DECODER_FAILED),
    ("case a:" * 10**5, Reason.DECODER_FAILED),
    ("", Reason.DECODER_WRONG_FORMAT),
    ("x = f(a=1)", Reason.DECODER_WRONG_FORMAT),
    ("(f(a=1))", Reason.DECODER_WRONG_FORMAT),
]


@pytest.mark.parametrize(("text", "call"), JAVA)
def test_java_text(text: str, call: Call) -> None:
    """The first method call of a Java text counts, its values as text without blanks."""
    assert parse_java_call(text) == [call]


@pytest.mark.parametrize(("text", "call"), JAVASCRIPT)
def test_javascript_text(text: str, call: Call) -> None:
    """The first call that is a statement of a JavaScript text counts, its values as typed."""
    assert parse_javascript_call(text) == [call]


@pytest.mark.parametrize(("text", "reason"), NOT_JAVA)
def test_text_that_is_no_java_call(text: str, reason: Reason) -> None:
    """Text with errors is told from text without a call."""
    with pytest.raises(DecodeError) as error:
        parse_java_call(text)
    assert error.value.reason is reason


@pytest.mark.parametrize(("text", "reason"), NOT_JAVASCRIPT)
def test_text_that_is_no_javascript_call(text: str, reason: Reason) -> None:
    """Text with errors is told from text without a call."""
    with pytest.raises(DecodeError) as error:
        parse_javascript_call(text)
    assert error.value.reason is reason


@given(st.text(st.sampled_from("of.m(a=1)new [] {}'\"`$,;<>\\\n/*é"), max_size=40))
@settings(deadline=None, max_examples=200)
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text raises anything but the parsers' own error."""
    for parse in (parse_java_call, parse_javascript_call):
        try:
            assert len(parse(text)) == 1
        except DecodeError:
            continue
