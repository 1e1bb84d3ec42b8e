"""JavaScript literals and calls, right ones and all that a parser may trip on."""

import json
import random
from typing import Any

from .answers import Calls
from .edits import changed_text
from .odd import odd, table

_LETTERS = "()[]{}<>,;:.\"'`\\ \n\t=+-!?@*/%&|01nexaT$é🙂١_~#"


def javascript_literal(value: Any, rng: random.Random, oddness: float) -> str:
    """A value as JavaScript text; with oddness, often as another text."""
    if rng.random() < oddness / 3:
        return str(odd("javascript", "literals", rng))
    text = _literal(value, rng)
    while rng.random() < oddness / 3:
        text = changed_text(text, rng, _LETTERS)
    return text


def _literal(value: Any, rng: random.Random) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and rng.random() < 0.5:
        inside = ", ".join(f"{key}: {_nested(inner, rng)}" for key, inner in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list) and rng.random() < 0.2:
        return f"new Array({', '.join(_nested(item, rng) for item in value)})"
    if isinstance(value, list | dict):
        return json.dumps(value).replace('"', rng.choice(("'", '"')))
    return json.dumps(value)


def _nested(value: Any, rng: random.Random) -> str:
    quote = rng.choice("'\"")
    return f"{quote}{value}{quote}" if isinstance(value, str) else _literal(value, rng)


def javascript_text(calls: Calls, quoted: set[str], rng: random.Random, oddness: float) -> str:
    """Calls whose values are JavaScript texts already; the values of `quoted` in quotes."""
    written = []
    for name, arguments in calls:
        quote = rng.choice("'\"")
        parts = [
            f"{key}={quote}{value}{quote}" if key in quoted and rng.random() > oddness / 4
            else f"{key}={value}"
            for key, value in arguments.items()
        ]  # fmt: skip
        if rng.random() < oddness / 4:
            extra = rng.choice(
                (
                    *table("javascript")["literals"],
                    *parts,
                    "x",
                    "{a} = b",
                    "a.b = 1",
                    "a[0] = 1",
                    "a += 1",
                    "",
                )
            )
            parts.insert(rng.randint(0, len(parts)), extra)
        if rng.random() < oddness / 8:
            name = rng.choice(
                (
                    f"{name}?.",
                    f"({name})",
                    f"{name}[0]",
                    f"new {name}",
                    f"a.{name}",
                    f"{name}\u0301",
                )
            )
        written.append(f"{name}({rng.choice((', ', ',')).join(parts)})")
    text = ", ".join(written)
    if rng.random() < oddness / 2:
        text = odd("javascript", "around", rng, CALL=text)
    text = f"[{text}]" if rng.random() > oddness / 6 else text
    while rng.random() < oddness / 3:
        text = changed_text(text, rng, _LETTERS)
    return text
