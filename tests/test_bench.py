"""The bench measures what it says; the reference itself is not needed for that."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m tests.bench` with these arguments."""
    command = [sys.executable, "-m", "tests.bench", *arguments]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)


@pytest.mark.slow
def test_the_scorers_own_figures_are_measured() -> None:
    """At their smallest: one round, and no long run in two processes."""
    done = bench("scorer", "--rounds", "1", "--answers", "0", "--json")
    figures = {one["name"]: one for one in json.loads(done.stdout)["figures"]}
    assert (figures["peak memory, 2,190 answers"]["met"], sorted(figures)) == (
        True,
        ["import bfcl_audio", "peak memory, 2,190 answers"],
    )


@pytest.mark.slow
def test_the_builders_own_figures_are_measured() -> None:
    """At their smallest, without a real engine: too few utterances to say how fast it is."""
    done = bench("builder", "--entries", "4", "--instant", "--json")
    figures = {one["name"]: one for one in json.loads(done.stdout)["figures"]}
    assert sorted(figures) == [
        "a finished build again",
        "builder's memory",
        "builder, instant engines",
    ]
    assert figures["builder's memory"]["met"] and figures["a finished build again"]["met"]


def test_a_reference_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In one line, with the status of what could not be measured."""
    done = bench("scorer", "--rounds", "1", "--answers", "0", "--reference-python", "no/python")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_the_version_is_the_projects() -> None:
    """`--version` prints the package's own, without looking the installed one up."""
    named = re.search(r'^version = "(.+)"', (REPOSITORY / "pyproject.toml").read_text(), re.M)
    shown = subprocess.run(
        [sys.executable, "-m", "bfcl_audio", "--version"], capture_output=True, text=True
    ).stdout
    assert named and shown == f"bfcl-audio {named[1]}\n"
