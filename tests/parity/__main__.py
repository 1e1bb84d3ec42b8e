"""Makes random answers, asks an installed Text-BFCL for its verdicts, and compares ours.

  python -m tests.parity --reference-python PATH --count 100000 --seed 1
  python -m tests.parity --reference-python PATH --kind one-parameter --count 100000
  python -m tests.parity --reference-python PATH --categories live_simple --out cases.jsonl.gz
  python -m tests.parity --check cases.jsonl.gz

PATH is a Python in which bfcl-eval==2026.3.23 is installed; a lean environment will do:

  pip install --no-deps bfcl-eval==2026.3.23
  pip install mpmath==1.3.0 tree-sitter==0.21.3 tree-sitter-java==0.21.0 \\
      tree-sitter-javascript==0.21.4 python-dotenv filelock tqdm tenacity

Differences are printed, one JSON object a line; the exit status is 1 if there are any.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from bfcl_audio.upstream import CATEGORIES, LIVE_CATEGORIES

from .comparison import differs, entries, our_verdict, read_cases, write_cases
from .multi_turn import multi_turn_case
from .one_parameter import one_parameter_case
from .reference import Reference, ReferenceMissing
from .single_turn import Case, single_turn_case

_ALL = (*CATEGORIES, *LIVE_CATEGORIES)
_SINGLE = [name for name in _ALL if not name.startswith("multi_turn")]
_MULTI = [name for name in _ALL if name.startswith("multi_turn")]
_LANGUAGES = ("python", "java", "javascript")


def cases(kind: str, names: list[str], count: int, seed: int) -> Iterator[Case]:
    """Random cases without verdicts, the same ones for the same arguments, as JSON has them."""
    rng = random.Random(f"{kind} {seed}")
    for _ in range(count):
        yield json.loads(json.dumps(_case(kind, names, rng)))


def _case(kind: str, names: list[str], rng: random.Random) -> Case:
    if kind == "one-parameter":
        return one_parameter_case(tuple(names), rng)
    make = multi_turn_case if kind == "multi-turn" else single_turn_case
    return make(list(entries(rng.choice(names)).values()), rng)


def main(arguments: list[str] | None = None) -> int:
    """Return the exit status."""
    options = _options(arguments)
    if options.check:
        return _report(read_cases(options.check), None)
    names = options.categories or {
        "single-turn": _SINGLE, "multi-turn": _MULTI, "one-parameter": list(_LANGUAGES),
    }[options.kind]  # fmt: skip
    open_cases = cases(options.kind, names, options.count, options.seed)
    try:
        with Reference(options.reference_python) as reference:
            judged = (case | reference.judge(case) for case in open_cases)
            return _report(judged, options.out)
    except ReferenceMissing as error:
        print(error, file=sys.stderr)
        return 2


def _report(judged: Iterator[Case], out: Path | None) -> int:
    """Print the differences and a last line with their number; write the cases if asked to."""
    count = valid = found = 0

    def compared() -> Iterator[Case]:
        nonlocal count, valid, found
        for case in judged:
            ours = our_verdict(case)
            count += 1
            valid += bool(case["valid"])
            if differs(case, ours):
                found += 1
                print(json.dumps(case | {"ours": ours.error_type, "message": ours.message}))
            yield case

    if out:
        write_cases(out, compared())
    else:
        for _ in compared():
            pass
    print(f"{count} cases, {valid} valid, {found} differences", file=sys.stderr)
    return 1 if found else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.parity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", type=Path, metavar="FILE", help="compare a file that exists")
    parser.add_argument("--reference-python", metavar="PATH", help="a Python with bfcl-eval")
    kinds = ("single-turn", "one-parameter", "multi-turn")
    parser.add_argument("--kind", choices=kinds, default="single-turn")
    parser.add_argument("--count", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument(
        "--categories", type=lambda text: text.split(","), metavar="A,B",
        help="which to draw from (one-parameter: languages); default: all of the kind",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE.jsonl.gz", help="write the cases here")
    options = parser.parse_args(arguments)
    known = {"single-turn": _SINGLE, "multi-turn": _MULTI, "one-parameter": list(_LANGUAGES)}
    if unknown := set(options.categories or ()) - set(known[options.kind]):
        parser.error(f"unknown for {options.kind}: {', '.join(sorted(unknown))}; "
                     f"choose from {', '.join(known[options.kind])}")  # fmt: skip
    if options.check and not options.check.is_file():
        parser.error(f"no file {options.check}")
    if not options.check and not options.reference_python:
        parser.error("give --reference-python PATH to make cases, or --check FILE")
    return options


if __name__ == "__main__":
    sys.exit(main())
