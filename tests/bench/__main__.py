"""Measures, and says whether every target is met.

  python -m tests.bench scorer --reference-python PATH     against an installed bfcl-eval
  python -m tests.bench scorer                             what needs no reference
  python -m tests.bench scorer --json                      for a program
  python -m tests.bench runner                             speed, memory and resuming of runs
  python -m tests.bench builder                            builds, beside their bare engines

All that is compared is run in turns, A B A B, so that whatever else the machine does meets both.
Exit status: 0 all targets met; 1 one was missed, or verdicts differ; 2 it could not be measured.
"""

import argparse
import importlib
import json
import sys

from .figures import table
from .machine import machine
from .timing import Failed

MODULES = ("scorer", "runner", "builder")


def main() -> int:
    """Runs one bench; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    benches = parser.add_subparsers(dest="name", metavar="NAME", required=True)
    for name in MODULES:
        module = importlib.import_module(f"{__package__}.{name}")
        bench = benches.add_parser(name, description=module.__doc__, help=module.__doc__)
        bench.add_argument("--json", action="store_true", help="print the figures as JSON")
        module.add_arguments(bench)
        bench.set_defaults(measure=module.measure)
    args = parser.parse_args()
    try:
        figures = args.measure(args)
    except Failed as error:
        print(f"bench {args.name}: {error}", file=sys.stderr)
        return 2
    if args.json:
        shown = {"machine": machine(), "figures": [figure.as_dict() for figure in figures]}
        print(json.dumps(shown, indent=2))
    else:
        print(f"{machine()}\n\n{table(figures)}")
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
