"""A dataset folder becomes the conversations of each arm."""

import json
import shutil
from pathlib import Path

import pytest
from puppets import IDS, UNSPEAKABLE

from bfcl_audio import upstream
from bfcl_audio.errors import InputError
from bfcl_audio.harness.arms import Arm, available, load
from bfcl_audio.harness.tables import open_dataset


def _arm(folder: Path, name: str) -> Arm:
    return load(open_dataset(str(folder)), [name])[0]


def test_arms_of_a_dataset(dataset_folder: Path) -> None:
    """What can be run is what was built."""
    arms = available(open_dataset(str(dataset_folder)))
    assert sorted(arms) == ["audio", "spoken", "text", "transcript:ears"]


def test_the_text_arm_has_every_entry_as_written(dataset_folder: Path) -> None:
    """The text arm leaves nothing out and changes nothing."""
    arm = _arm(dataset_folder, "text")
    entry = upstream.questions("simple_python")[1]
    shown = arm.conversations["simple_python_1"].turns[0].messages[0].content
    assert (sorted(arm.conversations), shown) == (sorted(IDS), entry["question"][0][0]["content"])


@pytest.mark.parametrize("name", ["spoken", "transcript:ears", "audio"])
def test_what_cannot_be_spoken_is_left_out(dataset_folder: Path, name: str) -> None:
    """An entry with an unspeakable utterance is in no spoken arm, and the reason is kept."""
    assert _arm(dataset_folder, name).left_out == {UNSPEAKABLE: "cannot be spoken: a block of code"}


def test_a_transcript_is_what_the_agent_reads(dataset_folder: Path) -> None:
    """The agent reads the transcript, the judge also knows the request as written."""
    turn = _arm(dataset_folder, "transcript:ears").conversations["multi_turn_miss_func_0"].turns[0]
    assert ("tamp" in turn.read, "'temp'" in turn.intended) == (True, True)


def test_held_out_docs_arrive_with_the_constant_message(dataset_folder: Path) -> None:
    """A hold-out turn says the same in every arm, and brings the docs."""
    turns = _arm(dataset_folder, "spoken").conversations["multi_turn_miss_func_0"].turns
    (turn,) = [turn for turn in turns if turn.held_out]
    assert [message.content for message in turn.messages] == [upstream.holdout_message()]


def test_the_whitelist_keeps_earlier_turns(dataset_folder: Path) -> None:
    """What an earlier turn said may still be asked for."""
    turns = _arm(dataset_folder, "spoken").conversations["multi_turn_miss_func_0"].turns
    assert set(turns[0].whitelist.values()) <= set(turns[2].whitelist.values())


def test_clips_are_read_when_asked_for(dataset_folder: Path) -> None:
    """In the audio arm a user message names its clip."""
    conversation = _arm(dataset_folder, "audio").conversations["simple_python_0"]
    assert conversation.clip is not None
    assert conversation.clip(conversation.turns[0].messages[0].clip) == b"RIFF"


BAD_ARMS = [
    ("spokn", "unknown arm 'spokn'"),
    ("transcript:eears", "did you mean 'transcript:ears'"),
]


@pytest.mark.parametrize(("name", "says"), BAD_ARMS)
def test_an_unknown_arm_is_named(dataset_folder: Path, name: str, says: str) -> None:
    """A wrong arm is answered with what there is."""
    with pytest.raises(InputError, match=says):
        _arm(dataset_folder, name)


def test_a_truncated_table_is_one_line(dataset_folder: Path, tmp_path: Path) -> None:
    """A cut-off Parquet file is named, with what to do."""
    copy = shutil.copytree(dataset_folder, tmp_path / "d")
    table = next((copy / "text").glob("*.parquet"))
    table.write_bytes(table.read_bytes()[:-100])
    with pytest.raises(InputError, match=r"test-00000\.parquet cannot be read .* build"):
        _arm(copy, "text")


def test_an_older_build_is_refused(dataset_folder: Path, tmp_path: Path) -> None:
    """A folder of another schema version is not guessed at."""
    copy = shutil.copytree(dataset_folder, tmp_path / "d")
    manifest = json.loads((copy / "build.json").read_text()) | {"schema_version": 0}
    (copy / "build.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=r"schema version 0.*build it again"):
        open_dataset(str(copy))


def test_no_dataset_is_one_line(tmp_path: Path) -> None:
    """A folder that no build made is told apart from one that is broken."""
    with pytest.raises(InputError, match="is not a dataset folder"):
        open_dataset(str(tmp_path))


@pytest.mark.parametrize(
    ("configs", "says"),
    [
        ([1], "has no config 'text'"),
        ({"text": 5}, "gives config 'text' the files 5, which are not in the folder"),
        ({"text": "/etc/*"}, "gives config 'text' the files '/etc/*'"),
        ({"text": "../*"}, "gives config 'text' the files '../*'"),
    ],
)
def test_a_manifest_cannot_point_outside(
    dataset_folder: Path, tmp_path: Path, configs: object, says: str
) -> None:
    """A manifest made by hand is refused in one line, and no file outside is opened."""
    folder = shutil.copytree(dataset_folder, tmp_path / "copy")
    manifest = json.loads((folder / "build.json").read_text())
    (folder / "build.json").write_text(json.dumps({**manifest, "configs": configs}))
    with pytest.raises(InputError) as caught:
        open_dataset(str(folder))
    assert says in str(caught.value)


def test_a_lost_table_is_no_empty_one(dataset_folder: Path, tmp_path: Path) -> None:
    """A config whose files are gone is an error, not an arm without entries."""
    folder = shutil.copytree(dataset_folder, tmp_path / "copy")
    shutil.rmtree(folder / "paraphrases")
    with pytest.raises(InputError) as caught:
        load(open_dataset(str(folder)), ["spoken"])
    assert "has lost the files of config 'paraphrases'" in str(caught.value)
