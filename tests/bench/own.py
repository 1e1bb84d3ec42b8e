"""What is measured of our scorer alone: import, memory, the metric's overhead, two processes."""

import sys
from pathlib import Path
from statistics import median

from .figures import Figure
from .timing import OURS, REPOSITORY, in_turns, run

_SETUP = """
import json, sys, time
from pathlib import Path
answers, references = [], []
from bfcl_audio.reference import references as every
known = every()
for path in sorted(Path("right").iterdir()):
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        answers.append(record["result"])
        references.append(known[record["id"]])
"""
_IMPORT = "import time; s = time.process_time(); import bfcl_audio; print(time.process_time() - s)"
_BARE = """
started = time.process_time()
import bfcl_audio
bfcl_audio.score(answers, references)
print(time.process_time() - started)
"""
_METRIC = """
import evaluate
started = time.process_time()
metric = evaluate.load({metric!r})
metric.compute(predictions=answers, references=references)
print(time.process_time() - started)
"""
_MANY = """
import bfcl_audio
times = -(-{count} // len(answers))
answers, references = (answers * times)[:{count}], (references * times)[:{count}]
if __name__ == "__main__":
    started = time.perf_counter()
    bfcl_audio.score(answers, references, workers={workers})
    print(time.perf_counter() - started)
"""
_METRIC_FOLDER = REPOSITORY / "metrics" / "bfcl_audio"


def own_figures(folder: Path, rounds: int, count: int) -> list[Figure]:
    """All of them; `folder` holds the right answers in its folder `right`."""
    figures = [_import(folder, 2 * rounds), _memory(folder)]
    if count:
        figures += [_overhead(folder, rounds), _two(folder, max(rounds // 2, 1), count)]
    return figures


def _import(folder: Path, rounds: int) -> Figure:
    times = in_turns({"import": lambda: _printed(_IMPORT, folder)}, rounds)["import"]
    return Figure("import bfcl_audio", times.least, "s", 0.1, False, f"{times} of processor time")


def _memory(folder: Path) -> Figure:
    files = sorted(str(path) for path in (folder / "right").iterdir())
    peak_mb = run([sys.executable, "-m", "bfcl_audio", "score", *files], folder, **OURS).peak_mb
    return Figure("peak memory, 2,190 answers", peak_mb, "MB", 300, False, "resident, one run")


def _overhead(folder: Path, rounds: int) -> Figure:
    """What `evaluate` adds to scoring: both with nothing of ours loaded, `evaluate` imported."""
    metric = _SETUP + _METRIC.format(metric=str(_METRIC_FOLDER))
    times = in_turns(
        {
            "metric": lambda: _printed(metric, folder),
            "bare": lambda: _printed(_SETUP + _BARE, folder),
        },
        rounds,
    )
    added = times["metric"].least - times["bare"].least
    pairs = [a - b for a, b in zip(times["metric"].seconds, times["bare"].seconds, strict=True)]
    detail = (
        f"{times['metric']} less {times['bare']} of processor time; "
        f"{median(pairs):.2f} s by the median of pairs"
    )
    return Figure("evaluate.load and compute beyond score", added, "s", 0.5, False, detail)


def _two(folder: Path, rounds: int, count: int) -> Figure:
    scripts = {
        f"{workers}": _SETUP + _MANY.format(count=count, workers=workers) for workers in (1, 2)
    }
    times = in_turns(
        {name: lambda text=text: _printed(text, folder) for name, text in scripts.items()}, rounds
    )
    return Figure(
        f"two processes, {count:,} answers",
        times["1"].least / times["2"].least,
        "x",
        1.7,
        True,
        f"{times['1']} by {times['2']}",
    )


def _printed(script: str, folder: Path) -> float:
    """The seconds that a script prints last."""
    path = folder / ".bench-script.py"  # a file, since processes of a pool may want to read it
    path.write_text(script, encoding="utf-8")
    return float(run([sys.executable, str(path)], folder, **OURS).output.split()[-1])
