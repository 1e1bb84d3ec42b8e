"""A build on a real Ray cluster of two machines' worth, one of which is killed under way."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_build import CONFIG, build_fake, contents

from dataset_builder import ray_crew
from dataset_builder.engines.base import Failed
from dataset_builder.errors import WorkerError
from dataset_builder.ray_crew import Hand, RayCrew, installed

pytestmark = [
    pytest.mark.slow,
    # Ray leaves sockets and the processes that it killed to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

REAL = replace(
    CONFIG,
    ids=("simple_python_0", "simple_python_1", "simple_python_2", "parallel_3", "irrelevance_2"),
    tts=("espeak", "pico"),
    asr=("moonshine",),
    channels=("phone+noise:10dB",),
)
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # nobody beyond loopback takes part
    "RAY_health_check_failure_threshold": "2",
    "RAY_health_check_period_ms": "500",
}
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}


class Pair:
    """A head, and a second node that can be killed and replaced."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster = Cluster(
            initialize_head=True, head_node_args={**NODE, "include_dashboard": False}
        )
        self.address = str(self._cluster.address)
        self._second: Any = None

    def complete(self) -> None:
        """Sees that there are two."""
        self._second = self._second or self._cluster.add_node(**NODE)

    def kill(self) -> None:
        """Kills the second with all that runs on it."""
        self._cluster.remove_node(self._second, allow_graceful=False)
        self._second = None

    def shutdown(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Pair]:
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as root:
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        patch.setenv("RAY_TMPDIR", root)  # short: a socket's path may have 107 characters
        paths = [str(Path(__file__).parent), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        pair = Pair()
        try:
            yield pair
        finally:
            pair.shutdown()


@pytest.fixture
def pair(cluster: Pair) -> Pair:
    cluster.complete()
    return cluster


def node() -> str:
    import ray

    return str(ray.get_runtime_context().get_node_id())


def wait_for(folder: Path, name: str) -> str:
    """Leaves a file that says where it is, and waits to be let go."""
    here = folder / f".{name}-{os.getpid()}"
    here.write_text(node())
    here.rename(here.with_name(here.name[1:]))
    while not (folder / "go").exists():
        time.sleep(0.05)
    return node()


def fail(message: str) -> None:
    raise Failed(message, 7.0)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def variable(name: str) -> str | None:
    return os.environ.get(name)


def on(pair: Pair, work: Any) -> Any:
    """What `work(crew)` comes to."""
    crew = RayCrew(pair.address)
    try:
        return asyncio.run(work(crew))
    finally:
        crew.close()


def test_what_a_lost_machine_was_doing_is_done_by_another(pair: Pair, tmp_path: Path) -> None:
    """Both work; one is killed at work, and its work, begun anew, is finished by the other."""

    async def begun(tries: int) -> set[str]:
        while len(found := [one.read_text() for one in tmp_path.glob("[ab]-*")]) < tries:
            await asyncio.sleep(0.05)
        return set(found)

    async def work(crew: RayCrew) -> tuple[int, int, list[str]]:
        both = [asyncio.ensure_future(crew.do(wait_for, tmp_path, name)) for name in "ab"]
        before = await begun(2)
        await asyncio.to_thread(pair.kill)
        await begun(3)
        (tmp_path / "go").touch()
        return crew.hands, len(before), await asyncio.gather(*both)

    ended = on(pair, work)
    assert ended == (2, 2, [on(pair, lambda crew: crew.do(node))] * 2)


def test_a_cluster_that_loses_a_machine_gives_the_same_bytes(pair: Pair, tmp_path: Path) -> None:
    """Engines, recogniser and channel on two machines, one killed midway, as on this alone."""
    build_fake(tmp_path / "here", REAL)

    def kill_midway(stage: str, done: int, total: int) -> None:
        if (stage, done) == ("speak, transcribe", 2):
            pair.kill()

    report = build_fake(tmp_path / "there", replace(REAL, ray=pair.address), kill_midway)
    assert report.failures == ()
    assert contents(tmp_path / "there/bfcl-audio") == contents(tmp_path / "here/bfcl-audio")


def test_an_engines_error_comes_as_itself(pair: Pair) -> None:
    """With what it says of waiting."""
    with pytest.raises(Failed, match="busy") as caught:
        on(pair, lambda crew: crew.do(fail, "busy"))
    assert (type(caught.value), caught.value.retry_after_s) == (Failed, 7.0)


def test_work_that_kills_whoever_does_it_ends(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """After some tries; the hand that it cost is back for other work."""
    monkeypatch.setattr(ray_crew, "_WAITS_S", (0.0, 0.1, 0.1))

    async def work(crew: RayCrew) -> list[str]:
        with pytest.raises(WorkerError, match="run the same command again"):
            await crew.do(die)
        monkeypatch.setattr(ray_crew, "_WAITS_S", (0.0, *(1.0,) * 30))
        return await asyncio.gather(crew.do(node), crew.do(node))

    assert len(on(pair, work)) == 2


def test_keys_stay_here(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver's environment does not travel."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-here")
    assert on(pair, lambda crew: crew.do(variable, "OPENAI_API_KEY")) is None


def test_other_packages_are_refused() -> None:
    """A machine whose packages may make other clips makes none."""
    here = installed()
    assert Hand(here).do(len, "abc") == 3
    with pytest.raises(WorkerError, match=f"numpy {here['numpy']}, not 1.0; install"):
        Hand({**here, "numpy": "1.0", "not-installed-here": "2"}).do(len, "abc")


def command(folder: Path, address: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A build with `--ray ADDRESS`."""
    ids = folder / "ids.txt"
    ids.write_text("simple_python_0\nsimple_python_1\n")
    options = ["--tts", "fake", "--asr", "fake", "--channel", "phone", "--json"]
    words = ["build", "out", "--ids", str(ids), *options, "--ray", address]
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "bfcl_audio", *words],
        cwd=folder,
        env=os.environ | SETTINGS | {"BFCL_AUDIO_CACHE": str(folder / "cache")} | environment,
        capture_output=True,
        text=True,
    )


def test_a_cluster_of_its_own_leaves_nothing_behind(tmp_path: Path) -> None:
    """`--ray local` prints what any build prints, and no process of Ray's outlives it."""
    with tempfile.TemporaryDirectory(prefix="ray") as root:
        done = command(tmp_path, "local", RAY_TMPDIR=root)
        left = [path for path in Path("/proc").glob("[0-9]*/cmdline") if root in _read(path)]
    said = {line.split()[0] for line in done.stderr.replace("\r", "\n").splitlines() if line}
    assert (done.returncode, json.loads(done.stdout)["entries"]) == (0, 2), done.stderr
    assert (said, left) == ({"paraphrase", "speak,"}, [])


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


@pytest.mark.parametrize("mute", [False, True], ids=["nobody", "something-else"])
def test_where_no_cluster_is_one_line_says_so(tmp_path: Path, mute: bool) -> None:
    """Nobody at the address, or somebody who is not Ray; nothing is built."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        if mute:
            other.listen()
        address = f"127.0.0.1:{other.getsockname()[1]}"
        done = command(tmp_path, address)
    assert (done.returncode, done.stdout, (tmp_path / "out").exists()) == (2, "", False)
    assert done.stderr.startswith(f"bfcl-audio build: no Ray cluster at '{address}'")
    assert done.stderr.count("\n") == 1
