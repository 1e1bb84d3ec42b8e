"""A multi-turn answer against the ground truth: replay both, compare state and results by turn.

After each turn whose truth calls something, the public state of every class must equal the
truth's, and each of the truth's results in this turn must be among the answer's results so far.
The order of calls, and calls beyond the truth's, are free unless they show in either.
"""

import ast
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .ast_match import Mode
from .calls import Call, DecodeError
from .errors import InputError, UpstreamError
from .reference import Reference
from .simulator_guards import own_copy, walkable
from .simulators import Simulation, parameters
from .steps import decode_step
from .verdict import VALID, Reason, Verdict, invalid

_CALLS_BETWEEN_CHECKS = 50  # no call takes more than a few hundredths of a second
State = Mapping[str, Mapping[str, Any]]  # class -> public attribute -> value
Steps = Sequence[Sequence[Call]]


@dataclass(frozen=True, slots=True)
class TruthTurn:
    """What the ground truth leaves behind in one turn.

    Attributes:
        results: text of each of its calls; empty where the right answer is to call nothing.
        state: a snapshot after the turn.
    """

    results: tuple[str, ...]
    state: State


def judge_turns(
    result: object, reference: Reference, mode: Mode, time_limit_s: float = 10.0
) -> Verdict:
    """Judge a multi-turn answer.

    Args:
        result: list of turns; a turn is a list of steps; a step is one reply of the model.
        reference: the entry.
        mode: how calls were written.
        time_limit_s: most processor time for the calls of the answer; beyond, the verdict says so.
    """
    if not isinstance(result, list):
        message = f"expected a list of turns, got {type(result).__name__}"
        return invalid(Reason.INFERENCE_ERROR, message)
    if len(result) != len(reference.ground_truth):
        message = f"{len(result)} turns, where the entry has {len(reference.ground_truth)}"
        return invalid(Reason.FORCE_TERMINATED, message)
    if any(not isinstance(turn, Iterable) for turn in result):
        # The reference dies of such a turn.
        return invalid(Reason.INFERENCE_ERROR, "a turn is no list of steps")
    turns = [decode_turn(turn, mode) for turn in result]
    return _compare(turns, reference, time.thread_time() + time_limit_s)


def decode_turn(turn: Iterable[object], mode: Mode) -> list[list[Call]]:
    """The calls of each step of a turn; steps that hold none are left out, as BFCL does."""
    decoded = []
    for step in turn:
        try:
            calls = decode_step(step, mode)
        except DecodeError:
            continue  # prose, or an attempt that BFCL passes over
        if calls:
            decoded.append(calls)
    return decoded


def _compare(turns: Sequence[Steps], reference: Reference, deadline: float) -> Verdict:
    if _are_the_truth(turns, truth_calls(reference)):
        return VALID  # The same calls from the same state leave the same behind.
    truth = replay(reference)
    wanted = {text for turn in truth for text in turn.results}
    simulation = Simulation(reference)
    seen: Counter[str] = Counter()  # of the wanted texts only: memory stays bounded
    made = 0
    for number, (steps, expected) in enumerate(zip(turns, truth, strict=True), 1):
        for call in (call for step in steps for call in step):
            text = simulation.result(call)
            if text in wanted:
                seen[text] += 1
            made += 1
            if made % _CALLS_BETWEEN_CHECKS == 0 and time.thread_time() > deadline:
                return invalid(Reason.TIME_LIMIT, f"turn {number}: the calls took too long")
        if not expected.results:
            continue
        if not steps:
            return invalid(Reason.EMPTY_TURN, f"turn {number}: no call")
        if difference := _difference(simulation, expected.state):
            return invalid(Reason.STATE_MISMATCH, f"turn {number}: {difference}")
        if missing := Counter(expected.results) - seen:
            text = next(iter(missing))
            return invalid(Reason.RESPONSE_MISMATCH, f"turn {number}: no result {text:.200}")
    return VALID


