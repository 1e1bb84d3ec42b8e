"""Right answers from the ground truth, as lists of calls, and random changes to such lists."""

import random
from collections.abc import Mapping
from typing import Any

from bfcl_audio.reference import Reference

from .edits import SPARE, changed, changed_text

_UNDOCUMENTED = ({"name": "f", "parameters": {"properties": {"a": {"type": "string"}}}},)
Calls = list[tuple[str, dict[str, Any]]]


def right_calls(entry: Reference, rng: random.Random) -> Calls:
    """The expected calls of an entry, one acceptable value of each parameter drawn."""
    calls = []
    for answer in entry.ground_truth:
        name, parameters = next(iter(answer.items()))
        calls.append((name, _drawn(parameters, rng)))
    return calls


def invented_calls(entry: Reference, rng: random.Random) -> Calls:
    """Calls of documented functions with any values: what an irrelevance entry must not get."""
    calls = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        doc = rng.choice(entry.functions or _UNDOCUMENTED)  # a live entry has none
        names = [name for name in doc["parameters"]["properties"] if rng.random() < 0.7]
        calls.append((doc["name"], {name: rng.choice(SPARE) for name in names}))
    return calls


def _drawn(options: Mapping[str, list[Any]], rng: random.Random) -> dict[str, Any]:
    """A value for each key; one that may be left out is, half of the time."""
    found = {}
    for name, accepted in options.items():
        if not isinstance(accepted, list):  # a bare value, where a list of options belongs
            found[name] = accepted
            continue
        given = [option for option in accepted if option != ""]
        if given and ("" not in accepted or rng.random() < 0.5):
            found[name] = _plain(rng.choice(given), rng)
    return found


def _plain(option: Any, rng: random.Random) -> Any:
    """An option as a value: the values of a dict option are lists of options again."""
    if isinstance(option, dict):
        return _drawn(option, rng)
    if isinstance(option, list) and option and all(isinstance(item, dict) for item in option):
        return [_drawn(item, rng) for item in option]
    return option


def changed_calls(calls: Calls, entry: Reference, rng: random.Random) -> tuple[Calls, str]:
    """Calls with one thing changed, and what was changed."""
    calls = [(name, dict(arguments)) for name, arguments in calls]
    if not calls:
        return invented_calls(entry, rng), "invented"
    at = rng.randrange(len(calls))
    name, arguments = calls[at]
    if rng.random() < 0.6 and arguments:
        place = rng.choice(list(arguments))
        arguments[place] = changed(arguments[place], rng)
        return calls, "value"
    kind = rng.choice(("arguments", "names", "calls"))
    if kind == "arguments":
        calls[at] = (name, _changed_arguments(arguments, entry, rng))
    elif kind == "names":
        calls[at] = (_changed_name(name, entry, rng), arguments)
    else:
        calls = _changed_order(calls, at, entry, rng)
    return calls, kind


def _changed_arguments(
    arguments: dict[str, Any], entry: Reference, rng: random.Random
) -> dict[str, Any]:
    names = list(arguments)
    documented = [name for doc in entry.functions for name in doc["parameters"]["properties"]]
    kind = rng.randrange(6)
    if kind == 0 and names:
        del arguments[rng.choice(names)]
    elif kind == 1:
        arguments[rng.choice([*documented, "extra", "", "self"])] = rng.choice(SPARE)
    elif kind == 2 and names:
        old = rng.choice(names)
        arguments[changed_text(old, rng)] = arguments.pop(old)
    elif kind == 3 and len(names) > 1:
        one, two = rng.sample(names, 2)
        arguments[one], arguments[two] = arguments[two], arguments[one]
    elif kind == 4:
        return {name: arguments[name] for name in rng.sample(names, len(names))}
    else:
        return {} if rng.random() < 0.3 else dict.fromkeys(names, rng.choice(SPARE))
    return arguments


def _changed_name(name: str, entry: Reference, rng: random.Random) -> str:
    others = [doc["name"] for doc in entry.functions or _UNDOCUMENTED]
    head, _, tail = name.rpartition(".")
    return rng.choice(
        (
            name.replace(".", "_"),
            name.replace("_", "."),
            changed_text(name, rng),
            name.upper(),
            tail,
            head or name,
            f"functions.{name}",
            f" {name}",
            rng.choice(others),
        )
    )


def _changed_order(calls: Calls, at: int, entry: Reference, rng: random.Random) -> Calls:
    kind = rng.randrange(8)
    if kind < 2:
        return rng.sample(calls, len(calls))
    if kind == 2:
        return calls[:at] + calls[at + 1 :]
    if kind == 3:
        return [*calls, calls[at]]
    if kind == 4:
        return calls[::-1]
    if kind == 5:
        return calls + invented_calls(entry, rng)
    if kind == 6:  # as many as expected, but one of them twice
        return [*calls[:at], *calls[at + 1 :], rng.choice(calls)]
    return [(name, rng.choice(calls)[1]) for name, _ in calls]  # arguments of other calls
