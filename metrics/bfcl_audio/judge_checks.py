"""Whether a question reads a value back, says that something is one, or asks about the world."""

from __future__ import annotations

from dataclasses import dataclass

from .judge_phrases import Naming
from .judge_shapes import CALLED_RIGHT, COPULA, INVERTED, KIND_OF, SAYING
from .judge_words import COPULAR


@dataclass(frozen=True, slots=True)
class Checking(Naming):
    """Tells questions that check what was heard from those about the world."""

    def _reads_back(self, core: str) -> bool:
        """Whether a question is a statement with a mark: "LAX to JFK, on the fifteenth?"."""
        there = self._mentions(core)
        if not (core.rstrip().endswith("?") and any(one.weight >= 2 for one in there)):
            return False
        return INVERTED.search(core) is None and self._nothing_but(there, core)

    def _is_the_value(self, core: str) -> bool:
        """Whether a question says that something is a value: "Is the file notes.txt?".

        What stands after the value must tell no more about it: "Is the speaker switched on?" asks
        about the world.
        """
        there = self._mentions(core)
        first = COPULA.match(core)
        if not (COPULAR.search(core) or (first and there and there[0].start == first.end())):
            return False
        if not there:
            return bool(CALLED_RIGHT.search(core))
        if self.english:
            return self._tells_nothing(core[max(one.end for one in there) :])
        return self._nothing_but(there, core)

    def _about_the_world(self, core: str) -> bool:
        """Whether a sentence says of a value how it is: "Zeta Corp is great, right?"."""
        there = self._mentions(core)
        if KIND_OF.match(core) and not any(one.weight >= 2 for one in there):
            return True
        for place, one in enumerate(there):
            said = SAYING.match(core, one.end)
            if said and place + 1 == len(there) and not self._tells_nothing(said[1]):
                return True
        return False
