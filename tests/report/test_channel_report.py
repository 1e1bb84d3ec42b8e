"""A report tells recogniser and channel apart, and pairs each channel with clean sound."""

from collections.abc import Sequence
from pathlib import Path

import hand_made_runs
import made_dataset
import pytest

from bfcl_audio.harness.tables import Dataset, open_dataset
from bfcl_audio.report import breakdown, dataset, values
from bfcl_audio.report.arms import order
from bfcl_audio.report.compose import assemble
from bfcl_audio.report.episodes import episode_of
from bfcl_audio.report.figures import Difference, Share
from bfcl_audio.report.hearings import Hearing
from bfcl_audio.report.judged import Judged, judge
from bfcl_audio.report.ledger import ledgers
from bfcl_audio.report.page import render, view
from bfcl_audio.report.standings import leaderboard
from bfcl_audio.report.tables import Cell
from bfcl_audio.report.terminal import ledger_text

PHONE = "transcript:whisper@phone"
ARMS = ("text", "transcript:whisper", PHONE)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Two entries over two channels; moonshine loses each value over both."""
    entries = [made_dataset.entry(f"simple_python_{n}") for n in range(2)]
    folder = tmp_path_factory.mktemp("channels") / "bfcl-audio"
    return open_dataset(str(made_dataset.write(folder, entries, ("clean", "phone"))))


@pytest.fixture(scope="module")
def over_two() -> tuple[Judged, ...]:
    """The listener over ten entries, of which the line spoils five; clean sound spoils none."""
    lines = []
    for arm in ARMS:
        for number in range(10):
            line = hand_made_runs.trajectory(number, arm)
            if arm == "transcript:whisper":
                whole = hand_made_runs.trajectory(number, "spoken")
                line |= {"answer": whole["answer"], "messages": whole["messages"]}
            for utterance in line["utterances"]:  # type: ignore[attr-defined]
                utterance["channel"] = "phone" if arm == PHONE else "clean"
            lines.append(line)
    return judge([episode_of(line, "a test") for line in lines], hand_made_runs.references(10))[0]


def _plain(rows: Sequence[Sequence[Cell]]) -> list[tuple[object, ...]]:
    return [
        tuple(round(c.value, 3) if isinstance(c, Share | Difference) else c for c in row)
        for row in rows
    ]


def _hearing(name: str, channel: str, *heard: bool, engine: str = "pico") -> Hearing:
    entities = episode_of(
        {"id": "x_0", "arm": "audio", "agent": "a", "utterances": [{"entities": [
            {"topic": "t", "value": "v", "type": "place" if n else "code", "heard": one}
            for n, one in enumerate(heard)
        ]}]}, "a test",
    ).utterances[0].entities  # fmt: skip
    return Hearing("x_0/0/0", name, engine, "v", channel, "a b", "a b", 2, 1.0, entities)


def test_a_recogniser_is_not_called_after_a_channel(data: Dataset) -> None:
    """Of a folder with channels: which recogniser, and over what it listened."""
    found = dict.fromkeys((h.recognizer, h.channel) for h in dataset.hearings(data))
    assert list(found) == [
        ("moonshine", "clean"),
        ("moonshine", "phone"),
        ("whisper", "clean"),
        ("whisper", "phone"),
    ]


def test_a_run_tells_recogniser_and_channel_apart(over_two: tuple[Judged, ...]) -> None:
    """In the leaderboard, each in a column of its own."""
    rows = leaderboard(over_two, ()).rows
    assert [row[:3] for row in rows] == [
        ("text", "", ""),
        ("transcript:whisper", "whisper", "clean"),
        (PHONE, "whisper", "phone"),
    ]


def test_a_channel_is_paired_with_clean_sound(over_two: tuple[Judged, ...]) -> None:
    """In the ledger, on the same entries; clean sound itself is compared with nothing."""
    (ledger,) = ledgers(over_two)
    found = [(c.arm, c.channel, c.against_clean and c.against_clean.value) for c in ledger.cells]
    assert found == [
        ("text", "", None),
        ("transcript:whisper", "clean", None),
        (PHONE, "phone", -0.5),
    ]


def test_the_ledger_in_a_terminal_names_channels_in_full(over_two: tuple[Judged, ...]) -> None:
    """Under the arm on clean sound, where its long name does not push the channel out of sight."""
    names = [
        line.split("  no ")[0].rstrip() for line in ledger_text(ledgers(over_two)).splitlines()
    ]
    assert names[-3:] == ["text", "transcript:whisper", "  @phone"]


def test_what_a_channel_costs() -> None:
    """The same clip clean and over the line: one value of two more is lost."""
    heard = [_hearing("a", "clean", True, True), _hearing("a", "phone", False, True)]
    assert _plain(values.channel_costs(heard).rows) == [("a", "phone", 0.5, 0.5, 0.0, 0.5, 0.5)]


def test_a_channel_heard_by_nobody_clean_is_not_compared() -> None:
    """Another recogniser's clean hearing is no measure."""
    heard = [_hearing("b", "clean", True), _hearing("a", "phone", False)]
    assert values.channel_costs(heard).rows == ()


