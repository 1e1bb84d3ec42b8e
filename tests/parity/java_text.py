"""Java literals and calls, right ones and all that a parser or a regular expression may trip on."""

import random
from typing import Any

from .answers import Calls
from .edits import changed_text
from .odd import odd, table

_LETTERS = "()[]{}<>,;:.\"'\\ \n\t=+-!?@*/%&|01LfFdDexaTé🙂١_$"


def java_literal(
    value: Any, declared: str, rng: random.Random, oddness: float, items: str = ""
) -> str:
    """A value as Java text of a declared type; with oddness, often as another text."""
    if rng.random() < oddness / 3:
        return str(odd("java", "literals", rng))
    text = _literal(value, declared, items, rng)
    while rng.random() < oddness / 3:
        text = changed_text(text, rng, _LETTERS)
    return text


def _literal(value: Any, declared: str, items: str, rng: random.Random) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value) + {"long": "L", "float": "f"}.get(declared, "")
    if isinstance(value, list):
        return _list(value, declared, items, rng)
    if isinstance(value, dict):
        puts = "".join(f'put("{key}", {_nested(inner, rng)}); ' for key, inner in value.items())
        kind = rng.choice(("<String, Object>", "<>", "<String, List<String>>"))
        return f"new HashMap{kind}() {{{{ {puts}}}}}" if value else f"new HashMap{kind}()"
    return "null" if value is None else str(value)


def _list(value: list[Any], declared: str, items: str, rng: random.Random) -> str:
    kind = rng.choice((items, "String", "Integer", "Object")) or "String"
    quotes = rng.choice(('"', '"', "", "'"))
    elements = [_element(item, items, quotes, rng) for item in value]
    listed = rng.choice((", ", ",", " , ")).join(elements)
    if declared == "Array" and rng.random() < 0.9:
        return f"new {kind}[]{rng.choice((' ', ''))}{{{listed}}}"
    if rng.random() < 0.3:
        adds = " ".join(f"add({element});" for element in elements)
        return f"new ArrayList<{kind}>() {{{{ {adds} }}}}"
    return f"new ArrayList<{kind}>(Arrays.asList({listed}))"


def _element(item: Any, items: str, quotes: str, rng: random.Random) -> str:
    return f"{quotes}{item}{quotes}" if isinstance(item, str) else _literal(item, items, "", rng)


def _nested(value: Any, rng: random.Random) -> str:
    return f'"{value}"' if isinstance(value, str) else _literal(value, "", "", rng)


def java_text(calls: Calls, quoted: set[str], rng: random.Random, oddness: float) -> str:
    """Calls whose values are Java texts already, as Java; the values of `quoted` in quotes."""
    written = []
    for name, arguments in calls:
        parts = [
            f"{key} = "
            + (f'"{value}"' if key in quoted and rng.random() > oddness / 4 else str(value))
            for key, value in arguments.items()
        ]
        if rng.random() < oddness / 4:
            extra = rng.choice(
                (
                    *table("java")["literals"],
                    *parts,
                    "x",
                    "X.class",
                    "a.b = 1",
                    "a[0] = 1",
                    "a += 1",
                    "",
                )
            )
            parts.insert(rng.randint(0, len(parts)), extra)
        written.append(f"{name}({', '.join(parts)})")
    text = ", ".join(written)
    if rng.random() < oddness / 2:
        text = odd("java", "around", rng, CALL=text)
    text = f"[{text}]" if rng.random() > oddness / 6 else text
    while rng.random() < oddness / 3:
        text = changed_text(text, rng, _LETTERS)
    return text
