"""Each part needs what its extra brings, and says which extra that is where it is missing."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from bfcl_audio.cli import COMMANDS, EXTRAS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PARTS = {
    "agents": ("metrics/bfcl_audio/harness",),
    "hf": (
        "dataset_builder/engines/huggingface.py",
        *(
            f"metrics/bfcl_audio/harness/agents/huggingface{part}.py"
            for part in ("", "_batch", "_calls", "_chat", "_model", "_processor", "_sampling")
        ),
    ),
    "realtime": tuple(
        f"metrics/bfcl_audio/harness/agents/openai_realtime{part}.py"
        for part in ("", "_session", "_wire")
    ),
    "piper": ("dataset_builder/engines/piper.py",),
    "gemini": (
        "dataset_builder/engines/gemini.py",
        "metrics/bfcl_audio/harness/agents/gemini.py",
        "metrics/bfcl_audio/harness/agents/gemini_wire.py",
    ),
    **{
        vendor: (f"dataset_builder/engines/{vendor}.py",)
        for vendor in ("elevenlabs", "cartesia", "deepgram", "qwen")
    },
    "openai": ("dataset_builder/engines/openai.py", "dataset_builder/engines/openai_rewriter.py"),
    "ray": ("dataset_builder/ray_crew.py",),
    "train": ("metrics/bfcl_audio/training",),
    "llm": ("metrics/bfcl_audio/harness/local_server.py",),
    "report": ("metrics/bfcl_audio/report", "metrics/bfcl_audio/harness/tables.py"),
    "metric": ("metrics/bfcl_audio/bfcl_audio.py",),
    "speech": ("dataset_builder",),
    "space": ("space",),
}


def _brought(extra: str) -> set[str]:
    """Distributions that an extra names, those of the extras that it takes in included."""
    found = set()
    for requirement in PROJECT["optional-dependencies"][extra]:
        name, inner = re.match(r"([\w.-]+)(?:\[(.*?)\])?", requirement).groups()  # type: ignore[union-attr]
        ours = _plain(name) == PROJECT["name"] and inner
        parts = [_brought(part) for part in inner.split(",")] if ours else [{_plain(name)}]
        found.update(*parts)
    return found


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _packages(path: Path) -> Iterator[str]:
    """Top-level packages that a file imports at run time, the standard library's aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        yield from (name.split(".")[0] for name in names)


@pytest.mark.parametrize("extra", PARTS)
def test_an_extra_brings_what_its_part_imports(extra: str) -> None:
    """Every distribution that the part's files import stands in the extra."""
    others = {part for name in PARTS if name != extra for part in PARTS[name]}
    files = [
        file
        for part in PARTS[extra]
        for file in ([ROOT / part] if part.endswith(".py") else sorted((ROOT / part).rglob("*.py")))
        if str(file.relative_to(ROOT)) not in others - {"metrics/bfcl_audio/harness/tables.py"}
    ]
    wanted = {name for file in files for name in _packages(file)} - sys.stdlib_module_names
    ours = {"bfcl_audio", "dataset_builder"}
    # Several distributions may share a top-level package: `google` is Google's.
    installed, brought = packages_distributions(), _brought(extra)
    assert {n for n in wanted - ours if not brought & set(map(_plain, installed[n]))} == set()


_CORE_ONLY = """
import importlib.metadata as metadata, sys
from bfcl_audio.cli import main
packages, distributions, argv, version = {packages}, {distributions}, {argv}, metadata.version
def lacking(name):
    if name.lower() in distributions:
        raise metadata.PackageNotFoundError(name)
    return version(name)
metadata.version = lacking
sys.modules.update(dict.fromkeys(packages))
sys.exit(main(argv))
"""


def _alone(*argv: str) -> tuple[int, str]:
    """Exit status and output of a command where nothing but the core's packages is found."""
    brought = _brought("test")
    packages = [
        name
        for name, dists in packages_distributions().items()
        if brought & set(map(_plain, dists))
    ]
    code = _CORE_ONLY.format(packages=packages, distributions=sorted(brought), argv=list(argv))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    return done.returncode, done.stderr or done.stdout


@pytest.mark.parametrize(
    "argv",
    [
        ("demo", "--out", "OUT"),
        ("build", "OUT", "--dry-run"),
        ("run", "DATASET", "--agent", "scripted/oracle", "--arm", "text", "--out", "OUT"),
        ("report", "RUN", "--out", "OUT"),
        ("space", "DATASET"),
    ],
    ids=lambda argv: argv[0],
)
def test_a_missing_package_names_the_extra(argv: tuple[str, ...]) -> None:
    """On the core alone a command ends with one line, the extra that it needs, and status 2."""
    status, said = _alone(*argv)
    extra = f"pip install 'bfcl-audio[{EXTRAS[argv[0]]}]'\n"
    assert (status, said.count("\n"), said.endswith(extra)) == (2, 1, True)


@pytest.mark.parametrize("argv", [("engines",), ("paraphrase", "hello"), ("score", "--help")])
def test_the_core_is_enough_for_the_rest(argv: tuple[str, ...]) -> None:
    """What asks for no extra runs without one."""
    assert (_alone(*argv)[0], argv[0] in COMMANDS, argv[0] in EXTRAS) == (0, True, False)
