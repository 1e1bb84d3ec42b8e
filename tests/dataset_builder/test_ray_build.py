"""A build on a real cluster of two machines' worth of Ray, one of which is killed."""

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_build import CONFIG, build_fake, contents

from dataset_builder.engines.base import Failed
from dataset_builder.errors import OptionError

pytestmark = [
    pytest.mark.slow,
    # Ray leaves sockets and processes to the garbage collector.
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
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


class Pair:
    """A head and a second node."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster = Cluster(
            initialize_head=True, head_node_args={**NODE, "include_dashboard": False}
        )
        self.address = self.cluster.address
        self._second = self.cluster.add_node(**NODE)

    def kill(self) -> None:
        """Kills the second node with all that runs on it."""
        self.cluster.remove_node(self._second, allow_graceful=False)


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    # A dead node is noticed after as many missed heartbeats, one a second.
    monkeypatch.setenv("RAY_health_check_failure_threshold", "2")
    # What a worker unpickles is imported from here.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(Path(__file__).parent), *_paths())))
    pair = Pair()
    try:
        yield pair
    finally:
        import ray

        ray.shutdown()
        pair.cluster.shutdown()


def _paths() -> list[str]:
    return [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]


def where(wait_s: float) -> str:
    import ray

    time.sleep(wait_s)
    return str(ray.get_runtime_context().get_node_id())


def fail(_: int) -> Any:
    raise Failed("busy", 7.0)


def test_work_of_a_lost_node_is_done_by_the_other(pair: Pair) -> None:
    """Both work; after the loss one does all, and nothing that was under way is missing."""
    from dataset_builder.ray_crew import RayCrew

    async def work(crew: RayCrew) -> tuple[list[str], list[str]]:
        before = await asyncio.gather(*(crew.do(where, 0.2) for _ in range(12)))
        under_way = [asyncio.ensure_future(crew.do(where, 1.0)) for _ in range(6)]
        await asyncio.sleep(0.5)
        await asyncio.to_thread(pair.kill)
        await asyncio.gather(*under_way)
        return before, await asyncio.gather(*(crew.do(where, 0.0) for _ in range(6)))

    crew = RayCrew(pair.address)
    before, after = asyncio.run(asyncio.wait_for(work(crew), 120))
    assert (crew.hands, len(set(before)), len(set(after))) == (2, 2, 1)
    with pytest.raises(Failed, match="busy") as caught:
        asyncio.run(crew.do(fail, 1))
    assert caught.value.retry_after_s == 7.0


def test_a_cluster_that_loses_a_node_gives_the_same_bytes(pair: Pair, tmp_path: Path) -> None:
    """Engines, recogniser and channel on two nodes, one killed midway, as on this machine."""
    build_fake(tmp_path / "here", REAL)

    def kill_midway(stage: str, done: int, total: int) -> None:
        if (stage, done) == ("speak, transcribe", 2):
            pair.kill()

    report = build_fake(tmp_path / "there", replace(REAL, ray=pair.address), kill_midway)
    assert report.failures == ()
    assert contents(tmp_path / "there/bfcl-audio") == contents(tmp_path / "here/bfcl-audio")


def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    """At once, and nothing is written."""
    with pytest.raises(OptionError, match=r"no Ray cluster at '127\.0\.0\.1:1' .*refused"):
        build_fake(tmp_path, replace(CONFIG, ray="127.0.0.1:1"))
    assert list(tmp_path.iterdir()) == []
