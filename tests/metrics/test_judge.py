"""The rules judge on messages that agents write, and the checks that hold after any judge."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.errors import InputError
from bfcl_audio.harness.judges.check import Case, Matrix, check, read_cases
from bfcl_audio.judge import Decision, enforce, get_judge
from bfcl_audio.judge_reply import compose, faults, held

CASES = read_cases()
TUNING = [case for case in CASES if case.half == "tuning"]
KNOWN_MISSES = frozenset(
    {
        "Is that B as in bravo or D as in delta at the end of the record number?",
        "Was it Thursday the 14th?",
        "Could you spell the path of the file that I should copy?",
        "Is Elmhurst Ave near the station?",
        "Seven and a half, or seventeen and a half hours?",
        "No worries, I can do that! I just didn't quite catch who the approver is. "
        "Could you spell the name?",
        "The contact is Thibault Osei. Do I have that right?",
        "Aoife as the Irish name, or Eva?",
        "Is there a dash after the S?",
        "War das der dritte oder der dreizehnte März?",
        "Could you spell the owner's first name?",
        "¿Ha dicho doce mil quinientos euros?",
        "Perdone, ¿cuántos años ha dicho?",
        "¿Me puede repetir el tipo de interés, por favor?",
        "I got the company as Omega Industries, but the ticker was cut off. "
        "What letters is it made of?",
        "And the second attendee, how do you spell his name?",
        "4:15 in the morning or in the afternoon?",
        "Sorry, order number one two what?",
    }
)


def _decide(case: Case, message: str) -> Decision:
    return get_judge("rules").decide(
        intended_request=case.intended_request,
        asr_text=case.asr_text,
        allowed_clarifications=case.allowed_clarifications,
        assistant_message=message,
    )


@pytest.mark.parametrize("case", TUNING, ids=range(len(TUNING)))
def test_messages_are_told_apart(case: Case) -> None:
    """Each labelled message is decided as its label says, but for those known to be missed."""
    right = _decide(case, case.assistant_message).allowed is case.allowed
    assert right is (case.assistant_message not in KNOWN_MISSES)


def test_the_half_set_aside_is_decided_as_well() -> None:
    """What the rules were not tuned on: precision and recall, as the protocol asks for."""
    found = Matrix.of(check(get_judge("rules"), [c for c in CASES if c.half == "held_out"]))
    precision, recall = (hits / n for hits, n in (found.precision, found.recall))
    assert (precision >= 0.97, recall >= 0.92) == (True, True), (precision, recall)


REPLIES = [
    ("Send an email", "Is it Brian or Bryan?", "It's Bryan Smyth."),
    ("Send an email", "Could you spell the e-mail?", "It's bryan.smyth@example.com."),
    ("Move 'final", "You want final report dot pdf moved to temp, right?",
     "It's final_report.pdf and temp."),
    ("Transfer 50", "Could you repeat the amount and the account number?", "It's 50 and 4471."),
    ("Find the cases", "Could you repeat the case numbers?", "It's 67813 and 71249."),
    ("Buy 150", "Who should I message, John or Jon?", "It's Jon."),
    ("Buy 150", "Could you provide the quantity?", "It's 150."),
    ("Send an email", "Would you like me to send it now?", ""),
]  # fmt: skip


@pytest.mark.parametrize(("request_start", "message", "reply"), REPLIES)
def test_the_reply_is_what_was_asked_for(request_start: str, message: str, reply: str) -> None:
    """The values asked about, as they are written, and nothing else."""
    case = next(case for case in CASES if case.intended_request.startswith(request_start))
    assert _decide(case, message).message == reply


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


HOSTILE = {
    "words": "the name of the " * 125,
    "questions": "Is it Jon? " * 180,
    "letters": "A B C D E F " * 165,
    "signs": "a_b.c/" * 330,
    "values": "final report dot pdf catarina novak 1500 " * 48,
    "reasons": "I need to confirm " * 110,
    "clauses": "what file did you say " * 90,
    "numbers": "one hundred twenty five thousand " * 60,
    "lists": "- **a**\n" * 240,
    "too long": "Is it Jon? " * 4_000,
}


@pytest.mark.parametrize("message", HOSTILE.values(), ids=HOSTILE)
def test_no_message_keeps_the_judge_busy(message: str) -> None:
    """The longest message that is read takes well under a second of work."""
    values = ["final_report.pdf", "Katarzyna Nowak", "1500", "2026-11-15", "A1B52", "JFK"]
    request = f"Take {', '.join(values)}"
    start = time.process_time()
    get_judge("rules").decide(
        intended_request=request,
        asr_text=request.lower(),
        allowed_clarifications={f"value_{i}": value for i, value in enumerate(values)},
        assistant_message=message,
    )
    assert time.process_time() - start < 0.5


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
