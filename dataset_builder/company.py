"""Chooses the other clips that are heard beside a clip: babble, or a second speaker."""

from collections.abc import Iterator, Sequence

from .paraphrase.seeding import generator
from .records import Choice

Part = tuple[str, str, Choice]
"""A text, the style that it was said in, and who says it."""

_SPARE = 8
"""Others that stand by, should some not be spoken."""


class Cast:
    """Every distinct text of a build with its voice, always in the same order."""

    def __init__(self, parts: Sequence[Part], seed: int) -> None:
        self._parts, self._seed = parts, seed
        self._others: dict[Choice, Sequence[Part]] = {}

    def company(self, text: str, choice: Choice, size: int) -> Iterator[Part]:
        """Others to be heard beside a text: `size` of them and some to spare, best first.

        Other texts, in other voices where the build has several; which ones depends on seed and
        text, and on what else is there.
        """
        if choice not in self._others:
            others: Sequence[Part] = [part for part in self._parts if part[2] != choice]
            self._others[choice] = others or self._parts
        others = self._others[choice]
        rng = generator(self._seed, "company", text)
        drawn = rng.sample(others, min(size + _SPARE, len(others)))
        return (part for part in drawn if part[0] != text)
