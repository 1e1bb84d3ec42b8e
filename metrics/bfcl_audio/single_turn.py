"""One single-turn answer, as it came, to its verdict. The public face of single-turn scoring.

entry = expected("simple_python", functions, ground_truth)     # once for each entry
judge("[f(a=1)]", entry, "text")                               # -> Verdict
judge([{"f": '{"a": 1}'}], entry, "fc")
"""

import json
from collections.abc import Iterable

from .ast_match import Expected, Mode, match
from .calls import Call, DecodeError, parse_calls
from .java_calls import parse_java_call
from .javascript_calls import parse_javascript_call
from .languages import Language, language_of
from .verdict import VALID, Reason, Verdict, invalid


def decode(answer: object, category: str, mode: Mode) -> list[Call]:
    """Read an answer as calls.

    Args:
        answer: in mode "fc" a list of `{name: JSON text of the arguments}`, in mode "text" a str.
        category: a single-turn category, which tells the language of a text.
        mode: how the answer came.

    Raises:
        DecodeError: it is no list of calls; its `reason` says in which of two ways.
    """
    if mode == "fc":
        return _decode_tool_calls(answer)
    if not isinstance(answer, str):
        raise DecodeError(f"expected text, got {type(answer).__name__}")
    language = language_of(category)
    if language is Language.JAVA:
        return parse_java_call(answer)
    if language is Language.JAVASCRIPT:
        return parse_javascript_call(answer)
    return parse_calls(answer)


def _decode_tool_calls(answer: object) -> list[Call]:
    if not isinstance(answer, Iterable):
        raise DecodeError(f"expected a list of calls, got {type(answer).__name__}")
    calls = [_decode_tool_call(item) for item in answer]
    for name, arguments in calls:
        if not isinstance(arguments, dict):
            message = f"the arguments of {name} are not a JSON object"
            raise DecodeError(message, Reason.DECODER_WRONG_FORMAT)
    return calls


def _decode_tool_call(item: object) -> Call:
    if not isinstance(item, dict) or not item:
        raise DecodeError(f"expected {{name: arguments}}, got {type(item).__name__}")
    name, arguments = next(iter(item.items()))
    if not isinstance(arguments, str):
        raise DecodeError(f"the arguments of {name} are not JSON text")
    try:
        return Call(name, json.loads(arguments))
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"the arguments of {name} are not JSON: {error}"[:300]) from None


def judge(answer: object, entry: Expected, mode: Mode) -> Verdict:
    """Judge an answer as it came.

    In `irrelevance` the right answer is to call nothing, in `live_relevance` to call anything.
    """
    if "relevance" in entry.category:
        return judge_relevance(answer, entry.category, mode)
    try:
        calls = decode(answer, entry.category, mode)
    except DecodeError as error:
        return invalid(error.reason, str(error))
    return match(calls, entry, mode)


def judge_relevance(answer: object, category: str, mode: Mode) -> Verdict:
    """Judge whether an answer calls at all, as the category wants.

    Whatever cannot be read as calls counts as no call, be it prose or a broken attempt.
    """
    called = has_call(answer, category, mode)
    if "irrelevance" in category:
        message = "a call, where none of the functions serves the request"
        return invalid(Reason.IRRELEVANCE_CALLED, message) if called else VALID
    return VALID if called else invalid(Reason.RELEVANCE_NOT_CALLED, "no call")


def has_call(answer: object, category: str, mode: Mode) -> bool:
    """Tell if an answer can be read as one call or more."""
    try:
        return bool(decode(answer, category, mode))
    except DecodeError:
        return False
