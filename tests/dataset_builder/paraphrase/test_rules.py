"""The rules rewriter as a whole: what is said, what is not, and that chance is seeded."""

import re
import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio import spoken
from dataset_builder.paraphrase import (
    ATTEMPTS,
    PRESETS,
    Spoken,
    Style,
    Unspeakable,
    read_style,
    rewrite,
)

PLAIN = read_style("read_aloud")
REQUESTS = [
    "Move 'final_report.pdf' within document directory to 'temp' directory in document.",
    "Book a flight from SFO to LAX on 2026-11-15 for $1,250.50 with card 'card_6789'.",
    "Help me sort the list [5, 3, 4, 1, 2] in ascending order?",
    "What is the derivative of 3x^2 + 2x - 1 at x = 4?",
    "Send 'I am on my way.' to user id USR002, my password is securePass123.",
    '"Could you send an email to jane.doe@example.com at 10:30 AM?"',
]


def said(text: str, *, seed: int = 0, style: Style = PLAIN, attempt: int = 0) -> str:
    """What the rewriter says; a request that it cannot say fails the test."""
    outcome = rewrite(text, seed=seed, style=style, attempt=attempt)
    assert isinstance(outcome, Spoken)
    return outcome.text


@pytest.mark.parametrize("text", REQUESTS)
@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_only_words_and_pauses_are_left(text: str, name: str, attempt: int) -> None:
    """Nothing that a voice cannot read stays in, in any style and at any attempt."""
    spoken_text = said(text, style=PRESETS[name], attempt=attempt)
    assert re.fullmatch(r"[A-Z][A-Za-z' -]*(?:[,.?!] ?[A-Za-z' -]*)*[.?!]", spoken_text)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        (REQUESTS[1], "November fifteenth, twenty twenty six"),
        (REQUESTS[1], "one thousand two hundred fifty dollars and fifty cents"),
        (REQUESTS[2], "five, three, four, one, two"),
        (REQUESTS[3], "three X squared plus two X minus one at X equals four"),
        (REQUESTS[4], "I am on my way"),
        (REQUESTS[4], "U S R zero zero two"),
        (REQUESTS[5], "jane dot doe at example dot com at ten thirty A M"),
        ("Is a 8 hour shift long?", "an eight hour shift"),
        ("I pay the $500 premium.", "the five hundred dollar premium"),
        ("Heat a 2 m³ chamber", "a two cubic meter chamber"),
        ("Buy the $500 or the $20 one", "the five hundred dollars or"),
        (
            "It is at (33.4484 N, 112.0740 W) now",
            "one hundred twelve point zero seven four zero west",
        ),
        ("It is at 48.8584° N now", "eight four degrees north"),
        ("A charge in 5.2N of force", "five point two newtons"),
        ("Find a HTTP client", "an H T T P client"),
        ("What is the field at a point 3 m away?", "at a point, three meters away"),
        ("Use ticket #7423 now.Then stop", "seven four two three now. Then stop"),
    ],
)
def test_values_are_said_in_place(text: str, fragment: str) -> None:
    """Written values are said inside the sentence that held them."""
    assert any(fragment in said(text, seed=seed) for seed in range(12))


@pytest.mark.parametrize("text", REQUESTS)
def test_the_same_arguments_say_the_same(text: str) -> None:
    """One seed, one wording; other seeds, others."""
    wordings = [said(text, seed=seed, style=PRESETS["default"]) for seed in range(12)]
    again = [said(text, seed=seed, style=PRESETS["default"]) for seed in range(12)]
    assert (wordings == again, len(set(wordings)) > 1) == (True, True)


def test_another_process_says_the_same() -> None:
    """No salted hash decides: a process with another hash seed says the same."""
    code = f"import dataset_builder.paraphrase as p; print(p.rewrite({REQUESTS[0]!r}, seed=5))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": salt, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("music.theory.chordProgression(progression=['I', 'V'])", "a line of code"),
        ("Fix this:\n```\nx = 1\n```", "a block of code"),
        ("Copy 'a | b | c | d | e | f | g' as it is", "a table"),
        ("Check the hash e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c", "random"),
        ("…", "no words"),
    ],
)  # fmt: skip
def test_what_nobody_could_say_is_labelled(text: str, why: str) -> None:
    """A request that no caller could say comes back with the reason."""
    outcome = rewrite(text, seed=0)
    assert isinstance(outcome, Unspeakable)
    assert why in outcome.why


