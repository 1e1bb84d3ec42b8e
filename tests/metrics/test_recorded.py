"""What a recorded episode may hold, field by field."""

from typing import Any

import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.recorded import check

CALL = {"function": {"name": "f", "arguments": "{}"}}
QUESTION = {"role": "assistant", "content": "Jon?", "clarification": {"allowed": True}}
ENTITY = {"topic": "name", "value": "Jon", "type": "person", "heard": False}
UTTERANCE = {"utterance_id": "a/0/0", "whitelist": {"name": "Jon"}, "entities": [ENTITY]}
GOOD: dict[str, Any] = {
    "id": "a",
    "messages": [
        {"role": "user", "content": [{"type": "input_audio"}]},
        QUESTION,
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
    ],
    "utterances": [UTTERANCE],
    "hashes": {},
}


@pytest.mark.parametrize(
    "record",
    [
        GOOD,
        {},
        dict.fromkeys(GOOD),
        {"messages": [{}], "utterances": [{}]},
        {"utterances": [dict.fromkeys(UTTERANCE)]},
        {"utterances": [{"entities": [dict.fromkeys(ENTITY)]}]},
    ],
)
def test_what_is_absent_is_no_fault(record: dict[str, Any]) -> None:
    """A run may hold less than it could."""
    check(record)


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"arm": 5}, "arm is the number 5, not text"),
        ({"hashes": [5]}, "hashes is a list, not an object"),
        ({"messages": 5}, "messages is the number 5, not a list of objects"),
        ({"messages": [GOOD["messages"][0], "x"]}, "messages[1] is text, not an object"),
        ({"messages": [{"role": []}]}, "messages[0].role is a list, not text"),
        ({"messages": [QUESTION | {"content": 5}]}, "messages[0].content is the number 5, not"),
        ({"messages": [QUESTION | {"clarification": True}]}, "messages[0].clarification is true"),
        ({"messages": [{"tool_calls": {}}]}, "messages[0].tool_calls is an object, not a list"),
        ({"messages": [{"tool_calls": [{}]}]}, "tool_calls[0].function is null or missing, not"),
        (
            {"messages": [{"tool_calls": [{"function": {"name": []}}]}]},
            "messages[0].tool_calls[0].function.name is a list, not text",
        ),
        (
            {"messages": [{"tool_calls": [{"function": {"name": "f", "arguments": 5}}]}]},
            "messages[0].tool_calls[0].function.arguments is the number 5, not JSON text",
        ),
        ({"utterances": {"a": 1}}, "utterances is an object, not a list of objects"),
        ({"utterances": [{"whitelist": "x"}]}, "utterances[0].whitelist is text, not an object"),
        (
            {"utterances": [{"whitelist": {"name": None}}]},
            "utterances[0].whitelist.name is null or missing, not text",
        ),
        (
            {"utterances": [{"entities": [ENTITY, ENTITY | {"heard": "yes"}]}]},
            "utterances[0].entities[1].heard is text, not true or false",
        ),
    ],
)
def test_the_wrong_kind_is_named_by_its_place(record: dict[str, Any], said: str) -> None:
    """What, got, and how to mend it, in one line."""
    with pytest.raises(InputError) as caught:
        check(record)
    message = str(caught.value)
    assert (said in message, "leave it out" in message, "\n" in message) == (True, True, False)
