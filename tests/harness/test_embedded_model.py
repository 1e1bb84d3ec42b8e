"""A real model behind an independent server (llama.cpp), in both forms, over whole runs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bfcl_audio import references, score
from bfcl_audio.cli import main
from bfcl_audio.harness.local_server import serve
from bfcl_audio.models import file

pytestmark = pytest.mark.slow  # a model of half a billion parameters answers


@pytest.fixture(scope="module")
def base_url() -> Iterator[str]:
    with serve(file("qwen2.5-coder-0.5b")) as url:
        yield url


def _run(folder: Path, out: Path, base_url: str, agent: str) -> list[dict[str, Any]]:
    ids = out.with_suffix(".ids")
    ids.write_text("simple_python_0\nsimple_python_1\nirrelevance_0\n")
    status = main(
        ["run", str(folder), "--agent", agent, "--arm", "text", "--out", str(out),
         "--base-url", base_url, "--ids", str(ids), "--temperature", "0", "--seed", "1",
         "--max-tokens", "200"]
    )  # fmt: skip
    assert status == 0
    return [json.loads(line) for line in out.read_text().splitlines()]


@pytest.mark.parametrize(("agent", "form"), [("openai/qwen", "fc"), ("openai/qwen?prompt", "text")])
def test_a_real_model_calls_in_both_forms(
    dataset_folder: Path, tmp_path: Path, base_url: str, agent: str, form: str
) -> None:
    """What the request plainly says is called right, native or as text; tokens are counted."""
    records = _run(dataset_folder, tmp_path / "run.jsonl", base_url, agent)
    known = references(["simple_python", "irrelevance"])
    result = score(records, [known[record["id"]] for record in records], detailed=True)
    first = next(one for one in records if one["id"] == "simple_python_0")
    assert (
        result["verdicts"][0]["valid"],
        isinstance(first["answer"], str),
        first["usage"]["prompt_tokens"] > 0,
    ) == (True, form == "text", True)