def _are_the_truth(turns: Sequence[Steps], truth: Sequence[Sequence[Call]]) -> bool:
    """Whether the calls of each turn are the truth's own, to the type of each value."""
    for steps, calls in zip(turns, truth, strict=True):
        made = [call for step in steps for call in step]
        # Equal is not enough: 1, 1.0 and True print differently. Text of unequal calls may be long.
        if made != calls or repr(made) != repr(calls):
            return False
    return True


def _difference(simulation: Simulation, expected: State) -> str:
    """Name the first public attribute that is not as expected; "" if all are."""
    for class_name, attributes in expected.items():
        instance = simulation.instances[class_name]
        if class_name == "GorillaFileSystem" and not walkable(instance.root):
            return f"{class_name}.root has no end"
        for name, value in attributes.items():
            if getattr(instance, name, None) != value:
                return f"{class_name}.{name} differs"
    return ""


@lru_cache(maxsize=1024)
def replay(reference: Reference) -> tuple[TruthTurn, ...]:
    """Run the ground truth of an entry once; what it leaves is reused for every answer.

    Raises:
        InputError: its state or its calls are none that its classes can take.
    """
    with _refusing(reference):
        return _replayed(reference)


@lru_cache(maxsize=1024)
def truth_calls(reference: Reference) -> tuple[list[Call], ...]:
    """The ground truth's calls, turn by turn.

    Raises:
        InputError: they are none that its classes can take.
    """
    with _refusing(reference):
        return tuple(
            [truth_call(text, reference) for text in texts] for texts in reference.ground_truth
        )


@contextmanager
def _refusing(reference: Reference) -> Iterator[None]:
    try:
        yield
    except (InputError, UpstreamError):
        raise
    except Exception as error:  # the simulators raise anything on a state that BFCL never had
        raise InputError(
            f"reference {reference.id}: its ground truth does not run in its classes ({error!r})"
        ) from None


def _replayed(reference: Reference) -> tuple[TruthTurn, ...]:
    simulation = Simulation(reference)
    turns: list[TruthTurn] = []
    state: State = {}
    for calls in truth_calls(reference):
        results = simulation.execute(calls)
        state = _snapshot(simulation, state) if results else state
        turns.append(TruthTurn(tuple(results), state))
    return tuple(turns)


def truth_call(text: str, reference: Reference) -> Call:
    """One ground-truth call, such as `sort('a.txt')`, its arguments by name.

    Raises:
        ValueError: it is no call of a documented method with literal arguments.
    """
    name, by_position, by_name = _read_call(text)
    found = [order for owner in reference.involved_classes if (order := parameters(owner).get(name))
             is not None]  # fmt: skip
    if not found:
        raise ValueError(f"not a call of the entry's classes: {text}")
    if not by_position:
        return Call(name, {**by_name})
    names = found[-1][: len(by_position)]
    return Call(name, {**dict(zip(names, by_position, strict=True)), **by_name})


@lru_cache(maxsize=8192)  # entries share many
def _read_call(text: str) -> tuple[str, tuple[object, ...], Mapping[str | None, object]]:
    """A call's name, its arguments by position, and those by name."""
    node = ast.parse(text, mode="eval").body
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise ValueError(f"not a call by name: {text}")
    by_name: dict[str | None, object] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError(f"not a call with named arguments: {text}")
        by_name[keyword.arg] = ast.literal_eval(keyword.value)
    return node.func.id, tuple(map(ast.literal_eval, node.args)), by_name


def _snapshot(simulation: Simulation, before: State) -> State:
    """A copy of the public state; of what did not change, the copy made before."""
    return {
        class_name: {
            name: earlier[name] if name in earlier and earlier[name] == value else own_copy(value)
            for name, value in vars(instance).items()
            if not name.startswith("_")
        }
        for class_name, instance in simulation.instances.items()
        for earlier in [before.get(class_name, {})]
    }
