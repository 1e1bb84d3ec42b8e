"""Runs inside a Python that has the reference installed: its own `evaluate`, on result files.

    PYTHON evaluate_driver.py WORK RESULTS MODEL

The SDKs of vendors, which the reference imports and evaluating never uses, may be absent.
"""

import os
import sys
from pathlib import Path

work, results, model = sys.argv[1:]
sys.path.insert(0, str(Path(__file__).parents[1] / "parity"))
from reference_driver import HollowFinder  # noqa: E402

os.environ["BFCL_PROJECT_ROOT"] = work  # read when the reference is imported
sys.meta_path.append(HollowFinder())
from bfcl_eval.eval_checker.eval_runner import main  # noqa: E402

main([model], ["non_live", "multi_turn"], results, f"{work}/score", True)
