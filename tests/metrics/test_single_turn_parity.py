"""Single-turn verdicts equal Text-BFCL's, on samples that are always run and a corpus beside."""

import gzip
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bfcl_audio.ast_match import Expected, expected, match
from bfcl_audio.calls import Call
from bfcl_audio.reference import parse, references
from bfcl_audio.single_turn import judge
from bfcl_audio.verdict import Verdict

DATA = Path(__file__).parent / "data"
CORPUS = Path(__file__).parents[3] / "shared" / "parity"
CATEGORIES = [
    "simple_python",
    "simple_java",
    "simple_javascript",
    "multiple",
    "parallel",
    "parallel_multiple",
    "irrelevance",
]
ONE_PARAMETER = {
    "python": "simple_python",
    "java": "simple_java",
    "javascript": "simple_javascript",
}

needs_corpus = pytest.mark.skipif(not CORPUS.exists(), reason=f"no corpus of verdicts at {CORPUS}")


def lines(path: Path) -> Iterator[Any]:
    """The cases of a file, as JSON values."""
    with gzip.open(path, "rt", encoding="utf-8") as texts:
        yield from map(json.loads, texts)


@cache
def entries() -> dict[str, Expected]:
    """All single-turn entries."""
    found = {name: parse(text) for name, text in references(CATEGORIES).items()}
    return {
        name: expected(entry.category, entry.functions, entry.ground_truth)
        for name, entry in found.items()
    }


def differs(case: Any, verdict: Verdict) -> bool:
    """True if a verdict is not the reference's; where that crashed, ours must be invalid."""
    if case.get("exc"):
        return verdict.valid
    error_type = None if case["valid"] else case["error_type"]
    return (verdict.valid, verdict.error_type) != (case["valid"], error_type)


def wrong_answers(cases: Iterable[Any]) -> list[Any]:
    """The cases of whole answers that are judged otherwise than by the reference."""
    return [c for c in cases if differs(c, judge(c["result"], entries()[c["id"]], c["mode"]))]


def wrong_parameters(cases: Iterable[Any]) -> list[Any]:
    """The cases of one parameter that are judged otherwise than by the reference."""
    return [case for case in cases if differs(case, one_parameter_verdict(case))]


def one_parameter_verdict(case: Any) -> Verdict:
    """The verdict on a call of a function with that one parameter."""
    required = ["p"] if case["required"] else []
    doc = {"name": "f", "parameters": {"properties": {"p": case["param"]}, "required": required}}
    entry = expected(ONE_PARAMETER[case["lang"]], [doc], [{"f": {"p": case["opts"]}}])
    value = case.get("value")
    if isinstance(value, dict) and "__tuple__" in value:
        value = tuple(value["__tuple__"])
    return match([Call("f", {"p": value} if case["present"] else {})], entry, "text")


def test_sampled_answers_get_the_verdicts_of_the_reference() -> None:
    """One answer of every way in which answers were changed, and of every verdict it led to."""
    cases = list(lines(DATA / "single_turn_parity.jsonl.gz"))
    assert (len(cases), wrong_answers(cases)) == (1404, [])


def test_sampled_parameters_get_the_verdicts_of_the_reference() -> None:
    """One value of every language, declared type and verdict."""
    cases = list(lines(DATA / "one_parameter_parity.jsonl.gz"))
    assert (len(cases), wrong_parameters(cases)) == (259, [])


@pytest.mark.slow
@needs_corpus
def test_all_answers_get_the_verdicts_of_the_reference() -> None:
    """All 220,523 answers."""
    assert wrong_answers(lines(CORPUS / "single_turn.jsonl.gz")) == []


@pytest.mark.slow
@needs_corpus
def test_all_parameters_get_the_verdicts_of_the_reference() -> None:
    """All 98,476 values."""
    assert wrong_parameters(lines(CORPUS / "one_parameter.jsonl.gz")) == []
