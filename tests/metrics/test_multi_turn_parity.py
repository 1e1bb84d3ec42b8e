"""Multi-turn verdicts equal Text-BFCL's, on a sample that is always run and a corpus beside it."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bfcl_audio.prediction import read
from bfcl_audio.reference import Reference, parse, references
from bfcl_audio.state_match import judge_turns

SAMPLE = Path(__file__).parent / "data" / "multi_turn_parity.jsonl"
CORPUS = Path(__file__).parents[3] / "shared" / "parity" / "multi_turn.jsonl.gz"


@cache
def entries() -> dict[str, Reference]:
    """All multi-turn entries."""
    names = ("base", "miss_func", "miss_param", "long_context")
    texts = references([f"multi_turn_{name}" for name in names])
    return {name: parse(text) for name, text in texts.items()}


def differences(lines: Iterator[str], *, auto: bool) -> list[tuple[Any, ...]]:
    """The cases whose verdict is not the reference's; where that crashed, ours must be invalid."""
    found = []
    for line in lines:
        case = json.loads(line)
        entry = entries()[case["id"]]
        prediction = read(case["result"], entry.category, "auto" if auto else case["mode"])
        verdict = judge_turns(prediction.result, entry, prediction.mode)
        expected = (bool(case["valid"]), case["error_type"])
        if case["valid"] is None:
            expected = (False, "multi_turn:inference_error")
        if (verdict.valid, verdict.error_type) != expected:
            found.append((case["id"], case["mode"], case["mut"], expected, verdict))
    return found


@pytest.mark.parametrize("auto", [False, True], ids=["mode given", "mode found"])
def test_the_sample_gets_the_verdicts_of_the_reference(auto: bool) -> None:
    """One case of every way in which answers were changed, and of every verdict it led to."""
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    assert (len(lines), differences(iter(lines), auto=auto)) == (131, [])


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.exists(), reason=f"no corpus of verdicts at {CORPUS.parent}")
def test_the_corpus_gets_the_verdicts_of_the_reference() -> None:
    """All 72,964 answers."""
    with gzip.open(CORPUS, "rt", encoding="utf-8") as lines:
        assert differences(iter(lines), auto=False) == []
