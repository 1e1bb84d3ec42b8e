"""The prompting form: what a model without tools reads, and what becomes of its text."""

import json
from typing import Any

import pytest

from bfcl_audio import upstream
from bfcl_audio.harness.agents.base import Reply, Request
from bfcl_audio.harness.agents.prompting import as_text_reply, prompted
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.tools import Tool, tools
from bfcl_audio.prediction import has_calls


def _request(category: str, *messages: ChatMessage, docs: Any = None) -> Request:
    conversation = Conversation(f"{category}_0", category, "text", (), "[]", "")
    docs = docs or upstream.questions(category)[0]["function"]
    return Request(messages, tools(docs, category), conversation, 0, 0)


def _listed(request: Request) -> list[dict[str, Any]]:
    """The functions that the system message lists."""
    lines = request.messages[0].content.splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def test_the_prompt_follows_the_preamble_in_one_system_message() -> None:
    """Many chat templates take one system message, and first."""
    system = [ChatMessage("system", "Preamble."), ChatMessage("system", "Of the entry.")]
    made = prompted(_request("simple_python", *system, ChatMessage("user", "Hi")))
    (first, second) = made.messages
    assert (first.content.startswith("Preamble.\n\nOf the entry.\n\nYou can"), second.role) == (
        True,
        "user",
    )


def test_no_tools_are_left() -> None:
    """A server without tools is not sent any."""
    assert prompted(_request("simple_python")).tools == ()


def test_functions_keep_dots_and_their_types() -> None:
    """Python's functions are listed as BFCL writes them, with the sentence on syntax."""
    entry = next(one for one in upstream.questions("simple_python") if "." in _name(one))
    doc = entry["function"][0]
    (listed,) = _listed(prompted(_request("simple_python", docs=[doc])))
    assert (listed["name"], listed["parameters"], "Python 3" in listed["description"]) == (
        doc["name"],
        doc["parameters"],
        True,
    )


def _name(entry: dict[str, Any]) -> str:
    return str(entry["function"][0]["name"])


@pytest.mark.parametrize(
    ("category", "named"), [("simple_java", "Java"), ("simple_javascript", "JavaScript")]
)
def test_java_values_are_literals_without_a_string_around(category: str, named: str) -> None:
    """The type is told in words, and nothing asks for a string that holds source."""
    (listed,) = _listed(prompted(_request(category)))
    described = [one["description"] for one in listed["parameters"]["properties"].values()]
    assert all(f"Write it as a {named} literal of type" in text for text in described)


def test_results_come_back_as_the_users_text() -> None:
    """All results of one step in one message, in order."""
    said = ChatMessage("assistant", "[a(), b()]")
    results = [ChatMessage("tool", "1"), ChatMessage("tool", "2")]
    made = prompted(_request("simple_python", ChatMessage("user", "Hi"), said, *results))
    assert [(m.role, m.content) for m in made.messages[1:]] == [
        ("user", "Hi"),
        ("assistant", "[a(), b()]"),
        ("user", "Your calls returned, in order:\n1. 1\n2. 2"),
    ]


def test_a_clip_stays_a_clip() -> None:
    """A model that hears may be prompted as well."""
    made = prompted(_request("simple_python", ChatMessage("user", "said", clip="u")))
    assert made.messages[1].clip == "u"


def test_calls_that_a_server_made_of_text_are_text() -> None:
    """They count as text that was written, so they are judged as that."""
    reply = as_text_reply(Reply("Well.", (ToolCall("c", "f", '{"a": 1}'),)))
    assert (reply.text, reply.tool_calls, reply.form) == ('Well.\nf({"a": 1})', (), "text")


EXAMPLES = ["simple_python", "simple_java", "simple_javascript", "multi_turn_base"]


@pytest.mark.parametrize("category", EXAMPLES)
def test_the_example_in_the_prompt_is_calls(category: str) -> None:
    """What we show the model is what the scorer reads."""
    docs = [{"name": "f", "parameters": {"type": "dict", "properties": {}, "required": []}}]
    text = prompted(_request(category, docs=docs)).messages[0].content
    example = next(line for line in text.splitlines() if line.startswith("["))
    assert has_calls(example, category, "text")


def test_a_tool_without_a_doc_is_listed_all_the_same() -> None:
    """Tools may come from elsewhere than BFCL."""
    conversation = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
    request = Request((), (Tool("f", "F.", {"type": "object"}),), conversation, 0, 0)
    assert _listed(prompted(request)) == [
        {"name": "f", "description": "F.", "parameters": {"type": "object"}}
    ]
