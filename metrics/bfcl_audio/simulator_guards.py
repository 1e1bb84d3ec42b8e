"""Where BFCL's simulators would leak, depend on the clock, or never come back.

Each bound leaves verdicts as they are: what it cuts off could not have passed. A result longer
than Python prints is an error text, and a tree far larger than any that an entry builds equals no
ground truth.
"""

import decimal
import math
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any

from .upstream import simulator_class

MAX_DIGITS = 4_300
"""Decimal digits of the longest integer that Python prints."""

MAX_PRECISION = 2_000
"""Digits to which logarithms and square roots are worked out: the text of a longer one equals no
ground truth's, except an exact one's, and that is as exact with these."""

MAX_PATHS = 20_000
"""Paths in the largest directory tree that is walked. No entry comes near; but copied directories
share their contents, so that a handful of calls can make a tree without end."""

MAX_DEPTH = 300
"""Directories inside each other in the deepest tree that is walked."""

MAX_MESSAGES = 80_000
"""Messages ever sent: the simulator draws five-digit ids until it hits a free one."""

MAX_NESTED_PARTS = 1_000
"""Parts of a nested call's result that another call takes. Results are live parts of the state:
kept in it again and again, they would print without end. No truth keeps one at all."""

_LONG_EXPONENT = re.compile(r"[eE][+-]?0*[1-9]\d{4,}")


class StillClock(datetime):
    """The `datetime` of the simulators: the day stands still, and local time is UTC."""

    @classmethod
    def today(cls) -> "StillClock":
        """The day of the pinned release."""
        return cls(2026, 3, 23)

    @classmethod
    def fromtimestamp(cls, timestamp: float, tz: tzinfo | None = None) -> "StillClock":
        """The UTC time, naive, where the base class gives the machine's local time."""
        moment = super().fromtimestamp(timestamp, tz or UTC)
        return moment if tz else moment.replace(tzinfo=None)

    def timestamp(self) -> float:
        """Seconds since 1970, a naive time taken as UTC."""
        return super().timestamp() if self.tzinfo else self.replace(tzinfo=UTC).timestamp()


@lru_cache(maxsize=32)
def still_class(class_name: str) -> type:
    """A simulated class that no clock and no time zone reaches."""
    found = simulator_class(class_name)
    module: Any = sys.modules[found.__module__]
    if getattr(module, "datetime", None) is datetime:
        module.datetime = StillClock
    if hasattr(module, "CURRENT_TIME"):
        module.CURRENT_TIME = StillClock(*module.CURRENT_TIME.timetuple()[:6])
    return found


_ATOMS = frozenset({str, int, float, bool, type(None)})


def own_copy(value: Any) -> Any:
    """What `deepcopy` gives of a simulator's state, in a fraction of the time."""
    return _copied(value, {})


def _copied(value: Any, made: dict[int, Any]) -> Any:
    """The copy, `made` holding those of all parts so far: a part that occurs twice is copied once.

    The original outlives the copying, so that no other part can come to have the same `id`.
    """
    kind = type(value)
    if kind in _ATOMS:
        return value
    if (found := made.get(id(value))) is not None:
        return found
    if kind is dict:
        copy = made[id(value)] = {}
        for key, inner in value.items():
            copy[key] = inner if type(inner) in _ATOMS else _copied(inner, made)
        return copy
    if kind is list:
        parts = made[id(value)] = []
        parts += [inner if type(inner) in _ATOMS else _copied(inner, made) for inner in value]
        return parts
    if kind.__base__ is not object or not hasattr(value, "__dict__"):
        return deepcopy(value, made)
    thing = made[id(value)] = object.__new__(kind)  # a simulator's own class: a file, a directory
    vars(thing).update({name: _copied(inner, made) for name, inner in vars(value).items()})
    return thing


def own_what_is_shared(instance: Any) -> None:
    """Give an instance copies of what its class takes from module constants.

    In long contexts, TravelAPI merges one set of cards and bookings into every instance; booking
    on one of them would change it for all entries that follow.
    """
    for name in ("credit_card_list", "booking_record"):
        if getattr(instance, "long_context", False) and hasattr(instance, name):
            setattr(instance, name, own_copy(getattr(instance, name)))


@contextmanager
def own_precision() -> Iterator[None]:
    """Keep the precision that MathAPI sets for the whole process to this block."""
    # The one simulator that needs it has imported it already.
    import mpmath  # type: ignore[import-untyped]

    with decimal.localcontext(), mpmath.workprec(mpmath.mp.prec):
        yield


def refusal(method: str, instance: Any, arguments: Mapping[str, Any]) -> str | None:
    """Say why a call is not made because it could take too long; None if it is to be made."""
    if method == "power" and _too_long(arguments.get("base"), arguments.get("exponent")):
        return f"Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion"
    if method == "logarithm" and any(map(_vast, arguments.values())):
        return "a number too large to take the logarithm of"
    if method in ("find", "du") and not walkable(instance.root):
        return "the directory tree has no end"
    if method == "send_message" and len(instance.generated_ids) > MAX_MESSAGES:
        return "no message id is left"
    return None


def bounded(method: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with which a call comes back in time, to the same result or to none better."""
    if method in ("logarithm", "square_root"):
        precision = arguments.get("precision")
        if isinstance(precision, str):  # mpmath reads it as an integer
            precision = int(precision) if re.fullmatch(r"\s*\d{1,20}\s*", precision) else 0
        if isinstance(precision, int | float) and MAX_PRECISION < precision < decimal.MAX_PREC:
            return arguments | {"precision": MAX_PRECISION}
    if method == "round_number" and isinstance(arguments.get("number"), int):
        places = arguments.get("decimal_places")
        if isinstance(places, int) and places < -2 * MAX_DIGITS:
            return arguments | {"decimal_places": -2 * MAX_DIGITS}  # it is 0 from there on
    return arguments


def small_copy(result: object) -> object:
    """A nested call's result, apart from the state that it came from.

    Raises:
        ValueError: it is too large to be taken.
    """
    left = MAX_NESTED_PARTS

    def copied(value: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise ValueError("the result of a nested call is too large")
        if isinstance(value, dict):
            return {key: copied(inner) for key, inner in value.items()}
        return [copied(inner) for inner in value] if isinstance(value, list) else value

    return copied(result)


def walkable(directory: Any) -> bool:
    """Whether a simulated directory has an end, and a near one."""
    paths, level = 0, [directory]
    for _ in range(MAX_DEPTH):
        level = [
            item for parent in level for item in parent.contents.values()
            if hasattr(item, "contents")
        ]  # fmt: skip
        if not level:
            return True
        paths += len(level)
        if paths > MAX_PATHS:
            return False
    return False


def _too_long(base: object, exponent: object) -> bool:
    if not (isinstance(base, int) and isinstance(exponent, int)) or abs(base) < 2:
        return False
    return exponent > 5 * MAX_DIGITS or exponent * math.log10(abs(base)) > MAX_DIGITS + 1


def _vast(number: object) -> bool:
    """Whether text is a number with an exponent that mpmath would write out in full."""
    return isinstance(number, str) and (
        len(number) > MAX_DIGITS or _LONG_EXPONENT.search(number.replace("_", "")) is not None
    )
