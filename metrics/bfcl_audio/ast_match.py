"""Calls against the expected calls of an entry: names, parameters, and how many in which order.

`expected` works out once what depends on the entry alone; `match` judges decoded calls.
"""

import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from .calls import Call
from .languages import Language, convert, language_of, python_type
from .values import Parameter, mismatch, parameter
from .verdict import VALID, Reason, Verdict, invalid

Mode = Literal["fc", "text"]
"""How an answer came: as tool calls (dots in names became underscores), or as text."""


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """One expected call.

    Attributes:
        names: the function's name in each mode.
        required: parameters that must be given, in the order of the doc.
        parameters: the parameters that may be given: documented, and in the answer.
        types: documented type of each parameter, and of its items ("" if it has none).
        not_optional: parameters of the answer that must be given.
    """

    names: Mapping[str, str]
    required: tuple[str, ...]
    parameters: Mapping[str | None, Parameter]
    types: Mapping[str | None, tuple[str, str]]
    not_optional: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected calls of one single-turn entry, ready to be compared with."""

    category: str
    language: Language
    calls: tuple[ExpectedCall, ...]


class Mismatch(NamedTuple):
    """Why one call is not the expected one: the reason, where, and what was found there."""

    reason: Reason
    place: str | None
    found: object

    def __str__(self) -> str:
        return f"{self.reason.value} at {self.place}: {_brief(self.found)}"


def expected(
    category: str, functions: Sequence[Mapping[str, Any]], ground_truth: Sequence[Mapping[str, Any]]
) -> Expected:
    """Prepare the expected calls of an entry.

    Args:
        category: a single-turn category, such as `simple_java`.
        functions: BFCL's function docs.
        ground_truth: BFCL's possible answers `{function name: {parameter: [options]}}`.

    Raises:
        KeyError: a doc lacks its name or parameters, or an answer names an undocumented function.
    """
    language = language_of(category)
    if "parallel" in category or "multiple" in category:
        docs = {doc["name"]: doc for doc in reversed(functions)}
        pairs = [(docs[next(iter(answer))], answer) for answer in ground_truth]
    else:
        pairs = list(zip(functions, ground_truth, strict=False))[:1]
    calls = tuple(_expected_call(doc, answer, language) for doc, answer in pairs)
    return Expected(category, language, calls)


def _expected_call(
    doc: Mapping[str, Any], answer: Mapping[str, Any], language: Language
) -> ExpectedCall:
    documented = doc["parameters"]["properties"]
    options: Mapping[str, Sequence[object]] = next(iter(answer.values()))
    types = {
        name: (str(given["type"]), str(given.get("items", {}).get("type", "")))
        for name, given in documented.items()
    }
    parameters = {
        name: parameter(*_python_types(*types[name], language), options[name])
        for name in documented
        if name in options
    }
    return ExpectedCall(
        names={"fc": doc["name"].replace(".", "_"), "text": doc["name"]},
        required=tuple(doc["parameters"].get("required", ())),
        parameters=parameters,
        types=types,
        not_optional=tuple(name for name in options if "" not in options[name]),
    )


def _python_types(declared: str, items: str, language: Language) -> tuple[type | None, type | None]:
    """Return the Python types of a parameter and, if it is a list, of its items.

    Text-BFCL dies on a type that it has no name for, and on a list without a type of items. Here
    they are (None, None), and no value is right. No entry has one.
    """
    outer = python_type(declared, language)
    if outer is not list:
        return outer, None
    inner = python_type(items, language)
    return (outer, inner) if inner else (None, None)


def match(calls: Sequence[Call], entry: Expected, mode: Mode) -> Verdict:
    """Judge decoded calls against what the entry expects."""
    if "parallel" in entry.category:
        return _match_in_any_order(calls, entry, mode)
    if len(calls) != len(entry.calls):
        multiple = "multiple" in entry.category
        reason = Reason.MULTIPLE_WRONG_COUNT if multiple else Reason.SIMPLE_WRONG_COUNT
        return invalid(reason, f"expected {len(entry.calls)} calls, got {len(calls)}")
    for call, wanted in zip(calls, entry.calls, strict=True):
        wrong = call_mismatch(call, wanted, entry.language, mode)
        if wrong:
            return invalid(wrong.reason, str(wrong))
    return VALID


def _match_in_any_order(calls: Sequence[Call], entry: Expected, mode: Mode) -> Verdict:
    """Give each expected call, in order, the first call not yet taken that passes.

    Text-BFCL never takes a choice back, so a right answer can fail (parallel_178).
    """
    if len(calls) != len(entry.calls):
        message = f"expected {len(entry.calls)} calls, got {len(calls)}"
        return invalid(Reason.PARALLEL_WRONG_COUNT, message)
    open_calls = list(calls)
    for wanted in entry.calls:
        wrong = []
        for position, call in enumerate(open_calls):
            found = call_mismatch(call, wanted, entry.language, mode)
            if found is None:
                del open_calls[position]
                break
            wrong.append(found)
        else:
            message = f"no call matches {wanted.names[mode]}: {'; '.join(map(str, wrong))}"
            return invalid(Reason.PARALLEL_NO_MATCH, message)
    return VALID


def call_mismatch(
    call: Call, wanted: ExpectedCall, language: Language, mode: Mode
) -> Mismatch | None:
    """Compare one call with one expected call; None means it passes."""
    if call.name != wanted.names[mode]:
        return Mismatch(Reason.WRONG_NAME, wanted.names[mode], call.name)
    given = call.arguments
    python = language is Language.PYTHON
    for name in wanted.required:
        if name not in given:
            return Mismatch(Reason.MISSING_REQUIRED, name, None)
    for place, value in given.items():
        expects = wanted.parameters.get(place)
        if expects is None:
            return Mismatch(Reason.UNEXPECTED_PARAMETER, place, value)
        if python and type(value) is expects.scalar and value in expects.options:
            continue  # most right values are: nothing to convert, nothing to standardise
        reason = _argument_mismatch(value, expects, wanted.types[place], language)
        if reason:
            return Mismatch(reason, place, value)
    for name in wanted.not_optional:
        if name not in given:
            return Mismatch(Reason.MISSING_OPTIONAL, name, None)
    return None


def _argument_mismatch(
    value: object, expects: Parameter, types: tuple[str, str], language: Language
) -> Reason | None:
    if language is not Language.PYTHON and not isinstance(value, str):
        return Reason.JAVA_TYPE if language is Language.JAVA else Reason.JAVASCRIPT_TYPE
    try:
        return mismatch(convert(value, *types, language), expects)
    except RecursionError:
        return Reason.OTHER_VALUE  # No acceptable value is nested that deep.


def _brief(value: object) -> str:
    """Return a value as short text, whatever its size or depth."""
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # An integer of more than 4300 digits has no text.
        return f"<{type(value).__name__}>"
