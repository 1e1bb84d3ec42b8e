"""Scoring: whole commands, warm checkers, memory and processes, against an installed bfcl-eval."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from . import answers
from .figures import Figure
from .own import own_figures
from .timing import OURS, REPOSITORY, Failed, Run, Server, Times, in_turns, run

_MODEL = "gpt-4o-2024-11-20-FC"  # calls tools; its dots become underscores
_ALONE = "multiple"
_LEAN = Path(__file__).parent / "lean_reference.py"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of this bench."""
    parser.add_argument(
        "--reference-python",
        metavar="PATH",
        type=Path,
        help="a Python with bfcl-eval==2026.3.23 (install_reference.py makes one)",
    )
    parser.add_argument("--rounds", type=int, default=5, help="runs of each whole process (5)")
    parser.add_argument("--answers", type=int, default=50_000, help="for two processes (50,000)")


def measure(args: argparse.Namespace) -> list[Figure]:
    """All figures; those that compare with the reference only if it is there."""
    # Not resolved: a virtual environment's python is a link out of it.
    python = args.reference_python and args.reference_python.expanduser().absolute()
    if python and not (python.parent / "bfcl").exists():
        raise Failed(
            f"{python} is no Python with the command bfcl beside it; see install_reference.py"
        )
    with tempfile.TemporaryDirectory(prefix="bfcl-audio-bench-") as name:
        folder = Path(name)
        answers.write(folder / "right")
        figures = own_figures(folder, args.rounds, args.answers)
        if python:
            figures = [*_against(python, folder, args.rounds), *figures]
    return figures


def _against(python: Path, folder: Path, rounds: int) -> Iterator[Figure]:
    yield from _whole(python, folder, rounds)
    answers.write(folder / "detours", detours=True)
    answers.write_texts(folder / "texts")
    for name, place, line, target in (
        ("single-turn checkers, warm, tool calls", "right", "single", 1),
        ("single-turn checkers, warm, text", "texts", "single", 1),
        ("multi-turn checkers, warm, right answers", "right", "multi", 3),
        ("multi-turn checkers, warm, a detour in each turn", "detours", "multi", 3),
    ):
        yield _warm(name, python, folder / place, line, target, 3 * rounds)


def _whole(python: Path, folder: Path, rounds: int) -> Iterator[Figure]:
    """Whole processes, from start to end, verdicts compared by their number."""
    files = sorted(str(path) for path in (folder / "right").iterdir())
    alone = [name for name in files if name.endswith(f"BFCL_v4_{_ALONE}_result.json")]
    shipped, one_shipped = _Shipped(python, folder / "shipped"), _Shipped(python, folder / "alone")
    shipped.give(files)
    one_shipped.give(alone)
    runs: dict[str, list[Run]] = {}

    def timed(name: str, once: Callable[[], Run]) -> Callable[[], float]:
        def task() -> float:
            runs.setdefault(name, []).append(once())
            return runs[name][-1].wall_s

        return task

    times = in_turns(
        {
            "shipped": timed("shipped", shipped.evaluate),
            "ours": timed("ours", lambda: _score(files, folder)),
            "lean": timed("lean", lambda: run([str(python), str(_LEAN), "right"], folder)),
            "ours again": timed("ours again", lambda: _score(files, folder)),
            "one shipped": timed("one shipped", one_shipped.evaluate),
            "one": timed("one", lambda: _score(alone, folder)),
        },
        rounds,
    )
    valid = _valid(runs["ours"][-1])
    lean = json.loads(runs["lean"][-1].output)
    if not valid == shipped.valid() == lean:
        raise Failed(f"verdicts differ: ours {valid}, the reference's {shipped.valid()}, {lean}")
    ours = Times(times["ours"].seconds + times["ours again"].seconds)
    for name, theirs, own, target in (
        ("whole command, 2,190 answers, against bfcl evaluate", "shipped", "ours", 8),
        ("whole command, 2,190 answers, against the leanest loader", "lean", "ours", 2.5),
        (f"whole command, {_ALONE} alone, against bfcl evaluate", "one shipped", "one", 30),
    ):
        mine = ours if own == "ours" else times[own]
        cpu = min(r.cpu_s for r in runs[theirs]) / min(
            r.cpu_s for r in (*runs[own], *(runs["ours again"] if own == "ours" else ()))
        )
        yield _ratio(name, times[theirs], mine, target, f"; {cpu:.1f} x by processor time")


class _Shipped:
    """The reference's own command, in a folder of its own."""

    def __init__(self, python: Path, folder: Path) -> None:
        self._python, self._folder = python, folder

    def give(self, files: Sequence[str]) -> None:
        """Lay result files where it looks for them."""
        results = self._folder / "result" / _MODEL
        results.mkdir(parents=True)
        for name in files:
            (results / Path(name).name).write_bytes(Path(name).read_bytes())

    def evaluate(self) -> Run:
        """One run. The key is never used: it only lets the reference make its client."""
        names = [path.name[len("BFCL_v4_") : -len("_result.json")]
                 for path in (self._folder / "result" / _MODEL).iterdir()]  # fmt: skip
        command = [str(self._python.parent / "bfcl"), "evaluate", "--model", _MODEL]
        return run(
            [*command, "--test-category", ",".join(names)],
            self._folder,
            BFCL_PROJECT_ROOT=str(self._folder),
            OPENAI_API_KEY="none",
        )

    def valid(self) -> dict[str, int]:
        """How many answers were valid, by category, as its score files say."""
        found = {}
        for path in (self._folder / "score").rglob("BFCL_v4_*_score.json"):
            head = json.loads(path.read_text(encoding="utf-8").split("\n", 1)[0])
            found[path.name[len("BFCL_v4_") : -len("_score.json")]] = head["correct_count"]
        return found


def _score(files: Sequence[str], folder: Path) -> Run:
    return run(
        [sys.executable, "-m", "bfcl_audio", "score", "--json", *files],
        folder,
        **OURS,
    )


def _valid(scored: Run) -> dict[str, int]:
    """How many answers were valid, by category, as `bfcl-audio score --json` printed."""
    found = {}
    for result in json.loads(scored.output).values():
        for key, share in result.items():
            if key.startswith("accuracy/"):
                category = key.partition("/")[2]
                found[category] = round(share * result[f"n/{category}"])
    return found


def _warm(name: str, python: Path, folder: Path, line: str, target: float, rounds: int) -> Figure:
    """One core, everything loaded: seconds of processor for one round over all answers."""
    ours = [sys.executable, "-m", "tests.bench.warm", str(folder)]
    with (
        Server([str(python), str(_LEAN), str(folder), "--serve"], folder) as reference,
        Server(ours, REPOSITORY, **OURS) as own,
    ):
        if (theirs := reference.ask(line)[1]) != (mine := own.ask(line)[1]):
            raise Failed(f"{name}: {mine} of our verdicts are valid, {theirs} of the reference's")
        times = in_turns(
            {"reference": lambda: reference.ask(line)[0], "ours": lambda: own.ask(line)[0]}, rounds
        )
    return _ratio(name, times["reference"], times["ours"], target)


def _ratio(name: str, theirs: Times, ours: Times, target: float, more: str = "") -> Figure:
    """How many times faster: fastest run by fastest run."""
    paired = [a / b for a, b in zip(theirs.seconds, ours.seconds, strict=False)]
    detail = f"{theirs} by {ours}; {median(paired):.1f} x by the median of pairs{more}"
    return Figure(name, theirs.least / ours.least, "x", target, True, detail)
