"""Calls as prompted models write them in Python, plainly and in every odd way of its grammar.

The reference evaluates what holds a binary operator, so nothing that is written here does more
than compute, and nothing grows. What ours refuses there on purpose is left out: names, attributes,
lambdas, comprehensions.
"""

import json
import random
from typing import Any

from .answers import Calls
from .edits import changed_text
from .odd import odd

_LETTERS = "()[]{},=:'\"`.;#+-%/~@!<>|&\\ \n\tabTx017_é١ﬁ"


def prose(rng: random.Random) -> str:
    """Text that no right answer is."""
    return str(odd("python", "prose", rng))


def python_text(calls: Calls, rng: random.Random, oddness: float) -> str:
    """Calls as a Python list of calls; the more oddness, the more of it is odd."""
    text = rng.choice((", ", ", ", ",", ",\n ")).join(_call(*call, rng, oddness) for call in calls)
    around = odd("python", "around", rng, CALLS=text)
    text = around if rng.random() < oddness / 2 else f"[{text}]"
    return changed_text(text, rng, _LETTERS) if rng.random() < oddness / 3 else text


def _call(name: str, arguments: dict[str, Any], rng: random.Random, oddness: float) -> str:
    parts = [f"{key}={literal(value, rng, oddness)}" for key, value in arguments.items()]
    if rng.random() < oddness / 4:
        key, _, value = (rng.choice(parts) if parts else "a=1").partition("=")
        extra = odd("python", "arguments", rng, KEY=key, VALUE=value)
        parts.insert(rng.randint(0, len(parts)), extra)
    if rng.random() < oddness / 4:
        name = _odd_name(name, rng)
    if rng.random() < oddness / 4:
        sign = rng.choice((" = ", "=\n  ", ": ", "==", "=("))
        parts = [part.replace("=", sign, 1) for part in parts]
    return f"{name}({rng.choice((', ', ',', ' , ')).join(parts)})"


def _odd_name(name: str, rng: random.Random) -> str:
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in name)
    spaced, accented = name.replace(".", " . "), f"{name[:1]}\u0301{name[1:]}"
    parts = {"NAME": name, "WIDE": wide, "SPACED": spaced, "ACCENTED": accented}
    return str(odd("python", "names", rng, **parts))


def literal(value: Any, rng: random.Random, oddness: float) -> str:
    """A value as Python source that mostly, but not always, means that value."""
    if rng.random() < oddness / 3:
        return _odd_literal(value, rng)
    if isinstance(value, list):
        return f"[{', '.join(literal(item, rng, oddness / 2) for item in value)}]"
    if isinstance(value, tuple):
        return f"({''.join(literal(item, rng, oddness / 2) + ', ' for item in value)})"
    if isinstance(value, dict):
        items = (f"{key!r}: {literal(inner, rng, oddness / 2)}" for key, inner in value.items())
        return f"{{{', '.join(items)}}}"
    if isinstance(value, str) and rng.random() < 0.5:
        return json.dumps(value)
    return repr(value)


def _odd_literal(value: Any, rng: random.Random) -> str:
    plain = repr(value)
    parts = {"VALUE": plain}
    kind = "literals"
    if isinstance(value, str):
        kind, half = "str", len(value) // 2
        parts |= {"ONE": repr(value[:half]), "TWO": repr(value[half:]), "RAW": value}
    elif isinstance(value, int | float):
        kind = "number"
    elif isinstance(value, list):
        kind, rounded = "list", plain.replace("[", "(").replace("]", ")")
        parts |= {"INNER": plain[1:-1], "OPEN": plain[:-1], "ROUND": rounded}
    elif isinstance(value, dict):
        kind, items = "dict", value.items()
        parts["UNQUOTED"] = ", ".join(f"{key}: {inner!r}" for key, inner in items)
        parts["NAMED"] = ", ".join(f"{key}={inner!r}" for key, inner in items)
    return str(odd("python", kind if rng.random() < 0.3 else "literals", rng, **parts))
