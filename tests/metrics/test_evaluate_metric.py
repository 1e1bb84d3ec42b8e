"""The metric as `evaluate` loads it: a copied folder, offline, nothing of the package needed."""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bfcl_audio
from bfcl_audio.errors import InputError
from fake_hub import serving

FOLDER = Path(bfcl_audio.__file__).parent
REFERENCES = bfcl_audio.references(["simple_python", "irrelevance"])
FIRST = REFERENCES["simple_python_0"]
RIGHT = [{"calculate_triangle_area": '{"base": 10, "height": 5}'}]


def siblings(module: str) -> set[str]:
    """Flat modules that a flat module imports."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    names = {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module
    }
    return {name for name in names if (FOLDER / f"{name}.py").exists()}


def test_the_main_file_names_every_sibling_that_scoring_and_the_judge_need() -> None:
    """`evaluate` copies those and no others."""
    needed: set[str] = set()
    left = {"scoring", "judge", "entities"}  # the last two are imported when needed
    while left:
        module = left.pop()
        needed.add(module)
        left |= siblings(module) - needed
    read = importlib.import_module("evaluate.loading").get_imports(FOLDER / "bfcl_audio.py")
    assert {name for kind, name, *_ in read if kind == "internal"} == needed


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The metric, loaded from a copy of its folder."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HOME", str(home))
        patch.setenv("HF_MODULES_CACHE", str(home / "modules"))
        evaluate = pytest.importorskip("evaluate", reason="needs the extra 'metric'")
        copy = home / "elsewhere" / "bfcl_audio"
        shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
        yield evaluate.load(str(copy), cache_dir=str(home / "cache"))


def test_objects_and_strings_are_taken_alike(metric: Any) -> None:
    """As `compute` gets them, or `add` and `add_batch` did before."""
    direct = metric.compute(predictions=[RIGHT, "Hm?"], references=[FIRST, json.loads(FIRST)])
    metric.add(prediction=RIGHT, reference=FIRST)
    metric.add_batch(predictions=["Hm?"], references=[json.loads(FIRST)])
    assert (str(metric.compute()), direct["accuracy"]) == (str(direct), 0.5)


@pytest.mark.parametrize(
    "answer",
    [
        *(
            RIGHT,
            None,
            5,
            {},
            [],
            "",
            "null",
            "[]",
            "\ud800",
            {"role": "assistant", "content": "?"},
        ),
        *({1, 2}, object(), b"f()", [{"f": object()}]),
    ],
)
@pytest.mark.parametrize("name", ["simple_python_0", "irrelevance_0"])
def test_an_answer_is_judged_as_without_evaluate(metric: Any, answer: object, name: str) -> None:
    """Nothing is lost on its way through a column of strings."""
    rows: dict[str, Any] = {"predictions": [answer], "references": [REFERENCES[name]]}
    assert (
        metric.compute(**rows, detailed=True)["verdicts"]
        == (bfcl_audio.score(**rows, detailed=True)["verdicts"])
    )


@pytest.mark.parametrize(
    ("predictions", "references", "complaint"),
    [
        ([RIGHT], [], "1 predictions, but 0 references"),
        ([RIGHT, RIGHT], [FIRST, 5], r"references\[1\]: a reference of type int"),
        ("text", [FIRST], "predictions is str"),
        ([RIGHT, RIGHT], [FIRST, "{}"], r"references\[1\]: its 'category' is None"),
    ],
)
def test_what_does_not_fit_is_refused_by_row(
    metric: Any, predictions: Any, references: Any, complaint: str
) -> None:
    """The error is the package's own by name, for the copy has its own classes."""
    with pytest.raises(Exception, match=complaint) as raised:
        metric.compute(predictions=predictions, references=references)
    assert type(raised.value).__name__ == InputError.__name__


def test_the_options_reach_the_scorer(metric: Any) -> None:
    """Mode, judge, workers and the audited view."""
    result = metric.compute(
        predictions=[json.dumps(RIGHT)], references=[FIRST],
        mode="text", judge="rules", workers=2, audited=True,
    )  # fmt: skip
    assert (result["accuracy"], result["audited/n"]) == (0.0, 1.0)


ALONE = """
import evaluate, sys
assert "bfcl_audio" not in sys.modules
metric = evaluate.load(sys.argv[1], keep_in_memory=True)
print(metric.compute(predictions=["?"], references=[sys.argv[2]])["outcome/asked"])
"""


def test_a_copied_folder_needs_nothing_of_the_package(tmp_path: Path) -> None:
    """In a process that has never seen it, and in memory."""
    copy = tmp_path / "bfcl_audio"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ALONE, str(copy), FIRST],
        env={**os.environ, "HF_HOME": str(tmp_path), "HF_MODULES_CACHE": str(tmp_path / "m")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("1.0\n", 0), done.stderr


def test_it_loads_from_the_hub(tmp_path: Path) -> None:
    """By the id of its Space, from a server that speaks the Hub's format."""
    online = {name: value for name, value in os.environ.items() if not name.endswith("_OFFLINE")}
    with serving({"spaces/speech-lab/bfcl_audio": FOLDER}) as address:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", ALONE, "speech-lab/bfcl_audio", FIRST],
            env={**online, "HF_ENDPOINT": address, "HF_HOME": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.stdout, done.returncode) == ("1.0\n", 0), done.stderr


ISOLATED = """
import evaluate, sys
metric = evaluate.load(sys.argv[1])
module = sys.modules[type(metric).__module__.rpartition(".")[0] + ".isolation"]
with module.Isolation() as isolation:
    import os
    print(isolation.call(os.getpid) != os.getpid())
"""


def test_a_copied_folder_judges_in_processes_of_its_own(tmp_path: Path) -> None:
    """They find the copy's modules."""
    copy = tmp_path / "bfcl_audio"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", ISOLATED, str(copy)],
        env={**os.environ, "HF_HOME": str(tmp_path), "HF_MODULES_CACHE": str(tmp_path / "m")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


RANK = """
import sys, evaluate
rank, metric_folder, cache, reference = int(sys.argv[1]), *sys.argv[2:]
metric = evaluate.load(
    metric_folder, num_process=2, process_id=rank, experiment_id="two", cache_dir=cache
)
rows = [reference] * 3 if rank == 0 else []
metric.add_batch(predictions=["?"] * len(rows), references=rows)
result = metric.compute()
print(result and result["n"])
"""


@pytest.mark.slow
def test_two_processes_make_one_result(tmp_path: Path) -> None:
    """The second has nothing to add, and says so."""
    ranks = [
        subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", RANK, str(rank), str(FOLDER), str(tmp_path),
             FIRST],
            env={**os.environ, "HF_HOME": str(tmp_path), "HF_MODULES_CACHE": str(tmp_path / "m")},
            stdout=subprocess.PIPE,
            text=True,
        )
        for rank in (0, 1)
    ]  # fmt: skip
    assert [rank.communicate(timeout=120)[0] for rank in ranks] == ["3.0\n", "None\n"]
