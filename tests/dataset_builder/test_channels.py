import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import datasets
import numpy as np
import pyarrow.parquet as pq
import pytest
from fake_build import CONFIG, CONFIGS, build_fake, contents

from dataset_builder import pipeline, waveform
from dataset_builder.channel.names import parse
from dataset_builder.channel.send import send
from dataset_builder.company import Cast, Part
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, Refused
from dataset_builder.errors import OptionError
from dataset_builder.records import Choice

NAMES = ("gain:-6dB", "phone+noise:10", "crosstalk:0dB")
SENT = replace(CONFIG, channels=NAMES)
SUFFIXES = ("gain_6db", "phone_noise_10db", "crosstalk_0db")


def rows(folder: Path, path: str) -> list[dict[str, Any]]:
    return [row for file in sorted(folder.glob(path)) for row in pq.read_table(file).to_pylist()]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sent")
    build_fake(root, SENT)
    return root


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "bfcl-audio"


def test_every_channel_has_configs_of_its_own(root: Path) -> None:
    """Those of sound, with the channel's slug at the end and as many rows as the clean ones."""
    counts = build_fake(root, SENT, name="again").configs
    sound = [name for name in CONFIGS if name not in ("text", "paraphrases")]
    names = [f"{name}_{suffix}" for suffix in SUFFIXES for name in sound]
    assert list(counts) == [*CONFIGS, *names]
    assert [counts[name] for name in names] == [counts[name] for name in sound] * 3


def test_clean_configs_are_those_of_a_clean_build(folder: Path, tmp_path: Path) -> None:
    """A channel beside it changes no byte of what is clean."""
    build_fake(tmp_path)
    clean = {p: data for p, data in contents(tmp_path / "bfcl-audio").items() if "parquet" in p}
    assert clean.items() <= contents(folder).items()


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_another_build_gives_the_same_bytes(folder: Path, tmp_path: Path, workers: int) -> None:
    """With a store of its own, and whatever the number of workers."""
    build_fake(tmp_path, replace(SENT, workers=workers))
    assert contents(tmp_path / "bfcl-audio") == contents(folder)


