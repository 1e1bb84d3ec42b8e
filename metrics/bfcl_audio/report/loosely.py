"""JSON values read as the kind that is wanted; what is of another kind reads as absent."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonObject: TypeAlias = Mapping[str, object]


def flag(value: object) -> bool | None:
    """True or false; None for anything else."""
    return value if isinstance(value, bool) else None


def mapping(value: object) -> JsonObject:
    """An object; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def mappings(value: object) -> tuple[JsonObject, ...]:
    """The objects of a list."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(item for item in value if isinstance(item, Mapping))


def text(value: object) -> str:
    """Text as it is; any other JSON value as its JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def texts(value: object) -> dict[str, str]:
    """An object with texts for names and values."""
    return {text(name): text(item) for name, item in mapping(value).items()}


def finite(value: object) -> float | None:
    """A finite number; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def whole(value: object) -> int:
    """A whole number; 0 for anything else."""
    number = finite(value)
    return int(number) if number is not None else 0
