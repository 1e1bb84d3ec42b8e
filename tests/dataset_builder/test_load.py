"""`load_dataset("bfcl-audio", config)` from the folder's parent, as a user would call it."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from fake_build import CONFIG, CONFIGS, build_fake
from ffmpeg_libraries import link_libraries

NO_TORCH = """
import importlib.util, sys
find_spec = importlib.util.find_spec
absent = {"torch", "torchcodec"}
importlib.util.find_spec = lambda name, *rest: None if name in absent else find_spec(name, *rest)
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in absent:
            raise ModuleNotFoundError(f"blocked: {name}")
sys.meta_path.insert(0, Blocker())
"""
SHARED = """
import io, json, sys, warnings
warnings.simplefilter("ignore")
import datasets
datasets.disable_progress_bars()
"""
LOAD_ALL = """
import soundfile
seen = {}
for config in sys.argv[1:]:
    whole = datasets.load_dataset("bfcl-audio", config, split="test")
    stream = datasets.load_dataset("bfcl-audio", config, split="test", streaming=True)
    if "audio" in whole.column_names:
        whole = whole.cast_column("audio", datasets.Audio(decode=False))
        stream = stream.decode(False)
        sounds = [soundfile.info(io.BytesIO(row["audio"]["bytes"])) for row in whole]
        assert {(one.samplerate, one.channels) for one in sounds} == {(16000, 1)}
    streamed = list(stream)
    assert streamed == whole.to_list(), config
    seen[config] = len(streamed)
print(json.dumps(seen))
"""
DECODE_ALL = """
clips = datasets.load_dataset("bfcl-audio", "audio", split="test")
shapes = [tuple(row["audio"].get_all_samples().data.shape) for row in clips]
expected = [(1, round(16000 * row)) for row in clips["duration_s"]]
assert shapes == expected
streamed = datasets.load_dataset("bfcl-audio", "audio", split="test", streaming=True)
assert next(iter(streamed))["audio"].get_all_samples().sample_rate == 16000
print(len(shapes))
"""
IDS_OF = """
print(json.dumps(datasets.load_dataset("bfcl-audio", sys.argv[1], split="test")["id"][:]))
"""


def ask(code: str, root: Path, *arguments: str, **environment: str) -> Any:
    """What a fresh process prints, run in the folder's parent with a cache of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=root,
        env=os.environ | {"HF_HOME": str(root / "hf"), "HF_HUB_OFFLINE": "1"} | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("loaded")
    build_fake(root)
    return root


@pytest.mark.slow
def test_every_config_loads_without_torch(root: Path) -> None:
    """Each config loads whole and streaming, offline, with equal rows, where torch is absent."""
    counts = {
        "text": 5, "paraphrases": 5, "audio": 13, "audio_fake_low": 6, "audio_fake_high": 7,
        "transcripts_fake": 5,
    }  # fmt: skip
    assert ask(NO_TORCH + SHARED + LOAD_ALL, root, *CONFIGS) == counts


@pytest.mark.slow
def test_torchcodec_decodes_every_clip(root: Path, tmp_path: Path) -> None:
    """With torchcodec, `row["audio"]` gives samples at 16 kHz, whole and streaming."""
    libraries = str(link_libraries(tmp_path))
    assert ask(SHARED + DECODE_ALL, root, LD_LIBRARY_PATH=libraries) == 13


@pytest.mark.slow
@pytest.mark.parametrize("config", ["text", "audio", "transcripts_fake"])
def test_a_rebuild_is_seen(tmp_path: Path, config: str) -> None:
    """After a rebuild, `load_dataset` gives the new rows, not those in its cache."""
    build_fake(tmp_path, replace(CONFIG, ids=("simple_python_0", "simple_python_1")))
    before = ask(NO_TORCH + SHARED + IDS_OF, tmp_path, config)
    build_fake(tmp_path, replace(CONFIG, ids=("simple_python_2",)))
    after = ask(NO_TORCH + SHARED + IDS_OF, tmp_path, config)
    assert (before, after) == (["simple_python_0", "simple_python_1"], ["simple_python_2"])


def test_the_card_lists_the_configs_there_are(root: Path) -> None:
    """The card's YAML names every config once, with files that exist."""
    from huggingface_hub import DatasetCard

    card = DatasetCard.load(root / "bfcl-audio/README.md", ignore_metadata_errors=False)
    found = {
        config["config_name"]: len(
            list((root / "bfcl-audio").glob(config["data_files"][0]["path"]))
        )
        for config in card.data.configs
    }
    assert tuple(found) == CONFIGS and all(found.values())


def test_features_travel_in_the_files(root: Path) -> None:
    """The Parquet files themselves say that `audio` is audio at 16 kHz."""
    (path, *_) = (root / "bfcl-audio/audio/clean").rglob("*.parquet")
    features = json.loads(pq.read_schema(path).metadata[b"huggingface"])["info"]["features"]
    assert features["audio"] == {"sampling_rate": 16000, "_type": "Audio"}
