"""Our verdicts on cases, and files of cases."""

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from bfcl_audio.ast_match import Expected, expected, match
from bfcl_audio.calls import Call
from bfcl_audio.reference import Reference, parse, references
from bfcl_audio.single_turn import judge
from bfcl_audio.state_match import judge_turns
from bfcl_audio.verdict import Verdict

from .single_turn import Case


@cache
def entries(category: str) -> dict[str, Reference]:
    """The entries of a category by id."""
    return {name: parse(text) for name, text in references([category]).items()}


@cache
def _expected(category: str, name: str) -> Expected:
    entry = entries(category)[name]
    return expected(category, entry.functions, entry.ground_truth)


def our_verdict(case: Case) -> Verdict:
    """What this project says of an answer, or of a call with one parameter."""
    if "lang" in case:
        return _one_parameter_verdict(case)
    category = case["cat"]
    if category.startswith("multi_turn"):
        return judge_turns(case["result"], entries(category)[case["id"]], case["mode"])
    return judge(case["result"], _expected(category, case["id"]), case["mode"])


def _one_parameter_verdict(case: Case) -> Verdict:
    required = ["p"] if case["required"] else []
    doc = {"name": "f", "parameters": {"properties": {"p": case["param"]}, "required": required}}
    entry = expected(f"simple_{case['lang']}", [doc], [{"f": {"p": case["opts"]}}])
    value = case.get("value")
    if isinstance(value, dict) and "__tuple__" in value:
        value = tuple(value["__tuple__"])
    return match([Call("f", {"p": value} if case["present"] else {})], entry, "text")


def differs(case: Case, ours: Verdict) -> bool:
    """True if a verdict is not the reference's.

    Where the reference died of an answer, ours must be invalid. Where it died of one parameter,
    its acceptable answers are such as no entry has, and any verdict will do.
    """
    if case.get("exc"):
        return ours.valid and "lang" not in case
    error_type = None if case["valid"] else case["error_type"]
    return (ours.valid, ours.error_type) != (case["valid"], error_type)


def differences(cases: Iterable[Case]) -> Iterator[tuple[Case, Verdict]]:
    """The cases that are judged otherwise here than by the reference, with our verdict."""
    for case in cases:
        ours = our_verdict(case)
        if differs(case, ours):
            yield case, ours


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file of JSON lines, compressed if its name ends in `.gz`."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open() as lines:
        yield from map(json.loads, lines)


def write_cases(path: Path, cases: Iterable[Case]) -> None:
    """Write cases as `read_cases` reads them."""
    with gzip.open(path, "wt", encoding="utf-8") if path.suffix == ".gz" else path.open("w") as out:
        out.writelines(json.dumps(case) + "\n" for case in cases)
