"""What calls to vendors cost, by a table or by what is given."""

import importlib
import tomllib
from datetime import date
from pathlib import Path

import pytest

import dataset_builder
from bfcl_audio.harness.prices import Price as ModelPrice
from dataset_builder import prices as module
from dataset_builder.calls import Call, Kind
from dataset_builder.engines import openai_rewriter
from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, elsewhere, server
from dataset_builder.errors import OptionError
from dataset_builder.price_table import Price, full_name, read_on
from dataset_builder.prices import Prices, price_text, read_prices

TABLE = tomllib.loads(Path(dataset_builder.__path__[0], "prices.toml").read_text(encoding="utf-8"))
VENDORS: list[tuple[Kind, str]] = [
    *(("speech", name) for name, row in ENGINES.items() if row.keys),
    *(("transcript", name) for name, row in RECOGNIZERS.items() if row.keys),
]
BEFORE, AFTER = Prices(today=date(2026, 12, 31)), Prices(today=date(2027, 1, 1))


@pytest.fixture(autouse=True)
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other server stands in for a vendor."""
    for row in [*ENGINES.values(), *RECOGNIZERS.values()]:
        if row.address:
            monkeypatch.delenv(row.address, raising=False)


@pytest.mark.parametrize(("kind", "vendor"), VENDORS)
def test_the_table_knows_each_default_model(kind: Kind, vendor: str) -> None:
    """By the name that the engine itself gives it."""
    row = (ENGINES if kind == "speech" else RECOGNIZERS)[vendor]
    place, _, name = row.target.partition(":")
    made = getattr(importlib.import_module(f"dataset_builder.engines.{place}"), name)
    assert full_name(kind, vendor) == f"{vendor}/{made.default_model}"


@pytest.mark.parametrize(
    "row", [*TABLE["speech"], *TABLE["transcript"]], ids=lambda row: row["spec"]
)
def test_each_row_says_where_it_was_read(row: dict[str, str]) -> None:
    """The vendor's list, the day, and the copies."""
    told = row["source"].startswith("https://") and len(row["read"]) > 10
    assert (told, date.fromisoformat(row["date"]).isoformat()) == (True, row["date"])


CALLS: list[tuple[Call, float | None]] = [
    (Call(kind="transcript", spec="openai", seconds=600), 0.045),
    (Call(kind="transcript", spec="openai/whisper-1?language=de", seconds=600), 0.06),
    (Call(kind="transcript", spec="deepgram/nova-3", seconds=600), 0.077),
    (Call(kind="transcript", spec="elevenlabs", seconds=600), None),
    (Call(kind="transcript", spec="whisper", seconds=600), 0.0),
    (Call(kind="transcript", spec="hf/any/model", seconds=600), 0.0),
    (Call(kind="speech", spec="openai:alloy", characters=3000, seconds=600), 0.1506),
    (Call(kind="speech", spec="openai/gpt-4o-mini-tts-2025-12-15", seconds=600), 0.15),
    (Call(kind="speech", spec="openai/tts-1:nova", characters=3000, seconds=600), 0.045),
    (Call(kind="speech", spec="elevenlabs:Bill", characters=1000, seconds=60), 0.08),
    (Call(kind="speech", spec="gemini", characters=3000, seconds=600), 0.1355),
    (Call(kind="speech", spec="openai/tts-9", characters=1000, seconds=60), None),
    (Call(kind="speech", spec="openai?base_url=http://127.0.0.1:1/v1", characters=9), None),
    (Call(kind="speech", spec="kokoro", characters=1000, seconds=60), 0.0),
    (Call(kind="paraphrase", spec="rules", characters=1000), 0.0),
    (
        Call(
            kind="paraphrase", spec="openai/gpt-4o-mini", prompt_tokens=9000, completion_tokens=1000
        ),
        0.00195,
    ),
    (Call(kind="paraphrase", spec="openai/gpt-4o-mini?effort=low", characters=27_000), 0.00159),
    (Call(kind="paraphrase", spec="openai/unheard-of", characters=9), None),
]


@pytest.mark.parametrize(("call", "cost_usd"), CALLS)
def test_a_call_costs_what_it_asks_for(call: Call, cost_usd: float | None) -> None:
    """Nothing on this machine, an unknown sum where no list names it."""
    assert BEFORE.cost_usd(call) == (None if cost_usd is None else pytest.approx(cost_usd))


def test_an_address_in_the_environment_is_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose prices are its own."""
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    told = [
        Prices().cost_usd(Call(kind="transcript", spec=spec)) for spec in ("openai", "deepgram")
    ]
    assert (told, server("openai/whisper-1")) == ([None, 0.0], "http://127.0.0.1:1/v1")


def test_prices_change_on_their_day() -> None:
    """Gemini's voices cost twice as much from 2027."""
    call = Call(kind="speech", spec="gemini", characters=300, seconds=60)
    assert AFTER.cost_usd(call) == pytest.approx(2 * (BEFORE.cost_usd(call) or 0))


