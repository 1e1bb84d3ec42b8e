"""Leaderboard, loss ledger and failures of runs: one HTML page, and the tables as CSV and Markdown.

  bfcl-audio report RUN.jsonl --out REPORT           what the run holds
  bfcl-audio report A.jsonl B.jsonl --dataset SPOKEN --out REPORT
                                                     several runs, with clips to play and with
                                                     what every recogniser of the dataset heard

Writes into REPORT:

  report.html    the page: complete in itself, it asks nobody for anything
  tables.md      the same tables as text
  <table>.csv    one file a table, one figure a column
  ledger.txt     the loss ledger, as it is printed

The ledger compares only entries that ran to the end in all arms of an agent. Entries that were
not run are counted and never scored. A last line that was cut off is skipped with a warning.

Exit status: 0 done; 1 done, but some entries were not run; 2 could not do it, nothing written.
"""

import argparse
import json
import os
import sys
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio report`."""
    parser.add_argument(
        "runs", metavar="RUN.jsonl", nargs="+", type=Path, help="files that `bfcl-audio run` wrote"
    )
    parser.add_argument(
        "--dataset", metavar="DATASET", help="the dataset folder they ran on: adds playable clips"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, required=True, help="the folder to write into"
    )
    parser.add_argument(
        "--json", action="store_true", help="print files, ledger and warnings as JSON"
    )


def run(args: argparse.Namespace) -> int:
    """Writes the report; returns the exit status."""
    from ..report.compose import make
    from ..report.export import ledger_records
    from ..report.publish import write
    from ..report.terminal import ledger_text

    report = make(args.runs, args.dataset, workers=os.cpu_count() or 1)
    files = write(report, args.out)
    not_run = sum(not episode.done for episode in report.episodes)
    if args.json:
        result = {
            "files": [str(path) for path in files],
            "scored": len(report.judged),
            "not_run": not_run,
            "warnings": list(report.warnings),
            "ledger": ledger_records(report.ledgers),
        }
        print(json.dumps(result, indent=2, allow_nan=False))
    else:
        print(ledger_text(report.ledgers))
        print(f"{files[0]}\n  and {len(files) - 1} tables as CSV and Markdown beside it")
        if not_run:
            print(f"{not_run:,} entries were not run; `bfcl-audio run` with the same options does")
        for warning in report.warnings:
            print(f"bfcl-audio report: {warning}", file=sys.stderr)
    return 1 if not_run else 0
