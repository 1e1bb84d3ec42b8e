"""Verdicts and figures of runs, or of result files that bfcl-eval wrote.

  bfcl-audio score RUN.jsonl                         a run of `bfcl-audio run`, arm by arm
  bfcl-audio score BFCL_v4_multiple_result.json      a result file; its name tells the category
  bfcl-audio score answers.json --category parallel  ... or the option does
  bfcl-audio score RUN.jsonl --judge rules           decides on questions that nobody decided on
  bfcl-audio score RUN.jsonl --json                  all figures, for a program
  bfcl-audio score RUN.jsonl --verdicts V.jsonl      one line an entry: valid, why not, outcome

Verdicts are Text-BFCL's: calls compared with the possible answers, multi-turn entries replayed in
BFCL's simulators, abstention where nothing serves. Entries that an agent or engine failed on are
counted as not run and never scored.

Exit status: 0 done; 1 done, but some entries were not run; 2 could not do it, nothing written.
"""

import argparse
import gc
import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..reference import Reference
from ..report.foreign import label
from ..results import Results, read_results
from ..trajectories import Judge, is_done, is_trajectory, read_trajectory
from .numbers import whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio score`."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="JSON lines")
    parser.add_argument("--category", metavar="NAME", help="of a result file whose name says none")
    parser.add_argument(
        "--mode",
        choices=("auto", "fc", "text"),
        default="auto",
        help="how answers are read: as tool calls, as text, or whichever they look like (auto)",
    )
    parser.add_argument(
        "--judge", metavar="SPEC", help="decides on questions that a run holds no decision on"
    )
    parser.add_argument(
        "--judge-base-url", metavar="URL", help="for --judge openai/…: a compatible server"
    )
    parser.add_argument(
        "--audited", action="store_true", help="adds the view with BFCL's known slips corrected"
    )
    parser.add_argument(
        "--workers", metavar="N", type=whole, default=1, help="processes to score with (1)"
    )
    parser.add_argument("--verdicts", metavar="OUT", type=Path, help="write every verdict there")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Scores the files; returns the exit status."""
    from ..scoring import score

    if args.workers < 1:
        raise InputError(f"--workers is {args.workers}; give 1 or more")
    # What scoring makes it keeps to its end: to look for rubbish in it took a sixth of the time.
    gc.set_threshold(100_000)
    judge = _judge(args.judge, args.judge_base_url)
    options = {"mode": args.mode, "judge": judge, "workers": args.workers}
    found: dict[str, Mapping[str, Any]] = {}
    tables: list[str] = []
    lines: list[str] = []
    for path in args.files:
        results = read_results(path, args.category)
        for warning in results.warnings:
            print(f"bfcl-audio score: {warning}", file=sys.stderr)
        detailed = args.verdicts is not None
        result = score(
            results.answers, results.references, detailed=detailed, audited=args.audited, **options
        )
        if detailed:
            lines += _verdict_lines(path, results, result.pop("verdicts"), judge)
        found[str(path)] = result
        if not args.json:
            groups = {
                name: score(group.answers, group.references, **options)
                for name, group in results.groups().items()
            }
            tables.append(_page(str(path), result, groups))
    if args.verdicts:
        _write(args.verdicts, lines)
    if args.json:
        shown = {name: _strict(result) for name, result in found.items()}
        print(json.dumps(next(iter(shown.values())) if len(shown) == 1 else shown, indent=2))
    else:
        print("\n\n".join(tables))
    return 1 if any(result["not_run"] for result in found.values()) else 0


def _judge(spec: str | None, base_url: str | None) -> Judge | None:
    """The judge named; the overall and the grouped figures ask it about a question only once."""
    if spec is None:
        return None
    from ..harness.judges.remembering import RememberingJudge
    from ..judge import get_judge

    return RememberingJudge(get_judge(spec, base_url=base_url))


def _verdict_lines(
    path: Path, results: Results, verdicts: Sequence[Mapping[str, Any]], judge: Judge | None
) -> Iterator[str]:
    """Each verdict beside where it comes from; of a trajectory also its agent, arm and judge."""
    pairs = zip(results.answers, results.references, strict=True)
    scored = [answer for answer, reference in pairs if _is_scored(answer, reference, judge)]
    for answer, verdict in zip(scored, verdicts, strict=True):
        labels = {}
        if is_trajectory(answer):
            labels = {key: answer.get(key) for key in ("agent", "arm", "judge", "repeat")}
        yield json.dumps({"file": str(path), **labels, **verdict}) + "\n"


def _is_scored(answer: Any, reference: Reference, judge: Judge | None) -> bool:
    """False for an entry that was not run, or that the judge failed on now."""
    if not is_trajectory(answer):
        return True
    return is_done(answer) and (judge is None or read_trajectory(answer, reference, judge).done)


def _write(path: Path, lines: Iterable[str]) -> None:
    """Writes all or nothing."""
    partial = path.with_name(path.name + ".partial")
    try:
        partial.write_text("".join(lines), encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _strict(result: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no NaN: what has nothing to count is null."""
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value
        for key, value in result.items()
    }


def _page(title: str, result: Mapping[str, Any], groups: Mapping[str, Mapping[str, Any]]) -> str:
    parts = [label(title, 200), "", _table("category", _by_category(result))]
    if groups:
        parts += ["", _table("agent, arm, judge", groups)]
    if kinds := _by_entity_type(result):
        parts += ["", _aligned(kinds)]
    for version in ("v3", "v4"):
        shown = {
            key.partition("/")[2]: value
            for key, value in result.items()
            if key.startswith(f"{version}/") and not math.isnan(value)
        }
        if shown:
            listed = "  ".join(f"{name} {_percent(value)}" for name, value in shown.items())
            parts += ["", f"BFCL {version}: {listed}"]
    repeats = [
        f"{key.replace('k/', '')} {_percent(value)}"
        for key, value in result.items()
        if key.startswith(("pass@k/", "pass^k/"))
    ]
    if repeats:
        parts += ["", f"repeats: {'  '.join(repeats)}"]
    for heading, prefix in (("clarification", "clarification/"), ("audited", "audited/")):
        listed = "  ".join(
            f"{key.removeprefix(prefix)} {_figure(key, value)}"
            for key, value in result.items()
            if key.startswith(prefix) and not math.isnan(value)
        )
        if listed:
            parts += ["", f"{heading}: {listed}"]
    if result["not_run"]:
        parts += ["", f"{result['not_run']:.0f} entries were not run and are not in any figure"]
    return "\n".join([*parts, "", label(result["signature"], 1_000)])


def _by_category(result: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """One row a category, then one for all; outcomes are known for all only."""
    names = [key.partition("/")[2] for key in result if key.startswith("accuracy/")]
    rows: dict[str, Mapping[str, Any]] = {
        name: {key: result[f"{key}/{name}"] for key in ("n", "accuracy", "ci_low", "ci_high")}
        for name in names
    }
    return rows | {"all": result}


def _by_entity_type(result: Mapping[str, Any]) -> list[list[str]]:
    """How entries end whose calls need a value of a type; nothing if no type is known."""
    names = [
        key.split("/")[1] for key in result if key.startswith("entity/") and key.endswith("/n")
    ]
    cells = [["needs a value of type", "n", "all heard", "failed"]]
    for name in names:
        n, heard, failed = (result[f"entity/{name}/{key}"] for key in ("n", "heard", "failed"))
        cells.append([name, f"{n:.0f}", _percent(heard), _percent(failed)])
    return cells if names else []


def _table(heading: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    outcomes = ("wrong", "malformed", "asked", "abstained")
    cells = [[heading, "n", "accuracy", "95 % interval", *outcomes]]
    for name, row in rows.items():
        shares = [row.get(f"outcome/{outcome}", math.nan) for outcome in outcomes]
        interval = f"{_percent(row['ci_low'])} – {_percent(row['ci_high'])}"
        cells.append(
            [
                label(name, 100),
                f"{row['n']:.0f}",
                _percent(row["accuracy"]),
                interval,
                *map(_percent, shares),
            ]
        )
    return _aligned(cells)


def _aligned(cells: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for first, *others in cells:
        padded = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        lines.append("  ".join([first.ljust(widths[0]), *padded]).rstrip())
    return "\n".join(lines)


def _figure(key: str, value: float) -> str:
    shares = ("clarification/", "audited/accuracy")
    return _percent(value) if key.startswith(shares) else f"{value:.0f}"


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.1f} %"
