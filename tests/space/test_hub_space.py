"""A dataset on the Hub is shown, and of its files only what somebody looks into is fetched."""

import json
import os
import subprocess
import sys
from pathlib import Path

import made_dataset

from fake_hub import serving

LOOK = """
import json, sys
from pathlib import Path
from space.hub import open_hub
from space.shelf import Shelf

data = open_hub("org/bfcl-audio")
def fetched():
    return sorted(str(p.relative_to(data.folder)) for p in data.folder.rglob("*.parquet"))
before = fetched()
shelf = Shelf(data)
cards = [card.id for card in shelf.catalog().cards()]
print(json.dumps([before, cards, fetched(), shelf.channels]))
"""


def test_what_nobody_looks_at_is_not_fetched(tmp_path: Path) -> None:
    """Of two channels, the files of the one that is shown."""
    folder = tmp_path / "set"
    made_dataset.write(folder, [made_dataset.entry("simple_python_0")], ("clean", "phone"))
    with serving({"datasets/org/bfcl-audio": folder}) as address:
        environment = {key: value for key, value in os.environ.items()
                       if not key.endswith("_OFFLINE")}  # fmt: skip
        environment |= {"HF_ENDPOINT": address, "HF_HOME": str(tmp_path / "home"),
                        "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}  # fmt: skip
        done = subprocess.run([sys.executable, "-c", LOOK], env=environment, capture_output=True,
                              text=True, check=True)  # fmt: skip
    assert json.loads(done.stdout) == [
        [],
        ["simple_python_0"],
        [
            "audio/clean/any/test-00000.parquet", "text/test-00000.parquet",
            "transcripts/clean/moonshine/test-00000.parquet",
            "transcripts/clean/whisper/test-00000.parquet",
        ],
        ["clean", "phone"],
    ]  # fmt: skip
