"""`bfcl_audio.score`: rows in any form, refusals by row, verdicts that depend on nothing else."""

import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bfcl_audio
from bfcl_audio.errors import InputError
from bfcl_audio.scoring import EntryVerdict, verdicts

SAMPLE = Path(__file__).parent / "data" / "multi_turn_parity.jsonl"
REFERENCES = bfcl_audio.references(["simple_python", "irrelevance"])
FIRST = REFERENCES["simple_python_0"]
RIGHT = [{"calculate_triangle_area": '{"base": 10, "height": 5}'}]
WRONG = [{"calculate_triangle_area": '{"base": 11, "height": 5}'}]


def test_a_right_and_a_wrong_answer_score_one_half() -> None:
    """With n, interval, outcomes and formulas beside."""
    result = bfcl_audio.score([RIGHT, WRONG], [FIRST, FIRST])
    keys = ("accuracy", "n", "accuracy/simple_python", "n/simple_python", "outcome/wrong")
    assert [result[key] for key in keys] == [0.5, 2.0, 0.5, 2.0, 0.5]


def test_nothing_scores_no_number() -> None:
    """Not even zero."""
    result = bfcl_audio.score([], [])
    assert (math.isnan(result["accuracy"]), result["n"]) == (True, 0.0)


@pytest.mark.parametrize("reference", [FIRST, json.loads(FIRST)], ids=["text", "object"])
@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        json.dumps(RIGHT),
        "[calculate_triangle_area(base=10, height=5)]",
        [{"function": {"name": "calculate_triangle_area", "arguments": {"base": 10, "height": 5}}}],
        {"id": "simple_python_0", "arm": "text", "messages": [], "answer": RIGHT},
        json.dumps({"id": "simple_python_0", "arm": "text", "messages": [], "answer": RIGHT}),
    ],
)
def test_every_form_of_a_right_answer_is_right(answer: object, reference: object) -> None:
    """Text, calls and trajectories, as text or as objects."""
    assert bfcl_audio.score([answer], [reference])["accuracy"] == 1.0


def test_rows_by_id_need_no_order() -> None:
    """References may hold more than was answered."""
    result = bfcl_audio.score({"simple_python_0": RIGHT}, REFERENCES, detailed=True)
    assert result["verdicts"] == [
        {
            "id": "simple_python_0",
            "category": "simple_python",
            "valid": True,
            "error_type": None,
            "outcome": "correct",
            "message": "",
        }
    ]


@pytest.mark.parametrize(
    ("predictions", "references", "complaint"),
    [
        ([RIGHT], [], "1 predictions, but 0 references"),
        ({"x": RIGHT}, REFERENCES, "1 predictions have no reference, the first is 'x'"),
        ("[f()]", [FIRST], "predictions is a str"),
        ([RIGHT], REFERENCES, "references is a dict"),
        ([RIGHT, RIGHT], [FIRST, "{"], r"references\[1\]: not JSON"),
        ([RIGHT], [None], r"references\[0\]"),
        ([{"id": "x", "arm": "", "messages": []}], [FIRST], r"predictions\[0\]: a trajectory of x"),
        ([{"arm": "", "messages": [5]}], [FIRST], r"predictions\[0\]"),
    ],
)
def test_what_does_not_fit_is_refused_by_row(
    predictions: Any, references: Any, complaint: str
) -> None:
    """One line that says which."""
    with pytest.raises(InputError, match=complaint):
        bfcl_audio.score(predictions, references)


def test_a_reference_whose_parts_do_not_fit_is_refused() -> None:
    """Its answer names a function that it does not document."""
    broken = json.loads(REFERENCES["simple_python_0"]) | {"ground_truth": [{"f": None}]}
    with pytest.raises(InputError, match=r"references\[0\]: reference simple_python_0"):
        bfcl_audio.score([RIGHT], [broken])


