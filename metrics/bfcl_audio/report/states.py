"""What the calls of each turn left behind, beside what they should have: for a person to read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..ast_match import Mode
from ..isolation import OutOfBounds
from ..judging import heavy, isolated
from ..reference import Reference
from ..rows import paired, rows
from ..simulator_guards import walkable
from ..simulators import Simulation
from ..state_match import decode_turn, replay
from .judged import Judged, trajectory

_DEEPEST = 12
_LONGEST = 300
_MOST = 40  # differences of a turn that are shown


@dataclass(frozen=True, slots=True)
class Attribute:
    """A part of the simulated state that is not as it should be; None where it is not there."""

    name: str
    expected: str | None
    actual: str | None


@dataclass(frozen=True, slots=True)
class TurnState:
    """One turn.

    Attributes:
        compared: False if the truth calls nothing here, and so nothing is compared.
        differences: parts of the state that differ after the turn.
        missing: results that the truth obtains and the answer has not, up to here.
    """

    turn: int
    compared: bool
    differences: tuple[Attribute, ...]
    missing: tuple[str, ...]


def turn_states(item: Judged, reference: Reference) -> tuple[TurnState, ...]:
    """Return the turns of a multi-turn episode; none for another, or if its calls take too long.

    Args:
        item: an episode with its answer.
        reference: its entry.
    """
    if not reference.multi_turn:
        return ()
    (row,) = rows(paired([trajectory(item.episode)], [reference]), "auto", None)
    answer, mode = row.prediction.result, row.prediction.mode
    if not isinstance(answer, list):
        return ()
    if not heavy(answer, reference.category):
        return _states(answer, mode, reference)
    try:
        with isolated() as isolation:
            return isolation.call(_states, answer, mode, reference)
    except OutOfBounds:
        return ()


def _states(answer: Sequence[Any], mode: Mode, reference: Reference) -> tuple[TurnState, ...]:
    simulation = Simulation(reference)
    found = []
    seen: list[str] = []
    for number, expected in enumerate(replay(reference)):
        steps = decode_turn(answer[number], mode) if number < len(answer) else []
        seen += [text for step in steps for text in simulation.execute(step)]
        compared = bool(expected.results)
        state = {name: vars(instance) for name, instance in simulation.instances.items()}
        found.append(
            TurnState(
                number,
                compared,
                tuple(_differences(expected.state, state))[:_MOST] if compared else (),
                _missing(expected.results, seen) if compared else (),
            )
        )
    return tuple(found)


def _missing(wanted: Sequence[str], seen: Sequence[str]) -> tuple[str, ...]:
    left = list(seen)
    missing = []
    for text in wanted:
        if text in left:
            left.remove(text)
        else:
            missing.append(text)
    return tuple(missing)


def _differences(
    expected: Mapping[str, Mapping[str, Any]], actual: Mapping[str, Mapping[str, Any]]
) -> Iterator[Attribute]:
    for owner, attributes in expected.items():
        for name, value in attributes.items():
            other = actual.get(owner, {}).get(name)
            if hasattr(other, "contents") and not walkable(other):
                yield Attribute(f"{owner}.{name}", "a tree of files", "a tree without an end")
            elif other != value:
                yield from _parts(f"{owner}.{name}", value, other)


def _parts(name: str, expected: Any, actual: Any) -> Iterator[Attribute]:
    """The leaves in which two values differ."""
    left, right = dict(_leaves(name, expected)), dict(_leaves(name, actual))
    for key in dict.fromkeys([*left, *right]):
        if left.get(key) != right.get(key):
            yield Attribute(key, left.get(key), right.get(key))


def _leaves(name: str, value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    inner = getattr(value, "contents", value)
    if isinstance(inner, dict) and inner and depth < _DEEPEST:
        for key, part in inner.items():
            yield from _leaves(f"{name}/{key}", part, depth + 1)
    elif isinstance(inner, dict):
        yield name, "(empty)"
    else:
        yield name, repr(getattr(value, "content", value))[:_LONGEST]
