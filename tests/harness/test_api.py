"""`bfcl_audio.run`: an agent through a dataset from Python, in one call."""

import json
from pathlib import Path
from typing import Any

import pytest

import bfcl_audio
from bfcl_audio.errors import InputError
from bfcl_audio.harness.prices import Price

Message = dict[str, Any]


def triangle(messages: list[Message], tools: list[Message]) -> object:
    """Knows one thing."""
    name = tools[0]["function"]["name"]
    return [{"name": name, "arguments": {"base": 10, "height": 5}}]


def test_a_function_is_run_and_scored(dataset_folder: Path, tmp_path: Path) -> None:
    """The right call in both arms, figures by arm, trajectories in the file."""
    out = tmp_path / "run.jsonl"
    ran = bfcl_audio.run(
        dataset_folder, triangle, ("text", "spoken"), out=out, ids=["simple_python_0"]
    )
    figures = {arm: result["accuracy"] for arm, result in ran.score().items()}
    assert (ran.path, ran.summary.done, figures, len(out.read_text().splitlines())) == (
        out,
        {"text": 1, "spoken": 1},
        {"text": 1.0, "spoken": 1.0},
        2,
    )


def test_it_resumes(dataset_folder: Path, tmp_path: Path) -> None:
    """What is done is not asked again."""
    asked = []

    def answer(messages: list[Message], tools: list[Message]) -> str:
        asked.append(messages)
        return "Goodbye."

    for _ in range(2):
        ran = bfcl_audio.run(
            dataset_folder, answer, "text", out=tmp_path / "r.jsonl", ids=["irrelevance_0"]
        )
    assert (len(asked), ran.summary.resumed) == (1, {"text": 1})


def test_a_failing_function_leaves_the_entry_not_run(dataset_folder: Path, tmp_path: Path) -> None:
    """Nothing that the agent did not answer is scored."""

    def answer(messages: list[Message], tools: list[Message]) -> str:
        raise KeyError("city")

    ran = bfcl_audio.run(dataset_folder, answer, out=tmp_path / "r.jsonl", limit=1)
    (record,) = map(json.loads, ran.path.read_text().splitlines())
    assert (ran.summary.not_run, record["status"], record["why"].split(" at ")[0]) == (
        {"text": 1},
        "not_run",
        "KeyError",
    )


def test_specs_and_judges_may_be_named(dataset_folder: Path, tmp_path: Path) -> None:
    """As on the command line; the written arm has no judge in either case."""
    ran = bfcl_audio.run(
        dataset_folder, "scripted/oracle", ("text", "spoken"), out=tmp_path / "r.jsonl",
        judge=None, concurrency=2,
    )  # fmt: skip
    counts = {arm: (result["n"], result["accuracy"]) for arm, result in ran.score().items()}
    assert (ran.judge, counts) == ("none", {"text": (4.0, 1.0), "spoken": (3.0, 1.0)})


def test_a_function_may_write_its_calls_as_text(dataset_folder: Path, tmp_path: Path) -> None:
    """One that says so is judged as prompted models are; else text is no call."""

    def answer(messages: list[Message], tools: list[Message]) -> str:
        return "[calculate_triangle_area(base=10, height=5)]"

    def writing(messages: list[Message], tools: list[Message]) -> str:
        return answer(messages, tools)

    writing.form = "text"  # type: ignore[attr-defined]
    right = [
        bfcl_audio.run(
            dataset_folder, one, out=tmp_path / "r.jsonl", ids=["simple_python_0"]
        ).score()["text"]["accuracy"]
        for one in (answer, writing)
    ]
    assert right == [0.0, 1.0]


def test_costs_are_held_if_a_price_is_known(dataset_folder: Path, tmp_path: Path) -> None:
    """A function tells what it cost; with a price named for it, a sum can be held."""

    def answer(messages: list[Message], tools: list[Message]) -> Message:
        return {"content": "Goodbye.", "cost_usd": 1.0}

    price = Price(prompt=1.0, completion=1.0)
    ran = bfcl_audio.run(
        dataset_folder, answer, out=tmp_path / "r.jsonl", price=price, max_cost_usd=2.5,
        ids=["simple_python_0", "simple_python_1", "irrelevance_0"],
    )  # fmt: skip
    assert ran.summary.done == {"text": 2}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"agent": 3}, "an agent is a SPEC, a function"),
        ({"agent": "scripted/orcale"}, "did you mean 'scripted/oracle'?"),
        ({"arms": "spokn"}, "did you mean 'spoken'?"),
        ({"arms": "audio"}, "cannot hear"),
        ({"judge": "ruels"}, "did you mean 'rules'"),
        ({"max_cost_usd": 1.0}, "price of python/"),
        ({"dataset": "nowhere"}, "nowhere is not a dataset folder"),
    ],
)
def test_bad_input_is_an_input_error(
    dataset_folder: Path, tmp_path: Path, changes: dict[str, Any], says: str
) -> None:
    """What, got and fix; nothing is written."""
    out = tmp_path / "run.jsonl"
    settings = {"dataset": dataset_folder, "agent": triangle, "arms": "text", **changes}
    with pytest.raises(InputError) as caught:
        bfcl_audio.run(**settings, out=out)
    assert (says in str(caught.value), out.exists()) == (True, False)
