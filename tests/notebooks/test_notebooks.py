"""Every notebook runs from its first cell to its last, and what is committed of it is fit to be."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LARGEST_BYTES = 300_000
_MACHINE_PATH = re.compile(
    r"(?<![\w.:/])/(?:home|root|work|tmp|Users|mnt|opt|usr|var|workspace|private)/[\w.-]+"
    r"|\b[A-Za-z]:\\{1,2}\w+"
)
notebooks = pytest.mark.parametrize("path", [pytest.param(p, id=p.stem) for p in NOTEBOOKS])


def _outputs(path: Path) -> Iterator[dict[str, Any]]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield from cell.get("outputs", ())


def _environment(folder: Path) -> dict[str, str]:
    """This checkout, a home of its own, and a kernel of the Python that runs the tests."""
    spec = folder / "jupyter" / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": argv, "display_name": "Python", "language": "python"}))
    paths = [str(ROOT / "metrics"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "JUPYTER_PATH": str(folder / "jupyter"),
        "HF_HOME": str(folder / "home"),
        "IPYTHONDIR": str(folder / "ipython"),
    }


@pytest.mark.slow
@notebooks
def test_it_runs(path: Path, tmp_path: Path) -> None:
    """In an otherwise empty folder, without the Hub, from this checkout."""
    place = tmp_path / "place"
    place.mkdir()
    shutil.copy(path, place)
    # A process of its own, since the client of a kernel leaves sockets open.
    command = [sys.executable, "-c", "from nbclient.cli import main; main()", "--timeout=600"]
    done = subprocess.run(
        [*command, path.name],
        cwd=place,
        env=_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-4000:]


@notebooks
def test_it_was_run_from_top_to_bottom(path: Path) -> None:
    """Each code cell has its number in order, and the notebook shows outputs."""
    cells = nbformat.read(path, as_version=4).cells
    counts = [cell.execution_count for cell in cells if cell.cell_type == "code"]
    assert (counts, any(_outputs(path))) == (list(range(1, len(counts) + 1)), True)


@notebooks
def test_it_shows_no_error(path: Path) -> None:
    """No traceback, and nothing on standard error."""
    kinds = {(one["output_type"], one.get("name", "")) for one in _outputs(path)}
    assert kinds & {("error", ""), ("stream", "stderr")} == set()


@notebooks
def test_it_names_no_place_of_a_machine(path: Path) -> None:
    """Neither code nor outputs hold a path of whoever ran it."""
    assert _MACHINE_PATH.findall(path.read_text(encoding="utf-8")) == []


@notebooks
def test_it_is_small(path: Path) -> None:
    """A clone stays quick, and a page that shows it too."""
    assert path.stat().st_size < LARGEST_BYTES


@notebooks
def test_it_is_valid(path: Path) -> None:
    """It keeps to the format, and opens with any Python kernel."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"/home/ann/run.jsonl"', True),
        ("in /tmp/ipykernel_1/2.py", True),
        ("C:\\\\Users\\\\ann", True),
        ("https://example.org/home/page", False),
        ("runs/home/x", False),
    ],
)
def test_the_pattern_knows_a_machine(text: str, found: bool) -> None:
    """Absolute paths are seen, addresses and relative paths are not."""
    assert bool(_MACHINE_PATH.search(text)) == found
