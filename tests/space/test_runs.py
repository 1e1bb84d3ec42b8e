"""Lines of runs are found, judged once, and read one at a time."""

import threading
from pathlib import Path

import hand_made_runs
import pytest

from space.once import Once
from space.runs import References, Runs


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Two entries in two arms, one of them run again; a cut-off line at the end."""
    lines = hand_made_runs.runs(2, arms=("text", "transcript:whisper"))
    again = lines[0] | {"status": "not_run", "why": "no network"}
    path = hand_made_runs.write(tmp_path / "run.jsonl", [again, *lines])
    with path.open("a") as end:
        end.write('{"id": "simple_py')
    return path


@pytest.fixture
def runs(run: Path) -> Runs:
    """Its lines, with references of their own."""
    return Runs([run], References(lambda: hand_made_runs.references(2)))


def test_of_a_line_that_was_run_again_the_last_counts(runs: Runs) -> None:
    """And a cut-off line is none."""
    assert (len(runs.lines()), len(runs.not_run())) == (6, 0)


def test_runs_are_told_apart_by_agent_arm_and_judge(runs: Runs) -> None:
    """In the order of the ledger."""
    assert list(runs.by_slot()) == [
        "scripted/listener · text · none",
        "scripted/listener · transcript:whisper · none",
        "scripted/listener?ask · transcript:whisper · rules",
    ]


def test_verdicts_are_the_scorers(runs: Runs) -> None:
    """Pune is misheard, and right where it was asked about."""
    found = [
        (item.episode.arm, item.episode.judge, item.valid)
        for item in runs.judged()
        if item.episode.id == "simple_python_0"
    ]
    assert found == [
        ("text", "none", True), ("transcript:whisper", "none", False),
        ("transcript:whisper", "rules", True),
    ]  # fmt: skip


def test_one_line_is_read_in_full(runs: Runs) -> None:
    """With its conversation, which the verdicts do without."""
    line = runs.by_slot()["scripted/listener?ask · transcript:whisper · rules"][0]
    episode, judged = runs.read(line)
    assert (len(episode.messages), judged and judged.valid, runs.judged()[0].episode.messages) == (
        4, True, (),
    )  # fmt: skip


def test_what_is_made_once_is_made_once() -> None:
    """However many ask for it at the same time."""
    made: list[int] = []
    door = threading.Event()

    def make() -> int:
        door.wait()
        made.append(1)
        return len(made)

    once = Once(make)
    found: list[int] = []
    askers = [threading.Thread(target=lambda: found.append(once())) for _ in range(4)]
    for asker in askers:
        asker.start()
    first = once.wait(0)
    door.set()
    for asker in askers:
        asker.join()
    assert (first, once.wait(60), found, made) == (False, True, [1] * 4, [1])


def test_what_fails_is_tried_again() -> None:
    """By the next who asks."""
    tries: list[int] = []

    def make() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError
        return "made"

    once = Once(make)
    with pytest.raises(ValueError):
        once()
    assert once() == "made"
