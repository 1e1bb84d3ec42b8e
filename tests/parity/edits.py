"""Random changes to values: what a model could get wrong, and what only a fuzzer would try."""

import math
import random
from typing import Any

LETTERS = (
    " ,./-_*^'\"\t\n\r\u00a0\u2009\u200b\u2019\u201c\u2013\u2014éÉßẞİıſKΩﬁ①²٣你🙂\u0301\u2028"
    "\\;:%()&#$@!?[]{}<>|`~+=0aA"
)
SPARE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 5, 5.0, 0.1, -0.0, 1e308, 10**20, "", " .-", "a", "5", "true",
    "None", "null", [], [[]], [""], [1, 2], ["a"], {}, {"a": 1}, [{}], {"a": {"b": [1]}},
    math.nan, math.inf, -math.inf,
)  # fmt: skip


def changed(value: Any, rng: random.Random) -> Any:
    """A value close to the one given, or far from it."""
    if rng.random() < 0.15:
        return rng.choice(SPARE)
    if rng.random() < 0.07:
        return rng.choice(([value], {"value": value}, [value, value], str(value)))
    if isinstance(value, bool):
        return rng.choice((not value, int(value), str(value), str(value).lower(), None))
    if isinstance(value, int | float):
        return _changed_number(value, rng)
    if isinstance(value, str):
        return changed_text(value, rng)
    if isinstance(value, list | tuple):
        return _changed_list(list(value), rng)
    return _changed_dict(value, rng) if isinstance(value, dict) else rng.choice(SPARE)


def _changed_number(value: float, rng: random.Random) -> Any:
    finite = math.isfinite(value)
    return rng.choice(
        (
            float(value),
            int(value) if finite else 0,
            -value,
            value + 1,
            value - 0.5,
            value * (1 + 1e-15),
            str(value),
            f"{value:,}",
            bool(value),
            value * 10**30,
            [value],
        )
    )


def changed_text(value: str, rng: random.Random, letters: str = LETTERS) -> str:
    """Text with a letter or two changed, or written in another way."""
    at = rng.randint(0, len(value))
    end = min(len(value), at + rng.randint(1, 3))
    kind = rng.randrange(15)
    if kind < 5:
        return value[:at] + rng.choice(letters) + value[at:]
    if kind < 7:
        return value[:at] + value[end:]
    if kind == 7:
        return value[:at] + rng.choice(letters) + value[end:]
    return (
        value.swapcase(),
        value.title(),
        value.upper(),
        value.strip() + rng.choice(letters),
        value.translate(
            {ord(old): new for old, new in zip(" -_,", rng.choices(letters, k=4), strict=True)}
        ),
        value[at:] + value[:at],
        value + value[at:end],
    )[kind - 8]


def _changed_list(value: list[Any], rng: random.Random) -> Any:
    at = rng.randrange(len(value)) if value else 0
    kind = rng.randrange(9)
    if kind < 4 and value:
        return [*value[:at], changed(value[at], rng), *value[at + 1 :]]
    if kind == 4:
        return rng.sample(value, len(value))
    if kind == 5:
        return value[:at] + value[at + 1 :]
    if kind == 6:
        return [*value, rng.choice([*SPARE, *value])]
    return [value, [*value, *value], ", ".join(map(str, value)), tuple(value)][rng.randrange(4)]


def _changed_dict(value: dict[Any, Any], rng: random.Random) -> Any:
    keys = list(value)
    key = rng.choice(keys) if keys else "key"
    kind = rng.randrange(8)
    if kind < 3 and keys:
        return {**value, key: changed(value[key], rng)}
    if kind == 3:
        return {name: inner for name, inner in value.items() if name != key}
    if kind == 4:
        return {changed_text(str(name), rng) if name == key else name: inner
                for name, inner in value.items()}  # fmt: skip
    if kind == 5:
        return {**value, rng.choice(("extra", "", "a b", "Key", "0")): rng.choice(SPARE)}
    if kind == 6:
        return {name: value[name] for name in rng.sample(keys, len(keys))}
    return rng.choice(([value], [value, value], list(value.values()), keys, str(value)))
