"""Failure by entity type: which kinds of values are lost on the way, and how entries with them end.

The values of an entry are those that its calls need and that the request says: as its recording
lists them, else as its whitelist does, else those of the ground truth that stand in the written
request. One entry is one case, however many values of a type it has, so that cases are independent.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .reference import Reference
from .spoken_entities import EntityType, entity_type


class Value(NamedTuple):
    """One value that an entry's calls need. `heard`: None where no recogniser took part."""

    type: EntityType
    heard: bool | None = None


def values_of(utterances: Sequence[Mapping[str, Any]], reference: Reference) -> tuple[Value, ...]:
    """The values of an entry, from the utterances of its recording if they tell, else from truth.

    Args:
        utterances: of a trajectory that `recorded.check` accepts; empty for a plain answer.
        reference: the entry.
    """
    listed = tuple(_listed(utterances)) or tuple(_allowed(utterances))
    return listed or written_values(reference)


def entity_figures(
    entries: Iterable[tuple[Sequence[Value], bool]],
) -> dict[str, float]:
    """Figures by entity type over `(values, valid)` of each entry.

    Returns:
        For each type that occurs, in the order of the closed list: `<type>/n`, the entries whose
        calls need a value of it; `<type>/heard`, of these with a transcript the share in which it
        kept all such values (NaN without any); `<type>/failed`, the share of them not valid.
    """
    cases: dict[EntityType, list[tuple[bool | None, bool]]] = {}
    for values, valid in entries:
        for kind in {value.type for value in values}:
            cases.setdefault(kind, []).append((_all_heard(values, kind), valid))
    figures: dict[str, float] = {}
    for kind in EntityType:
        if found := cases.get(kind):
            known = [heard for heard, _ in found if heard is not None]
            figures[f"{kind}/n"] = float(len(found))
            figures[f"{kind}/heard"] = sum(known) / len(known) if known else math.nan
            figures[f"{kind}/failed"] = sum(not valid for _, valid in found) / len(found)
    return figures


def _all_heard(values: Sequence[Value], kind: EntityType) -> bool | None:
    """Whether a transcript kept all values of a type; None where there was none."""
    known = [value.heard for value in values if value.type == kind and value.heard is not None]
    return all(known) if known else None


def _listed(utterances: Sequence[Mapping[str, Any]]) -> Iterator[Value]:
    for utterance in utterances:
        for entity in utterance.get("entities") or ():
            topic, value = entity.get("topic") or "", entity.get("value") or ""
            yield Value(_kind(entity.get("type"), topic, value), entity.get("heard"))


def _allowed(utterances: Sequence[Mapping[str, Any]]) -> Iterator[Value]:
    for utterance in utterances:
        for topic, value in (utterance.get("whitelist") or {}).items():
            yield Value(type_of(topic, value))


def _kind(named: str | None, topic: str, value: str) -> EntityType:
    """The type that a recording names; one that is not in the closed list is told anew."""
    try:
        return EntityType(named or "")
    except ValueError:
        return type_of(topic, value)


@lru_cache(maxsize=8192)
def written_values(reference: Reference) -> tuple[Value, ...]:
    """The values of the ground truth that stand in the written request, letter case aside."""
    turns = [
        "\n".join(str(m.get("content")) for m in turn if m.get("role") == "user").lower()
        for turn in reference.turns
    ]
    if not reference.multi_turn:
        said = "\n".join(turns)
        return tuple(
            Value(type_of(name, value))
            for name, value in _options(reference.ground_truth)
            if value.lower() in said
        )
    return tuple(
        Value(type_of(name, value))
        for said, calls in zip(turns, reference.ground_truth, strict=False)
        for call in calls
        for name, value in _arguments(str(call))
        if value.lower() in said
    )


def _options(ground_truth: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """`(parameter, value)` of each parameter with a text or number among its options."""
    for answer in ground_truth:
        for parameters in answer.values():
            for name, options in parameters.items():
                for option in options:
                    for value in option if isinstance(option, list) else [option]:
                        if _is_plain(value):
                            yield name, str(value)
                    if option not in ("", []):
                        break  # the others are other ways to write it


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool) and value != ""


# A parameter's name, a text, or a number in one of BFCL's call strings; no more is needed of them
# here, and parsing them all would take longer than judging.
_PART = re.compile(r"""(\w+)=|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(?<![\w.])(-?\d[\d.]*)""")


def _arguments(call: str) -> Iterator[tuple[str, str]]:
    name = ""
    for parameter, single, double, number in _PART.findall(call):
        if parameter:
            name = parameter
        elif value := single or double or number:
            yield name, value


@lru_cache(maxsize=16384)
def type_of(topic: str, value: str) -> EntityType:
    """`entity_type`, each answer kept: the same values come with every arm and agent."""
    return entity_type(topic, value)
