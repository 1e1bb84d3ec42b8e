"""Reads the data and the simulators of the pinned BFCL release."""

import ast
import json
import sys
import threading
import types
from collections.abc import Iterable
from functools import cache
from typing import Any

from .errors import UpstreamError
from .release import RELEASE, REQUIREMENT, read, release_dir

CATEGORIES = (
    "simple_python",
    "simple_java",
    "simple_javascript",
    "multiple",
    "parallel",
    "parallel_multiple",
    "irrelevance",
    "multi_turn_base",
    "multi_turn_miss_func",
    "multi_turn_miss_param",
    "multi_turn_long_context",
)
LIVE_CATEGORIES = (
    "live_simple",
    "live_multiple",
    "live_parallel",
    "live_parallel_multiple",
    "live_irrelevance",
    "live_relevance",
)
UNANSWERED = frozenset({"irrelevance", "live_irrelevance", "live_relevance"})

_SIMULATORS = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TwitterAPI": "posting_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "VehicleControlAPI": "vehicle_control",
}
_SIMULATOR_FOLDER = "eval_checker/multi_turn_eval/func_source_code"
_LONG_CONTEXT = "bfcl_eval.eval_checker.multi_turn_eval.func_source_code.long_context"
_import_lock = threading.Lock()


def questions(category: str) -> list[dict[str, Any]]:
    """The entries of a category, in file order (`<category>_0`, `<category>_1`, …)."""
    return _json_lines(f"data/BFCL_v4_{_known(category)}.json")


def answers(category: str) -> list[dict[str, Any]]:
    """The possible answers of a category, aligned with `questions`; empty for abstention ones."""
    if _known(category) in UNANSWERED:
        return []
    return _json_lines(f"data/possible_answer/BFCL_v4_{category}.json")


def class_docs(class_name: str) -> list[dict[str, Any]]:
    """The function docs of one simulated class, in file order."""
    return _json_lines(f"data/multi_turn_func_doc/{_simulator_stem(class_name)}.json")


def function_docs(involved_classes: Iterable[str]) -> list[dict[str, Any]]:
    """The function docs of several simulated classes, concatenated in the order given."""
    return [doc for name in involved_classes for doc in class_docs(name)]


def holdout_message() -> str:
    """What the reference says to a function-calling model when held-out functions arrive."""
    wanted = "DEFAULT_USER_PROMPT_FOR_ADDITIONAL_FUNCTION_FC"
    for node in ast.parse(read("constants/default_prompts.py")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == wanted:
            return str(ast.literal_eval(node.value))
    raise UpstreamError(f"{REQUIREMENT} holds no {wanted}")


@cache
def simulator_class(name: str) -> type:
    """One of BFCL's simulated API classes, from the verified source.

    The module lives under a private name: another `bfcl_eval` in the process is left alone.
    """
    with _import_lock:
        module = _load_simulator(_simulator_stem(name))
    found = getattr(module, name)
    assert isinstance(found, type)
    return found


def _load_simulator(stem: str) -> types.ModuleType:
    """Executes a simulator's source while its one absolute import points at our long_context."""
    outside = sys.modules.get(_LONG_CONTEXT)
    sys.modules[_LONG_CONTEXT] = _load_source("long_context")
    try:
        return _load_source(stem)
    finally:
        if outside is None:
            del sys.modules[_LONG_CONTEXT]
        else:
            sys.modules[_LONG_CONTEXT] = outside


def _load_source(stem: str) -> types.ModuleType:
    name = f"_bfcl_eval_{RELEASE.replace('.', '_')}_{stem}"
    if name in sys.modules:
        return sys.modules[name]
    path = f"{_SIMULATOR_FOLDER}/{stem}.py"
    module = types.ModuleType(name)
    module.__file__ = str(release_dir() / path)
    code = compile(read(path), module.__file__, "exec")
    sys.modules[name] = module
    try:
        # The source is BFCL's own, hash-checked above; nothing of a model's answer comes here.
        exec(code, module.__dict__)  # noqa: S102
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _json_lines(path: str) -> list[dict[str, Any]]:
    lines = read(path).decode().split("\n")
    # Read as one list: that takes half as long as line by line.
    found: list[dict[str, Any]] = json.loads(f"[{','.join(filter(str.strip, lines))}]")
    return found


def _known(category: str) -> str:
    if category not in CATEGORIES and category not in LIVE_CATEGORIES:
        raise UpstreamError(
            f"unknown category {category!r}; choose from {', '.join(CATEGORIES + LIVE_CATEGORIES)}"
        )
    return category


def _simulator_stem(class_name: str) -> str:
    try:
        return _SIMULATORS[class_name]
    except KeyError:
        raise UpstreamError(
            f"unknown simulated class {class_name!r}; BFCL has {', '.join(_SIMULATORS)}"
        ) from None
