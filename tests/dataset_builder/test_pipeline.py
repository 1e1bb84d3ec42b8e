import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from fake_build import CONFIG, CONFIGS, IDS, build_fake, contents

from dataset_builder import pipeline, prepare
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, Refused, SpecError
from dataset_builder.errors import OptionError
from dataset_builder.paraphrase import Spoken, Unspeakable
from dataset_builder.proof import Proof
from dataset_builder.records import Entry, Utterance

BUILD_AND_DIE = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from fake_build import build_fake

def progress(stage, done, total):
    if (stage, done) == ({stage!r}, 3):
        os.kill(os.getpid(), signal.SIGKILL)

build_fake(Path({root!r}), progress=progress)
"""


def rows(folder: Path, path: str) -> list[dict[str, Any]]:
    return [row for file in sorted(folder.glob(path)) for row in pq.read_table(file).to_pylist()]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("built")
    build_fake(root)
    return root


@pytest.fixture
def folder(root: Path) -> Path:
    return root / "bfcl-audio"


def test_every_config_has_its_rows(root: Path) -> None:
    """Entry configs hold every entry, clip configs every utterance between them."""
    report = build_fake(root, name="again")
    counts = report.configs
    assert (tuple(counts), counts["text"], counts["transcripts_fake"], counts["audio"]) == (
        CONFIGS,
        len(IDS),
        len(IDS),
        counts["audio_fake_low"] + counts["audio_fake_high"],
    )


def test_perfect_ears_hear_what_was_said(folder: Path) -> None:
    """With an engine and a recogniser that lose nothing, the transcript is the paraphrase."""
    heard = rows(folder, "transcripts/clean/fake/*.parquet")
    said = rows(folder, "paraphrases/*.parquet")
    assert [row["turns"] for row in heard] == [row["turns"] for row in said]


def test_perfect_ears_have_no_errors(folder: Path) -> None:
    """With nothing lost, word error rate is 0 and every value is heard."""
    heard = [u for row in rows(folder, "transcripts/**/*.parquet") for u in row["utterances"]]
    values = [value for one in heard for value in json.loads(one["entities"])]
    assert {one["wer"] for one in heard} == {0.0}
    assert values and all(value["heard"] for value in values)


def test_all_but_user_messages_stay_as_written(folder: Path) -> None:
    """Function docs, references and scenario are the same text in every entry config."""
    fixed = ("id", "category", "functions", "reference", "scenario")
    configs = ("text", "paraphrases", "transcripts/clean/fake")
    versions = [
        [[row[key] for key in fixed] for row in rows(folder, f"{name}/*.parquet")]
        for name in configs
    ]
    assert versions[0] == versions[1] == versions[2]


def test_a_holdout_turn_stays_empty(folder: Path) -> None:
    """The turn in which held-out functions arrive has no message and no utterance."""
    row = next(r for r in rows(folder, "paraphrases/*.parquet") if "miss_func" in r["id"])
    ((turn, _),) = json.loads(row["scenario"])["missed_function"].items()
    spoken_in_it = [u for u in row["utterances"] if u["utterance_id"].split("/")[1] == turn]
    assert (row["turns"][int(turn)], spoken_in_it) == ([], [])


def test_equal_texts_are_voiced_alike(folder: Path) -> None:
    """multi_turn_base_2 and multi_turn_miss_func_2 ask the same and sound the same."""
    clips: dict[str, set[tuple[str, str, bytes]]] = {}
    for row in rows(folder, "audio/clean/*/*.parquet"):
        clips.setdefault(row["text"], set()).add(
            (row["engine"], row["voice"], row["audio"]["bytes"])
        )
    assert {len(versions) for versions in clips.values()} == {1}


def test_another_build_elsewhere_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Folder and store elsewhere, entries named in another order: the same bytes."""
    build_fake(tmp_path, replace(CONFIG, ids=IDS[::-1]), name="other")
    assert contents(tmp_path / "other") == contents(folder)


