"""Every command and every snippet that the README shows is run here, as it stands."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puppets import Server, completion

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
    for line in block.splitlines()
]
SNIPPETS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
SERVER = "http://127.0.0.1:8080/v1"
IN_MAKEFILE = {"make demo": "bfcl-audio demo", "make test": "pytest"}


@pytest.fixture(scope="module")
def workplace(demo: Path) -> Path:
    """The folder that a reader stands in: a clone in which `make demo` has run."""
    if not (demo.parent / "metrics").exists():
        (demo.parent / "metrics").symlink_to(ROOT / "metrics")
    return demo.parent


@pytest.fixture
def model_server() -> Iterator[Server]:
    """A model that answers everything in prose."""
    server = Server()
    for _ in range(1000):
        server.answer(completion("I would rather talk about the weather."))
    yield server
    server.close()


@pytest.mark.slow
@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in IN_MAKEFILE])
def test_command(command: str, workplace: Path, model_server: Server) -> None:
    """A command of the README ends with status 0."""
    line = command.replace(SERVER, model_server.base_url)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=workplace,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippet(number: int, workplace: Path) -> None:
    """A snippet of the README runs."""
    done = subprocess.run(
        [sys.executable, "-c", SNIPPETS[number]],
        cwd=workplace,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("command", "runs"), IN_MAKEFILE.items())
def test_make_target(command: str, runs: str) -> None:
    """The two commands are in the README, and run what these tests run or are."""
    recipe = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", command.removeprefix("make ")],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("MAKE")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert command in COMMANDS and runs in recipe.stdout.splitlines()[-1]
