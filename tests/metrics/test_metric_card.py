"""The metric's card: its examples run, its keys are those that a result has."""

import re
from pathlib import Path

import pytest

import bfcl_audio

CARD = (Path(bfcl_audio.__file__).parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", CARD, flags=re.DOTALL)


def test_the_examples_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In order, from the root of a clone; each holds its own assertions."""
    monkeypatch.chdir(Path(bfcl_audio.__file__).parents[2])
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    names: dict[str, object] = {}
    for example in EXAMPLES:
        exec(example, names)
    assert len(EXAMPLES) == 4


def test_every_group_of_figures_is_explained() -> None:
    """No key that the card does not speak of."""
    reference = bfcl_audio.references(["simple_python"])["simple_python_0"]
    result = bfcl_audio.score(["?"], [reference], audited=True, detailed=True)
    parts = {part for key in result for part in key.split("/")}
    assert [part for part in sorted(parts - {"simple_python"}) if part not in CARD] == []