@pytest.mark.slow
def test_workers_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Two processes give the same bytes as one."""
    build_fake(tmp_path, replace(CONFIG, workers=2))
    assert contents(tmp_path / "bfcl-audio") == contents(folder)


def test_a_second_build_asks_no_engine(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All clips and transcripts come from the store when the same build is run again."""

    def refuse(*_: object) -> Audio:
        raise AssertionError("an engine was asked")

    monkeypatch.setattr(fake.FakeEngine, "speak", refuse)
    monkeypatch.setattr(fake.FakeRecognizer, "transcribe", refuse)
    build_fake(root, name="second")
    assert contents(root / "second") == contents(root / "bfcl-audio")


@pytest.mark.parametrize("stage", ["paraphrase", "speak, transcribe"])
def test_a_killed_build_is_completed_by_a_rerun(folder: Path, tmp_path: Path, stage: str) -> None:
    """kill -9 in either stage leaves no folder; a rerun gives the same bytes."""
    here = str(Path(__file__).parent)
    code = BUILD_AND_DIE.format(tests=here, stage=stage, root=str(tmp_path))
    killed = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ)
    seen = (tmp_path / "bfcl-audio").exists()
    build_fake(tmp_path)
    assert (killed.returncode, seen) == (-signal.SIGKILL, False)
    assert contents(tmp_path / "bfcl-audio") == contents(folder)


def fails_on(word: str) -> Any:
    speak = fake.FakeEngine.speak

    def failing(self: fake.FakeEngine, text: str, voice: str, seed: int) -> Audio:
        if word in text:
            raise Refused("no quota left")
        return speak(self, text, voice, seed)

    return failing


def test_a_failing_engine_costs_its_entries_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry whose clip failed is reported and has no clip; text and the others stay."""
    monkeypatch.setattr(fake.FakeEngine, "speak", fails_on("triangle"))
    report = build_fake(tmp_path)
    clips = {row["id"] for row in rows(tmp_path / "bfcl-audio", "audio/clean/*/*.parquet")}
    failed = [(failure.utterance_id, failure.why) for failure in report.failures]
    assert failed == [("simple_python_0/0/0", "no quota left")]
    assert (clips, report.configs["text"]) == (set(IDS) - {"simple_python_0"}, len(IDS))


def test_a_rerun_completes_what_failed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the engine works again, the same build gives the bytes of one that never failed."""
    with monkeypatch.context() as broken:
        broken.setattr(fake.FakeEngine, "speak", fails_on("triangle"))
        build_fake(tmp_path)
    build_fake(tmp_path)
    assert contents(tmp_path / "bfcl-audio") == contents(folder)


def test_a_failing_recogniser_costs_its_transcripts_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a recogniser failed the clips stay, the card counts what was not run, and a config
    that has no row is not listed."""

    def refuse(*_: object) -> str:
        raise Refused("no quota left")

    monkeypatch.setattr(fake.FakeRecognizer, "transcribe", refuse)
    report = build_fake(tmp_path)
    card = (tmp_path / "bfcl-audio/README.md").read_text()
    assert ("transcripts_fake" in report.configs, report.configs["audio"] > 0) == (False, True)
    assert f"{len(IDS)} entries were not run because recogniser fake failed" in card


def test_what_cannot_be_spoken_is_labelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unspeakable utterance keeps its rows, says why, and its entry has no clip."""
    rewrite = prepare.rewrite

    def sometimes(text: str, **options: Any) -> Spoken | Unspeakable:
        if "triangle" in text:
            return Unspeakable("a block of code")
        return rewrite(text, **options)

    monkeypatch.setattr(prepare, "rewrite", sometimes)
    report = build_fake(tmp_path)
    said = rows(tmp_path / "bfcl-audio", "paraphrases/*.parquet")[0]
    (utterance,) = said["utterances"]
    heard = rows(tmp_path / "bfcl-audio", "transcripts/**/*.parquet")
    card = (tmp_path / "bfcl-audio/README.md").read_text()
    assert (utterance["speakable"], utterance["why_not"]) == (False, "unspeakable: a block of code")
    assert said["turns"][0][0]["content"].startswith("Find the area of a triangle")
    assert (report.silent_entries, len(heard)) == (1, len(IDS) - 1)
    assert "| unspeakable: a block of code | 1 |" in card


