"""What a dry run says of calls, sound and dollars, and what a call turns out to have been."""

import json

import numpy as np
import pytest

from dataset_builder import waveform
from dataset_builder.calls import Call
from dataset_builder.engines.base import Audio
from dataset_builder.price_table import Price, read_on
from dataset_builder.prices import Prices
from dataset_builder.quote import Quote
from dataset_builder.usage import told

VOICE = Call(kind="speech", spec="openai:alloy", characters=1000, seconds=100.0)
EAR = Call(kind="transcript", spec="elevenlabs", seconds=1800.0)
HERE = Call(kind="transcript", spec="whisper", seconds=1800.0)
PRICES = Prices({"openai/gpt-4o-mini-tts": Price(per_million_characters=1000.0)})
CALLS = [(VOICE, False), (EAR, False), (VOICE, True), (VOICE, False), (EAR, False), (HERE, False)]


@pytest.fixture(autouse=True)
def own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other server stands in for a vendor."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("ELEVENLABS_BASE_URL", raising=False)


def test_a_quote_is_a_table_to_read() -> None:
    """What is kept costs nothing; a price that nobody knows is said, and not added."""
    assert str(Quote.of(iter(CALLS), PRICES)).splitlines()[:-2] == [
        "                          calls  kept  characters    audio             USD",
        "speech      openai:alloy      2     1       2,000  0:03:20            2.00",
        "transcript  elevenlabs        2     0           0  1:00:00         unknown",
        "transcript  whisper           1     0           0  0:30:00            0.00",
        "total                         5     1                       2.00 + unknown",
    ]


def test_a_quote_is_a_record_too() -> None:
    """A sum that is not known is null."""
    quote = Quote.of([(VOICE, False), (VOICE, True), (HERE, True)], PRICES)
    assert json.loads(json.dumps(quote.as_json())) == {
        "systems": [
            {
                "kind": "speech", "spec": "openai:alloy", "calls": 1, "kept": 1,
                "characters": 1000, "seconds": 100.0, "usd": 1.0,
            },
            {
                "kind": "transcript", "spec": "whisper", "calls": 0, "kept": 1,
                "characters": 0, "seconds": 0.0, "usd": 0.0,
            },
        ],
        "usd": 1.0,
        "prices_read": read_on(),
    }  # fmt: skip
    assert Quote.of([(EAR, False)]).as_json()["usd"] is None


def test_nothing_to_do_is_a_quote() -> None:
    """Of nothing."""
    assert Quote.of([]).as_json()["usd"] == 0.0
    assert "total" in str(Quote.of([]))


def test_a_clip_tells_how_long_it_is() -> None:
    """Whatever was thought."""
    clip = waveform.encode(Audio(np.zeros(24_000, np.float32), 16_000))
    assert told(VOICE, clip).seconds == 1.5


def test_a_model_tells_its_tokens() -> None:
    """As its server counted them; one that does not leaves the estimate."""
    call = Call(kind="paraphrase", spec="openai/m", characters=900)
    answers = [
        b'{"usage": {"prompt_tokens": 300, "completion_tokens": 20}}', b'{"usage": {}}',
    ]  # fmt: skip
    found = [told(call, answer) for answer in answers]
    assert [(one.prompt_tokens, one.completion_tokens) for one in found] == [(300, 20), (0, 0)]


def test_a_transcript_tells_nothing_new() -> None:
    """How long the clip was is known beforehand."""
    assert told(EAR, b'{"text": ""}') == EAR
