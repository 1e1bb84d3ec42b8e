"""Random multi-turn answers: the ground truth's calls, with anything about them changed."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bfcl_audio.reference import Reference
from bfcl_audio.simulators import methods
from bfcl_audio.state_match import truth_call

from .edits import SPARE, changed
from .odd import table
from .python_text import literal, prose
from .single_turn import Case

Step = list[tuple[str, dict[str, Any]]]  # the calls of one reply
Turn = list[Step]
_DICTS: tuple[Any, ...] = (
    {"it's": 1}, {"a\\": 1}, {"a\nb": 1}, {'"': 1}, {"\\'": 1}, {"\\x41": 1}, {1: 2}, {None: 1},
    {"a": {}}, {"a": {"b": 1}}, {"a": {"b": {"c": 1}}}, {"a": {"b": 1}, "c": {"d": 1}},
    {"pwd": {"x": 1}}, {"status": "Closed"}, {"priority": 5, "title": "it's"},
    {"a": [1, {"b": 2}]}, {"a": [{"b": {}}]},
)  # fmt: skip


def multi_turn_case(entries: Sequence[Reference], rng: random.Random) -> Case:
    """One answer to one entry, its verdict still open."""
    entry = rng.choice(entries)
    mode = rng.choice(("fc", "text"))
    turns = [_split(truth, entry, rng) for truth in entry.ground_truth]
    muts = []
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        change = rng.choice(_CHANGES)
        muts.append(change.__name__.strip("_"))
        turns = change(turns, entry, rng)
    result = [_written(turn, entry, mode, rng) for turn in turns]
    if rng.random() < 0.08:
        muts.append("odd")
        result = _odd_result(result, rng)
    mut = "+".join(muts) or "right"
    return {"id": entry.id, "cat": entry.category, "mode": mode, "mut": mut, "result": result}


def _split(truth: Sequence[str], entry: Reference, rng: random.Random) -> Turn:
    """The calls of a turn of the ground truth, in one step, a step each, or at random."""
    share = rng.choice((0.0, 0.5, 1.0))
    turn: Turn = []
    for text in truth:
        name, arguments = truth_call(text, entry)
        call = (name, {str(key): value for key, value in arguments.items()})
        if turn and rng.random() < share:
            turn[-1].append(call)
        else:
            turn.append([call])
    return turn


def _some_call(entry: Reference, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A call of any documented method, with values that the entry knows."""
    owner = rng.choice(entry.involved_classes)
    if rng.random() < 0.1:
        owner = rng.choice(
            ("GorillaFileSystem", "MathAPI", "MessageAPI", "TwitterAPI", "TicketAPI")
        )
    name, method = rng.choice(list(methods(owner).items()))
    known = _known_values(entry)
    given = [place for place in method.parameters if rng.random() < 0.9]
    return name, {
        place: rng.choice(known if rng.random() < 0.75 else (*SPARE[:20], *_DICTS))
        for place in given
    }


def _known_values(entry: Reference) -> list[Any]:
    found = [
        value
        for turn in entry.ground_truth
        for text in turn
        for value in truth_call(text, entry).arguments.values()
    ]
    return [*found, *_leaves(entry.initial_config, 60), 0, 1, 5, 10.5, True, "USD", "stop"]


def _leaves(value: Any, most: int) -> list[Any]:
    """Keys and scalars of a state, the first ones."""
    if isinstance(value, Mapping):
        return [leaf for key in value for leaf in (key, *_leaves(value[key], most))][:most]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item, most)][:most]
    return [value]


def _at(turns: list[Turn], rng: random.Random) -> tuple[int, int]:
    """A turn that has steps, and one of these; both -1 if there is none."""
    full = [number for number, turn in enumerate(turns) if turn]
    if not full:
        return -1, -1
    number = rng.choice(full)
    return number, rng.randrange(len(turns[number]))


