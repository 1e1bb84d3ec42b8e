"""The same answers with BFCL's known slips corrected; beside parity, never mixed into it.

malformed_abstention  a reply that tried to call and failed to decode is no abstention: it was
                      credited where calling nothing is right, and is not here
optimal_matching      parallel calls are matched the best way there is; BFCL takes the first call
                      that fits and never takes it back
java_literals         right Java literals are accepted that BFCL's reader gets wrong
unpassable            entries that no output of that form passes are left out
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .ast_match import call_mismatch
from .calls import Call, DecodeError
from .java_literals import LiteralError, java_literal
from .prediction import Prediction, kind
from .reference import Reference
from .rows import expected_calls
from .single_turn import decode
from .values import parameter, standardise
from .verdict import Reason

CORRECTIONS = ("malformed_abstention", "optimal_matching", "java_literals", "unpassable")

# As text, BFCL's parser loses the body of a map, and with it all that these could be right about.
# (The eleven that parity's reader makes unpassable or nearly so pass with `java_literals`.)
_UNPASSABLE_AS_TEXT = frozenset({"simple_java_1", "simple_java_67", "simple_java_68"})
_MISREAD = frozenset({"Array", "ArrayList", "HashMap"})  # the types whose literals BFCL misreads


def correction(
    reference: Reference, prediction: Prediction, valid: bool, reason: Reason | None
) -> str | None:
    """Name the correction that changes the verdict on an answer; None if none does."""
    category = reference.category
    if "irrelevance" in category:
        tried = valid and kind(prediction.result, category, prediction.mode) == "malformed"
        return "malformed_abstention" if tried else None
    if prediction.mode == "text" and reference.id in _UNPASSABLE_AS_TEXT:
        return "unpassable"
    if valid or reference.multi_turn:
        return None
    if reason == Reason.PARALLEL_NO_MATCH and _matches_somehow(reference, prediction):
        return "optimal_matching"
    if category == "simple_java" and _right_in_java(reference, prediction):
        return "java_literals"
    return None


def _decoded(reference: Reference, prediction: Prediction) -> list[Call]:
    try:
        return decode(prediction.result, reference.category, prediction.mode)
    except DecodeError:
        return []


def _matches_somehow(reference: Reference, prediction: Prediction) -> bool:
    """Whether some assignment gives each expected call its own (augmenting paths)."""
    entry = expected_calls(reference)
    calls = _decoded(reference, prediction)
    fits = [
        [
            place
            for place, call in enumerate(calls)
            if call_mismatch(call, wanted, entry.language, prediction.mode) is None
        ]
        for wanted in entry.calls
    ]
    taken: dict[int, int] = {}  # call -> expected call

    def place_one(wanted: int, seen: set[int]) -> bool:
        for call in fits[wanted]:
            if call not in seen:
                seen.add(call)
                if call not in taken or place_one(taken[call], seen):
                    taken[call] = wanted
                    return True
        return False

    return len(calls) == len(fits) and all(place_one(wanted, set()) for wanted in range(len(fits)))


def _right_in_java(reference: Reference, prediction: Prediction) -> bool:
    """Whether the call passes once its arguments are read as Java reads them."""
    entry = expected_calls(reference)
    calls = _decoded(reference, prediction)
    if len(calls) != 1 or len(entry.calls) != 1:
        return False
    (call,), (wanted,) = calls, entry.calls
    answers = next(iter(reference.ground_truth[0].values()))
    # An argument that is right in Java is made one that must be just that text.
    right = {
        name: text
        for name, text in call.arguments.items()
        if isinstance(text, str)
        and wanted.types.get(name, ("", ""))[0] in _MISREAD
        and _is_acceptable(text, answers.get(name, ()))
    }
    relaxed = replace(
        wanted,
        parameters={
            **wanted.parameters,
            **{name: parameter(str, None, [text]) for name, text in right.items()},
        },
        types={**wanted.types, **dict.fromkeys(right, ("any", ""))},
    )
    return call_mismatch(call, relaxed, entry.language, prediction.mode) is None


def _is_acceptable(text: str, options: Sequence[object]) -> bool:
    try:
        value = java_literal(text)
    except LiteralError:
        return False
    return any(_same(value, option) for option in options)


def _same(value: object, option: object) -> bool:
    """Whether a Java value is an acceptable one, text compared as BFCL compares text."""
    if isinstance(value, str) and isinstance(option, str):
        return standardise(value) == standardise(option)
    if isinstance(value, list) and isinstance(option, list):
        return len(value) == len(option) and all(map(_same, value, option))
    if isinstance(value, dict) and isinstance(option, dict):
        return _same_map(value, option)
    return type(value) is type(option) and value == option


def _same_map(value: Mapping[str, object], option: Mapping[str, object]) -> bool:
    """A map's values are lists of options; where BFCL forgot the list, the option itself."""
    listed = {key: given if isinstance(given, list) else [given] for key, given in option.items()}
    return all(
        key in listed and any(_same(given, one) for one in listed[key])
        for key, given in value.items()
    ) and all(key in value or "" in options for key, options in listed.items())
