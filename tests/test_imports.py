"""Imports point downwards only, and importing the package costs next to nothing."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "metrics" / "bfcl_audio"
BUILDER = ROOT / "dataset_builder"
COMPOSITION = {"cli", "__main__", "commands"}
BUILDER_MAY = {
    "release", "upstream", "reference", "calls", "verdict", "spoken", "verbalise", "models",
    "errors",
}  # fmt: skip
HEAVY = {
    "datasets", "evaluate", "torch", "torchaudio", "transformers", "gradio", "openai", "pyarrow",
    "numpy", "scipy", "pandas", "matplotlib", "jinja2", "jiwer", "soundfile", "xllamacpp",
    "huggingface_hub", "pydantic",
}  # fmt: skip


def _modules(folder: Path, package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.py")):
        parts = [package, *path.relative_to(folder).with_suffix("").parts]
        yield ".".join(part for part in parts if part != "__init__"), path


def _imports(module: str, path: Path) -> Iterator[str]:
    """Absolute names of all that a module imports, wherever in it."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, node.module or ""] if node.level else [node.module or ""])
            base = base.rstrip(".")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


METRIC_MODULES = list(_modules(PACKAGE, "bfcl_audio"))
BUILDER_MODULES = list(_modules(BUILDER, "dataset_builder"))
PARTS_BESIDE_SCORING = (
    "harness",
    "report",
    "training",
    "commands",
    "cli",
    "__main__",
    "models",
    "model_sources",
    "app",
)
SCORING_MODULES = [
    (name, path)
    for name, path in METRIC_MODULES
    if len(name.split(".")) <= 2
    and name.split(".")[-1] not in (*PARTS_BESIDE_SCORING, "bfcl_audio")
]


def _named(modules: list[tuple[str, Path]]) -> list[object]:
    return [pytest.param(name, path, id=name) for name, path in modules]


@pytest.mark.parametrize(("module", "path"), _named(METRIC_MODULES))
def test_the_package_knows_nothing_of_the_builder(module: str, path: Path) -> None:
    """Only the commands may import the builder or the Space."""
    if set(module.split(".")) & COMPOSITION:
        return
    ours = {name.split(".")[0] for name in _imports(module, path)}
    assert not ours & {"dataset_builder", "space"}


@pytest.mark.parametrize(("module", "path"), _named(SCORING_MODULES))
def test_scoring_is_light(module: str, path: Path) -> None:
    """What scores never imports what runs, reports, or weighs."""
    names = set(_imports(module, path))
    upwards = {
        name
        for name in names
        if name.startswith("bfcl_audio.") and name.split(".")[1] in PARTS_BESIDE_SCORING
    }
    assert not upwards | {name for name in names if name.split(".")[0] in HEAVY}


@pytest.mark.parametrize(("module", "path"), _named(METRIC_MODULES))
def test_training_stands_on_the_harness(module: str, path: Path) -> None:
    """It takes of the package what scores and what runs; nothing of the package takes it."""
    inside = module.startswith("bfcl_audio.training")
    names = {
        name.split(".")[1] for name in _imports(module, path) if name.startswith("bfcl_audio.")
    }
    above = {"report", *COMPOSITION} if inside else {"training"}
    assert names & above == set()


@pytest.mark.parametrize(("module", "path"), _named(BUILDER_MODULES))
def test_the_builder_takes_only_what_it_may(module: str, path: Path) -> None:
    """The builder uses the release, its references and the spoken forms, and nothing above."""
    taken = {
        name.split(".")[1]
        for name in _imports(module, path)
        if name.startswith("bfcl_audio.") and len(name.split(".")) > 1
    }
    allowed = BUILDER_MAY | {"references", "version"}
    if module == "dataset_builder.prices":  # a rewriter's model costs what an agent's does
        allowed = allowed | {"harness"}
    assert {
        name for name in taken if name.split("_")[0] not in allowed and name not in allowed
    } == set()


SPACE_MODULES = list(_modules(ROOT / "space", "space"))
SPACE_MAY_BUILD = {"space.parts", "space.path", "space.example"}


@pytest.mark.parametrize(("module", "path"), _named(SPACE_MODULES))
def test_the_space_builds_in_three_places(module: str, path: Path) -> None:
    """Only Try it and the example set use the builder; nothing of the Space uses the commands."""
    ours = {name for name in _imports(module, path) if name.split(".")[0] == "dataset_builder"}
    names = {name.split(".")[1] for name in _imports(module, path) if name.count(".")}
    assert (bool(ours) <= (module in SPACE_MAY_BUILD), names & COMPOSITION) == (True, set())


@pytest.mark.parametrize(("module", "path"), _named(SPACE_MODULES))
def test_the_space_names_itself_by_no_name(module: str, path: Path) -> None:
    """It is `space` in a clone, another package in a wheel, and none on the Hub."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    names = {str(node.module).split(".")[0] for node in froms}
    assert not names & {"space", "bfcl_audio_space"}


ENGINES = [(n, p) for n, p in BUILDER_MODULES if n.startswith("dataset_builder.engines.")]


@pytest.mark.parametrize(("module", "path"), _named(ENGINES))
def test_engines_know_only_their_protocol(module: str, path: Path) -> None:
    """An engine imports the protocols, its errors and its model, and no other stage."""
    ours = {n for n in _imports(module, path) if n.split(".")[0] == "dataset_builder"}
    allowed = ("dataset_builder.engines", "dataset_builder.errors")
    assert [name for name in ours if not name.startswith(allowed)] == []


def test_importing_the_package_is_quick() -> None:
    """`import bfcl_audio` takes under 0.1 s, at best of five, start-up of Python aside."""
    code = "import time; t = time.perf_counter(); import bfcl_audio; print(time.perf_counter() - t)"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(5)
    ]
    assert min(float(run.stdout) for run in runs) < 0.1
