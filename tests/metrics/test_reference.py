"""References: what `references` gives, `parse` reads, and what it refuses."""

import json

import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.reference import parse, references

SIMPLE = {
    "id": "simple_python_0",
    "category": "simple_python",
    "turns": [[{"role": "user", "content": "Hi"}]],
    "functions": [],
    "ground_truth": [],
}


def test_every_entry_of_the_default_categories_has_a_reference() -> None:
    """All 2,190, each under its own id."""
    found = references()
    assert [parse(text).id for text in found.values()] == list(found)


def test_live_entries_have_references_too() -> None:
    """The six live categories, asked for by name."""
    names = ("simple", "multiple", "parallel", "parallel_multiple", "irrelevance", "relevance")
    assert len(references(f"live_{name}" for name in names)) == 2251


def test_a_multi_turn_reference_holds_what_replay_needs() -> None:
    """Truth, classes, initial state and held-out functions of one entry."""
    entry = parse(references(["multi_turn_miss_func"])["multi_turn_miss_func_0"])
    assert (
        entry.involved_classes,
        [len(turn) for turn in entry.ground_truth],
        entry.missed_function,
        sorted(entry.initial_config),
    ) == (
        ("TwitterAPI", "GorillaFileSystem"),
        [3, 2, 0, 1, 4],
        {"3": ["sort"]},
        ["GorillaFileSystem", "TwitterAPI"],
    )


def test_function_names_of_a_multi_turn_entry_come_from_its_classes() -> None:
    """Documented methods of both classes."""
    entry = parse(references(["multi_turn_base"])["multi_turn_base_0"])
    assert {"cd", "post_tweet"} < entry.function_names()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nope", "not JSON"),
        ("[]", "a JSON list, not an object"),
        ("{}", "its 'category' is None"),
        (json.dumps(SIMPLE | {"category": "simple"}), "unknown category 'simple'"),
        (json.dumps(SIMPLE | {"functions": None}), "its 'functions' is None"),
        (json.dumps(SIMPLE | {"turns": "Hi"}), "its 'turns' is 'Hi'"),
        (json.dumps(SIMPLE | {"category": "multi_turn_base"}), "its 'involved_classes' is None"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_reference_is_refused_with_its_fault(text: str, complaint: str) -> None:
    """The text says what is wrong, and where a right one comes from."""
    with pytest.raises(InputError, match=complaint):
        parse(text)
