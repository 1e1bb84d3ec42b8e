"""The ground-truth values that an utterance says.

A value of the truth *stood in the request* when the request says it in any written form
("June 15, 2023" says `2023-06-15`, "two" says `2`, "5%" says `0.05`). Values that only a tool
result, a computation or a default gives are never said, and so never in the result.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from bfcl_audio import spoken, upstream
from bfcl_audio.reference import Reference, parse

from .records import Entry


@dataclass(frozen=True, slots=True)
class SaidValue:
    """One ground-truth value that an utterance says.

    Attributes:
        topic: parameter name; `_2`, `_3` … for further values of it, in answer order.
        value: canonical written value.
        said: the words of the request that say it; several where it is composed of parts.
        type: what kind of thing it is.
        closed: the function's docs list its values (an enum), so it is a choice, not a name.
    """

    topic: str
    value: str
    said: tuple[str, ...]
    type: spoken.EntityType
    closed: bool


@dataclass(frozen=True, slots=True)
class _Needed:
    """A parameter's acceptable written values in one call.

    `row` holds all numbers of the list that the value stands in, if it is a list of numbers.
    """

    parameter: str
    options: tuple[str, ...]
    description: str
    closed: bool
    row: tuple[str, ...] = ()


def said_values(entry: Entry) -> Mapping[str, tuple[SaidValue, ...]]:
    """Utterance id -> the ground-truth values of its turn that it says, in answer order.

    The utterance before a hold-out turn also answers for that turn's truth; an utterance whose
    turn needs nothing has none.
    """
    return _said_values(entry.reference)


@lru_cache(maxsize=4096)
def _said_values(reference_json: str) -> Mapping[str, tuple[SaidValue, ...]]:
    reference = parse(reference_json)
    found = {}
    for turn, messages in enumerate(reference.turns):
        texts = [m["content"] for m in messages if m["role"] == "user"]
        needed = list(_turn_needs(reference, turn)) if texts else []
        for index, text in enumerate(texts):
            found[f"{reference.id}/{turn}/{index}"] = tuple(_said(needed, text))
    return found


def _said(needed: Sequence[_Needed], request: str) -> Iterator[SaidValue]:
    """The needed values that a request says, each once per parameter, with their topics."""
    topics: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for need in needed:
        match = _match(need.options, request) if _row_is_said(need.row, request) else None
        if match is None or (need.parameter, match[0]) in seen:
            continue
        seen.add((need.parameter, match[0]))
        topic, count = need.parameter, 1
        while topic in topics:
            count += 1
            topic = f"{need.parameter}_{count}"
        topics.add(topic)
        kind = spoken.entity_type(need.parameter, match[0], need.description)
        yield SaidValue(topic, match[0], match[1], kind, need.closed)


def _row_is_said(row: Sequence[str], request: str) -> bool:
    """False where a request meets a few numbers of a list that it does not say."""
    return 2 * sum(spoken.heard(number, request) for number in set(row)) >= len(set(row))


_Match = tuple[str, tuple[str, ...]]


def _match(options: Sequence[str], request: str) -> _Match | None:
    """(canonical written value, the words that say it) of the option a request says best."""
    said = []
    for option in options:
        span = spoken.find(option, request) if spoken.canonical(option) else None
        words = request[span.start : span.end] if span else ""
        if words and not _is_chance(option, words):
            said.append((option, words))
    if not said:
        return next(filter(None, (_in_parts(option, request) for option in options)), None)
    option, words = max(said, key=lambda pair: _closeness(*pair))
    # "5%" where the truth wants 0.05: what was written is what a caller can confirm
    converted = "%" in words and "%" not in option and option not in words
    return (words if converted else option), (words,)


def _closeness(option: str, words: str) -> tuple[int, int]:
    """How nearly an option is written as the request writes it; the longer words win a tie."""
    option, words = option.strip(" .'\""), words.strip(" .'\"")
    if option == words:
        return 3, len(words)
    if option.casefold() == words.casefold():
        return 2, len(words)
    return (1 if option in words else 0), 0


_CHANCE_WORDS = frozenset(("first", "second", "once", "one", "twice"))


def _is_chance(option: str, words: str) -> bool:
    """Whether a tiny value merely meets an everyday word of the request."""
    if len(option) != 1:
        return False
    if option.isalpha():
        return option != words or option in "aAiI"
    return words.lower() in _CHANCE_WORDS - {"one"}


def _in_parts(option: str, request: str) -> _Match | None:
    """A path whose every folder was said, or a file said without its extension."""
    parts = [part for part in _PATH_MARKS.split(option) if part not in ("", ".", "..")]
    if (
        len(parts) > 1
        and " " not in option
        and (option[0] == "/" or all(len(part) > 2 for part in parts))
    ):
        spans = [spoken.find(part, request) for part in parts]
        if all(spans):
            return option, tuple(request[s.start : s.end] for s in spans if s)
    stem, dot, extension = option.rpartition(".")
    if dot and 0 < len(extension) < 6 and extension.isalpha() and len(spoken.canonical(stem)) > 1:
        span = spoken.find(stem, request)
        if span is not None:
            return option, (request[span.start : span.end],)
    return None


_PATH_MARKS = re.compile(r"[/:\\]+")


def _turn_needs(reference: Reference, turn: int) -> Iterator[_Needed]:
    if not reference.multi_turn:
        docs = {doc["name"]: doc for doc in reference.functions}
        for call in reference.ground_truth:
            for name, arguments in call.items():
                yield from _single_turn_needs(arguments, docs.get(name, {}))
        return
    docs = _class_docs(reference.involved_classes)
    for t in (turn, turn + 1):
        held_out = str(t) in reference.missed_function and not reference.turns[t]
        if (t == turn or held_out) and t < len(reference.ground_truth):
            for call in reference.ground_truth[t]:
                yield from _multi_turn_needs(call, docs)


def _class_docs(classes: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    return {doc["name"]: doc for doc in upstream.function_docs(classes)}


def _single_turn_needs(
    arguments: Mapping[str, Sequence[Any]], doc: Mapping[str, Any]
) -> Iterator[_Needed]:
    properties = doc.get("parameters", {}).get("properties", {})
    for parameter, options in arguments.items():
        yield from _needs(parameter, options, properties.get(parameter, {}))


def _needs(parameter: str, options: Sequence[Any], schema: Mapping[str, Any]) -> Iterator[_Needed]:
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
        enum = schema.get("enum") or schema.get("items", {}).get("enum") or ()
        closed = bool(enum) and all(w in map(str, enum) for w in written)
        yield _Needed(parameter, written, str(schema.get("description", "")), closed)


def _list_needs(
    parameter: str, first: list[Any], options: Sequence[Any], items: Mapping[str, Any]
) -> Iterator[_Needed]:
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


def _multi_turn_needs(call: str, docs: Mapping[str, Mapping[str, Any]]) -> Iterator[_Needed]:
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
