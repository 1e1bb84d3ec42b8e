"""A report takes clips, voices and every recogniser's transcripts from the dataset folder."""

import base64
import io

import hand_made_dataset
import pytest
import soundfile

from bfcl_audio.harness.tables import Dataset, open_dataset
from bfcl_audio.report import dataset
from bfcl_audio.report.clips import data_uri


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """The hand-made folder, opened."""
    folder = hand_made_dataset.write(tmp_path_factory.mktemp("data") / "bfcl-audio")
    return open_dataset(str(folder))


def test_hearings(data: Dataset) -> None:
    """Each utterance under each recogniser, with who spoke it and how far off the words are."""
    found = list(dataset.hearings(data))
    assert [(h.recognizer, h.utterance_id, h.engine, h.edits / h.words) for h in found] == [
        (name, f"simple_python_{number}/0/0", "kokoro", 0.25)
        for name in ("moonshine", "whisper")
        for number in range(3)
    ]


def test_references(data: Dataset) -> None:
    """The folder holds what scoring needs, so that BFCL need not be fetched for it."""
    assert list(dataset.references(data)) == [f"simple_python_{number}" for number in range(3)]


def test_clips_of_some(data: Dataset) -> None:
    """Only clips that were asked for, and none for what was never spoken."""
    assert list(dataset.clips(data, ["simple_python_1/0/0", "nobody/0/0"])) == [
        "simple_python_1/0/0"
    ]


def test_clip_plays(data: Dataset) -> None:
    """The data URI is an MP3 as long as the clip."""
    uri = data_uri(hand_made_dataset.tone(2.0))
    assert uri
    kind, _, content = uri.partition(";base64,")
    pcm, sample_rate_hz = soundfile.read(io.BytesIO(base64.b64decode(content)))
    assert (kind, sample_rate_hz, round(len(pcm) / 16_000)) == ("data:audio/mpeg", 16_000, 2)


@pytest.mark.parametrize("audio", [b"", b"RIFFxxxx", b"fLaC" + b"\0" * 40])
def test_a_broken_clip_is_left_out(audio: bytes) -> None:
    """A page without a clip is better than none."""
    assert data_uri(audio) is None
