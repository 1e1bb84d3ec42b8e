"""Verdicts and outcomes in words, and calls as a person writes them."""

import json
from collections.abc import Mapping, Sequence

from ..reference import Reference
from ..verdict import Reason

OUTCOMES = ("correct", "wrong", "malformed", "asked", "abstained")

OUTCOME_WORDS: Mapping[str, str] = {
    "correct": "correct",
    "wrong": "silently wrong",
    "malformed": "malformed",
    "asked": "ended on a question",
    "abstained": "ended without a call",
}

_REASONS: Mapping[str, str] = {
    Reason.DECODER_FAILED: "no function call could be read from the answer",
    Reason.DECODER_WRONG_FORMAT: "the answer is not a list of function calls",
    Reason.SIMPLE_WRONG_COUNT: "not exactly one call was made",
    Reason.MULTIPLE_WRONG_COUNT: "not exactly one call was made",
    Reason.PARALLEL_WRONG_COUNT: "the number of calls is not the number expected",
    Reason.PARALLEL_NO_MATCH: "one of the expected calls was not made",
    Reason.WRONG_NAME: "another function was called",
    Reason.MISSING_REQUIRED: "a required argument is missing",
    Reason.UNEXPECTED_PARAMETER: "an argument was given that does not belong there",
    Reason.MISSING_OPTIONAL: "an argument that the request asks for is missing",
    Reason.TYPE: "an argument has the wrong type",
    Reason.NESTED_TYPE: "an element of an argument has the wrong type",
    Reason.JAVA_TYPE: "an argument is not valid Java of its type",
    Reason.JAVASCRIPT_TYPE: "an argument is not valid JavaScript of its type",
    Reason.STRING_VALUE: "a text argument has the wrong value",
    Reason.LIST_VALUE: "a list argument has the wrong value",
    Reason.DICT_KEY: "a field of an argument should not be there or is missing",
    Reason.DICT_VALUE: "a field of an argument has the wrong value",
    Reason.LIST_OF_DICT_COUNT: "a list argument has the wrong length",
    Reason.OTHER_VALUE: "an argument has the wrong value",
    Reason.DICT_UNCLEAR: "an argument's fields do not match",
    Reason.LIST_OF_DICT_UNCLEAR: "a list argument's elements do not match",
    Reason.IRRELEVANCE_CALLED: "a function was called although none can help",
    Reason.RELEVANCE_NOT_CALLED: "no function was called although one can help",
    Reason.INFERENCE_ERROR: "the run of this entry holds an error instead of answers",
    Reason.FORCE_TERMINATED: "the conversation ended before its last turn",
    Reason.EMPTY_TURN: "a turn that needs calls has none",
    Reason.STATE_MISMATCH: "the simulated systems ended in another state",
    Reason.RESPONSE_MISMATCH: "a result that the task needs was never obtained",
    Reason.TIME_LIMIT: "the calls took longer than scoring allows",
}


def reason_words(error_type: str | None) -> str:
    """Why an answer is not valid, in words; empty if it is."""
    return _REASONS.get(error_type, error_type) if error_type else ""


def expected_calls(reference: Reference) -> tuple[tuple[str, ...], ...]:
    """The right calls of each turn, as text; a single-turn entry has one turn."""
    if reference.multi_turn:
        return tuple(tuple(map(str, _list(turn))) for turn in reference.ground_truth)
    return (tuple(_options(answer) for answer in reference.ground_truth),)


def actual_calls(answer: object, *, multi_turn: bool) -> tuple[tuple[str, ...], ...]:
    """The calls an agent answered with, turn by turn, steps of a turn run together.

    Words stand where a turn has nothing but words: then they may be calls written out.
    """
    turns = _list(answer) if multi_turn else [[answer]]
    return tuple(_turn(_list(turn)) for turn in turns)


def call_text(name: str, arguments: str) -> str:
    """`f(x=1, y="a")` from a name and JSON arguments; arguments that are no JSON object as is."""
    try:
        parsed = json.loads(arguments)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        return f"{name}({arguments})"
    return f"{name}({', '.join(f'{key}={_literal(value)}' for key, value in parsed.items())})"


def _turn(steps: Sequence[object]) -> tuple[str, ...]:
    called = [step for step in steps if not isinstance(step, str)]
    calls = tuple(call for step in called for call in _step(step))
    return calls or tuple(call for step in steps for call in _step(step))


def _step(step: object) -> list[str]:
    if isinstance(step, list):
        return [part for item in step for part in _step(item)]
    if isinstance(step, Mapping):
        return [
            call_text(
                str(name), value if isinstance(value, str) else json.dumps(value, default=str)
            )
            for name, value in step.items()
        ]
    text = "" if step is None else str(step)
    return [text] if text.strip() else []


def _options(answer: object) -> str:
    """A possible answer as a call: alternatives joined by "or", in brackets what may be absent."""
    if not isinstance(answer, Mapping):
        return str(answer)
    calls = []
    for name, parameters in answer.items():
        shown = [_parameter(key, options) for key, options in _mapping(parameters).items()]
        calls.append(f"{name}({', '.join(shown)})")
    return " ".join(calls)


def _parameter(name: str, options: object) -> str:
    values = list(dict.fromkeys(_literal(option) for option in _list(options) if option != ""))
    shown = f"{name}={' or '.join(values)}" if values else name
    return f"[{shown}]" if "" in _list(options) else shown


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
