"""`bfcl-audio publish` against a Hub on this machine, as a person would run it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_build import CONFIGS, build_fake

from bfcl_audio.errors import InputError
from dataset_builder.publish import prepare
from writable_hub import TOKEN, Hub, serving

OFFLINE = ("HF_HUB_OFFLINE", "HF_EVALUATE_OFFLINE", "HF_DATASETS_OFFLINE")
LOAD = """
import json, sys, warnings
warnings.simplefilter("ignore")
import datasets, pyarrow as pa, pyarrow.parquet as pq
from pathlib import Path
from dataset_builder.builder import BFCLAudio
from bfcl_audio.harness.tables import open_dataset
datasets.disable_progress_bars()
read = lambda path: pq.read_table(path).to_pylist()
folder = Path(sys.argv[1])
manifest = json.loads((folder / "build.json").read_text())
equal = {}
for config, pattern in manifest["configs"].items():
    ours = [row for path in sorted(folder.glob(pattern)) for row in read(path)]
    whole = datasets.load_dataset("org/bfcl-audio", config, split="test")
    stream = datasets.load_dataset("org/bfcl-audio", config, split="test", streaming=True)
    if "audio" in whole.column_names:
        whole = whole.cast_column("audio", datasets.Audio(decode=False))
        stream = stream.decode(False)
    equal[config] = whole.to_list() == ours == list(stream)
    BFCLAudio("org/bfcl-audio@main", config).download_and_prepare(config, file_format="parquet")
    made = [row for path in sorted(Path(config).glob("*.parquet")) for row in read(path)]
    equal[config] = equal[config] and made == ours
run = open_dataset("org/bfcl-audio")
equal["run"] = tuple(run.configs) == tuple(manifest["configs"]) and len(list(run.rows("text"))) == 5
print(json.dumps(equal))
"""
EVALUATE = """
import json, evaluate, bfcl_audio
first = bfcl_audio.references(["simple_python"])["simple_python_0"]
right = [{"calculate_triangle_area": '{"base": 10, "height": 5}'}]
metric = evaluate.load("org/bfcl_audio", keep_in_memory=True)
print(json.dumps(metric.compute(predictions=[right], references=[first])["accuracy"]))
"""


@pytest.fixture
def hub() -> Iterator[Hub]:
    with serving() as hub:
        yield hub


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("published")
    build_fake(root)
    return root / "bfcl-audio"


def environment(hub: Hub, home: Path, token: str | None = TOKEN) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in (*OFFLINE, "HF_TOKEN")}
    ours = {"HF_ENDPOINT": hub.url, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1"}
    ours |= {"HF_HUB_DISABLE_PROGRESS_BARS": "1", "HF_MODULES_CACHE": str(home / "modules")}
    return kept | ours | ({"HF_TOKEN": token} if token else {})


def publish(
    hub: Hub, home: Path, *words: str, token: str | None = TOKEN
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bfcl_audio", "publish", *words],
        env=environment(hub, home, token), cwd=home, capture_output=True, text=True,
    )  # fmt: skip


def ask(code: str, hub: Hub, home: Path, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *words],
        env=environment(hub, home), cwd=home, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_every_config_on_the_hub_equals_the_folder(hub: Hub, built: Path, tmp_path: Path) -> None:
    """Pushed in one commit, it gives the folder's rows: loaded, streamed, prepared, to `run`."""
    done = publish(hub, tmp_path, "dataset", str(built), "--repo-id", "org/bfcl-audio")
    assert done.returncode == 0, done.stderr
    assert len(hub.repos["datasets/org/bfcl-audio"].commits) == 1
    assert ask(LOAD, hub, tmp_path, str(built)) == dict.fromkeys((*CONFIGS, "run"), True)


@pytest.mark.slow
def test_evaluate_loads_the_published_metric(hub: Hub, tmp_path: Path) -> None:
    """`evaluate.load` of the pushed metric judges."""
    done = publish(hub, tmp_path, "metric", "--repo-id", "org/bfcl_audio")
    assert (done.returncode, len(hub.repos["spaces/org/bfcl_audio"].commits)) == (0, 1), done.stderr
    assert ask(EVALUATE, hub, tmp_path) == 1.0


@pytest.mark.slow
def test_a_killed_publish_goes_on(hub: Hub, built: Path, tmp_path: Path) -> None:
    """After kill -9 amid the large files, a rerun sends only the others, and commits once."""
    hub.hold_after = 2
    words = ["dataset", str(built), "--repo-id", "org/bfcl-audio"]
    process = subprocess.Popen(
        [sys.executable, "-m", "bfcl_audio", "publish", *words],
        env=environment(hub, tmp_path), cwd=tmp_path,
    )  # fmt: skip
    assert hub.holding.wait(60)
    process.send_signal(signal.SIGKILL)
    process.wait()
    repo = hub.repos["datasets/org/bfcl-audio"]
    assert repo.commits == []
    hub.hold_after = None
    assert publish(hub, tmp_path, *words).returncode == 0
    large = sum(path.endswith(".parquet") for path in repo.files)
    assert (len(hub.puts), len(set(hub.puts)), len(repo.commits)) == (large, large, 1)


