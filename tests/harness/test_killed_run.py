"""A run that is killed again and again ends as one that was not."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from heard_dataset import build

from dataset_builder.config import BuildConfig

KILLS = 5


def _command(dataset: Path, out: Path) -> list[str]:
    return [
        sys.executable, "-m", "bfcl_audio", "run", str(dataset), "--agent", "scripted/listener?ask",
        "--arm", "text,spoken,transcript:ears", "--out", str(out), "--concurrency", "3",
        "--repeats", "2", "--quiet",
    ]  # fmt: skip


def _killed(command: list[str], out: Path, after_s: float) -> bool:
    """Kill a run so long after its file has grown; False if it was done before."""
    size = out.stat().st_size if out.exists() else 0
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while child.poll() is None and (not out.exists() or out.stat().st_size == size):
        time.sleep(0.001)
    time.sleep(after_s)
    over = child.poll() is not None
    child.kill()
    child.wait()
    return not over


@pytest.mark.slow
def test_kills_at_any_moment_lose_and_repeat_nothing(tmp_path: Path) -> None:
    """After kill -9 at random moments the same command ends with the bytes of a calm run."""
    dataset = build(tmp_path / "bfcl-audio", BuildConfig(limit=110))
    calm, out = tmp_path / "calm.jsonl", tmp_path / "run.jsonl"
    subprocess.run(_command(dataset, calm), check=True, capture_output=True)
    chance = random.Random(11)
    kills = sum(_killed(_command(dataset, out), out, chance.random() * 0.4) for _ in range(KILLS))
    before_last = out.read_bytes()
    subprocess.run(_command(dataset, out), check=True, capture_output=True)
    whole = calm.read_bytes()
    assert (kills > 0, before_last != whole, out.read_bytes() == whole) == (True, True, True)
