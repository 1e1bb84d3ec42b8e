"""The generator of answers with verdicts, and the sample of live answers that it made."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bfcl_audio.upstream import LIVE_CATEGORIES

from .__main__ import cases, main
from .comparison import differences, our_verdict, read_cases, write_cases
from .reference import Reference
from .single_turn import Case

# Made by: python -m tests.parity --reference-python PATH --count 1500 --seed 7 --categories
#   live_simple,live_multiple,live_parallel,live_parallel_multiple,live_irrelevance,live_relevance
#   --out tests/parity/live_sample.jsonl.gz
LIVE_SAMPLE = Path(__file__).with_name("live_sample.jsonl.gz")

KINDS = [
    ("single-turn", ["simple_python", "simple_java", "simple_javascript", "parallel_multiple"]),
    ("single-turn", ["irrelevance", "live_multiple", "live_irrelevance"]),
    ("multi-turn", ["multi_turn_base", "multi_turn_miss_func"]),
    ("one-parameter", ["python", "java", "javascript"]),
]

REFERENCE_PYTHON = os.environ.get("BFCL_REFERENCE_PYTHON", "")


@pytest.mark.parametrize(("kind", "names"), KINDS)
def test_the_same_seed_makes_the_same_cases(kind: str, names: list[str]) -> None:
    """Cases depend on the arguments alone, and another seed makes others."""
    one, again, other = (list(cases(kind, names, 30, seed)) for seed in (1, 1, 2))
    assert (one == again, one == other) == (True, False)


@pytest.mark.parametrize(("kind", "names"), KINDS)
def test_every_case_is_json_and_gets_a_verdict(kind: str, names: list[str], tmp_path: Path) -> None:
    """Some right and some wrong answers of each kind; as read from a file, the same verdicts."""
    made = list(cases(kind, names, 60, 3))
    write_cases(tmp_path / "cases.jsonl.gz", made)
    verdicts = [our_verdict(case) for case in made]
    assert verdicts == [our_verdict(case) for case in read_cases(tmp_path / "cases.jsonl.gz")]
    assert {verdict.valid for verdict in verdicts} == {True, False}


def test_the_live_sample_gets_the_verdicts_of_the_reference() -> None:
    """Answers to all six live categories, in both forms."""
    sample = list(read_cases(LIVE_SAMPLE))
    assert {(case["cat"], case["mode"]) for case in sample} == {
        (category, mode) for category in LIVE_CATEGORIES for mode in ("fc", "text")
    }
    assert (len(sample), list(differences(sample))) == (1500, [])


def test_a_difference_is_printed_and_is_the_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file with one false verdict: that case is printed, with ours beside."""
    one, *others = list(read_cases(LIVE_SAMPLE))[:5]
    false = one | {"valid": not one["valid"], "error_type": "x"}
    write_cases(tmp_path / "cases.jsonl", [false, *others])
    status = main(["--check", str(tmp_path / "cases.jsonl")])
    printed = capsys.readouterr()
    assert (status, json.loads(printed.out)["id"]) == (1, one["id"])
    assert printed.err.endswith(" 1 differences\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "--reference-python"),
        (["--check", "no-such-file"], "no file no-such-file"),
        (["--categories", "simple", "--reference-python", "x"], "unknown for single-turn: simple"),
    ],
)
def test_bad_arguments_end_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong, and status 2."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert (end.value.code, says in capsys.readouterr().err) == (2, True)


@pytest.mark.parametrize("python", ["no-such-python", "false"])
def test_a_python_without_the_reference(python: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named, with status 2."""
    status = main(["--reference-python", python, "--count", "1", "--categories", "multiple"])
    assert (status, python in capsys.readouterr().err) == (2, True)


@pytest.mark.skipif(not REFERENCE_PYTHON, reason="$BFCL_REFERENCE_PYTHON names no Python")
@pytest.mark.parametrize(("kind", "names"), KINDS)
def test_new_cases_get_the_verdicts_of_the_reference(kind: str, names: list[str]) -> None:
    """Cases that nobody has seen before, if there is a reference to ask."""
    seed = int.from_bytes(os.urandom(4), "big")

    def judged() -> Iterator[Case]:
        with Reference(REFERENCE_PYTHON) as reference:
            for case in cases(kind, names, 200, seed):
                yield case | reference.judge(case)

    assert list(differences(judged())) == [], f"seed {seed}"
