"""The right calls of an entry, in the form that Text-BFCL accepts from function-calling models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...ast_match import ExpectedCall, call_mismatch, expected, match
from ...calls import Call
from ...languages import Language
from ...reference import Reference, parse
from ...state_match import truth_call
from .literals import values

_REPAIRS = 200  # more than any entry's parameters have acceptable values


@dataclass(frozen=True, slots=True)
class Right:
    """One right call: `options` gives each argument's acceptable values, the chosen one first."""

    name: str
    options: Mapping[str, tuple[object, ...]]

    def arguments(self) -> dict[str, object]:
        """The chosen values."""
        return {name: options[0] for name, options in self.options.items()}


@lru_cache(maxsize=256)
def right_calls(reference_text: str) -> tuple[tuple[Right, ...], ...]:
    """Turn -> the right calls of it; a turn in which nothing is to be called has none.

    Where no answer at all is accepted the literally right one is given.
    """
    reference = parse(reference_text)
    if reference.multi_turn:
        return tuple(
            tuple(_plain(truth_call(text, reference)) for text in texts)
            for texts in reference.ground_truth
        )
    if not reference.ground_truth:
        return ((),)
    return (_single_turn(reference),)


def passable(reference_text: str) -> bool:
    """Whether Text-BFCL accepts any answer to a single-turn entry that we know how to write."""
    reference = parse(reference_text)
    if reference.multi_turn or not reference.ground_truth:
        return True
    wanted = expected(reference.category, reference.functions, reference.ground_truth)
    calls = [
        Call(right.name, dict[str | None, object](right.arguments().items()))
        for right in right_calls(reference_text)[0]
    ]
    return match(calls, wanted, "fc").valid


def _plain(call: Call) -> Right:
    return Right(call.name, {str(name): (value,) for name, value in call.arguments.items()})


def _single_turn(reference: Reference) -> tuple[Right, ...]:
    wanted = expected(reference.category, reference.functions, reference.ground_truth)
    return tuple(
        _right(one, next(iter(answer.values())), wanted.language)
        for one, answer in zip(wanted.calls, reference.ground_truth, strict=True)
    )


def _right(wanted: ExpectedCall, answer: Mapping[str, Sequence[Any]], language: Language) -> Right:
    """Choose values: the first that are accepted together, then all others that could stand in."""
    candidates = {
        name: _candidates(name, answer[name], wanted, language)
        for name in wanted.parameters
        if name is not None
    }
    chosen = {
        name: 0
        for name, forms in candidates.items()
        if forms and (answer[name][0] != "" or name in wanted.required)
    }
    _repair(chosen, candidates, wanted, language)
    arguments: dict[str | None, object] = {
        name: candidates[name][index] for name, index in chosen.items()
    }
    options = {
        name: (arguments[name], *_stand_ins(name, candidates[name], arguments, wanted, language))
        for name in chosen
    }
    return Right(wanted.names["fc"], options)


def _candidates(
    name: str, options: Sequence[Any], wanted: ExpectedCall, language: Language
) -> list[object]:
    found: list[object] = []
    for option in options:
        if option != "" or len(options) == 1:
            for value in values(option, *wanted.types[name], language):
                if not any(type(value) is type(other) and value == other for other in found):
                    found.append(value)
    return found


def _repair(
    chosen: dict[str, int],
    candidates: Mapping[str, Sequence[object]],
    wanted: ExpectedCall,
    language: Language,
) -> None:
    """Go to the next candidate of whatever argument the reference objects to."""
    start = dict(chosen)
    for _ in range(_REPAIRS):
        arguments: dict[str | None, object] = {
            name: candidates[name][index] for name, index in chosen.items()
        }
        wrong = call_mismatch(Call(wanted.names["fc"], arguments), wanted, language, "fc")
        if wrong is None:
            return
        name = wrong.place
        if name is None or name not in candidates:
            break
        following = chosen.get(name, -1) + 1
        if following < len(candidates[name]):
            chosen[name] = following
        elif name in chosen and name not in wanted.required and name not in wanted.not_optional:
            del chosen[name]
        else:
            break
    chosen.clear()
    chosen.update(start)


def _stand_ins(
    name: str,
    candidates: Sequence[object],
    arguments: Mapping[str | None, object],
    wanted: ExpectedCall,
    language: Language,
) -> list[object]:
    """The other values of one argument that the reference would accept in this call."""
    return [
        value
        for value in candidates
        if value is not arguments[name]
        and call_mismatch(
            Call(wanted.names["fc"], {**arguments, name: value}), wanted, language, "fc"
        )
        is None
    ]