def test_values_by_channel() -> None:
    """All values, then each kind, a recogniser's channels side by side."""
    heard = [_hearing("a", "clean", True, True), _hearing("a", "phone", False, True)]
    assert _plain(values.by_channel(heard).rows) == [
        ("a", "clean", 0.0, 0.0, 0.0),
        ("a", "phone", 0.5, 1.0, 0.0),
    ]


def test_values_by_engine() -> None:
    """Who spoke makes a row of its own."""
    heard = [
        _hearing("a", "clean", True, False, engine="pico"),
        _hearing("a", "clean", False, False, engine="flite"),
    ]
    assert _plain(values.by_engine(heard).rows) == [
        ("flite", "a", "clean", 1.0, 1.0, 1.0),
        ("pico", "a", "clean", 0.5, 0.0, 1.0),
    ]


def test_a_voice_is_one_row_over_all_channels(over_two: tuple[Judged, ...]) -> None:
    """Clean and over the line side by side, not each in half of a row."""
    table = breakdown.spoken_by(over_two)
    assert (table.columns[4:], [None in row for row in table.rows]) == (ARMS[1:], [False, False])


def test_a_story_plays_and_reads_what_its_arm_heard(
    over_two: tuple[Judged, ...], data: Dataset
) -> None:
    """Nothing of another channel stands under it."""
    phone = [item for item in over_two if item.episode.arm == PHONE]
    report = assemble([item.episode for item in phone], phone, data)
    shown = [u for story in report.stories for u in story.utterances if u.transcripts]
    assert {view.channel for u in shown for view in u.transcripts} == {"phone"}
    assert "over <bdi>phone</bdi>" in render(report)


def test_the_page_compares_channels(over_two: tuple[Judged, ...], data: Dataset) -> None:
    """What recognisers lose over each; by voice and kind on clean sound alone."""
    report = assemble([item.episode for item in over_two], over_two, data)
    heats = dict(view(report).heats)
    assert [row.name for row in heats["channel"].rows] == ["clean", "phone"]
    assert {cell.share.n for row in heats["spoken by"].rows for cell in row.cells} == {1}


def test_an_arm_over_a_channel_follows_its_clean_one() -> None:
    """And another recogniser, whatever its name, does not come between."""
    names = ["audio@phone", "transcript:whisper@phone", "transcript:whisper-base", "audio",
             "transcript:whisper"]  # fmt: skip
    assert sorted(names, key=order) == [
        *("transcript:whisper", "transcript:whisper@phone", "transcript:whisper-base"),
        *("audio", "audio@phone"),
    ]


def test_a_report_of_a_folder_with_channels_is_written(
    over_two: tuple[Judged, ...], data: Dataset, tmp_path: Path
) -> None:
    """All of its tables fit their heads."""
    report = assemble([item.episode for item in over_two], over_two, data)
    assert {"channels", "values-by-channel", "values-by-engine"} <= {t.name for t in report.tables}
