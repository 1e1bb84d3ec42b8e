"""Which entries a training is watched on, and what cannot be asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.training import sampled
from bfcl_audio.training.sampling import _spread


@pytest.fixture(scope="module")
def numbered(dataset_folder: Path) -> list[object]:
    """Entries of two categories, eight of the one and two of the other."""
    import dataclasses

    (one,) = sampled(dataset_folder, ids=["simple_python_0"])
    of = {"simple_python": 8, "irrelevance": 2}
    return [
        dataclasses.replace(one, id=f"{category}_{n}", category=category)
        for category, count in of.items()
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("arms", "options", "found"),
    [
        (["text"], {"categories": ["irrelevance"]}, ["irrelevance_0 text"]),
        ("spoken", {"ids": ["simple_python_0"]}, ["simple_python_0 spoken"]),
        (
            ["transcript:ears", "text", "text"],
            {"categories": ["simple_python"]},
            ["simple_python_0 transcript:ears", "simple_python_0 text"],
        ),
    ],
)
def test_entries_that_all_arms_have(
    dataset_folder: Path, arms: list[str], options: dict[str, list[str]], found: list[str]
) -> None:
    """One that cannot be spoken is left out where an arm is spoken."""
    entries = sampled(dataset_folder, arms, **options)  # type: ignore[arg-type]
    assert [f"{one.id} {one.arm}" for one in entries] == found


def test_a_sample_is_spread_over_categories(numbered: list[object]) -> None:
    """Two of each of two categories; all of what is rarer, and the rest of what is not."""
    counts = [
        [sum(name.startswith(c) for name in _spread(numbered, sample, 0)) for c in ("si", "ir")]  # type: ignore[arg-type]
        for sample in (4, 7, None, 99)
    ]
    assert counts == [[2, 2], [5, 2], [8, 2], [8, 2]]


def test_the_seed_decides_which(numbered: list[object]) -> None:
    """One seed takes the same entries each time, other seeds take others."""
    again = _spread(numbered, 3, 1) == _spread(numbered, 3, 1)  # type: ignore[arg-type]
    kinds = {tuple(_spread(numbered, 3, seed)) for seed in range(9)}  # type: ignore[arg-type]
    assert (again, len(kinds) > 3) == (True, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"arms": ["audio"]}, "is of sound"),
        ({"arms": ["audio:espeak@phone"]}, "is of sound"),
        ({"arms": ["transcript:eers"]}, "did you mean 'transcript:ears'"),
        ({"arms": []}, "no arm was named"),
        ({"sample": 0}, "sample=0: give 1 or more"),
        ({"categories": ["simple_pyton"]}, "did you mean 'simple_python'"),
        ({"ids": ["simple_python_7"]}, "no entry 'simple_python_7'"),
        ({"arms": ["spoken"], "ids": ["simple_python_1"]}, "no entry"),
        ({"dataset": "nowhere"}, "not a dataset folder"),
    ],
)
def test_what_cannot_be_sampled_is_told(
    dataset_folder: Path, options: dict[str, object], said: str
) -> None:
    """One line says what and why."""
    with pytest.raises(InputError) as caught:
        sampled(**{"dataset": dataset_folder, **options})  # type: ignore[arg-type]
    assert (said in str(caught.value), "\n" in str(caught.value)) == (True, False)


@pytest.mark.parametrize("package", ["torch", "transformers", "accelerate", "pyarrow"])
def test_a_missing_package_names_the_extra(package: str) -> None:
    """The import ends with that one line."""
    code = f"import sys; sys.modules[{package!r}] = None; from bfcl_audio.training import sampled"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == (
        f"ModuleNotFoundError: bfcl_audio.training needs {package}, which is not installed: "
        "pip install 'bfcl-audio[train]'"
    )


def test_the_package_itself_is_light() -> None:
    """`import bfcl_audio.training` imports nothing heavy before a name of it is used."""
    code = "import sys, bfcl_audio.training; print({'torch', 'transformers'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "set()\n"
