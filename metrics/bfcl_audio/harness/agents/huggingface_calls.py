"""What a local model wrote -> text and tool calls, in the formats that chat models are trained on.

| written | by |
|---|---|
| `<tool_call>{"name": …, "arguments": …}</tool_call>` | Hermes, Qwen, Granite |
| `<tool_call><function=f><parameter=a>1</parameter></function></tool_call>` | Qwen 3 Coder, 3.5 |
| `<function=f>{"a": 1}</function>` | Llama 3.1 |
| `<|tool_call|>[{"name": …, "arguments": …}]<|/tool_call|>` | Phi 4, Granite |
| `[TOOL_CALLS][{"name": …, "arguments": …}]`, `[TOOL_CALLS]f[ARGS]{"a": 1}` | Mistral, Voxtral |
| `{"name": …, "parameters": …}`, one or several, nothing else | Llama 3 |
| `[f(a=1), g(b="x")]`, nothing else | Llama 3.2, 4, LFM 2, OLMo 3 |

Models whose tokenizer says how to read them (`response_template`) are read by transformers itself.
A call that cannot be read leaves all as text, which the scorer then sees as malformed.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...calls import DecodeError, parse_calls
from ..tools import Tool

Arguments = Mapping[str, object] | str
_MISTRAL = "[TOOL_CALLS]"
_BLOCK = re.compile(
    r"<(?P<bar>\|?)(?P<tag>tool_call|function_calls|tool_call_start)(?P=bar)>(?P<body>.*?)"
    r"(?:<(?P=bar)/(?P=tag)(?P=bar)>|</(?P=tag)>|<\|tool_call_end\|>|\Z)"
    r"|(?P<function><function=.*?(?:</function>|\Z))",
    re.DOTALL,
)
_FUNCTION = re.compile(r"<function=(?P<name>[^>\n]+)>(?P<body>.*?)</function>", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^>\n]+)>\n?(.*?)\n?</parameter>", re.DOTALL)
_NAMED = re.compile(r"\s*([\w.-]+)\s*(?:\[CALL_ID\]\s*\w+\s*)?(?:\[ARGS\])?\s*(?={)")
_FENCE = re.compile(r"\s*```(?:json|python|tool_code|tool_call)?\s*\n(.*?)\n?```\s*", re.DOTALL)
_THOUGHT = re.compile(r"(<think>|\[THINK\]).*?(</think>|\[/THINK\])", re.DOTALL)


class Written(NamedTuple):
    """What was written: text beside the calls, and the calls as `(name, arguments)`."""

    text: str
    calls: tuple[tuple[str, Arguments], ...] = ()


class _Unreadable(ValueError):
    """Something marked as a call that is none."""


def read(text: str, tools: Sequence[Tool] = (), *, thinking: bool = False) -> Written:
    """Read text without its end marker.

    Args:
        text: what the model wrote, special tokens included.
        tools: what it might call; says which values are text where the format does not.
        thinking: the prompt had begun a thought already.
    """
    said = spoken(text, thinking=thinking)
    try:
        return _marked(said, tools) or _bare(said) or Written(said)
    except (_Unreadable, DecodeError, ValueError, RecursionError):
        return Written(said)


def spoken(text: str, *, thinking: bool = False) -> str:
    """The text without what the model thought; one that never stopped thinking said nothing."""
    if thinking and not re.match(r"\s*(?:<think>|\[THINK\])", text):
        text = f"<think>{text}"
    text = _THOUGHT.sub("", text)
    return re.split(r"<think>|\[THINK\]", text, maxsplit=1)[0].strip()


def _marked(text: str, tools: Sequence[Tool]) -> Written | None:
    """Calls between marks; None if there is no mark.

    Raises:
        ValueError: what is marked as a call is none.
    """
    before, mark, after = text.partition(_MISTRAL)
    if mark:
        calls = [call for part in after.split(_MISTRAL) for call in _mistral(part.strip())]
        beside = before
    elif _BLOCK.search(text):
        calls = [call for block in _BLOCK.finditer(text) for call in _block(block, tools)]
        beside = _BLOCK.sub("", text)
    else:
        return None
    if not calls:
        raise _Unreadable(text)
    return Written(beside.strip(), tuple(calls))


def _block(block: re.Match[str], tools: Sequence[Tool]) -> Iterator[tuple[str, Arguments]]:
    body = (block["body"] if block["function"] is None else block["function"]).strip()
    functions = list(_FUNCTION.finditer(body))
    if functions:
        yield from (_function(one, tools) for one in functions)
    elif body.startswith(("{", "[{")):
        yield from _json_calls(body)
    else:
        yield from _python_calls(body)


def _function(found: re.Match[str], tools: Sequence[Tool]) -> tuple[str, Arguments]:
    name, body = found["name"].strip(), found["body"].strip()
    if body.startswith("{"):
        return name, _object(json.loads(body))
    schemas: Mapping[str, Mapping[str, object]] = next(
        (tool.parameters["properties"] for tool in tools if tool.name == name), {}
    )
    return name, {key: _typed(text, schemas.get(key, {})) for key, text in _PARAMETER.findall(body)}


def _typed(text: str, schema: Mapping[str, object]) -> object:
    """A value written without quotes: text where the tool says so, else JSON if it is any."""
    if schema.get("type") == "string":
        return text
    try:
        return json.loads(text)
    except ValueError:
        return {"True": True, "False": False, "None": None}.get(text.strip(), text)


def _mistral(text: str) -> Iterator[tuple[str, Arguments]]:
    """`[{"name": …}]`, or names each before their arguments."""
    if text.startswith(("[", "{")):
        yield from _json_calls(text)
        return
    while text:
        named = _NAMED.match(text)
        if not named:
            raise _Unreadable(text)
        arguments, end = json.JSONDecoder().raw_decode(text, named.end())
        yield named[1], _object(arguments)
        text = text[end:].strip()


def _bare(text: str) -> Written | None:
    """Text that is calls and nothing else; None if it is not."""
    fenced = _FENCE.fullmatch(text)
    inner = (fenced[1] if fenced else text).replace("<|python_tag|>", "").strip()
    if inner.startswith(("{", "[{")):
        return Written("", tuple(_json_calls(inner)))
    if inner.startswith("[") and inner.endswith("]"):
        calls = tuple(_python_calls(inner))
        return Written("", calls) if calls else None
    return None


def _json_calls(text: str) -> Iterator[tuple[str, Arguments]]:
    """One JSON call, a list of them, or several one after the other.

    Raises:
        ValueError: it is anything else.
    """
    decoder = json.JSONDecoder()
    while text:
        value, end = decoder.raw_decode(text)
        for call in value if isinstance(value, list) else [value]:
            yield _json_call(call)
        text = text[end:].strip("; \n\t,")


def _json_call(call: object) -> tuple[str, Arguments]:
    inner = call.get("function") if isinstance(call, dict) else None
    function = inner if isinstance(inner, dict) else _object(call)
    name = function.get("name")
    keys = [key for key in ("arguments", "parameters") if key in function]
    if not isinstance(name, str) or not keys:
        raise _Unreadable(call)
    arguments = function[keys[0]]
    return name, arguments if isinstance(arguments, str) else _object(arguments or {})


def _python_calls(text: str) -> Iterator[tuple[str, Arguments]]:
    for call in parse_calls(text):
        json.dumps(call.arguments)  # a value that JSON cannot carry is none that a tool can take
        yield call.name, {str(key): value for key, value in call.arguments.items()}


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _Unreadable(value)
    return value
