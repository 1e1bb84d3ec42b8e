"""What a program hands over as an answer, looked at before anything relies on its shape."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

T = TypeVar("T")

MAX_DEPTH = 1_000
"""Lists and objects inside each other that Python reads from JSON text."""

MAX_PARTS = 2_000_000
"""Parts at one depth of a value. Lists that hold each other would have no end of them."""

SHALLOW = 300
"""Depth to which any caller leaves stack enough."""

_ATOMS = frozenset({str, int, float, bool, type(None)})
_TEXT = frozenset({str})


def depth_of(value: object) -> int:
    """How deep a JSON value nests; more than `MAX_DEPTH` if it is no JSON value."""
    level: list[Any] = [value]
    for depth in range(MAX_DEPTH + 1):
        inner: list[Any] = []
        for part in level:
            kind = type(part)
            if kind in _ATOMS:
                continue
            if kind is list:  # the commonest first
                inner += part
            elif kind is dict and _TEXT.issuperset(map(type, part)):
                inner += part.values()
            elif isinstance(part, list | tuple):
                inner += part
            elif isinstance(part, Mapping):
                if not all(isinstance(key, str) for key in part):
                    return MAX_DEPTH + 1
                inner += part.values()
            elif not isinstance(part, str | int | float):
                return MAX_DEPTH + 1
        if not inner:
            return depth
        if len(inner) > MAX_PARTS:
            break
        level = inner
    return MAX_DEPTH + 1


def on_own_stack(function: Callable[..., T], *arguments: object) -> T:
    """`function(*arguments)`, with a stack as deep as any other call's, whoever calls.

    Raises:
        Exception: what the function raises.
    """
    import threading

    found: list[Any] = []

    def work() -> None:
        try:
            found[:] = [None, function(*arguments)]
        except Exception as error:
            found[:] = [error, None]

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    error, result = found
    if error:
        raise error
    answer: T = result
    return answer
