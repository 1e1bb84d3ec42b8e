"""The scripts: the oracle is right, the listener hears, and asks when it has reason to."""

import json
from pathlib import Path

import pytest

from bfcl_audio.harness.agents import Request, agent
from bfcl_audio.harness.agents.doubt import doubtful
from bfcl_audio.harness.agents.hearing import Heard, hear
from bfcl_audio.harness.agents.scripted import Values, _all_replies
from bfcl_audio.harness.agents.truth import passable, right_calls
from bfcl_audio.harness.arms import load
from bfcl_audio.harness.conversation import ChatMessage
from bfcl_audio.harness.runner import RunOptions, run
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.judge import get_judge
from bfcl_audio.reference import parse, references
from bfcl_audio.scoring import verdicts

NOT_PASSABLE = ["simple_java_36", "simple_java_65"]  # Text-BFCL passes no answer there


def test_the_right_calls_pass_wherever_an_answer_can() -> None:
    """Of all single-turn entries only two accept no answer at all."""
    failed = [name for name, text in references().items() if not passable(text)]
    assert failed == NOT_PASSABLE


@pytest.mark.slow
def test_the_right_calls_of_multi_turn_entries_are_valid() -> None:
    """All calls of a turn in one step, then a closing word: 800 of 800."""
    texts = [text for name, text in references().items() if name.startswith("multi_turn")]
    answers = [
        [
            [[{r.name: json.dumps(r.arguments())} for r in turn], "All done."]
            if turn
            else ["Done."]
            for turn in right_calls(text)
        ]
        for text in texts
    ]
    found = verdicts(answers, texts)
    assert [verdict.id for verdict in found if not verdict.valid] == []


HEARING = [
    # value, spoken, transcript -> value to use, words in its place, survived
    ("Bryan", "call Bryan now", "call Brian now", Heard("Brian", "Brian", False)),
    ("final_report.pdf", "move final underscore report dot p d f", "Move final report PDF.",
     Heard("final_report.pdf", "final report PDF", True)),
    ("final_report.pdf", "compare the final report", "compare the finer report",
     Heard("finer report", "finer report", False)),
    ("final_report.pdf", "compare the final report", "compare the final report",
     Heard("final_report.pdf", "final report", True)),
    ("50", "send fifty dollars", "send fifteen dollars", Heard("fifteen", "fifteen", False)),
    ("Neeson", "a film with Neeson please", "a film with Nee son please",
     Heard("Neeson", "Nee son", True)),
    ("Oslo", "fly to Oslo", "fly to", Heard("", "", False)),
    ("document/temp", "put it in temp under document", "put it in tamp under document",
     Heard("document/tamp", "document tamp", False)),
    ("0.05", "a rate of five percent", "a rate of five percent",
     Heard("0.05", "five percent", True)),
    ("Paris", "fly to Oslo", "fly to Oslo", None),
]  # fmt: skip


@pytest.mark.parametrize(("value", "spoken", "transcript", "heard"), HEARING)
def test_a_value_is_what_stands_in_its_place(
    value: str, spoken: str, transcript: str, heard: Heard | None
) -> None:
    """What was heard is found by aligning the transcript with what was said."""
    assert hear(value, spoken, transcript) == heard


CASTS = [
    (50, 15),
    (50.0, 15.0),
    ("50", "fifteen"),
    (["50", {"a": 50}], ["fifteen", {"a": 15}]),
    (True, True),
    (None, None),
    (7, 7),
]


@pytest.mark.parametrize(("value", "used"), CASTS)
def test_heard_values_are_cast(value: object, used: object) -> None:
    """A number misheard as another is that number; what was never said stays."""
    values = Values((("send fifty dollars", "send fifteen dollars"),))
    found = values.use(value)
    assert (found, type(found)) == (used, type(used))


