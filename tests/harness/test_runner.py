"""Runs lose nothing, repeat nothing, and end with the same bytes."""

import json
import os
import resource
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from puppets import Puppet, call

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import agent
from bfcl_audio.harness.agents.base import Agent, AgentError, AgentRefused, Reply, Request
from bfcl_audio.harness.arms import Arm, load
from bfcl_audio.harness.journal import Journal, JournalError
from bfcl_audio.harness.runner import RunOptions, RunStopped, Summary, remaining, run
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.judge import get_judge

ARMS = ("text", "spoken", "transcript:ears")


def _arms(folder: Path, *names: str) -> list[Arm]:
    return load(open_dataset(str(folder)), names or ARMS)


def _run(folder: Path, out: Path, tested: Agent | None = None, **options: object) -> Summary:
    settings = RunOptions(judge=get_judge("rules"), **options)  # type: ignore[arg-type]
    return run(_arms(folder), tested or agent("scripted/listener"), out, settings)


def _records(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.read_bytes().splitlines()]


@pytest.fixture(scope="module")
def finished(dataset_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What an undisturbed run writes."""
    out = tmp_path_factory.mktemp("run") / "run.jsonl"
    _run(dataset_folder, out)
    return out.read_bytes()


def test_every_entry_is_there_once(finished: bytes) -> None:
    """One line for each entry and arm: four written, three spoken, three heard."""
    keys = [(record["id"], record["arm"]) for record in map(json.loads, finished.splitlines())]
    assert (len(keys), len(set(keys))) == (10, 10)


def test_a_trajectory_has_the_contract_fields(finished: bytes) -> None:
    """A line holds all that the contract names."""
    record = json.loads(finished.splitlines()[-1])
    named = """
        id category arm agent judge repeat status why hashes versions seeds prices usage
        first_latency_s latency_s cost_usd paid_before_usd utterances messages answer
    """
    assert set(record) == set(named.split())


@pytest.mark.parametrize("kept", [0, 1, 5, 10])
@pytest.mark.parametrize("tail", [b"", b'{"id": "simple_py', b"{"])
def test_a_cut_off_run_ends_with_the_same_bytes(
    dataset_folder: Path, tmp_path: Path, finished: bytes, kept: int, tail: bytes
) -> None:
    """However many lines a kill left, and whatever half of the next, a rerun completes them."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(b"".join(finished.splitlines(keepends=True)[:kept]) + tail)
    _run(dataset_folder, out)
    assert out.read_bytes() == finished


@pytest.mark.parametrize("concurrency", [2, 7])
def test_concurrency_does_not_change_a_byte(
    dataset_folder: Path, tmp_path: Path, finished: bytes, concurrency: int
) -> None:
    """Order of finishing is not order of lines."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out, concurrency=concurrency)
    assert out.read_bytes() == finished


def test_a_finished_run_asks_nobody(dataset_folder: Path, tmp_path: Path, finished: bytes) -> None:
    """Resuming what is done makes no call."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(finished)
    summary = _run(dataset_folder, out)
    assert (summary.done, sum(summary.resumed.values())) == ({}, 10)


def test_another_agent_may_share_the_file(
    dataset_folder: Path, tmp_path: Path, finished: bytes
) -> None:
    """Lines of another agent stay where they are."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(finished)
    _run(dataset_folder, out, agent("scripted/oracle"))
    assert (out.read_bytes().startswith(finished), len(_records(out))) == (True, 20)


def test_a_failing_provider_is_not_run_and_then_made_good(
    dataset_folder: Path, tmp_path: Path
) -> None:
    """A failure is no answer: the entry is not run, says why, and is run again on resume."""
    out = tmp_path / "run.jsonl"
    first = _run(dataset_folder, out, Puppet(AgentError("HTTP 500")), ids=("irrelevance_0",))
    failed = _records(out)[0]
    second = _run(dataset_folder, out, Puppet(), ids=("irrelevance_0",))
    assert (
        first.not_run, failed["status"], failed["why"], failed["answer"], second.done,
        [record["status"] for record in _records(out)],
    ) == ({"text": 1}, "not_run", "HTTP 500", None, {"text": 1}, ["done"] * 3)  # fmt: skip


def test_a_refused_agent_stops_the_run(dataset_folder: Path, tmp_path: Path) -> None:
    """No entry after a refused key is tried."""
    tested = Puppet(AgentRefused("the key was refused"))
    with pytest.raises(RunStopped, match="puppet: the key was refused"):
        _run(dataset_folder, tmp_path / "run.jsonl", tested)
    assert len(tested.requests) == 1


def test_repeats_are_lines_of_their_own(dataset_folder: Path, tmp_path: Path) -> None:
    """Each repeat is recorded with its number."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out, repeats=2, ids=("irrelevance_0",))
    assert [record["repeat"] for record in _records(out)] == [0, 0, 0, 1, 1, 1]


def test_a_limit_is_spread_over_categories(dataset_folder: Path, tmp_path: Path) -> None:
    """Three entries are one of each category, and each in all arms."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out, limit=3)
    assert sorted({str(record["id"]) for record in _records(out)}) == [
        "irrelevance_0",
        "multi_turn_miss_func_0",
        "simple_python_0",
    ]


def test_the_text_arm_has_no_judge_and_no_preamble(finished: bytes) -> None:
    """What shaped a line is in it: Text-BFCL has neither."""
    records = [json.loads(line) for line in finished.splitlines()]
    seen = {
        (record["arm"] == "text", record["judge"], bool(record["hashes"]["preamble"]))
        for record in records
    }
    assert seen == {(True, "none", False), (False, "rules", True)}


def test_another_preamble_is_not_mixed_in(
    dataset_folder: Path, tmp_path: Path, finished: bytes
) -> None:
    """A run made with another preamble is another run."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(finished)
    with pytest.raises(InputError, match="made with another preamble"):
        _run(dataset_folder, out, preamble="Be brief.")


def test_another_temperature_is_not_mixed_in(dataset_folder: Path, tmp_path: Path) -> None:
    """Nor any other setting; a package that is newer may go on."""
    out, cold, warm, newer = tmp_path / "run.jsonl", Puppet(), Puppet(), Puppet()
    cold.versions = {"temperature": "0.0", "openai": "1"}
    newer.versions = {"temperature": "0.0", "openai": "2"}
    warm.versions = {"temperature": "1.0", "openai": "1"}
    _run(dataset_folder, out, cold)
    with pytest.raises(InputError, match=r"made with another temperature \(0\.0\)"):
        _run(dataset_folder, out, warm)
    assert sum(_run(dataset_folder, out, newer).resumed.values()) == 10


def test_an_interrupt_waits_for_nobody(dataset_folder: Path, tmp_path: Path) -> None:
    """What was finished is kept, what a provider still ponders is left; nothing more is asked."""
    out, pondering, over = tmp_path / "run.jsonl", threading.Event(), threading.Event()

    class Slow(Puppet):
        def reply(self, request: Request) -> Reply:
            if request.conversation.multi_turn:
                pondering.set()
                over.wait(30)
            reply = super().reply(request)
            return replace(reply, tool_calls=(call("pwd"),), text="")

    def interrupt(finished: int, total: int) -> None:
        if finished == 3:
            pondering.wait(30)
            raise KeyboardInterrupt

    tested = Slow()
    settings = RunOptions(judge=None, concurrency=4)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(_arms(dataset_folder, "text"), tested, out, settings, interrupt)
    took_s = time.monotonic() - started
    over.set()
    time.sleep(0.2)
    assert (len(_records(out)), took_s < 10, len(tested.requests)) == (3, True, 4)


def test_a_deaf_agent_refuses_the_audio_arm(dataset_folder: Path, tmp_path: Path) -> None:
    """An agent that cannot hear says so before anything is written."""
    out = tmp_path / "run.jsonl"
    with pytest.raises(InputError, match="cannot hear"):
        run(_arms(dataset_folder, "audio"), Puppet(), out, RunOptions(judge=None))
    assert not out.exists()


def test_two_runs_do_not_write_one_file(dataset_folder: Path, tmp_path: Path) -> None:
    """The second is told that the first is at it."""
    out = tmp_path / "run.jsonl"
    with Journal(out), pytest.raises(InputError, match="another run is writing"):
        _run(dataset_folder, out)


def test_a_file_that_was_just_replaced_is_not_written(
    dataset_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between opening and claiming it, a run that ended put its sorted file there."""
    out = tmp_path / "run.jsonl"
    out.write_bytes(b"")

    def late(handle: int, operation: int) -> None:
        (tmp_path / "sorted").write_bytes(b"")
        (tmp_path / "sorted").rename(out)

    monkeypatch.setattr("fcntl.flock", late)
    with pytest.raises(InputError, match="another run is writing"):
        _run(dataset_folder, out)


@pytest.mark.parametrize("kind", ["device", "pipe"])
def test_what_is_no_file_is_not_written(dataset_folder: Path, tmp_path: Path, kind: str) -> None:
    """A device that never ends would be read for ever."""
    out = Path("/dev/zero")
    if kind == "pipe":
        out = tmp_path / "pipe"
        os.mkfifo(out)
    with pytest.raises(InputError, match="it is no file; name another --out"):
        _run(dataset_folder, out)


def test_a_file_that_is_no_run_is_left_alone(dataset_folder: Path, tmp_path: Path) -> None:
    """Somebody's notes are not overwritten."""
    out = tmp_path / "notes.txt"
    out.write_text("dear diary\n")
    with pytest.raises(InputError, match=r"notes\.txt line 1 is no trajectory"):
        _run(dataset_folder, out)
    assert out.read_text() == "dear diary\n"


def test_a_full_disk_leaves_whole_lines(
    dataset_folder: Path, tmp_path: Path, finished: bytes
) -> None:
    """The refused line is not in the file, the ones before it are, and the error says so."""
    out = tmp_path / "run.jsonl"
    allowed, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(finished) // 2, most))
    try:
        with pytest.raises(JournalError, match="free some space and run the same command again"):
            _run(dataset_folder, out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (allowed, most))
    kept = out.read_bytes()
    assert (kept.endswith(b"\n"), 0 < len(kept) < len(finished)) == (True, True)


def test_what_remains_is_known_without_asking(
    dataset_folder: Path, tmp_path: Path, finished: bytes
) -> None:
    """Before a run all jobs remain, after it none."""
    out, settings = tmp_path / "run.jsonl", RunOptions(judge=get_judge("rules"))
    arms, tested = _arms(dataset_folder), agent("scripted/listener")
    before = remaining(arms, tested, out, settings)
    out.write_bytes(finished)
    assert (before, remaining(arms, tested, out, settings)) == (10, 0)
