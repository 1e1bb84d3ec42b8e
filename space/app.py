"""Where the Hub starts the Space: `python app.py`, with this folder as it is.

The folder is a package whose name the Hub does not know, so it is loaded here by its place.
$BFCL_AUDIO_DATASET names a dataset (a folder, or its id on the Hub), $BFCL_AUDIO_RUNS run files or
folders of them, apart by colons; without either, run files beside this file, or the example set.
"""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = "bfcl_audio_space"


def load() -> None:
    """Make this folder known as our package, unless it is installed."""
    if PACKAGE in sys.modules:
        return
    spec = importlib.util.spec_from_file_location(
        PACKAGE, HERE / "__init__.py", submodule_search_locations=[str(HERE)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)


def main() -> None:
    """Serve what the environment names."""
    load()
    start = importlib.import_module(f"{PACKAGE}.start")
    named = os.environ.get("BFCL_AUDIO_RUNS", "").split(":")
    runs = [Path(name) for name in named if name] or [HERE / "runs"]
    start.serve(os.environ.get("BFCL_AUDIO_DATASET") or None, runs)


if __name__ == "__main__":
    main()