def _extra_calls(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number = rng.randrange(len(turns))
    turn = turns[number]
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        turn.insert(rng.randint(0, len(turn)), [_some_call(entry, rng)])
    return turns


def _value(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0 and turns[number][step]:
        name, arguments = turns[number][step][0]
        if arguments:
            place = rng.choice(list(arguments))
            arguments = {**arguments, place: changed(arguments[place], rng)}
        turns[number][step][0] = (name, arguments)
    return turns


def _arguments(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0 and turns[number][step]:
        name, arguments = turns[number][step][0]
        names = list(arguments)
        kept = {key: arguments[key] for key in rng.sample(names, rng.randint(0, len(names)))}
        extra = rng.choice(({}, {"extra": 1}, {"self": 1}, {"a b": 1}, {"class": 1}, {" x ": 1}))
        turns[number][step][0] = (name, kept | extra)
    return turns


def _name(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0 and turns[number][step]:
        name, arguments = turns[number][step][0]
        shown = rng.choice(
            (
                *table("tool_calls")["names"],
                name.upper(),
                f" {name}",
                f"{name} ",
                f"X.{name}",
                f"{name}.x",
            )
        )
        call = (shown, arguments)
        if rng.random() < 0.5:
            turns[number].insert(step, [call])
        else:
            turns[number][step][0] = call
    return turns


def _order(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, _ = _at(turns, rng)
    if number >= 0:
        rng.shuffle(turns[number])
    return turns


def _missing(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0:
        del turns[number][step]
    return turns


def _again(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0:
        turns[number][step:step] = [turns[number][step]] * rng.choice((1, 1, 2, 22))
    return turns


def _moved(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number, step = _at(turns, rng)
    if number >= 0:
        moved = turns[number][step]
        if rng.random() < 0.7:
            del turns[number][step]
        turns[rng.randrange(len(turns))].append(moved)
    return turns


def _turns(turns: list[Turn], entry: Reference, rng: random.Random) -> list[Turn]:
    number = rng.randrange(len(turns))
    kind = rng.randrange(5)
    if kind == 0:
        turns[number] = []
    elif kind == 1:
        del turns[number]
    elif kind == 2:
        turns.insert(number, [])
    elif kind == 3:
        other = rng.randrange(len(turns))
        turns[number], turns[other] = turns[other], turns[number]
    else:
        turns[number] = [step for turn in turns for step in turn]
        if rng.random() < 0.5:
            turns[number + 1 :] = [[] for _ in turns[number + 1 :]]
    return turns or [[]]


_CHANGES: tuple[Callable[[list[Turn], Reference, random.Random], list[Turn]], ...] = (
    _extra_calls, _extra_calls, _value, _value, _arguments, _name, _order, _missing, _again,
    _moved, _turns,
)  # fmt: skip


def _written(turn: Turn, entry: Reference, mode: str, rng: random.Random) -> list[Any]:
    oddness = rng.choice((0.0, 0.0, 0.2))
    steps = [_step(step, entry, mode, rng, oddness) for step in turn]
    if rng.random() < 0.05:
        steps.insert(
            rng.randint(0, len(steps)), rng.choice((*table("tool_calls")["steps"], prose(rng)))
        )
    return [*steps, "Done."] if rng.random() < 0.7 else steps


def _step(step: Step, entry: Reference, mode: str, rng: random.Random, oddness: float) -> Any:
    if mode == "fc":
        return [{name: _json(arguments, rng, oddness)} for name, arguments in step]
    calls = []
    for name, arguments in step:
        parts = [f"{key}={literal(value, rng, oddness)}" for key, value in arguments.items()]
        if parts and rng.random() < oddness:  # a call as an argument: it is made first
            at, (inner, given) = rng.randrange(len(parts)), _some_call(entry, rng)
            named = ", ".join(f"{key}={value!r}" for key, value in given.items())
            # Without keywords it is text, in which the reference writes the model's name.
            if given:
                parts[at] = f"{parts[at].partition('=')[0]}={inner}({named})"
        if rng.random() < oddness:
            parts = [part.partition("=")[2] for part in parts[:1]] + parts[1:]
        calls.append(f"{name}({', '.join(parts)})")
    return rng.choice(("[{}]", "[{}]", "{}", "```[{}]```")).format(", ".join(calls))


def _json(arguments: dict[str, Any], rng: random.Random, oddness: float) -> Any:
    if rng.random() < oddness / 2:
        return rng.choice(
            (arguments, "", "[]", "null", json.dumps(json.dumps(arguments)), "{'a': 1}")
        )
    return json.dumps(arguments)


def _odd_result(result: list[Any], rng: random.Random) -> Any:
    number = rng.randrange(len(result))
    turn = rng.choice((None, "", "ls()", {}, [None], 5, [[]], [[{"ls": "{}"}], None]))
    kept = [*result[:number], turn, *result[number + 1 :]]
    return rng.choice(
        (kept, kept, None, "Error", [], {}, [result], [step for turn in result for step in turn])
    )
