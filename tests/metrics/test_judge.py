"""The rules judge on messages that agents write, and the checks that hold after any judge."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.errors import InputError
from bfcl_audio.judge import Decision, enforce, get_judge
from bfcl_audio.judge_reply import compose, faults, held

LABELLED = json.loads((Path(__file__).parent / "data" / "judge_cases.json").read_text("utf-8"))
CASES = [(case["scene"], case["message"], case["allowed"]) for case in LABELLED["cases"]]


def _decide(scene: str, message: str) -> Decision:
    return get_judge("rules").decide(assistant_message=message, **LABELLED["scenes"][scene])


@pytest.mark.parametrize(("scene", "message", "allowed"), CASES)
def test_messages_are_told_apart(scene: str, message: str, allowed: bool) -> None:
    """Each labelled message is decided as its label says."""
    assert _decide(scene, message).allowed is allowed


REPLIES = [
    ("mail", "Is it Brian or Bryan?", "It's Bryan Smyth."),
    ("mail", "Could you spell the e-mail?", "It's bryan.smyth@example.com."),
    ("files", "You want final report dot pdf moved to temp, right?",
     "It's final_report.pdf and temp."),
    ("transfer", "Could you repeat the amount and the account number?", "It's 50 and 4471."),
    ("cases", "Could you repeat the case numbers?", "It's 67813 and 71249."),
    ("stock", "Who should I message, John or Jon?", "It's Jon."),
    ("stock", "Could you provide the quantity?", "It's 150."),
    ("mail", "Would you like me to send it now?", ""),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "message", "reply"), REPLIES)
def test_the_reply_is_what_was_asked_for(scene: str, message: str, reply: str) -> None:
    """The values asked about, as they are written, and nothing else."""
    assert _decide(scene, message).message == reply


REQUEST = "Email bryan.smyth@example.com about A1B52"
WHITELIST = {"email": "bryan.smyth@example.com", "invoice": "A1B52"}
ENFORCED = [
    # an LLM judge's reply -> what the caller says
    ("It's A1B52.", "It's A1B52.", ""),
    ("a1b52", "It's A1B52.", "a value in another spelling"),
    ("A1B52, and please hurry up", "It's A1B52.", "more than the values: 'hurry'"),
    (REQUEST, "It's bryan.smyth@example.com and A1B52.", "more than the values: 'Email'"),
    ('{"invoice": "A1B52"}', "It's A1B52.", "markup in the reply"),
    ("It's 4711.", "", "no approved value in the reply"),
    ("", "", "an empty reply"),
]


@pytest.mark.parametrize(("reply", "said", "overruled"), ENFORCED)
def test_replies_are_held_to_the_protocol(reply: str, said: str, overruled: str) -> None:
    """What a judge may not say is composed anew, or refused, and counted."""
    found = enforce(
        Decision(True, reply, "answered"),
        intended_request=REQUEST,
        allowed_clarifications=WHITELIST,
    )
    assert (found.allowed, found.message, found.overruled) == (bool(said), said, overruled)


def test_a_value_that_was_not_asked_for_is_taken_out() -> None:
    """Only what was asked is answered, though the rest is whitelisted too."""
    found = enforce(
        Decision(True, "It's A1B52 and bryan.smyth@example.com.", "answered"),
        intended_request=REQUEST,
        allowed_clarifications=WHITELIST,
        asked=["A1B52"],
    )
    assert found.message == "It's A1B52."


def test_a_refusal_says_nothing() -> None:
    """A refused question gets no reply, whatever the judge wrote."""
    found = enforce(
        Decision(False, "A1B52", "no"), intended_request=REQUEST, allowed_clarifications=WHITELIST
    )
    assert (found.allowed, found.message) == (False, "")


def test_a_value_that_is_the_whole_request_is_no_leak() -> None:
    """A whitelisted value may be said even if nothing else was."""
    assert faults("It's final_report.pdf.", ["final_report.pdf"], "final_report.pdf") == ""


def test_a_value_inside_a_longer_one_is_not_held() -> None:
    """Blanks around a value do not make it the longer one."""
    assert held("It's 11@.", ["11@", "11  "]) == ["11@"]


def test_an_unknown_judge_is_named() -> None:
    """A wrong SPEC is answered with the right one."""
    with pytest.raises(InputError, match="did you mean 'rules'"):
        get_judge("ruels")


TEXT = st.text(max_size=60)


@given(st.lists(st.text("abc._@ -19", min_size=1, max_size=12), max_size=4))
def test_composed_replies_pass_their_own_check(values: list[str]) -> None:
    """Whatever the values, what we compose from them is allowed to be said."""
    wanted = [value for value in values if held(compose(values), [value])]
    assert not wanted or faults(compose(wanted), wanted, "the request") in (
        "",
        "a value in another spelling",
    )


@given(TEXT, TEXT, TEXT, st.dictionaries(TEXT, TEXT, max_size=4))
def test_no_text_breaks_the_judge_or_makes_it_leak(
    request: str, transcript: str, message: str, whitelist: dict[str, str]
) -> None:
    """Any text gets a decision, and a reply is empty unless the question is allowed."""
    found = get_judge("rules").decide(
        intended_request=request,
        asr_text=transcript,
        allowed_clarifications=whitelist,
        assistant_message=message,
    )
    assert found.allowed is bool(found.message)
