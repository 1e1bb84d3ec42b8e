"""Our scorer as a process that stays: times one round for each line of input.

    python -m tests.bench.warm FOLDER

The same protocol as `lean_reference.py --serve`; a round judges each answer, from its recorded
form to its verdict, with the references read before.
"""

import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bfcl_audio.judging import judge_answer
from bfcl_audio.prediction import read
from bfcl_audio.reference import Reference
from bfcl_audio.results import read_results


def rows(folder: Path) -> Iterable[tuple[Any, Reference]]:
    """Each answer of the result files of a folder beside its reference."""
    for path in sorted(folder.glob("BFCL_v4_*_result.json")):
        results = read_results(path)
        yield from zip(results.answers, results.references, strict=True)


def valid(chosen: Iterable[tuple[Any, Reference]]) -> int:
    """How many of these answers are valid."""
    return sum(
        judge_answer(read(answer, reference.category), reference).valid
        for answer, reference in chosen
    )


def serve(folder: Path) -> None:
    """For each line, `single` or `multi`, judge those answers once; print seconds and valid."""
    found = list(rows(folder))
    print("ready", flush=True)
    for line in sys.stdin:
        chosen = [row for row in found if row[1].multi_turn == (line.strip() == "multi")]
        started = time.process_time()
        count = valid(chosen)
        print(json.dumps([time.process_time() - started, count]), flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