def test_what_was_not_run_is_counted_and_not_scored() -> None:
    """An engine's failure is nobody's wrong answer."""
    failed = {"id": "simple_python_0", "messages": [], "status": "not_run", "why": "429"}
    result = bfcl_audio.score([RIGHT, failed], [FIRST, FIRST])
    assert (result["n"], result["accuracy"], result["not_run"]) == (1.0, 1.0, 1.0)


def test_a_rules_judge_is_found_by_name() -> None:
    """A question about a listed value is allowed, and dropped."""
    call = {"function": {"name": "calculate_triangle_area",
                         "arguments": '{"base": 10, "height": 5}'}}  # fmt: skip
    trajectory = {
        "id": "simple_python_0",
        "arm": "spoken",
        "messages": [
            {"role": "user", "content": "area with base ten and height five"},
            {"role": "assistant", "content": "Was the base ten?"},
            {"role": "user", "content": "It's 10."},
            {"role": "assistant", "content": "", "tool_calls": [call]},
        ],
        "utterances": [
            {
                "utterance_id": "simple_python_0/0/0",
                "transcript": "area with base ten and height five",
                "whitelist": {"base": "10", "height": "5"},
            }
        ],
    }
    scores = [bfcl_audio.score([trajectory], [FIRST], judge=judge) for judge in (None, "rules")]
    assert [score["accuracy"] for score in scores] == [0.0, 1.0]


def cases() -> list[tuple[object, str]]:
    """Answers to multi-turn entries of every kind, each beside its reference."""
    names = ("base", "miss_func", "miss_param", "long_context")
    texts = bfcl_audio.references([f"multi_turn_{name}" for name in names])
    lines = map(json.loads, SAMPLE.read_text(encoding="utf-8").splitlines())
    return [(case["result"], texts[case["id"]]) for case in lines]


def judged(rows: list[tuple[object, str]], workers: int = 1) -> list[EntryVerdict]:
    """Their verdicts, in order."""
    return verdicts(*zip(*rows, strict=True), workers=workers)


def test_a_verdict_depends_on_nothing_but_answer_and_reference() -> None:
    """Scored twice, shuffled, and in two processes."""
    rows = cases()
    first = judged(rows)
    order = random.Random(1).sample(range(len(rows)), len(rows))
    shuffled = judged([rows[place] for place in order])
    again = [verdict for _, verdict in sorted(zip(order, shuffled, strict=True))]
    assert (again, judged(rows, workers=2)) == (first, first)


ELSEWHERE = """
import json, sys
from bfcl_audio.scoring import verdicts
rows = json.load(sys.stdin)
print([(v.valid, v.error_type) for v in verdicts(*zip(*rows))])
"""


def test_a_verdict_does_not_depend_on_the_hash_seed() -> None:
    """Sets are printed in another order under another seed."""
    rows = cases()
    texts = {
        subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            input=json.dumps(rows),
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert texts == {f"{[(v.valid, v.error_type) for v in judged(rows)]}\n"}


@pytest.mark.parametrize(
    ("entry", "part", "value"),
    [
        ("simple_python_0", "ground_truth", [{}]),
        ("multi_turn_base_0", "involved_classes", []),
        ("multi_turn_base_0", "initial_config", {"GorillaFileSystem": 5}),
        ("multi_turn_base_0", "initial_config", {"GorillaFileSystem": {"root": 5}}),
        ("multi_turn_base_0", "ground_truth", [["__import__('os').getcwd()"]]),
        ("multi_turn_base_0", "ground_truth", [[5]]),
        ("multi_turn_base_0", "ground_truth", [5]),
        ("multi_turn_base_0", "ground_truth", [["ls("]]),
    ],
)
def test_a_truth_that_cannot_be_is_refused(entry: str, part: str, value: object) -> None:
    """One line that names the entry, whatever in it is wrong, once an answer asks for it."""
    references = bfcl_audio.references([entry.rpartition("_")[0]])
    record = json.loads(references[entry]) | {part: value}
    answer = [[["ls()"]] for _ in record["ground_truth"]] if "multi" in entry else RIGHT
    with pytest.raises(InputError, match=rf"reference {entry}: [^\n]*$"):
        bfcl_audio.score([answer], [record])
