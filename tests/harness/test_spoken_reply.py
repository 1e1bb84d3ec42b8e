"""How a caller says what was asked for."""

import pytest

from bfcl_audio.harness.spoken_reply import spoken_form
from bfcl_audio.spoken import find

SAID = [
    ("It's final_report.pdf and temp.", {"file": "final_report.pdf", "dir": "temp"}, "Which file?",
     "It's final underscore report dot P D F and temp."),
    ("It's Bryan.", {"name": "Bryan"}, "Is it Brian or Bryan?", "It's Bryan, B R Y A N."),
    ("It's New York City.", {"city": "New York City"}, "Which city?", "It's New York City."),
    ("It's New York City.", {"city": "New York City"}, "Could you spell the city?",
     "It's New York City, N E W, Y O R K, C I T Y."),
    ("It's 15.", {"n": "15"}, "How many?", "It's fifteen."),
    ("It's 15.", {"n": "15"}, "Could you say the digits?", "It's fifteen, that's one five."),
    ("It's jane.doe@example.com.", {"email": "jane.doe@example.com"}, "Which address?",
     "It's jane dot doe at example dot com."),
    ("Yes, it's document/temp.", {"d": "document/temp"}, "Is it?",
     "Yes, it's document slash temp."),
    ("It's Zürich.", {"city": "Zürich"}, "Spell it?", "It's Zürich, Z Ü R I C H."),
    ("It's www.example.com.", {"url": "www.example.com"}, "Spell it?",
     "It's W W W dot example dot com."),
    ("It's bryan.", {"name": "Bryan"}, "Who?", "It's bryan, B R Y A N."),
    ("It's 5.", {"n": "5"}, "Which digit?", "It's five."),
    ("It's LED TV.", {"query": "LED TV"}, "Spell it?", "It's L E D T V."),
    ("It's the quick brown fox jumps over.", {"text": "the quick brown fox jumps over"},
     "Spell it?", "It's the quick brown fox jumps over."),
    ("Yes.", {}, "Is it?", "Yes."),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "whitelist", "question", "said"), SAID)
def test_a_reply_is_said(reply: str, whitelist: dict[str, str], question: str, said: str) -> None:
    """Signs are named, names spelled, digits said one by one where they are wanted."""
    assert spoken_form(reply, whitelist, question) == said


@pytest.mark.parametrize(
    ("topic", "value"),
    [("file_name", "goal_tracker.csv"), ("id", "USR001"), ("ticker", "AAPL"), ("path", "/var/log"),
     ("amount", "$1,200.50"), ("date", "2024-03-15"), ("name", "O'Brien"), ("k", "budget-2024")],
)  # fmt: skip
def test_what_is_said_holds_the_value(topic: str, value: str) -> None:
    """Whoever hears every word of a reply can write the value down."""
    said = spoken_form(f"It's {value}.", {topic: value}, "Could you spell it?")
    assert find(value, said) is not None
