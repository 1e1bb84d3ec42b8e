"""Calls as function-calling models return them: JSON text, and texts that are nearly JSON."""

import json
import random
from typing import Any

from .answers import Calls
from .edits import changed_text
from .odd import odd

_LETTERS = "{}[]\",:'\\ \t\n01eE.+-ntfN/*#\x00é🙂"


def odd_result(rng: random.Random) -> Any:
    """A result that no right answer has."""
    return odd("tool_calls", "results", rng)


def tool_calls(calls: Calls, rng: random.Random, oddness: float) -> Any:
    """Calls as bfcl-eval stores them; the more oddness, the more of them are written oddly."""
    result: list[Any] = []
    for name, arguments in calls:
        text = _written(arguments, rng) if rng.random() < oddness else json.dumps(arguments)
        # Most models are told names without dots.
        shown = name if rng.random() < oddness / 4 else name.replace(".", "_")
        result.append({shown: text})
    if rng.random() < oddness / 8:
        result.append(odd_result(rng))
    if result and rng.random() < oddness / 8:
        result[0] = {**result[0], "second": "{}"} if isinstance(result[0], dict) else result[0]
    return result


def _written(arguments: dict[str, Any], rng: random.Random) -> Any:
    text = json.dumps(arguments, ensure_ascii=rng.random() < 0.5)
    first = next(iter(arguments), "a")
    kind = rng.randrange(13)
    if kind < 3:
        return changed_text(text, rng, _LETTERS)
    if kind == 3:  # the same key twice: the last counts
        return f'{{"{first}": {rng.choice(("null", "0", json.dumps("x")))}, {text[1:]}'
    return (
        json.dumps(arguments, indent=rng.choice((0, 2, None)), separators=(",", ":")),
        json.dumps(text),
        arguments,
        f"\ufeff{text}",
        f"\n {text} ",
        text.replace(": ", rng.choice((": NaN, ", ": -Infinity,", ": 1E2, ", ": 0x1, ", ": ,"))),
        text.replace('"', "'"),
        str(arguments),
        f"[{text}]",
    )[kind - 4]
