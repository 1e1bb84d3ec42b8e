"""Answers to score: right ones, and right ones with a detour, as result files of bfcl-eval."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bfcl_audio import references
from bfcl_audio.harness.agents.truth import right_calls
from bfcl_audio.reference import is_multi_turn, parse
from bfcl_audio.upstream import CATEGORIES

_ABSTAINS = "None of these functions can do that."
_CLOSING = "Done."
TEXT_CATEGORIES = ("simple_python", "multiple", "parallel", "parallel_multiple")


def write(folder: Path, categories: Iterable[str] = CATEGORIES, *, detours: bool = False) -> None:
    """Write a result file for each category: the answers of a model that calls tools.

    Args:
        folder: made if need be.
        categories: of BFCL.
        detours: before the calls of each turn the first of them fails once, for an argument that
            it does not take; that changes no verdict. Multi-turn only.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for category in categories:
        found = answers(category, detours=detours)
        lines = (json.dumps({"id": name, "result": result}) for name, result in found.items())
        path = folder / f"BFCL_v4_{category}_result.json"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def answers(category: str, *, detours: bool = False) -> Mapping[str, Any]:
    """Entry id -> the right answer, in bfcl-eval's form; arguments as in `write`."""
    return {name: _answer(text, detours) for name, text in references([category]).items()}


def write_texts(folder: Path) -> None:
    """Write result files of a model that was prompted to write calls: Python, single-turn."""
    folder.mkdir(parents=True, exist_ok=True)
    for category in TEXT_CATEGORIES:
        lines = [
            json.dumps({"id": name, "result": _text(text)})
            for name, text in references([category]).items()
        ]
        path = folder / f"BFCL_v4_{category}_result.json"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _text(reference_text: str) -> str:
    names = {doc["name"].replace(".", "_"): doc["name"] for doc in parse(reference_text).functions}
    calls = (
        f"{names[right.name]}({', '.join(f'{k}={v!r}' for k, v in right.arguments().items())})"
        for right in right_calls(reference_text)[0]
    )
    return f"[{', '.join(calls)}]"


def _answer(reference_text: str, detours: bool) -> Any:
    turns = [
        [{right.name: json.dumps(right.arguments())} for right in turn]
        for turn in right_calls(reference_text)
    ]
    if not is_multi_turn(parse(reference_text).category):
        return turns[0] or _ABSTAINS
    return [_steps(calls, detours) for calls in turns]


def _steps(calls: list[dict[str, str]], detours: bool) -> list[Any]:
    if not calls:
        return [_CLOSING]
    if not detours:
        return [calls, _CLOSING]
    first = next(iter(calls[0]))
    return [[{first: json.dumps({"no_such_argument": 1})}], calls, _CLOSING]
