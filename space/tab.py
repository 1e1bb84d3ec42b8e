"""What every tab is: its name, the parts that a link fills, and what it fills them with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .links import Link


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab of the page.

    Attributes:
        name: as links say it.
        outputs: the components that opening it fills.
        open: what they are filled with.
    """

    name: str
    outputs: Sequence[Any]
    open: Callable[[Link], Sequence[Any]]


def step(move: Callable[..., Sequence[Any]], by: int) -> Callable[..., Sequence[Any]]:
    """`move` by so many; a plain function, as gradio wants one."""

    def moved(*arguments: Any) -> Sequence[Any]:
        return move(by, *arguments)

    return moved
