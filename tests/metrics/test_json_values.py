"""What a program hands over as an answer: a JSON value, or not."""

import itertools
import threading

import pytest

from bfcl_audio import references, score
from bfcl_audio.json_values import MAX_DEPTH, depth_of, on_own_stack

REFERENCES = references(["simple_python", "irrelevance", "multi_turn_base"])


def deep(depth):
    """Lists inside each other."""
    value = 1
    for _ in range(depth):
        value = [value]
    return value


class Hostile:
    """Fails whatever is asked of it."""

    def __repr__(self):
        raise RuntimeError

    def __eq__(self, other):
        raise RuntimeError

    __hash__ = None


ENDLESS = []
ENDLESS += [ENDLESS, ENDLESS]
NO_VALUES = [
    {1, 2}, b"f()", object(), int, Hostile(), itertools.repeat({"f": "{}"}), deep(100_000), ENDLESS,
    {1: 2}, 1j, [{"f": Hostile()}], [[[{"f": {"a": Hostile()}}]], [], [], []],
    [{"type": "function", "function": {"name": "f", "arguments": {"a": {1}}}}],
]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "depth"),
    [
        (None, 0),
        ("[[", 0),
        pytest.param(10**5000, 0, id="long"),
        ([], 0),
        ([1], 1),
        ({"a": (1, [2])}, 3),
        (deep(999), 999),
    ],
)
def test_depth_of_json_values(value, depth):
    """Empty ones hold nothing."""
    assert depth_of(value) == depth


@pytest.mark.parametrize("value", NO_VALUES, ids=range(len(NO_VALUES)))
def test_what_is_no_json_value(value):
    """Nothing that Python could not have read from JSON text."""
    assert depth_of(value) > MAX_DEPTH


@pytest.mark.parametrize("name", ["simple_python_0", "irrelevance_0", "multi_turn_base_0"])
@pytest.mark.parametrize("value", [*NO_VALUES, 10**5000], ids=range(len(NO_VALUES) + 1))
def test_every_object_has_a_verdict(name, value):
    """Calling nothing is right in one entry; what cannot be read is malformed in the others."""
    result = score([value], [REFERENCES[name]], audited=True)
    malformed = result["outcome/malformed"] + result["audited/malformed_abstention"]
    assert (result["accuracy"], malformed) == (float(name == "irrelevance_0"), 1.0)


def test_own_stack():
    """The same from any depth, errors too, and nothing is left running."""

    def at_depth(depth):
        return at_depth(depth - 1) if depth else on_own_stack(repr, json_like)

    json_like, before = deep(500), threading.active_count()
    assert at_depth(0) == at_depth(800)
    with pytest.raises(ValueError, match="invalid literal"):
        on_own_stack(int, "x")
    assert threading.active_count() == before
