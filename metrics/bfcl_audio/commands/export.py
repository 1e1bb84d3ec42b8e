r"""Write runs as result files that bfcl-eval reads, so that its own scorer can judge them.

  bfcl-audio export RUN.jsonl --out DIR
  BFCL_PROJECT_ROOT=WORK OPENAI_API_KEY=none bfcl evaluate --model gpt-4o-2024-11-20-FC \
      --test-category non_live,multi_turn --result-dir DIR/RUN --score-dir WORK/score --partial-eval

DIR gets a folder for each agent, arm, judge and repeat of the run. In it, the results lie under
the name of a model that bfcl-eval knows and that writes calls as the agent does, since that name
tells bfcl-eval how to read them; --as names another one. Answered questions are not in the
results: bfcl-eval sees the calls that count. Entries not run are left out.

Exit status: 0 done; 2 could not do it, nothing written.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..harness.export import result_files, write
from ..results import read_results
from ..trajectories import is_trajectory


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("runs", metavar="RUN.jsonl", nargs="+", type=Path, help="what `run` wrote")
    parser.add_argument("--out", metavar="DIR", required=True, type=Path, help="a new folder")
    parser.add_argument("--as", dest="model", metavar="MODEL", help="what bfcl-eval takes it for")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    records: list[Any] = []
    for path in args.runs:
        answers = read_results(path).answers
        if not all(is_trajectory(answer) for answer in answers):
            raise InputError(f"{path} holds results of bfcl-eval already; give a run")
        records += answers
    files = result_files(records, args.model)
    if not files:
        raise InputError("no entry of these runs is finished; complete them with `bfcl-audio run`")
    folders = write(files, args.out)
    if args.json:
        print(json.dumps({"folders": [str(one) for one in folders], "files": len(files)}))
        return 0
    for folder in folders:
        models = sorted({path.parts[1] for path in files if path.parts[0] == folder.name})
        print(f"{folder}: as {', '.join(models)}")
    return 0
