"""How many calls a vendor takes at once, and how many a minute."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from bfcl_audio.errors import meant

from .errors import OptionError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What one vendor takes.

    Attributes:
        concurrency: requests under way at once.
        per_minute: requests begun in a minute; None: any number.
    """

    concurrency: int
    per_minute: float | None = None

    @property
    def gap_s(self) -> float:
        """Seconds between the beginnings of two requests: evenly, as a burst is refused too."""
        return 60.0 / self.per_minute if self.per_minute else 0.0


class Limits:
    """Those of all vendors."""

    def __init__(self, overrides: Mapping[str, Limit] | None = None) -> None:
        """The table's, some of them replaced.

        Args:
            overrides: by vendor.
        """
        self._overrides = dict(overrides or {})

    def of(self, vendor: str, *, own: bool = False) -> Limit:
        """A vendor's.

        Args:
            vendor: as its SPECs begin.
            own: whether another server stands in for it, which has no pace that we know of.
        """
        if (found := self._overrides.get(vendor)) is not None:
            return found
        limit = _table().get(vendor) or _table()["other"]
        return replace(limit, per_minute=None) if own else limit


def read_limits(texts: Iterable[str]) -> Limits:
    """Limits from the command line: `VENDOR=AT_ONCE` or `VENDOR=AT_ONCE:PER_MINUTE`.

    >>> read_limits(["openai=8:500"]).of("openai")
    Limit(concurrency=8, per_minute=500.0)

    Raises:
        OptionError: one is not written so, or names no vendor.
    """
    found: dict[str, Limit] = {}
    for text in texts:
        match = re.fullmatch(r"([a-z0-9-]+)=(\d{1,4})(?::(\d{1,6}(?:\.\d{1,3})?))?", text.strip())
        if match is None or int(match[2]) < 1 or (match[3] and float(match[3]) <= 0):
            raise OptionError(
                f"--limits is {text!r}; give VENDOR=AT_ONCE or VENDOR=AT_ONCE:PER_MINUTE, "
                "e.g. openai=8:500"
            )
        known = [name for name in _table() if name != "other"]
        if match[1] not in known:
            raise OptionError(
                f"--limits names no vendor: {match[1]!r}; {meant(match[1], known)}"
                f"known: {', '.join(known)}"
            )
        found[match[1]] = Limit(
            concurrency=int(match[2]), per_minute=float(match[3]) if match[3] else None
        )
    return Limits(found)


@cache
def _table() -> Mapping[str, Limit]:
    text = files(__package__).joinpath("limits.toml").read_text(encoding="utf-8")
    return {
        vendor: Limit(concurrency=row["concurrency"], per_minute=row.get("per_minute"))
        for vendor, row in tomllib.loads(text).items()
    }
