"""Every accepted form of an answer, read into the form that bfcl-eval stores.

Single turn, that is a list of one-key dicts `[{name: "<JSON arguments>"}]` (`fc`: the model called
tools) or text (`text`: it was prompted to write calls). Multi-turn, it is a list of turns, a turn
a list of steps, a step such a list or text. OpenAI's tool calls and messages are rewritten into
that; what cannot be understood is left as it is, for the decoder to refuse.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from .ast_match import Mode
from .calls import DecodeError, too_large
from .errors import InputError
from .json_values import MAX_DEPTH, SHALLOW, depth_of, on_own_stack
from .reference import is_multi_turn
from .single_turn import decode
from .steps import decode_step

AnyMode = Literal["auto", "fc", "text"]

UNREADABLE = True
"""In place of an answer that is no JSON value: like it, this is there and is no call."""

_MODES: tuple[str, ...] = get_args(AnyMode)
Kind = Literal["calls", "malformed", "question", "prose"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """One answer as bfcl-eval would store it.

    Attributes:
        mode: `fc` is judged as the reference judges function-calling models (dots in function
            names become underscores), `text` as it judges prompting models.
        result: single-turn: list of one-key dicts, or text; multi-turn: turns of steps of those.
    """

    mode: Mode
    result: object


def read(answer: object, category: str, mode: AnyMode = "auto") -> Prediction:
    """Read an answer in any accepted form but a trajectory (see `trajectories`).

    What is no JSON value is read as `UNREADABLE`.

    Args:
        answer: text, a bfcl-eval result, OpenAI tool calls or a message; or JSON text of these.
        category: what the entry is; it says how deep calls may lie.
        mode: `auto` takes an answer with tool calls for `fc` and any other text for `text`.

    Raises:
        InputError: an unknown mode.
    """
    if mode not in _MODES:
        raise InputError(f"unknown mode {mode!r}; choose from {', '.join(_MODES)}")
    if isinstance(answer, str):
        depth = answer.count("[") + answer.count("{")  # at most
    else:
        depth = depth_of(answer)
        answer = UNREADABLE if depth > MAX_DEPTH else answer
    if depth > SHALLOW:
        return on_own_stack(_read, answer, category, mode)
    return _read(answer, category, mode)


def _read(answer: object, category: str, mode: AnyMode) -> Prediction:
    many = is_multi_turn(category)
    rewritten, holds_calls = (_turns, _any_calls) if many else (_step, _is_calls)
    result = rewritten(answer)
    if isinstance(answer, str):
        parsed = rewritten(_parsed(answer))
        # JSON of calls, or of turns, is read; any other text stays text, which no `fc` decodes.
        if (many and isinstance(parsed, list)) or (mode != "text" and holds_calls(parsed)):
            result = parsed
    if mode != "auto":
        return Prediction(mode, result)
    prose = not holds_calls(result) if many else isinstance(result, str)
    return Prediction("text" if prose else "fc", result)


_WRAPPED = '{"bfcl_audio:answer":'


def wrap(answer: object) -> str:
    """Write any answer as one string, such that `unwrap` gives back exactly it.

    What is no JSON value is written as `UNREADABLE`.
    """
    if isinstance(answer, str) and not answer.startswith(_WRAPPED) and _encodes(answer):
        return answer
    try:
        return f"{_WRAPPED} {json.dumps(answer)}}}"
    except (TypeError, ValueError, RecursionError):
        return f"{_WRAPPED} {json.dumps(UNREADABLE)}}}"


def unwrap(text: object) -> object:
    """The answer that `wrap` was given; anything else as it is."""
    if isinstance(text, str) and text.startswith(_WRAPPED):
        return json.loads(text[len(_WRAPPED) : -1])
    return text


def _encodes(text: str) -> bool:
    """False for text with half a surrogate pair, which no UTF-8 column can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def has_calls(message: object, category: str, mode: AnyMode = "auto") -> bool:
    """Whether an assistant message holds calls: the scorer's own predicate.

    Args:
        message: text, an OpenAI assistant message, or one step of a bfcl-eval result.
        category: of the entry; it decides the language in which text is read.
        mode: `fc` if the agent calls tools natively, so that its text never counts as a call.
    """
    return kind(message, category, mode) == "calls"


