"""A build with all that it can be asked for: every engine on every text, a clip made again, a
model's wordings, a price told before, a cap kept."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from fake_build import CONFIG, IDS, build_fake, contents
from rewriting import RewritingServer, worded
from speech_servers import KEY, SpeechServer
from vendor_servers import Answer

from dataset_builder import pipeline
from dataset_builder.engines import fake
from dataset_builder.engines.base import Audio, Refused
from dataset_builder.engines.catalogue import engine
from dataset_builder.prices import read_prices
from dataset_builder.report import Report
from dataset_builder.rewriters import _made

WORDING = "Well, find the area of a triangle with a base of ten units and a height of five units."
CROSS = replace(CONFIG, cross=True)


def rows(folder: Path, path: str) -> list[dict[str, Any]]:
    return [row for file in sorted(folder.glob(path)) for row in pq.read_table(file).to_pylist()]


def clips(root: Path) -> list[dict[str, Any]]:
    return rows(root / "bfcl-audio", "audio/clean/*/*.parquet")


def test_a_cross_has_every_engine_on_every_utterance(tmp_path: Path) -> None:
    """One primary clip each, the same as without the cross, and one of each other engine."""
    build_fake(tmp_path)
    alone = {(row["utterance_id"], row["engine"]) for row in clips(tmp_path)}
    build_fake(tmp_path, CROSS)
    found = clips(tmp_path)
    everyone = {(name, spec) for name, _ in alone for spec in CONFIG.tts}
    assert {(row["utterance_id"], row["engine"]) for row in found} == everyone
    assert {(r["utterance_id"], r["engine"]) for r in found if r["primary"]} == alone


def test_a_cross_changes_no_transcript(tmp_path: Path) -> None:
    """Recognisers' configs are of primary clips; of others it stands beside the clip."""
    build_fake(tmp_path)
    before = contents(tmp_path / "bfcl-audio/transcripts")
    build_fake(tmp_path, CROSS)
    assert contents(tmp_path / "bfcl-audio/transcripts") == before
    fidelity = [json.loads(row["fidelity"])["fake"] for row in clips(tmp_path)]
    assert {(one["transcript"] != "", one["wer"]) for one in fidelity} == {(True, 0.0)}


def test_a_crossing_engine_that_fails_costs_its_clip_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The entry is run on its primary clip, and the failure is reported."""
    build_fake(tmp_path)
    (primary,) = {r["engine"] for r in clips(tmp_path) if r["id"] == "simple_python_0"}
    other = "low" if primary == "fake:high" else "high"
    speak = fake.FakeEngine.speak

    def failing(self: fake.FakeEngine, text: str, voice: str, seed: int) -> Audio:
        if "triangle" in text and voice == other:
            raise Refused("no quota left")
        return speak(self, text, voice, seed)

    monkeypatch.setattr(fake.FakeEngine, "speak", failing)
    report = build_fake(tmp_path, CROSS)
    failed = [(one.utterance_id, one.system, one.why) for one in report.failures]
    assert failed == [("simple_python_0/0/0", f"fake:{other}", "no quota left")]
    assert report.configs["transcripts_fake"] == len(IDS)


def mumble(monkeypatch: pytest.MonkeyPatch, *voices: str) -> None:
    """Makes the fake recogniser understand nothing of these voices when a triangle is named."""
    transcribe = fake.FakeRecognizer.transcribe

    def hear(self: fake.FakeRecognizer, audio: Audio) -> str:
        text = transcribe(self, audio)
        voice = "low" if abs(audio.pcm).max() > 0.4 else "high"
        return "lorem ipsum" if "triangle" in text and voice in voices else text

    monkeypatch.setattr(fake.FakeRecognizer, "transcribe", hear)
    monkeypatch.setattr("dataset_builder.waveform.finish", lambda raw: raw)


def triangle(root: Path) -> tuple[str, str]:
    (row,) = [row for row in clips(root) if row["id"] == "simple_python_0"]
    return row["voice"], row["flagged"]


def test_a_clip_that_nobody_understands_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another voice, which stays, flagged; the card counts it, and every rerun agrees."""
    config = replace(CONFIG, tts=("fake",))
    build_fake(tmp_path, config)
    first, _ = triangle(tmp_path)
    mumble(monkeypatch, first)
    report = build_fake(tmp_path / "again", config)
    (second,) = {"low", "high"} - {first}
    assert (triangle(tmp_path / "again"), report.flagged) == ((second, "remade"), {"remade": 1})
    card = (tmp_path / "again/bfcl-audio/README.md").read_text()
    assert "1 clips are flagged `remade`, and 0 `unheard`" in card


