"""Random single-turn answers, from right ones that are changed, written in either form."""

import random
from collections.abc import Sequence
from typing import Any

from bfcl_audio.languages import Language, language_of
from bfcl_audio.reference import Reference

from .answers import Calls, changed_calls, invented_calls, right_calls
from .java_text import java_literal, java_text
from .javascript_text import javascript_literal, javascript_text
from .json_forms import odd_result, tool_calls
from .python_text import prose, python_text

Case = dict[str, Any]

_MODES = ("fc", "text")
_ODDNESS = (0.0, 0.1, 0.5, 1.0)


def single_turn_case(entries: Sequence[Reference], rng: random.Random) -> Case:
    """One answer to one entry, its verdict still open."""
    entry = rng.choice(entries)
    mode = rng.choice(_MODES)
    oddness = rng.choice(_ODDNESS)
    if rng.random() < 0.03:
        mut, result = "odd", odd_result(rng) if mode == "fc" else prose(rng)
    else:
        calls, mut = _calls(entry, rng)
        result = _written(calls, entry, mode, rng, oddness)
    return {
        "id": entry.id,
        "cat": entry.category,
        "mode": mode,
        "mut": f"{mut}:{oddness:g}",
        "result": result,
    }


def _calls(entry: Reference, rng: random.Random) -> tuple[Calls, str]:
    """Right calls with up to three changes, and the names of these."""
    calls = right_calls(entry, rng) if entry.ground_truth else invented_calls(entry, rng)
    changes = []
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 3))):
        calls, change = changed_calls(calls, entry, rng)
        changes.append(change)
    return calls, "+".join(changes) or "right"


def _written(calls: Calls, entry: Reference, mode: str, rng: random.Random, oddness: float) -> Any:
    language = language_of(entry.category)
    if language is not Language.PYTHON:
        schemas = entry.functions[0]["parameters"]["properties"]
        calls = [
            (name, _foreign(values, schemas, language, rng, oddness)) for name, values in calls
        ]
    if mode == "fc":
        return tool_calls(calls, rng, oddness)
    if language is Language.PYTHON:
        return python_text(calls, rng, oddness)
    quoted = {name for name, schema in schemas.items() if schema["type"] in ("String", "char")}
    write = java_text if language is Language.JAVA else javascript_text
    return write(calls, quoted, rng, oddness)


def _foreign(
    arguments: dict[str, Any],
    schemas: dict[str, Any],
    language: Language,
    rng: random.Random,
    oddness: float,
) -> dict[str, Any]:
    """Arguments as texts in the language of the entry; now and then left as they are."""
    found = {}
    for name, value in arguments.items():
        schema = schemas.get(name, {"type": ""})
        if rng.random() < oddness / 10:
            found[name] = value
        elif language is Language.JAVA:
            items = schema.get("items", {}).get("type", "")
            found[name] = java_literal(value, schema["type"], rng, oddness, items)
        else:
            found[name] = javascript_literal(value, rng, oddness)
    return found