def kind(message: object, category: str, mode: AnyMode = "auto") -> Kind:
    """Tell what an assistant message is: calls, an attempt at calls, a question, or other prose.

    An attempt (`malformed`) tries to call and fails to decode. An empty message is `prose`.
    """
    prediction = read(message, "one message has the shape of a single-turn answer", mode)
    result = prediction.result
    try:
        if is_multi_turn(category):
            calls = decode_step(result, prediction.mode)
        else:
            calls = decode(result, category, prediction.mode)
        if calls:
            return "calls"
    except DecodeError:
        if result and not isinstance(result, str):
            return "malformed"
    text = result if isinstance(result, str) else ""
    if attempts_call(text):
        return "malformed"
    return "question" if asks(text) else "prose"


_ATTEMPT = re.compile(
    r"""^\W*+(?:(?:python|json|tool_code|tool_call)\b\W*+)?[A-Za-z_$][\w.$]*+\(  # begins with f(
      | ^[^\w\[{"]*+(?:json)?[^\w\[{"]*+[\[{][\s\[{]*+"        # begins as JSON
      | </?(?:tool_call|function|invoke|TOOLCALL)\b             # a call in tags
      | \[TOOL_CALLS\]                                         # ... in Mistral's
      | (?<=[\w$])\(\s*+[A-Za-z_]\w*+\s*+=[^=]                 # f(a=... anywhere
    """,
    re.VERBOSE,
)
_ASKS = re.compile(
    r"\?|\b(?:please|could you|can you|would you)\s+(?:also\s+)?(?:kindly\s+)?"
    r"(?:clarify|confirm|give|provide|repeat|say|share|specify|spell|tell)\b",
    re.IGNORECASE,
)
_ENOUGH = 20_000  # characters of a message that tell what it is


def attempts_call(text: str) -> bool:
    """Whether text that does not decode looks like someone trying to call a function."""
    return _ATTEMPT.search(text[:_ENOUGH].strip()) is not None


def asks(text: str) -> bool:
    """Whether prose asks the user for something."""
    return _ASKS.search(text[-_ENOUGH:]) is not None


# How JSON of an object or a list begins, as far as its first value; `[f(` of a call does not.
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*(?:["\[{\]\d-]|true|false|null|NaN|Infinity))')


def _parsed(text: str) -> object:
    """What JSON text holds; the text itself if it is no JSON of an object or a list, or vast."""
    if not _JSON.match(text) or too_large(text):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _turns(answer: object) -> object:
    """A multi-turn answer with every OpenAI form in it rewritten."""
    if not isinstance(answer, list | tuple):
        return answer
    return [
        [_step(step) for step in turn] if isinstance(turn, list | tuple) else turn
        for turn in answer
    ]


def _step(answer: object) -> object:
    """One message, or one list of calls, with OpenAI's forms rewritten into bfcl-eval's."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, list | tuple):
        return [_tool_call(call) for call in answer]
    if isinstance(answer, Mapping):
        if isinstance(answer.get("tool_calls"), list | tuple) and answer["tool_calls"]:
            return [_tool_call(call) for call in answer["tool_calls"]]
        if answer.get("role") == "assistant":
            content = answer.get("content")
            return content if isinstance(content, str) else ""
        return _tool_call(answer)
    return answer


def _tool_call(call: Any) -> object:
    """`{"type": "function", "function": {"name", "arguments"}}` to `{name: arguments}`."""
    if type(call) is dict and len(call) == 1 and "function" not in call:
        return call  # bfcl-eval's form, the commonest
    if not isinstance(call, Mapping):
        return call
    function = call if call.get("type") == "function_call" else call.get("function")
    if isinstance(function, Mapping) and isinstance(function.get("name"), str):
        arguments = function.get("arguments")
        if isinstance(arguments, Mapping):
            try:
                arguments = json.dumps(arguments, ensure_ascii=False)
            except (TypeError, ValueError, RecursionError):
                return call
        return {function["name"]: arguments}
    return call


def _is_calls(result: object) -> bool:
    """Whether this is a list of one-key dicts."""
    return (
        isinstance(result, list)
        and len(result) > 0
        and all(isinstance(item, dict) and len(item) == 1 for item in result)
    )


def _any_calls(turns: object) -> bool:
    """Whether some step of some turn is a list of calls (or, unlisted, one)."""
    if not isinstance(turns, list):
        return False
    steps = (step for turn in turns if isinstance(turn, list) for step in turn)
    return any(
        isinstance(step[0] if isinstance(step, list) and step else step, dict) for step in steps
    )
