"""A judge against labelled cases: confusion matrix, intervals, the misses.

  bfcl-audio judge-check                                    the rules judge on our own cases
  bfcl-audio judge-check --judge openai/gpt-4o-mini         a language model
  bfcl-audio judge-check CASES.jsonl --judge openai/qwen --judge-base-url http://127.0.0.1:8080/v1
  bfcl-audio judge-check --judge openai/gpt-4o-mini --decisions D.jsonl     keep its decisions
  bfcl-audio judge-check --judge replay/D.jsonl             ... and count them again

FILE holds one case a line, as JSON: intended_request, asr_text, allowed_clarifications,
assistant_message and allowed; also asked (topics that the reply must hold), rule and half.

Of our cases a part was set aside before the rules judge was tuned on the rest. Its misses are
listed only with --held-out-misses: who has seen them can tune on it no more.

Exit status: 0 done; 1 the judge failed on some cases; 2 could not do it.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..harness.agents.options import AgentOptions
from ..harness.judges import judge
from ..harness.judges.check import HELD_OUT, Matrix, Outcome, check, rate, read_cases
from ..report.foreign import label
from .numbers import positive, seconds

_NAMES = {"true_positive": "allowed", "false_positive": "wrongly allowed",
          "false_negative": "wrongly refused", "true_negative": "refused",
          "error": "judge error"}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio judge-check`."""
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="default: our own cases")
    parser.add_argument("--judge", metavar="SPEC", default="rules", help="default: rules")
    parser.add_argument("--judge-base-url", metavar="URL", help="of an OpenAI-compatible server")
    parser.add_argument("--timeout", type=seconds, default=60.0, metavar="SECONDS", help="a case")
    parser.add_argument("--concurrency", type=positive, default=1, metavar="N", help="default: 1")
    parser.add_argument("--decisions", metavar="OUT", type=Path, help="write every decision there")
    parser.add_argument(
        "--held-out-misses", action="store_true", help="list what was missed in that half too"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Checks the judge; returns the exit status."""
    cases = read_cases(args.file)
    options = AgentOptions(base_url=args.judge_base_url, temperature=0.0, timeout_s=args.timeout)
    decides = judge(args.judge, options)
    if decides is None:
        raise InputError("--judge none decides nothing; name a judge, e.g. rules")
    outcomes = check(decides, cases, args.concurrency)
    if args.decisions:
        _write(args.decisions, outcomes)
    groups = _groups(outcomes)
    missed = [one for one in outcomes if _is_miss(one)]
    shown = [one for one in missed if one.case.half != HELD_OUT or args.held_out_misses]
    if args.json:
        result = {
            "judge": decides.name,
            "n": len(outcomes),
            "groups": {name: matrix.as_json() for name, matrix in groups.items()},
            "misses": [_miss(one) for one in shown],
        }
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_page(decides.name, outcomes, groups, shown)))
        if len(shown) < len(missed):
            print(f"\n{len(missed) - len(shown)} more in the held-out half are not shown")
    return 1 if any(one.decision is None for one in outcomes) else 0


def _groups(outcomes: Sequence[Outcome]) -> dict[str, Matrix]:
    """All cases, then each half, then each rule."""
    groups = {"all": Matrix.of(outcomes)}
    for field in ("half", "rule"):
        for name in sorted({getattr(one.case, field) for one in outcomes} - {""}):
            inside = [one for one in outcomes if getattr(one.case, field) == name]
            groups[f"{field}/{name}"] = Matrix.of(inside)
    return groups


def _is_miss(outcome: Outcome) -> bool:
    wrong = outcome.kind in ("false_positive", "false_negative", "error")
    return wrong or outcome.reply_is_right is False


def _miss(outcome: Outcome) -> dict[str, Any]:
    case, decision = outcome.case, outcome.decision
    wrong = _NAMES[outcome.kind] if outcome.reply_is_right is None else "wrong reply"
    return {
        "miss": wrong,
        "rule": case.rule,
        "half": case.half,
        "message": case.assistant_message,
        "reply": decision.message if decision else "",
        "reason": decision.reason if decision else outcome.error,
        "asked": None if case.asked is None else list(case.asked),
        "allowed_clarifications": dict(case.allowed_clarifications),
    }


def _page(
    name: str, outcomes: Sequence[Outcome], groups: Mapping[str, Matrix], shown: Sequence[Outcome]
) -> Iterator[str]:
    yield f"judge {label(name, 200)}, {len(outcomes)} cases"
    for group, matrix in groups.items():
        if not group.startswith("rule/"):
            yield ""
            yield from _matrix(group, matrix)
    yield ""
    yield from _by_rule(groups)
    for one in map(_miss, shown):
        yield ""
        yield f"{one['miss']}: {label(one['message'], 400)}"
        yield f"  reply {label(one['reply'], 300)!r}, {label(one['reason'], 200)}"
        listed = "; ".join(f"{key} = {value}" for key, value in
                           one["allowed_clarifications"].items())  # fmt: skip
        yield f"  {label(one['rule'], 40)}; whitelist {label(listed, 400)}"


def _by_rule(groups: Mapping[str, Matrix]) -> Iterator[str]:
    """What went wrong, counted; a share of so few would say little."""
    heads = ("n", "wrongly allowed", "wrongly refused", "wrong reply", "judge error")
    widths = [len(head) + 2 for head in heads]
    widths[0] = 6
    yield f"{'by rule':16}" + "".join(
        f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)
    )
    for group, matrix in groups.items():
        if group.startswith("rule/"):
            wrong = (
                matrix.false_positive,
                matrix.false_negative,
                matrix.replies - matrix.right_replies,
                matrix.error,
            )
            cells = (matrix.n, *(count or "" for count in wrong))
            row = "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
            yield f"{label(group[5:], 40):16}{row}".rstrip()


def _matrix(group: str, matrix: Matrix) -> Iterator[str]:
    yield f"{label(group.removeprefix('half/').replace('_', '-'), 60)}"
    yield f"  {'':18}{'judge allows':>14}{'judge refuses':>15}"
    yield f"  {'should be allowed':18}{matrix.true_positive:>14}{matrix.false_negative:>15}"
    yield f"  {'should be refused':18}{matrix.false_positive:>14}{matrix.true_negative:>15}"
    yield f"  precision {_interval(matrix.precision)}, recall {_interval(matrix.recall)}"
    replies = (matrix.right_replies, matrix.replies)
    yield f"  replies with just what was asked {_interval(replies)}"
    if matrix.overruled or matrix.error:
        yield f"  overruled {matrix.overruled}, judge errors {matrix.error}"


def _interval(share: tuple[int, int]) -> str:
    found = rate(share)
    if found is None:
        return "of nothing"
    return f"{found['value']:.3f} ({found['ci_low']:.3f} – {found['ci_high']:.3f})"


def _write(path: Path, outcomes: Sequence[Outcome]) -> None:
    """Writes all decisions or nothing, in the form that `replay/FILE` reads."""
    partial = path.with_name(path.name + ".partial")
    try:
        with partial.open("w", encoding="utf-8") as out:
            for one in outcomes:
                if one.decision is not None:
                    out.write(json.dumps(_decision(one)) + "\n")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _decision(outcome: Outcome) -> dict[str, Any]:
    case, decision = outcome.case, outcome.decision
    assert decision is not None
    return {
        "intended_request": case.intended_request,
        "asr_text": case.asr_text,
        "allowed_clarifications": dict(case.allowed_clarifications),
        "assistant_message": case.assistant_message,
        "allowed": decision.allowed,
        "message": decision.message,
        "reason": decision.reason,
        "overruled": decision.overruled,
        "usage": dict(decision.usage),
        "latency_s": decision.latency_s,
    }
