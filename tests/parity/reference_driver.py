"""Runs inside a Python that has the reference installed, and asks it for verdicts.

One case a line on standard input, one verdict a line on standard output. Only the standard library
and `bfcl_eval` are imported. Nothing of the reference is changed, but the SDKs of vendors, which
it imports and scoring never uses, may be absent: hollow modules stand in for them.
"""

import importlib
import importlib.abc
import importlib.machinery
import json
import os
import sys
import types

os.environ["OPENAI_API_KEY"] = "none"  # its handlers want one, though they call nobody here

MODELS = {"fc": "gpt-4o-2024-11-20-FC", "text": "gpt-4o-2024-11-20"}
LANGUAGES = {"simple_java": "JAVA", "simple_javascript": "JAVASCRIPT"}
NEVER_CALLED = frozenset({
    "anthropic", "boto3", "bs4", "cohere", "datamodel_code_generator", "faiss", "google",
    "html2text", "httpx", "mistralai", "numpy", "openai", "overrides", "pandas", "qwen_agent",
    "rank_bm25", "requests", "sentence_transformers", "serpapi", "tabulate", "transformers",
    "typer", "wandb", "writerai",
})  # fmt: skip
SAFE_NAME = "reference"  # an identifier, so that evaluating its instances' names works
BACKEND = "bfcl_eval.eval_checker.multi_turn_eval.func_source_code."


class HollowKind(type):
    """The kind of classes that hold an empty class under any name."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return hollow(name)


def hollow(name):
    """Return an empty class that takes any arguments, and may be raised and caught."""
    return HollowKind(name, (Exception,), {"__init__": lambda self, *given, **named: None})


class HollowModule(types.ModuleType):
    """A module that holds an empty class under any name."""

    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return hollow(name)


class HollowFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what is not installed and never called."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in NEVER_CALLED:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return HollowModule(spec.name)

    def exec_module(self, module):
        return None


class Reference:
    """The reference's own evaluation of one entry, with its own handlers and data."""

    def __init__(self):
        sys.meta_path.append(HollowFinder())
        self._runner = importlib.import_module("bfcl_eval.eval_checker.eval_runner")
        self._utils = importlib.import_module("bfcl_eval.utils")
        self._enums = importlib.import_module("bfcl_eval.constants.enums")
        self._checker = importlib.import_module("bfcl_eval.eval_checker.ast_eval.ast_checker")
        self._turns = importlib.import_module(
            "bfcl_eval.eval_checker.multi_turn_eval.multi_turn_utils"
        )
        self._clean = set(vars(self._turns))
        self._handlers = {mode: self._runner.get_handler(name) for mode, name in MODELS.items()}
        self._entries = {}

    def verdict(self, case):
        """Return `valid` and `error_type` of an answer."""
        if "lang" in case:
            return self._one_parameter(case)
        category = case["cat"]
        entry, truth = self._entry(category, case["id"])
        handler, name = self._handlers[case["mode"]], MODELS[case["mode"]]
        evaluate = self._runner
        result = case["result"]
        if category.startswith("multi_turn"):
            self._forget()
            found = evaluate._evaluate_single_multi_turn_entry(
                handler, case["id"], result, truth, dict(entry), SAFE_NAME, category
            )
            found.update(found.pop("error", {}))
        elif "relevance" in category:
            found = evaluate._evaluate_single_relevance_entry(
                handler, case["id"], result, entry, name, category
            )
        else:
            language = LANGUAGES.get(category, "PYTHON")
            found = evaluate._evaluate_single_ast_entry(
                handler, case["id"], result, truth, entry, name, category,
                self._enums.Language[language], self._enums.ReturnFormat[language],
            )  # fmt: skip
        return found["valid"], found.get("error_type")

    def _one_parameter(self, case):
        required = ["p"] if case["required"] else []
        schema = {"type": "dict", "properties": {"p": case["param"]}, "required": required}
        doc = {"name": "f", "description": "", "parameters": schema}
        value = case.get("value")
        if isinstance(value, dict) and "__tuple__" in value:
            value = tuple(value["__tuple__"])
        found = self._checker.ast_checker(
            [doc],
            [{"f": {"p": value} if case["present"] else {}}],
            [{"f": {"p": case["opts"]}}],
            self._enums.Language[case["lang"].upper()],
            "simple",
            MODELS["text"],
        )
        return found["valid"], None if found["valid"] else found["error_type"]

    def _entry(self, category, name):
        if category not in self._entries:
            truths = []
            if "relevance" not in category:
                truths = self._utils.load_ground_truth_entry(category)
            entries = self._utils.load_dataset_entry(
                category, include_prereq=False, include_language_specific_hint=False
            )
            self._entries[category] = {
                entry["id"]: (entry, truths[at]["ground_truth"] if truths else None)
                for at, entry in enumerate(entries)
            }
        return self._entries[category][name]

    def _forget(self):
        """Give every entry fresh instances and fresh classes."""
        for name in set(vars(self._turns)) - self._clean:
            delattr(self._turns, name)
        for name in [name for name in sys.modules if name.startswith(BACKEND)]:
            del sys.modules[name]


def main():
    """Answer until standard input ends."""
    out = sys.stdout
    sys.stdout = sys.stderr  # the reference prints
    reference = Reference()
    for line in sys.stdin:
        found = {"valid": None, "error_type": None}
        try:
            found["valid"], found["error_type"] = reference.verdict(json.loads(line))
        except (Exception, SystemExit) as error:
            found["exc"] = f"{type(error).__name__}: {error}"[:200]
        print(json.dumps(found), file=out, flush=True)


if __name__ == "__main__":
    main()
