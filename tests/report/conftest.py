"""A small report that every test may look at."""

import hand_made_runs
import pytest

from bfcl_audio.report.compose import Report, assemble
from bfcl_audio.report.episodes import Episode, read_runs
from bfcl_audio.report.judged import Judged, judge

ARMS = ("text", "spoken", "transcript:whisper", "transcript:moonshine")


@pytest.fixture(scope="session")
def episodes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Episode, ...]:
    """The listener over ten entries and four arms, mute and asking."""
    path = tmp_path_factory.mktemp("run") / "run.jsonl"
    found, warnings = read_runs([hand_made_runs.write(path, hand_made_runs.runs(10, ARMS))])
    assert not warnings
    return found


@pytest.fixture(scope="session")
def judged(episodes: tuple[Episode, ...]) -> tuple[Judged, ...]:
    """The same, with verdicts."""
    found, warnings = judge(episodes, hand_made_runs.references(10))
    assert not warnings
    return found


@pytest.fixture(scope="session")
def report(episodes: tuple[Episode, ...], judged: tuple[Judged, ...]) -> Report:
    """The same, as a report without a dataset."""
    return assemble(episodes, judged, None)