def test_a_wording_that_loses_a_value_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed proof leads to the next attempt, and the row says which one passed."""

    def strict(entry: Entry, utterance: Utterance, text: str) -> Proof:
        return Proof(False, why="lost 5") if text.endswith(" 0") else Proof(True)

    def numbered(text: str, *, attempt: int, **_: object) -> Spoken:
        return Spoken(f"{text} {attempt}", {})

    monkeypatch.setattr(prepare, "rewrite", numbered)
    monkeypatch.setattr(prepare, "prove", strict)
    (entry,) = pipeline.source.read(replace(CONFIG, ids=("simple_python_0",)))
    (said,) = prepare.prepare(entry, seed=1)
    assert (said.spoken[-2:], said.style["attempt"]) == (" 1", "1")


def test_a_wording_that_never_passes_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """After four failed proofs the utterance is rejected, with the first reason."""
    reasons = iter(["lost 5", "lost 10", "lost 10", "lost 10"])
    monkeypatch.setattr(prepare, "prove", lambda *_: Proof(False, why=next(reasons)))
    (entry,) = pipeline.source.read(replace(CONFIG, ids=("simple_python_0",)))
    (said,) = prepare.prepare(entry, seed=1)
    assert (said.speakable, said.why_not) == (False, "rejected: lost 5")


@pytest.mark.parametrize(
    ("options", "error", "hint"),
    [
        ({"limit": 0}, OptionError, "limit is 0; give at least 1"),
        ({"workers": 0}, OptionError, "workers is 0; give at least 1"),
        ({"rewriter": "rulez"}, SpecError, "unknown rewriter 'rulez'; did you mean 'rules'"),
        ({"tts": ()}, OptionError, "tts is empty"),
        ({"asr": ("fake", "fake")}, OptionError, "asr names one system twice"),
        ({"tts": ("kokro",)}, SpecError, "unknown engine 'kokro'"),
        ({"asr": ("wisper",)}, SpecError, "unknown recogniser 'wisper'"),
    ],
)
def test_bad_options_are_refused_before_any_work(
    tmp_path: Path, options: dict[str, Any], error: type[Exception], hint: str
) -> None:
    """An option that cannot be used is named, and nothing is written."""
    with pytest.raises(error, match=hint):
        build_fake(tmp_path, replace(CONFIG, **options))
    assert list(tmp_path.iterdir()) == []


def test_the_plan_counts_what_the_build_makes(folder: Path) -> None:
    """A plan names as many distinct clips as the build made."""
    plan = pipeline.plan(CONFIG)
    texts = {row["text"] for row in rows(folder, "audio/clean/*/*.parquet")}
    assert (sum(plan.clips.values()), sum(plan.entries.values())) == (len(texts), len(IDS))


def test_a_finished_build_is_only_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same report, without an entry read; another option, or a changed file, and it is made."""
    report = build_fake(tmp_path)
    whole = contents(tmp_path / "bfcl-audio")
    with monkeypatch.context() as closed:
        closed.delattr(pipeline.source, "read")
        assert build_fake(tmp_path, replace(CONFIG, workers=3)) == report
        with pytest.raises(AttributeError, match="read"):
            build_fake(tmp_path, replace(CONFIG, seed=2))
    (path, *_) = sorted((tmp_path / "bfcl-audio").rglob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    build_fake(tmp_path)
    assert contents(tmp_path / "bfcl-audio") == whole