@pytest.mark.parametrize(
    "text", ["你能做什么?", "¿Podrías obtener los datos del tiempo?", "Какая погода в Москве?"]
)
def test_other_languages_stay_as_they_are(text: str) -> None:
    """A request in another language gets no English fillers and no English numbers."""
    assert said(text, style=PRESETS["many_fillers"]) == text


@pytest.mark.parametrize("name", ["many_fillers", "many_corrections", "much_spelling", "formal"])
def test_a_preset_turns_one_dial(name: str) -> None:
    """The presets for ablation differ from the default in one factor (hesitation has two rates)."""
    ours, default = PRESETS[name].as_record(), PRESETS["default"].as_record()
    turned = {key for key in ours if ours[key] != default[key]} - {"name", "restart_rate"}
    assert len(turned) == 1


def test_fillers_follow_their_rate() -> None:
    """A higher filler rate gives more fillers, a rate of 0 none."""
    counts = [
        sum(
            len(re.findall(r"\b(?:uh|um|er|hmm)\b", said(text, seed=seed, style=PRESETS[name])))
            for text in REQUESTS
            for seed in range(10)
        )
        for name in ("read_aloud", "default", "many_fillers")
    ]
    assert counts[0] == 0 < counts[1] < counts[2]


@pytest.mark.parametrize("text", ["Play Maroon 5 songs.", "Sort 3 1 2 now."])
def test_names_and_rows_of_numbers_are_not_corrected(text: str) -> None:
    """A number in a name or a row of numbers is never said wrong: the repair would be unclear."""
    numbers = re.compile(r"\b(?:four|six|seven)\b")
    style = PRESETS["many_corrections"]
    assert not any(numbers.search(said(text, seed=seed, style=style)) for seed in range(30))


def test_a_correction_ends_at_the_right_value() -> None:
    """Where a number is said wrong first, the last one said is the written one."""
    style = PRESETS["many_corrections"]
    spoken_texts = [said("Order 50 shares.", seed=seed, style=style) for seed in range(40)]
    corrected = [text for text in spoken_texts if re.search(r"\b(?:no|sorry|scratch|mean)\b", text)]
    assert corrected
    assert all(re.search(r"\bfifty shares\.?\??$", text) for text in corrected)


@pytest.mark.parametrize("seed", range(8))
def test_the_last_attempt_is_plain(seed: int) -> None:
    """The third retry hesitates, restarts and corrects no more."""
    text = said(REQUESTS[1], seed=seed, style=PRESETS["many_fillers"], attempt=3)
    assert not re.search(r"\b(?:uh|er|hmm|sorry)\b", text)


NAMES = st.sampled_from(["Simona", "Rivermist", "Stonebrook", "Carlina"])
VALUES = st.one_of(
    st.integers(0, 10**7).map(str),
    st.decimals(0, 9999, places=2, allow_nan=False, allow_infinity=False).map(lambda d: f"${d}"),
    st.integers(0, 100).map(lambda n: f"{n}%"),
    st.dates(date(1900, 1, 1), date(2099, 12, 31)).map(str),
    st.from_regex(r"[A-Z]{2,3}[0-9]{3,6}", fullmatch=True),
    st.from_regex(r"(report|notes|draft)_[0-9]{1,3}\.(pdf|txt|csv)", fullmatch=True),
)


@given(NAMES, VALUES, st.integers(0, 50), st.sampled_from(["default", "many_corrections"]))
def test_nothing_is_lost(name: str, value: str, seed: int, style: str) -> None:
    """A name and a value of any kind are found again in what is said."""
    text = said(f"Please tell {name} about '{value}' before noon.", seed=seed, style=PRESETS[style])
    assert (spoken.heard(name, text), spoken.heard(value, text)) == (True, True)


@given(st.text(max_size=80), st.integers(0, 3))
def test_any_text_is_said_or_labelled(text: str, seed: int) -> None:
    """No text makes the rewriter fail."""
    assert isinstance(rewrite(text, seed=seed), Spoken | Unspeakable)