def test_a_text_that_no_voice_makes_understood_keeps_its_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its transcript is what was heard of it, however bad; an agent should ask for every value."""
    config = replace(CONFIG, tts=("fake",))
    build_fake(tmp_path, config)
    first, _ = triangle(tmp_path)
    mumble(monkeypatch, "low", "high")
    report = build_fake(tmp_path / "again", config)
    heard = rows(tmp_path / "again/bfcl-audio", "transcripts/clean/fake/*.parquet")
    (one,) = next(row for row in heard if row["id"] == "simple_python_0")["utterances"]
    assert (triangle(tmp_path / "again"), report.flagged) == ((first, "unheard"), {"unheard": 1})
    assert (one["transcript"], one["audible"]) == ("lorem ipsum", False)
    assert {value["audible"] for value in json.loads(one["entities"])} == {False}


def test_a_damaged_result_is_made_again_and_reported(tmp_path: Path) -> None:
    """With the file's name, and the same bytes as before."""
    build_fake(tmp_path)
    before = contents(tmp_path / "bfcl-audio")
    (kept, *_) = sorted(p for p in (tmp_path / "store").rglob("*") if p.is_file())
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    report = build_fake(tmp_path, name="again")
    assert (report.damaged, contents(tmp_path / "again")) == ((str(kept),), before)
    assert f"1 kept results were damaged and made again (first: {kept})" in str(report)


@pytest.fixture
def rewriter(monkeypatch: pytest.MonkeyPatch) -> Iterator[RewritingServer]:
    made = RewritingServer(worded(WORDING))
    monkeypatch.setattr("dataset_builder.engines.base.FIRST_WAIT_S", 0.0)
    monkeypatch.setenv("OPENAI_BASE_URL", made.base_url)
    yield made
    _made.cache_clear()
    made.close()


def by_model(ids: tuple[str, ...] = ("simple_python_0", "irrelevance_2")) -> Any:
    return replace(CONFIG, ids=ids, rewriter="openai/m", style="fillers=0.10")


def test_a_model_words_a_build(tmp_path: Path, rewriter: RewritingServer) -> None:
    """What its proof accepts is said; what it does not is the rules', and card and rows say so."""
    build_fake(tmp_path, by_model())
    asked = len(rewriter.requests)
    build_fake(tmp_path, by_model(), name="again")
    said = rows(tmp_path / "bfcl-audio", "paraphrases/*.parquet")
    styles = {row["id"]: json.loads(row["utterances"][0]["style"]) for row in said}
    card = (tmp_path / "bfcl-audio/README.md").read_text()
    assert (asked, len(rewriter.requests)) == (asked, asked)
    assert {name: style["rewriter"] for name, style in styles.items()} == {
        "simple_python_0": "openai/m", "irrelevance_2": "rules",
    }  # fmt: skip
    assert styles["irrelevance_2"]["asked"] == "openai/m" and styles["irrelevance_2"]["fell_back"]
    assert "1 of 2 wordings are openai/m's, in the style `fillers=0.1`" in card
    assert "--rewriter openai/m --style fillers=0.1" in card


def test_a_model_that_fails_costs_its_entries(tmp_path: Path, rewriter: RewritingServer) -> None:
    """They are not run and reported by their rewriter; a rerun completes them."""
    rewriter.fail(*(Answer(b"busy", 503) for _ in range(4)))
    report = build_fake(tmp_path, by_model(("simple_python_0",)))
    failed = [(one.utterance_id, one.kind, one.system) for one in report.failures]
    assert failed == [("simple_python_0", "paraphrase", "openai/m")]
    assert (report.configs, "rewriter openai/m failed on 1 entries" in str(report)) == (
        {"text": 1},
        True,
    )
    assert build_fake(tmp_path, by_model(("simple_python_0",))).failures == ()


