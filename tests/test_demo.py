"""The whole job at small size: what a newcomer sees after `make demo`."""

import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from datasets import get_dataset_config_names, load_dataset

from bfcl_audio import cli
from bfcl_audio.commands.demo import LANGUAGE_MODEL_ARMS, RECOGNISERS, SCRIPTED
from bfcl_audio.harness import local_server

pytestmark = pytest.mark.slow

CONFIGS = {
    "text", "paraphrases", "audio", "audio_hibari", "audio_kokoro", "audio_pico",
    *(f"transcripts_{name}" for name in RECOGNISERS),
}  # fmt: skip


def _trajectories(demo: Path, name: str) -> list[dict[str, object]]:
    lines = (demo / "runs" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _digests(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_the_dataset_has_all_its_configs(demo: Path) -> None:
    """The folder holds every config of its engines and recognisers."""
    assert set(get_dataset_config_names(str(demo / "bfcl-audio"))) == CONFIGS


def test_every_category_is_there(demo: Path) -> None:
    """Eleven entries are one of each category."""
    entries = load_dataset(str(demo / "bfcl-audio"), "text", split="test")
    assert len(set(entries["category"])) == len(entries) == 11


@pytest.mark.parametrize("agent", SCRIPTED)
def test_scripted_agents_finish_every_arm(demo: Path, agent: str) -> None:
    """Eleven entries times five arms, all done."""
    name = re.sub(r"\W", "_", agent) + ".jsonl"
    assert [line["status"] for line in _trajectories(demo, name)] == ["done"] * 55


def test_the_language_model_really_answered(demo: Path) -> None:
    """The embedded model went through its arms, and at least one answer holds a call."""
    lines = _trajectories(demo, "openai_qwen2_5_coder_0_5b.jsonl")
    assert {line["arm"] for line in lines} == set(LANGUAGE_MODEL_ARMS)
    assert any(isinstance(line["answer"], list) and line["answer"] for line in lines)


def test_the_oracle_loses_nothing(demo: Path) -> None:
    """Whatever it reads, the oracle is right."""
    command = [sys.executable, "-m", "bfcl_audio", "score", "--json"]
    done = subprocess.run(
        [*command, str(demo / "runs" / "scripted_oracle.jsonl")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["accuracy"] == 1.0


def test_the_page_asks_nobody_for_anything(demo: Path) -> None:
    """The report is one file: no link that a browser would follow by itself, and clips inside."""
    page = (demo / "report" / "report.html").read_text(encoding="utf-8")
    outside = re.findall(r"""(?:src|href)=["'](?!data:|#)[^"']*""", page)
    assert (outside, "data:audio/" in page) == ([], True)


def test_a_second_run_starts_no_server(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the language model has nothing left to do, its server stays off."""
    monkeypatch.delattr(local_server, "_address")
    assert cli.main(["demo", "--entries", "11", "--out", str(demo)]) == 0


def test_a_second_run_is_quick_and_changes_no_byte(
    demo: Path, run_demo: Callable[[], Path]
) -> None:
    """Everything slow was kept: the same command again takes seconds and writes the same files."""
    before = _digests(demo)
    started = time.monotonic()
    run_demo()
    assert (_digests(demo), time.monotonic() - started < 60) == (before, True)