def test_a_reply_mends_a_value() -> None:
    """What the caller spelled is right from then on."""
    exchanges = (("call Bryan", "call Brian"),)
    assert (Values(exchanges).use("Bryan"), Values(exchanges, ("It's Bryan.",)).use("Bryan")) == (
        "Brian",
        "Bryan",
    )


def test_a_file_named_whole_counts_before_its_bare_name() -> None:
    """A later word that is also a file's name does not change what was heard of the file."""
    exchanges = (("give a summary", "give a summery"), ("open summary dot txt", "open summary.txt"))
    assert Values(exchanges).use("summary.txt") == "summary.txt"


DOUBTS = [
    ("city", "", True),
    ("name", "B R Y A N", True),
    ("file_name", "final report dot pdf", True),
    ("amount", "fifteen", True),
    ("amount", "twelve", False),
    ("id", "A1B52", True),
    ("user_name", "Brian", True),
    ("unit", "celsius", False),
]


@pytest.mark.parametrize(("parameter", "words", "doubted"), DOUBTS)
def test_doubt_is_raised_by_what_was_heard(parameter: str, words: str, doubted: bool) -> None:
    """The rules see the parameter's name and the words, nothing else."""
    assert doubtful(parameter, words) is doubted


def _valid(folder: Path, out: Path, spec: str, arm: str) -> dict[str, bool]:
    arms = load(open_dataset(str(folder)), [arm])
    run(arms, agent(spec), out, RunOptions(judge=get_judge("rules")))
    records = [json.loads(line) for line in out.read_bytes().splitlines()]
    known = references()
    found = verdicts(records, [known[record["id"]] for record in records])
    return {verdict.id: verdict.valid for verdict in found}


ARMS = [
    ("scripted/oracle", "text", True),
    ("scripted/oracle", "transcript:ears", True),
    ("scripted/listener", "text", True),
    ("scripted/listener", "spoken", True),
    ("scripted/listener", "transcript:ears", False),
    ("scripted/listener?ask", "transcript:ears", True),
]


@pytest.mark.parametrize(("spec", "arm", "valid"), ARMS)
def test_scripts_in_each_arm(
    dataset_folder: Path, tmp_path: Path, spec: str, arm: str, valid: bool
) -> None:
    """ "tamp" for "temp" fails the listener that trusts it, and not the one that asks."""
    found = _valid(dataset_folder, tmp_path / "run.jsonl", spec, arm)
    assert found["multi_turn_miss_func_0"] is valid


NUMBERS = [
    ("twelve", False),
    ("-3.5", False),
    ("twelve dollars", False),
    ("once", False),
    ("fifty", True),
    ("tin", True),
]


@pytest.mark.parametrize(("words", "doubted"), NUMBERS)
def test_a_number_that_is_none_is_doubted(words: str, doubted: bool) -> None:
    """Where the docs want a number, anything else is worth a question."""
    assert doubtful("length", words, numeric=True) is doubted


def test_the_oracle_calls_nothing_where_nothing_serves() -> None:
    """In an irrelevance entry the right calls are none."""
    text = references(["irrelevance"])["irrelevance_0"]
    assert (right_calls(text), parse(text).ground_truth) == (((),), ())


def test_a_capped_question_has_no_reply(dataset_folder: Path) -> None:
    """What the caller says next is the next request, not an answer."""
    (arm,) = load(open_dataset(str(dataset_folder)), ["spoken"])
    conversation = next(iter(arm.conversations.values()))
    asked = [
        {"allowed": True, "message": "It's temp.", "reason": "answered", "judge": "rules"},
        {"allowed": True, "message": "", "reason": "capped", "judge": "rules"},
    ]
    messages = [
        message
        for decision, words in zip(asked, ("It's temp.", "Now list it."), strict=True)
        for message in (
            ChatMessage("assistant", "Is it temp?", clarification=decision),
            ChatMessage("user", words),
        )
    ]
    request = Request(tuple(messages), (), conversation, turn=1, step=0)
    assert list(_all_replies(request)) == ["It's temp."]
