"""What the ground truth of a turn needs: every scalar value, with its acceptable spellings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bfcl_audio import upstream
from bfcl_audio.reference import Reference


@dataclass(frozen=True, slots=True)
class Needed:
    """A parameter's acceptable written values in one call.

    `row` holds all numbers of the list that the value stands in, if it is a list of numbers.
    """

    parameter: str
    options: tuple[str, ...]
    description: str
    closed: bool
    row: tuple[str, ...] = ()


def turn_needs(reference: Reference, turn: int) -> Iterator[Needed]:
    """The values that the truth of a turn needs, in answer order.

    The turn before a hold-out turn also needs what the hold-out turn does. Booleans and nulls
    are no values: nobody says them.
    """
    if not reference.multi_turn:
        docs = {doc["name"]: doc for doc in reference.functions}
        for call in reference.ground_truth:
            for name, arguments in call.items():
                yield from _single_turn_needs(arguments, docs.get(name, {}))
        return
    docs = class_docs(reference.involved_classes)
    for call in turn_truth(reference, turn):
        yield from _multi_turn_needs(call, docs)


def turn_truth(reference: Reference, turn: int) -> list[Any]:
    """The calls that answer a turn, and a hold-out turn that follows it.

    Returns:
        Possible answers `{name: {parameter: [options]}}`; in multi-turn, Python call strings.
    """
    if not reference.multi_turn:
        return list(reference.ground_truth)
    calls: list[Any] = []
    for t in (turn, turn + 1):
        held_out = str(t) in reference.missed_function and not reference.turns[t]
        if (t == turn or held_out) and t < len(reference.ground_truth):
            calls += reference.ground_truth[t]
    return calls


def class_docs(classes: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    """The docs of simulated classes, by function."""
    return {doc["name"]: doc for doc in upstream.function_docs(classes)}


def _single_turn_needs(
    arguments: Mapping[str, Sequence[Any]], doc: Mapping[str, Any]
) -> Iterator[Needed]:
    properties = doc.get("parameters", {}).get("properties", {})
    for parameter, options in arguments.items():
        yield from _needs(parameter, options, properties.get(parameter, {}))


def _needs(parameter: str, options: Sequence[Any], schema: Mapping[str, Any]) -> Iterator[Needed]:
    """The scalar values inside a parameter's options; lists and dicts are taken apart."""
    scalars = [o for o in options if not isinstance(o, list | dict)]
    nested = next((o for o in options if isinstance(o, list | dict)), None)
    if isinstance(nested, list):
        yield from _list_needs(parameter, nested, options, schema.get("items", {}))
    elif isinstance(nested, dict):
        inner = schema.get("properties", {})
        for key, value in nested.items():
            values = value if isinstance(value, list) else [value]
            yield from _needs(key, values, inner.get(key, {}))
    written = tuple(dict.fromkeys(_written(o) for o in scalars if _is_value(o)))
    if written and not isinstance(nested, list | dict):
        yield Needed(
            parameter, written, str(schema.get("description", "")), _closed(schema, written)
        )


def _closed(schema: Mapping[str, Any], written: Sequence[str]) -> bool:
    """Whether a parameter's doc lists the values to choose from, in its schema or in its prose."""
    enum = schema.get("enum") or schema.get("items", {}).get("enum")
    if enum:
        return all(w in map(str, enum) for w in written)
    choices = _CHOICES.search(str(schema.get("description", "")))
    return choices is not None and any(
        re.search(rf"\b{re.escape(w)}\b", choices[0], re.I) for w in written
    )


# Examples ("e.g. Boston") are no closed list.
_CHOICES = re.compile(
    r"(?:\[Enum\]|options? (?:are|include)|possible (?:values|options)|one of|can be|either)[^.]*",
    re.I,
)


def _list_needs(
    parameter: str, first: list[Any], options: Sequence[Any], items: Mapping[str, Any]
) -> Iterator[Needed]:
    """The elements of a list value, each with what other options have in its place."""
    numbers = [e for e in first if isinstance(e, int | float) and not isinstance(e, bool)]
    row = tuple(map(_written, numbers)) if len(numbers) == len(first) else ()
    alike = [o for o in options if isinstance(o, list) and len(o) == len(first)]
    for position, element in enumerate(first):
        if isinstance(element, list | dict):
            yield from _needs(parameter, [element], items)
        else:
            others = [o[position] for o in alike if o[position] not in first]
            for need in _needs(parameter, [element, *others], items):
                yield replace(need, row=row)


def _multi_turn_needs(call: str, docs: Mapping[str, Mapping[str, Any]]) -> Iterator[Needed]:
    node = ast.parse(call, mode="eval").body
    if not isinstance(node, ast.Call):
        return
    doc = docs.get(ast.unparse(node.func).rpartition(".")[2], {})
    properties = doc.get("parameters", {}).get("properties", {})
    arguments = list(zip(properties, node.args, strict=False))
    arguments += [(k.arg, k.value) for k in node.keywords if k.arg]
    for parameter, value in arguments:
        yield from _needs(parameter, [ast.literal_eval(value)], properties.get(parameter, {}))


def _is_value(option: object) -> bool:
    if option is None or isinstance(option, bool):
        return False
    return str(option).strip().lower() not in ("", "true", "false", "null", "none")


def _written(option: object) -> str:
    """A value as a person would write it: `5.0` -> `5`."""
    if isinstance(option, float) and option.is_integer() and abs(option) < 1e15:
        return str(int(option))
    return str(option)