@pytest.mark.parametrize(
    ("call", "most_usd"),
    [
        (Call(kind="transcript", spec="openai", seconds=600), 0.045),
        (Call(kind="speech", spec="gemini", characters=3000, seconds=600), 0.2705),
        (Call(kind="speech", spec="elevenlabs", characters=1000, seconds=60), 0.08),
        (Call(kind="paraphrase", spec="openai/gpt-4o-mini"), 0.0024576),
        (Call(kind="paraphrase", spec="openai/gpt-4o-mini?max_tokens=1000"), 0.0006),
        (Call(kind="speech", spec="kokoro", characters=1000, seconds=60), 0.0),
        (Call(kind="transcript", spec="elevenlabs", seconds=600), None),
    ],
)
def test_a_call_may_cost_more_than_is_likely(call: Call, most_usd: float | None) -> None:
    """Speech may be slow and an answer long; what is counted beforehand is certain."""
    assert BEFORE.most_usd(call) == (None if most_usd is None else pytest.approx(most_usd))


def test_an_answer_is_cut_off_where_the_rewriter_says() -> None:
    """What a cap reserves is what can come."""
    assert module._MOST_TOKENS == openai_rewriter._MOST_TOKENS


@pytest.mark.parametrize(
    ("kind", "spec", "there"),
    [
        ("speech", "openai:alloy", True),
        ("speech", "openai?base_url=http://127.0.0.1:1", True),
        ("speech", "hf/any/model", False),
        ("speech", "fake", False),
        ("transcript", "deepgram/nova-3", True),
        ("transcript", "whisper", False),
        ("paraphrase", "rules", False),
        ("paraphrase", "openai/qwen2.5:7b", True),
    ],
)
def test_a_vendor_is_elsewhere(kind: Kind, spec: str, there: bool) -> None:
    """And so is a server of one's own."""
    assert elsewhere(kind, spec) == there


GIVEN = [
    ("elevenlabs/scribe_v3=0.005/min", Price(per_minute=0.005, source="--price")),
    ("openai/a=12/1Mchars", Price(per_million_characters=12.0, source="--price")),
    ("openai/m=0.1,0.4", ModelPrice(prompt=0.1, completion=0.4, source="--price")),
    ("openai/a?base_url=http://h/v1=0", Price(source="--price")),
]


@pytest.mark.parametrize(("text", "price"), GIVEN)
def test_a_price_can_be_given(text: str, price: Price | ModelPrice) -> None:
    """By SPEC, options and all."""
    assert read_prices([text]).given == {text.rpartition("=")[0]: price}


@pytest.mark.parametrize(
    "text",
    ["", "openai", "openai=", "=1/min", "openai=1", "openai=-1/min", "openai=nan/min", "a=1/hour",
     "a=1,2/min", "a=1,2,3", "a=inf,1", "a=x/min"],
)  # fmt: skip
def test_a_price_that_cannot_be_read_is_one_line(text: str) -> None:
    """It shows the forms."""
    with pytest.raises(OptionError, match=r"^--price is '.*'; give SPEC=USD/min, [^\n]*$"):
        read_prices([text])


def test_a_given_price_counts_before_the_table() -> None:
    """For the exact SPEC, or for its vendor and model however they are named."""
    prices = read_prices(["elevenlabs/scribe_v3=0.6/min", "openai:alloy=0", "openai/m=1,1"])
    calls = [
        Call(kind="transcript", spec="elevenlabs?language=en", seconds=60),
        Call(kind="speech", spec="openai:alloy", seconds=60),
        Call(kind="speech", spec="openai:coral", seconds=60),
        Call(kind="paraphrase", spec="openai/m?effort=low", characters=3_000_000),
    ]
    assert [prices.cost_usd(call) for call in calls] == pytest.approx([0.6, 0.0, 0.015, 1.0004])


def test_a_cap_needs_every_price() -> None:
    """One line that says how to give those that are not known."""
    systems: list[tuple[Kind, str]] = [
        ("speech", "openai"), ("transcript", "elevenlabs"), ("transcript", "whisper"),
        ("paraphrase", "openai/m"),
    ]  # fmt: skip
    with pytest.raises(OptionError) as refused:
        Prices().check(systems)
    assert str(refused.value) == (
        "--max-cost cannot be held: the price of elevenlabs/scribe_v3, openai/m is not known; "
        "give --price elevenlabs/scribe_v3=USD/min --price openai/m=IN,OUT"
    )
    read_prices(["elevenlabs/scribe_v3=0.005/min", "openai/m=1,4"]).check(systems)


@pytest.mark.parametrize(
    ("kind", "name", "text"),
    [
        ("speech", "hibari", "free"),
        ("speech", "elevenlabs", f"$80/1M characters (eleven_v4, {read_on()})"),
        ("transcript", "openai", f"$0.0045/min (gpt-transcribe, {read_on()})"),
        ("transcript", "elevenlabs", "not known (scribe_v3)"),
    ],
)
def test_a_price_is_told_with_its_day(kind: Kind, name: str, text: str) -> None:
    """Of the vendor's default model."""
    assert price_text(kind, name) == text
