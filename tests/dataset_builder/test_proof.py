import json

import pytest

from dataset_builder import source
from dataset_builder.proof import added_numbers, lost_facts, prove
from dataset_builder.records import Entry, Message

REQUEST = "Email the final_report.pdf to Sarah at 2 PM, 25% of $1,250.50 is for room B12."
ENTRY = Entry(
    id="simple_python_0",
    category="simple_python",
    turns=((Message("user", REQUEST),),),
    functions="[]",
    reference=json.dumps(
        {
            "id": "simple_python_0",
            "category": "simple_python",
            "turns": [[{"role": "user", "content": REQUEST}]],
            "functions": [],
            "ground_truth": [
                {
                    "send": {
                        "file": ["final_report.pdf"],
                        "time": ["14:00", "2 PM"],
                        "share": [0.25],
                        "amount": [1250.5],
                        "room": ["B12"],
                        "copies": [3, ""],
                        "urgent": [True],
                    }
                }
            ],
        }
    ),
    scenario="{}",
)
SAID = (
    "uh, email the final underscore report dot p d f to Sarah at two p m, twenty five percent of "
    "twelve hundred fifty dollars and fifty cents is for room b twelve"
)

DAMAGED = {
    "the file": ("report dot p d f", "file dot p d f", "lost the value file = 'final_report.pdf'"),
    "the extension": (" dot p d f", "", "lost the value file = 'final_report.pdf'"),
    "the time": ("two p m", "two a m", "lost the value time = '2 PM'"),
    "the share": ("twenty five percent", "twenty percent", "lost the value share = '25%'"),
    "the cents": (" and fifty cents", "", "lost the value amount = '1250.5'"),
    "the room": ("b twelve", "b twenty", "lost the value room = 'B12'"),
    "a name outside the truth": ("Sarah", "her", "lost 'Sarah'"),
    "an added number": ("for room", "for four people in room", "added 'four'"),
}


def _proof(said: str) -> tuple[bool, str]:
    proof = prove(ENTRY, source.utterances(ENTRY)[0], said)
    return proof.passed, proof.why


def test_a_faithful_paraphrase_passes() -> None:
    """What speech cannot carry is no loss."""
    assert _proof(SAID) == (True, "")


@pytest.mark.parametrize(("old", "new", "why"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_paraphrase_fails_with_the_reason(old: str, new: str, why: str) -> None:
    """A loss or an addition fails the proof, and the reason names it."""
    passed, reason = _proof(SAID.replace(old, new))
    assert (passed, why in reason) == (False, True)


def test_a_number_taken_back_is_not_added() -> None:
    """A self-correction adds nothing."""
    assert list(added_numbers("room 12", "room ten, no, sorry, twelve")) == []


def test_facts_that_are_lost_are_named_once() -> None:
    """Each lost number or name is given once, in order."""
    lost = lost_facts("Tell Ann and Bob and Ann: 7 of 9.", "tell them, seven")
    assert list(lost) == ["Ann", "Bob", "9"]


@pytest.mark.slow
def test_every_request_proves_itself() -> None:
    """All 4,526 requests, said just as they are written, pass their own proof."""
    from dataset_builder.config import BuildConfig

    failed = [
        utterance.utterance_id
        for entry in source.read(BuildConfig())
        for utterance in source.utterances(entry)
        if not prove(entry, utterance, utterance.text).passed
    ]
    assert failed == []