def test_a_finished_build_is_done_again_without_work(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clips that arrived and what was heard of them come from the store."""

    def never(*_: object, **__: object) -> Audio:
        raise AssertionError("made again")

    monkeypatch.setattr("dataset_builder.channel.send.send", never)
    monkeypatch.setattr(fake.FakeEngine, "speak", never)
    monkeypatch.setattr(fake.FakeRecognizer, "transcribe", never)
    assert not build_fake(root, SENT, name="again").failures


def test_the_channel_is_a_column(folder: Path) -> None:
    """By its one name, unit and all."""
    found = {row["channel"] for row in rows(folder, "audio/phone_noise_10db/*/*.parquet")}
    assert found == {"phone+noise:10dB"}


def test_a_clip_is_the_clean_one_sent(folder: Path) -> None:
    """Same utterance, engine and voice; the sound is what the channel makes of it."""
    names = ("utterance_id", "engine", "voice", "text", "duration_s", "primary")
    clean, sent = (
        {row["utterance_id"]: row for row in rows(folder, f"audio/{channel}/*/*.parquet")}
        for channel in ("clean", "gain_6db")
    )
    assert [[row[n] for n in names] for row in sent.values()] == [
        [row[n] for n in names] for row in clean.values()
    ]
    for name, row in sent.items():
        before = waveform.decode(clean[name]["audio"]["bytes"])
        after = send(before, parse("gain:-6dB"), seed=0)
        heard = waveform.decode(row["audio"]["bytes"])
        assert np.abs(heard.pcm - after.pcm).max() < 2**-15


def test_what_is_only_quieter_is_understood(folder: Path) -> None:
    """The recogniser hears the clip that arrived: quieter it loses nothing, in noise it does."""
    wers = [
        [one["wer"] for row in rows(folder, f"transcripts/{suffix}/**/*.parquet")
         for one in row["utterances"]]
        for suffix in SUFFIXES
    ]  # fmt: skip
    assert max(wers[0]) == 0.0 < min(wers[1])


def test_datasets_loads_a_channel(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A config with a suffix, by its name."""
    monkeypatch.chdir(folder.parent)
    loaded = datasets.load_dataset(
        "bfcl-audio", "transcripts_fake_phone_noise_10db", split="test", cache_dir=str(tmp_path)
    )
    assert loaded["id"] == [row["id"] for row in rows(folder, "text/*.parquet")]


def test_the_card_shows_what_a_channel_costs(folder: Path) -> None:
    """A row a channel, and the command with all of them."""
    card = (folder / "README.md").read_text()
    assert "### Through which channels" in card and "\n| phone+noise:10dB | " in card
    assert "--channel clean,gain:-6dB,phone+noise:10dB,crosstalk:0dB" in card
    assert json.loads((folder / "build.json").read_text())["channels"][0] == "clean"


def test_a_failed_clip_is_sent_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entry is missing in every channel, the others are whole, and one failure is told."""
    speak = fake.FakeEngine.speak

    def moody(self: fake.FakeEngine, text: str, voice: str, seed: int) -> Audio:
        if "triangle" in text:
            raise Refused("no triangles")
        return speak(self, text, voice, seed)

    monkeypatch.setattr(fake.FakeEngine, "speak", moody)
    report = build_fake(tmp_path, SENT)
    assert [one.utterance_id for one in report.failures] == ["simple_python_0/0/0"]
    counts = {report.configs[f"transcripts_fake_{suffix}"] for suffix in SUFFIXES}
    assert counts == {report.configs["text"] - 1}


def test_a_plan_counts_what_is_sent(tmp_path: Path) -> None:
    """Every clip goes through every channel and is heard after each."""
    plan = pipeline.plan(SENT, store=tmp_path)
    clips = sum(plan.clips.values())
    asked = {(line.system): line.asked.calls for line in plan.quote.lines}
    assert asked["transcript", "fake"] == 4 * clips
    assert "each also through: gain:-6dB, phone+noise:10dB, crosstalk:0dB" in str(plan)


@pytest.mark.parametrize(
    ("channels", "words"),
    [
        (("noise:10dB",), "channel noise:10dB is made of other clips, and this build has one"),
        (("phon",), "did you mean 'phone'?"),
    ],
)
def test_a_channel_that_cannot_be_built_is_refused(
    tmp_path: Path, channels: tuple[str, ...], words: str
) -> None:
    """Before any work is done; nothing is written."""
    config = replace(CONFIG, ids=("simple_python_0",), channels=channels)
    with pytest.raises(OptionError, match=words.replace("?", r"\?")):
        build_fake(tmp_path, config)
    assert not (tmp_path / "bfcl-audio").exists()


def parts(voices: int) -> list[Part]:
    return [
        (f"text {number}", "", Choice("fake", f"voice {number % voices}")) for number in range(40)
    ]


@pytest.mark.parametrize("size", [6, 1])
def test_company_is_others(size: int) -> None:
    """As many as the channel needs and some to spare, all different, in other voices."""
    cast = Cast(parts(voices=3), seed=1)
    for text, _, choice in parts(voices=3):
        company = [*cast.company(text, choice, size)]
        assert len({other for other, _, _ in company}) >= size
        assert choice not in {voice for _, _, voice in company}


def test_company_in_a_build_of_one_voice_says_something_else() -> None:
    """The same voice then, never the same clip."""
    cast = Cast(parts(voices=1), seed=1)
    for text, _, choice in parts(voices=1):
        assert len({other for other, _, _ in cast.company(text, choice, 6)} - {text}) >= 6


def test_who_cannot_be_spoken_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clip that fails is missing in nobody's babble but as one of several; the rest is built."""
    speak = fake.FakeEngine.speak

    def failing(self: fake.FakeEngine, text: str, voice: str, seed: int) -> Audio:
        if "triangle" in text:
            raise Refused("no quota left")
        return speak(self, text, voice, seed)

    monkeypatch.setattr(fake.FakeEngine, "speak", failing)
    report = build_fake(tmp_path, replace(CONFIG, channels=("crosstalk:0dB",)))
    counts = report.configs
    assert {one.utterance_id for one in report.failures} == {"simple_python_0/0/0"}
    assert counts["audio_crosstalk_0db"] == counts["audio"] > 0
