"""Multi-turn answers against the truth: what is compared, when, and within what time."""

import time
from typing import Any

import pytest

from bfcl_audio.reference import Reference, parse, references
from bfcl_audio.state_match import judge_turns, replay, truth_call

GROUP = "multi_turn_base"


def entry(number: int = 0, category: str = GROUP) -> Reference:
    """One entry of BFCL."""
    return parse(references([category])[f"{category}_{number}"])


def perfect(reference: Reference) -> list[list[Any]]:
    """The truth's own calls, one a step, as text."""
    turns: list[list[Any]] = []
    for texts in reference.ground_truth:
        calls = [truth_call(text, reference) for text in texts]
        steps = [
            f"[{name}({', '.join(f'{k}={v!r}' for k, v in given.items())})]"
            for name, given in calls
        ]
        turns.append([*steps, "Done."])
    return turns


def judged(turns: object, reference: Reference) -> tuple[bool, str | None]:
    """Validity and reason."""
    verdict = judge_turns(turns, reference, "text")
    return verdict.valid, verdict.error_type


@pytest.mark.parametrize(
    "category", [f"multi_turn_{name}" for name in ("base", "miss_func", "long_context")]
)
def test_the_truth_itself_is_valid(category: str) -> None:
    """Entries of several classes, with turns that call nothing and with long data."""
    entries = [entry(number, category) for number in range(0, 200, 25)]
    assert [judged(perfect(one), one) for one in entries] == [(True, None)] * len(entries)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("Error: 500", "multi_turn:inference_error"),
        (None, "multi_turn:inference_error"),
        ([], "multi_turn:force_terminated"),
        ([None, [], [], []], "multi_turn:inference_error"),
        ([[], [], [], []], "multi_turn:empty_turn_model_response"),
        (["[ls()]", [], [], []], "multi_turn:empty_turn_model_response"),
        ([["[ls()]"], [], [], []], "multi_turn:instance_state_mismatch"),
    ],
)
def test_what_is_not_the_truth_fails_for_its_reason(answer: object, reason: str) -> None:
    """From no list at all to calls that change nothing."""
    assert judged(answer, entry()) == (False, reason)


def test_a_result_that_the_truth_gives_must_be_seen() -> None:
    """The same state without looking is not enough."""
    turns = perfect(entry())
    turns[1] = ["[cd(folder='temp')]"]
    assert judged(turns, entry()) == (False, "multi_turn:execution_response_mismatch")


def test_extra_calls_that_change_nothing_are_free() -> None:
    """So are several calls in one step, and errors on the way."""
    turns = perfect(entry())
    turns[0].insert(0, "[ls(), pwd(), nope(a=1), cat(file_name='none')]")
    assert judged(turns, entry()) == (True, None)


def test_a_truth_is_replayed_once() -> None:
    """Every answer to an entry is compared with the same replay."""
    reference = entry()
    assert replay(reference) is replay(reference)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("sort('a.txt')", {"file_name": "a.txt"}),
        ("grep('a.txt', pattern='x')", {"file_name": "a.txt", "pattern": "x"}),
        ("ls()", {}),
    ],
)
def test_truth_calls_are_read_with_their_arguments_by_name(
    text: str, arguments: dict[str, object]
) -> None:
    """BFCL writes some of them by position."""
    assert truth_call(text, entry()).arguments == arguments


ENDLESS = (
    "[cd(folder='document'), mkdir(dir_name='d'), cp(source='d', destination='d'), "
    "cp(source='d', destination='e'), mv(source='e', destination='d')]"
)


@pytest.mark.parametrize(
    "step",
    [
        ENDLESS,
        "[find(path='.')]" + ENDLESS,
        "[" + "ls()," * 20_000 + "]",
        "[echo(content='" + "x" * 2_000_000 + "')]",
        "[cd(folder=" + "[" * 150 + "]" * 150 + ")]",
        "[cd(folder=" + "(" * 100_000 + ")]",
        "[power(base=10, exponent=100000000)]",
        "[inspect.sys.exit()]",
    ],
    ids=["no end", "find", "many calls", "long", "deep", "deeper", "power", "exit"],
)
def test_any_step_ends_in_a_verdict_in_time(step: str) -> None:
    """Beside right calls, in every turn."""
    reference = entry()
    turns = [[*turn, step] for turn in perfect(reference)]
    start = time.process_time()
    verdict = judge_turns(turns, reference, "text")
    assert (verdict.valid in (True, False), time.process_time() - start < 15) == (True, True)


def test_an_answer_that_takes_too_long_is_told_so() -> None:
    """The limit is the caller's to choose."""
    turns = [["[" + "ls()," * 100 + "]", *turn] for turn in perfect(entry())]
    verdict = judge_turns(turns, entry(), "text", time_limit_s=0.0)
    assert verdict.error_type == "bfcl_audio:time_limit"