@pytest.fixture
def vendors(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    """All vendors' speech on this machine: what is said and heard is the fakes'."""
    ears = fake.FakeRecognizer()
    made = SpeechServer(
        lambda text, voice: fake.FakeEngine().speak(text, "low", 0),
        lambda wav: ears.transcribe(pipeline_audio(wav)),
    )
    for key in ("OPENAI_API_KEY", "DEEPGRAM_API_KEY"):
        monkeypatch.setenv(key, KEY)
    for name, address in made.addresses.items():
        monkeypatch.setenv(name, address)
    yield made
    engine(PAID.tts[0]).close()  # type: ignore[attr-defined]
    made.close()


def pipeline_audio(wav: bytes) -> Audio:
    from dataset_builder import waveform

    return waveform.decode(wav)


PAID = replace(
    CONFIG,
    ids=tuple(f"simple_python_{number}" for number in range(6)),
    tts=("openai/tts-1?format=wav",),
    asr=("fake",),
    prices=read_prices(["openai/tts-1=15/1Mchars"]),
)


def paid(root: Path, **changes: Any) -> Report:
    return build_fake(root, replace(PAID, **changes))


def test_a_cap_is_kept_and_all_that_was_paid_for_too(tmp_path: Path, vendors: SpeechServer) -> None:
    """A build stops before the cap, says which entries wait, and goes on with more money."""
    whole = paid(tmp_path / "whole")
    (spent,) = whole.spent.values()
    assert spent.cost_usd is not None
    vendors.requests.clear()
    cap = spent.cost_usd / 2
    half = paid(tmp_path, max_cost_usd=cap)
    (used,) = half.spent.values()
    assert used.cost_usd is not None and 0 < used.cost_usd <= cap
    assert 0 < used.calls == len(vendors.requests) < 6
    assert len(half.failures) == 6 - used.calls
    assert all("--max-cost" in one.why and "is kept" in one.why for one in half.failures)
    rest = paid(tmp_path)
    assert (rest.failures, len(vendors.requests)) == ((), 6)


def test_a_quote_tells_what_a_build_will_ask(tmp_path: Path, vendors: SpeechServer) -> None:
    """Before: all calls and their price; after: none, as everything is kept. Nobody is asked."""
    store = tmp_path / "store"
    before = pipeline.plan(PAID, store=store).quote
    asked = len(vendors.requests)
    report = paid(tmp_path)
    after = pipeline.plan(PAID, store=store).quote
    (spent,) = report.spent.values()
    quoted = {line.system: (line.asked.calls, line.kept) for line in before.lines}
    assert (asked, quoted["speech", PAID.tts[0]], quoted["transcript", "fake"]) == (
        0,
        (6, 0),
        (6, 0),
    )
    assert before.known_usd == pytest.approx(spent.cost_usd)
    assert {(line.asked.calls, line.kept) for line in after.lines} == {(0, 6)}


def test_a_quote_counts_channels_and_the_cross(tmp_path: Path) -> None:
    """As many clips and transcripts as the build then makes; each distinct text once."""
    config = replace(CROSS, channels=("clean", "phone"))
    lines = pipeline.plan(config, store=tmp_path / "store").quote.lines
    report = build_fake(tmp_path, config)
    texts = {row["text"] for row in clips(tmp_path)}
    calls = {line.system: line.asked.calls for line in lines}
    spoken = [calls["speech", spec] for spec in CONFIG.tts]
    assert (report.failures, spoken) == ((), [len(texts)] * 2)
    assert calls["transcript", "fake"] == 3 * len(texts)


def test_a_quote_of_a_model_asks_nobody(tmp_path: Path, rewriter: RewritingServer) -> None:
    """One call an utterance is foreseen, and speech as long as the rules' would be."""
    quote = pipeline.plan(by_model(), store=tmp_path).quote
    calls = {kind: line.asked.calls for line in quote.lines for kind in [line.system[0]]}
    assert (rewriter.requests, calls["paraphrase"], calls["transcript"]) == ([], 2, 2)
