"""What an entry expects: parsed once at the door, frozen inside.

A reference is one JSON object, written as text wherever it travels (a dataset column, a
prediction's partner in `evaluate`). It holds all that scoring needs of the entry; a multi-turn
entry also needs BFCL's simulators and their docs, which `upstream` finds.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from .errors import InputError
from .upstream import CATEGORIES, LIVE_CATEGORIES, UNANSWERED, answers, class_docs, questions

Doc = Mapping[str, Any]  # BFCL's own JSON: a function doc, or a possible answer
Message = Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """One entry, as scoring sees it. Its parts are shared and must not be changed.

    Attributes:
        id: `<category>_<n>`.
        category: one of BFCL's.
        turns: the user's messages as BFCL wrote them, turn by turn (a hold-out turn is empty).
        functions: BFCL's plain docs of a single-turn entry; empty for multi-turn.
        ground_truth: single-turn: possible answers `{name: {parameter: [options]}}`;
            multi-turn: per turn the list of Python call strings; empty where the right answer
            is to call nothing.
        involved_classes: the simulated classes of a multi-turn entry, in order.
        initial_config: class name -> the state it starts from.
        missed_function: turn index (as text) -> names held out until that turn.
    """

    id: str
    category: str
    turns: tuple[tuple[Message, ...], ...]
    functions: tuple[Doc, ...] = ()
    ground_truth: tuple[Any, ...] = ()
    involved_classes: tuple[str, ...] = ()
    initial_config: Mapping[str, Any] = field(default_factory=dict)
    missed_function: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def multi_turn(self) -> bool:
        """True if the entry is judged by replay in the simulators."""
        return is_multi_turn(self.category)

    @property
    def long_context(self) -> bool:
        """True if the simulators are to be filled with long data."""
        return "long_context" in self.category

    def function_names(self) -> frozenset[str]:
        """The names an agent may call: documented for the entry or for its classes."""
        docs = [*self.functions, *(doc for name in self.involved_classes for doc in _docs(name))]
        return frozenset(str(doc["name"]) for doc in docs)


def is_multi_turn(category: str) -> bool:
    """True for the categories judged by replay in the simulators."""
    return category.startswith("multi_turn")


def references(categories: Iterable[str] | None = None) -> dict[str, str]:
    """The references of whole categories, straight from the pinned BFCL release.

    Args:
        categories: names; None means the eleven default ones.

    Returns:
        Entry id -> reference as JSON text, in BFCL's order.

    Raises:
        UpstreamError: an unknown category, or the release cannot be found.
    """
    return {
        record["id"]: json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        for category in (CATEGORIES if categories is None else categories)
        for record in _records(category)
    }


@lru_cache(maxsize=32)
def category_references(category: str) -> Mapping[str, Reference]:
    """The references of a category, read: entry id -> reference.

    Raises:
        UpstreamError: as `references`.
    """
    return {record["id"]: read(record) for record in _records(category)}


def _records(category: str) -> Iterator[Doc]:
    entries = questions(category)
    # Answers align with entries by line, not by id: that is how BFCL reads them.
    truths: Sequence[Doc] = [{}] * len(entries) if category in UNANSWERED else answers(category)
    for entry, truth in zip(entries, truths, strict=True):
        yield _record(entry, truth.get("ground_truth", []), category)


def dumps(entry: Doc, ground_truth: Sequence[Any], category: str) -> str:
    """Write the reference of one BFCL entry as JSON text."""
    record = _record(entry, ground_truth, category)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _record(entry: Doc, ground_truth: Sequence[Any], category: str) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": entry["id"],
        "category": category,
        "turns": entry["question"],
        "ground_truth": ground_truth,
    }
    if is_multi_turn(category):
        record["involved_classes"] = entry["involved_classes"]
        record["initial_config"] = entry["initial_config"]
        record["missed_function"] = entry.get("missed_function", {})
    else:
        record["functions"] = entry["function"]
    return record


@lru_cache(maxsize=8192)
def parse(text: str) -> Reference:
    """Read a reference from its JSON text.

    Raises:
        InputError: the text is not a reference; says what is missing or wrong.
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON ({error}); {_FIX}") from None
    if not isinstance(record, dict):
        raise InputError(f"a JSON {type(record).__name__}, not an object; {_FIX}")
    return read(record)


def read(record: Doc) -> Reference:
    """Read a reference from its JSON object; errors as of `parse`."""
    category = _required(record, "category", str)
    if category not in CATEGORIES and category not in LIVE_CATEGORIES:
        raise InputError(f"unknown category {category!r}; {_FIX}")
    return Reference(
        id=_required(record, "id", str),
        category=category,
        turns=tuple(tuple(turn) for turn in _required(record, "turns", list)),
        ground_truth=tuple(_required(record, "ground_truth", list)),
        **(_multi_turn_parts(record) if is_multi_turn(category) else _single_turn_parts(record)),
    )


_FIX = "take it from bfcl_audio.references() or from a dataset's `reference` column"


def _single_turn_parts(record: Doc) -> dict[str, Any]:
    return {"functions": tuple(_required(record, "functions", list))}


def _multi_turn_parts(record: Doc) -> dict[str, Any]:
    classes = _required(record, "involved_classes", list)
    for name in classes:
        _docs(name)  # an unknown class is refused here, at the door
    return {
        "involved_classes": tuple(classes),
        "initial_config": _required(record, "initial_config", dict),
        "missed_function": _required(record, "missed_function", dict),
    }


def _required(record: Doc, key: str, kind: type) -> Any:
    value = record.get(key)
    if not isinstance(value, kind):
        raise InputError(f"its {key!r} is {value!r:.40}, not a {kind.__name__}; {_FIX}")
    return value


@lru_cache(maxsize=32)
def _docs(class_name: str) -> Sequence[Doc]:
    return class_docs(class_name)
