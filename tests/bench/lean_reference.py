"""The reference's checkers behind the leanest loader that we can write: its packages by-passed.

Run by the reference's own Python, which knows nothing of our packages:

    python lean_reference.py FOLDER            judge every result file once, print what was valid
    python lean_reference.py FOLDER --serve    stay, and time one round for each line of input

Vendors' SDKs, retrying, locking and the parsers of Java and JavaScript text are left out: no
checker of tool calls needs them, though the reference imports them all. What is left are its
checkers, its decoders, its simulators and its data.
"""

import json
import os
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CALLING, WRITING = "calls", "text"  # models: one that calls tools, one prompted to write calls
_RETRYING = ("retry", "retry_if_exception_message", "retry_if_exception_type")
_ABSENT = {
    "bfcl_eval.constants.model_config": ("MODEL_CONFIG_MAPPING",),
    "bfcl_eval.model_handler.parser.java_parser": ("parse_java_function_call",),
    "bfcl_eval.model_handler.parser.js_parser": ("parse_javascript_function_call",),
    "filelock": ("FileLock",),
    "tenacity": (*_RETRYING, "wait_random_exponential"),
}


class _Models(dict[str, Any]):
    """Every model but the one that writes text has function names without dots."""

    def __missing__(self, name: str) -> Any:
        return types.SimpleNamespace(underscore_to_dot=name != WRITING)


class Checkers:
    """The reference's functions, loaded without what they do not need."""

    def __init__(self, folder: Path) -> None:
        # On import the reference makes folders there.
        os.environ["BFCL_PROJECT_ROOT"] = str(folder)
        for name, members in _ABSENT.items():
            module = types.ModuleType(name)
            for member in members:
                setattr(module, member, None)
            sys.modules[name] = module
        sys.modules["bfcl_eval.constants.model_config"].MODEL_CONFIG_MAPPING = _Models()
        import bfcl_eval
        from bfcl_eval.constants.enums import Language
        from bfcl_eval.eval_checker.ast_eval.ast_checker import ast_checker
        from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils
        from bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker import multi_turn_checker
        from bfcl_eval.model_handler.utils import (
            convert_to_function_call,
            default_decode_ast_prompting,
        )

        self.data = Path(bfcl_eval.__file__).parent / "data"
        self.languages = Language
        self.single, self.multi = ast_checker, multi_turn_checker
        self.printed, self.parsed = convert_to_function_call, default_decode_ast_prompting
        self.globals = vars(multi_turn_utils)
        self.own = set(self.globals)

    def forget(self) -> None:
        """Drop the simulators, which the reference keeps for the life of the process."""
        for name in [name for name in self.globals if name not in self.own]:
            del self.globals[name]


def lines(path: Path) -> list[Any]:
    """The records of a file of JSON lines."""
    with path.open(encoding="utf-8") as texts:
        return [json.loads(text) for text in texts]


class Category:
    """One category: its answers beside its entries and possible answers."""

    def __init__(self, name: str, checkers: Checkers, results: Path) -> None:
        self.name, self.checkers = name, checkers
        answers = lines(results)
        entries = lines(checkers.data / f"BFCL_v4_{name}.json")
        truths = [None] * len(entries)
        if "relevance" not in name:
            found = lines(checkers.data / "possible_answer" / f"BFCL_v4_{name}.json")
            truths = [record["ground_truth"] for record in found]
        self.rows = list(zip((one["result"] for one in answers), entries, truths, strict=True))
        known = checkers.languages
        self.language = (
            known.JAVASCRIPT if "javascript" in name
            else known.JAVA if "java" in name else known.PYTHON
        )  # fmt: skip

    def judge(self, model: str = CALLING) -> int:
        """How many answers are valid; a new name of a model means new simulators."""
        if "multi_turn" in self.name:
            return sum(self._turns(*row, model) for row in self.rows)
        if "relevance" in self.name:
            return sum(self._abstains(answer) for answer, _, _ in self.rows)
        return sum(self._calls(*row) for row in self.rows)

    def _decoded(self, answer: Any) -> Any:
        if isinstance(answer, str):
            return self.checkers.parsed(answer)
        return [{name: json.loads(text) for name, text in call.items()} for call in answer]

    def _calls(self, answer: Any, entry: Any, truth: Any) -> bool:
        try:
            calls = self._decoded(answer)
        except Exception:
            return False
        model = WRITING if isinstance(answer, str) else CALLING
        found = self.checkers.single(
            entry["function"], calls, truth, self.language, self.name, model
        )
        return bool(found["valid"])

    def _abstains(self, answer: Any) -> bool:
        try:
            return not self._decoded(answer)
        except Exception:
            return True

    def _turns(self, answer: Any, entry: Any, truth: Any, model: str) -> bool:
        turns = []
        for steps in answer:
            decoded = []
            for step in steps:
                try:
                    calls = self.checkers.printed(step)
                except Exception:
                    continue
                if calls:
                    decoded.append(calls)
            turns.append(decoded)
        return bool(self.checkers.multi(turns, truth, entry, self.name, model)["valid"])


def categories(folder: Path) -> Iterator[Category]:
    """Every category that has a result file, its checkers shared."""
    checkers = Checkers(folder)
    for path in sorted(folder.glob("BFCL_v4_*_result.json")):
        name = path.name.removeprefix("BFCL_v4_").removesuffix("_result.json")
        yield Category(name, checkers, path)


def serve(folder: Path) -> None:
    """For each line, `single` or `multi`, judge those answers once; print seconds and valid."""
    found = list(categories(folder))
    print("ready", flush=True)
    for number, line in enumerate(sys.stdin):
        chosen = [one for one in found if ("multi_turn" in one.name) == (line.strip() == "multi")]
        started = time.process_time()
        valid = sum(one.judge(f"{CALLING}{number}") for one in chosen)
        print(json.dumps([time.process_time() - started, valid]), flush=True)
        found[0].checkers.forget()


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(Path(sys.argv[1]))
    else:
        print(json.dumps({one.name: one.judge() for one in categories(Path(sys.argv[1]))}))
