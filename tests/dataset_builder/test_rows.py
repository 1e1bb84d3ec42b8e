import json

import pytest

from dataset_builder.records import (
    Choice,
    Entry,
    Message,
    Paraphrase,
    Sound,
    Spoken,
    Transcript,
    Utterance,
)
from dataset_builder.rows import clip_row, compact, paraphrase_row, text_row, transcript_row
from dataset_builder.schema import config_name

ENTRY = Entry(
    id="live_simple_1",
    category="live_simple",
    turns=(
        (Message("system", "be brief"), Message("user", "first"), Message("user", "second")),
        (),
        (Message("user", "third"),),
    ),
    functions="[]",
    reference="{}",
    scenario="{}",
)


def said(name: str, words: str) -> Paraphrase:
    return Paraphrase(f"live_simple_1/{name}", words, whitelist={"city": "Zürich"})


def test_only_user_messages_are_reworded() -> None:
    """A system message stays; user messages of a turn are told apart by their number."""
    row = paraphrase_row(ENTRY, [said("0/0", "uh one"), said("0/1", "two"), said("2/0", "three")])
    contents = [[message["content"] for message in turn] for turn in row["turns"]]  # type: ignore[attr-defined]
    assert contents == [["be brief", "uh one", "two"], [], ["three"]]


def test_what_cannot_be_spoken_stays_as_written() -> None:
    """The content of an unspeakable utterance is the request itself."""
    silent = Paraphrase("live_simple_1/2/0", "", speakable=False, why_not="code")
    row = paraphrase_row(ENTRY, [said("0/0", "one"), said("0/1", "two"), silent])
    assert row["turns"][2] == [{"role": "user", "content": "third"}]  # type: ignore[index]


def test_clarifications_are_json() -> None:
    """The whitelist is one JSON string, letters as written."""
    row = paraphrase_row(ENTRY, [said("0/0", "one")])
    assert row["utterances"][0]["clarifications"] == '{"city":"Zürich"}'  # type: ignore[index]


def test_an_empty_transcript_is_kept() -> None:
    """A recogniser that heard nothing leaves an empty message, not the request."""
    heard = Transcript("live_simple_1/2/0", "fake", "three", "", 1.0, (), False, "empty")
    row = transcript_row(ENTRY, [heard])
    assert row["turns"][2] == [{"role": "user", "content": ""}]  # type: ignore[index]


def test_text_rows_name_their_utterances() -> None:
    """`text` carries the ids that the other configs join on."""
    utterance = Utterance("live_simple_1/2/0", "live_simple_1", "live_simple", 2, 0, "third")
    assert text_row(ENTRY, [utterance])["utterances"] == [{"utterance_id": "live_simple_1/2/0"}]


@pytest.mark.parametrize(("head", "suffix"), [(b"fLaC", "flac"), (b"RIFF", "wav")])
def test_a_clip_says_what_file_it_is(head: bytes, suffix: str) -> None:
    """The path of an embedded clip ends as its bytes begin."""
    utterance = Utterance("a_1/0/0", "a_1", "a", 0, 0, "x")
    clip = Spoken("x", "fake", "low", head, 1.0)
    sound = Sound(Paraphrase("a_1/0/0", "x"), "clean", True, Choice("fake", "low"), clip)
    assert clip_row(utterance, sound, clip)["audio"] == {"bytes": head, "path": f"a_1_0_0.{suffix}"}


@pytest.mark.parametrize(
    ("kind", "spec", "channel", "name"),
    [
        ("audio", "", "clean", "audio"),
        ("audio", "", "phone", "audio_phone"),
        ("audio", "kokoro:af_heart", "clean", "audio_kokoro_af_heart"),
        (
            "transcripts",
            "openai/gpt-4o-transcribe",
            "clean",
            "transcripts_openai_gpt_4o_transcribe",
        ),
        ("transcripts", "whisper", "phone+noise:10dB", "transcripts_whisper_phone_noise_10db"),
    ],
)
def test_config_names(kind: str, spec: str, channel: str, name: str) -> None:
    """Config names are slugs, with the channel appended unless clean."""
    assert config_name(kind, spec, channel) == name


def test_json_columns_are_compact() -> None:
    """JSON columns hold no spaces and no escapes, and read back equal."""
    value = {"a": [1, "ü"]}
    assert (compact(value), json.loads(compact(value))) == ('{"a":[1,"ü"]}', value)
