"""The options of a SPEC, each read and checked once."""

import re
from collections.abc import Mapping, Sequence

from bfcl_audio.errors import meant

from .base import SpecError

_NOT_SHAPING = frozenset({"timeout"})


class Settings:
    """What stands behind the `?` of a SPEC.

    An adapter reads all that it knows, then calls `done`, which refuses the rest.
    """

    def __init__(self, vendor: str, options: Mapping[str, str]) -> None:
        self._vendor = vendor
        self._options = options
        self._known: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        """An option of any text.

        Raises:
            SpecError: it is empty.
        """
        self._known.append(name)
        if self._options.get(name) == "":
            raise self._wrong(name, f"write {name}=…")
        return self._options.get(name, default)

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of several.

        Raises:
            SpecError: it is none of them.
        """
        value = self.text(name, default)
        if value not in choices:
            raise self._wrong(name, f"{meant(value, choices)}give one of {', '.join(choices)}")
        return value

    def number(self, name: str, lowest: float, highest: float) -> float | None:
        """A number in a range; None where it is not given.

        Raises:
            SpecError: it is none, or out of range.
        """
        if not (value := self.text(name)):
            return None
        try:
            number = float(value)
        except ValueError:
            number = lowest - 1
        if not lowest <= number <= highest:
            raise self._wrong(name, f"give a number from {lowest:g} to {highest:g}")
        return number

    def address(self, name: str) -> str:
        """A web address, which holds no password as it is written into datasets; may be empty.

        Raises:
            SpecError: it is none, or names a user.
        """
        value = self.text(name)
        if value and not re.fullmatch(r"https?://[^/@\s]+(/[^@\s]*)?", value):
            raise self._wrong(name, "give a web address without a user, e.g. http://127.0.0.1:8080")
        return value.rstrip("/")

    def done(self) -> None:
        """See that every option was one that somebody reads.

        Raises:
            SpecError: one was not.
        """
        for name in self._options:
            if name not in self._known:
                raise SpecError(
                    f"{self._vendor} takes no option {name!r}; {meant(name, self._known)}"
                    f"known: {', '.join(self._known)}"
                )

    @property
    def shaping(self) -> list[str]:
        """`name=value` of each given option that shapes the result, in order of name."""
        given = sorted(self._options.items())
        return [f"{name}={value}" for name, value in given if name not in _NOT_SHAPING]

    def _wrong(self, name: str, fix: str) -> SpecError:
        return SpecError(f"{self._vendor}: {name} is {self._options.get(name)!r}; {fix}")