@pytest.mark.slow
def test_what_changed_is_all_that_is_sent(hub: Hub, built: Path, tmp_path: Path) -> None:
    """Nothing changed: no commit; a shard of an earlier build goes, what is not ours stays."""
    words = ["dataset", str(built), "--repo-id", "org/bfcl-audio"]
    publish(hub, tmp_path, *words)
    again = publish(hub, tmp_path, *words)
    repo = hub.repos["datasets/org/bfcl-audio"]
    assert again.stdout.startswith("nothing has changed: no commit") and len(repo.commits) == 1
    repo.files |= {"audio/old/test-00000.parquet": b"old", "notes.md": b"mine"}
    listed = publish(hub, tmp_path, *words, "--dry-run").stdout
    assert "delete  audio/old/test-00000.parquet" in listed and len(repo.commits) == 1
    publish(hub, tmp_path, *words)
    assert [line["key"] for line in repo.commits[1]] == ["header", "deletedFile"]
    assert "notes.md" in repo.files


@pytest.mark.slow
@pytest.mark.parametrize(
    ("repo_id", "fail", "token", "said"),
    [
        ("org/x", {}, None, "no token for the Hub; log in with: hf auth login"),
        ("org/x", {}, "hf_wrong", "the Hub does not know the token"),
        ("others/x", {}, TOKEN, "the token may not write to others/x"),
        ("nobody/x", {}, TOKEN, "the Hub has no nobody"),
        ("org/x", {"/commit/": [429]}, TOKEN, "asks to slow down; in 7 s"),
        ("org/x", {"/commit/": [500]}, TOKEN, "the Hub has trouble (500)"),
        ("org/x", {"/commit/": [0]}, TOKEN, "the connection to the Hub failed"),
    ],
)
def test_what_the_hub_refuses_is_one_line(
    hub: Hub, built: Path, tmp_path: Path,
    repo_id: str, fail: dict[str, list[int]], token: str | None, said: str,
) -> None:  # fmt: skip
    """Each refusal is one clear line and exit status 2, and nothing is committed."""
    hub.fail = {part: list(statuses) for part, statuses in fail.items()}
    done = publish(hub, tmp_path, "dataset", str(built), "--repo-id", repo_id, token=token)
    commits = [commit for repo in hub.repos.values() for commit in repo.commits]
    assert (done.returncode, done.stderr.count("\n"), commits) == (2, 1, [])
    assert said in done.stderr


@pytest.mark.slow
def test_an_upload_that_fails_once_is_tried_again(hub: Hub, built: Path, tmp_path: Path) -> None:
    """A 500 amid the large files costs a retry, not the publish; the repository is private."""
    hub.fail = {"PUT /lfs": [500]}
    words = ["dataset", str(built), "--repo-id", "org/x", "--private", "--json"]
    done = publish(hub, tmp_path, *words)
    repo = hub.repos["datasets/org/x"]
    assert (done.returncode, repo.private, len(repo.commits)) == (0, True, 1), done.stderr
    assert sorted(json.loads(done.stdout)["added"]) == sorted({*repo.files} - {".gitattributes"})


STARTS = """
import sys
sys.path.insert(0, sys.argv[1])
import app, bfcl_audio, dataset_builder
app.load()
import bfcl_audio_space.page, bfcl_audio_space.start
ours = [app, bfcl_audio, dataset_builder, bfcl_audio_space.page]
print("true" if all(one.__file__.startswith(sys.argv[1]) for one in ours) else "false")
"""


@pytest.mark.slow
def test_the_published_space_has_all_it_imports(hub: Hub, tmp_path: Path) -> None:
    """What was pushed imports from its own files, and asks for nothing by our name."""
    done = publish(hub, tmp_path, "space", "--repo-id", "org/heard")
    assert done.returncode == 0, done.stderr
    files = hub.repos["spaces/org/heard"].files
    for path, content in files.items():
        (tmp_path / "pushed" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pushed" / path).write_bytes(content)
    assert ask(STARTS, hub, tmp_path, str(tmp_path / "pushed")) is True
    wanted = files["requirements.txt"].decode().splitlines()
    assert [line for line in wanted if "bfcl-audio" in line] == []
    assert {"gradio", "faster-whisper", "tree-sitter"} <= {
        re.split("[<>=]", one)[0] for one in wanted
    }


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda f: (f / "text/test-00000.parquet").write_bytes(b"cut"), "is damaged"),
        (lambda f: (f / "text/test-00000.parquet").unlink(), "is missing"),
        (lambda f: (f / "build.json").unlink(), "is not a dataset folder"),
        (lambda f: _write(f, "---", "--"), "README.md has no YAML"),
        (lambda f: _write(f, "license: apache-2.0", "license: mine"), "license is 'mine'"),
        (lambda f: _write(f, "path: text/", "path: texts/"), "no such file"),
        (lambda f: _write(f, "# BFCL-Audio", "hf_" + "a" * 34), "looks like a key"),
        (lambda f: _write(f, "# BFCL-Audio", f"{f.parent}"), "a path of this machine"),
    ],
)
def test_a_folder_that_should_not_go_out_is_refused(
    built: Path, tmp_path: Path, harm: Callable[[Path], object], said: str
) -> None:
    """Damage, a card that the Hub would refuse, a key or a path: named before anything is sent."""
    folder = tmp_path / "bfcl-audio"
    shutil.copytree(built, folder)
    harm(folder)
    with pytest.raises(InputError, match=said):
        prepare("dataset", folder, "org/bfcl-audio")


def _write(folder: Path, old: str, new: str) -> None:
    card = (folder / "README.md").read_text()
    (folder / "README.md").write_text(card.replace(old, new))
