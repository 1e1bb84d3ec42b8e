"""What compatible servers write otherwise than OpenAI, and what they want back."""

from collections.abc import Iterator
from typing import Any

import pytest
from puppets import Server, call, completion

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import AgentOptions, agent
from bfcl_audio.harness.agents.base import Request
from bfcl_audio.harness.agents.openai import OpenAIAgent
from bfcl_audio.harness.agents.switches import Switches
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.tools import Tool

TOOL = Tool("f", "F.", {"type": "object", "properties": {}, "required": []})
NOBODY = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
HI = ChatMessage("user", "Hi")


def _request(*messages: ChatMessage) -> Request:
    return Request(messages or (HI,), (TOOL,), NOBODY, 0, 0)


@pytest.fixture
def tested(server: Server) -> Iterator[OpenAIAgent]:
    yield OpenAIAgent("m", AgentOptions(base_url=server.base_url))


def _message(**fields: object) -> dict[str, Any]:
    return {**completion(), "choices": [{"index": 0, "message": {"role": "assistant", **fields}}]}


TEXTS = [
    ({"content": "<think>Hm.\nYes.</think>\n\nHello."}, "Hello."),
    ({"content": "I <think> so."}, "I <think> so."),
    ({"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Hi."}]}, "Hi."),
    ({"content": None, "audio": {"id": "a", "transcript": "Spoken."}}, "Spoken."),
    ({"content": None, "refusal": "I can't."}, "I can't."),
    ({"content": None, "reasoning_content": "Hm."}, ""),
]


@pytest.mark.parametrize(("fields", "text"), TEXTS)
def test_text_is_what_was_said(
    tested: OpenAIAgent, server: Server, fields: dict[str, object], text: str
) -> None:
    """Thoughts are not said; transcripts and refusals are."""
    server.answer(_message(**fields))
    assert tested.reply(_request()).text == text


CALLS: list[tuple[str, dict[str, Any], ToolCall]] = [
    (
        "broken JSON stays as it is",
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a": tr'}},
        ToolCall("c", "f", '{"a": tr'),
    ),
    (
        "arguments that are parsed already",
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"a": "é"}}},
        ToolCall("c", "f", '{"a": "é"}'),
    ),
    ("no id, no type", {"function": {"name": "f", "arguments": ""}}, ToolCall("call_0", "f", "{}")),
    (
        "no arguments",
        {"id": "", "type": "function", "function": {"name": "f", "arguments": None}},
        ToolCall("call_0", "f", "{}"),
    ),
    (
        "a custom tool takes text, which is no JSON",
        {"id": "c", "type": "custom", "custom": {"name": "f", "input": "a b"}},
        ToolCall("c", "f", "a b"),
    ),
    ("no function at all", {"id": "c", "type": "function"}, ToolCall("c", "", "{}")),
]


@pytest.mark.parametrize(("wire", "ours"), [c[1:] for c in CALLS], ids=[c[0] for c in CALLS])
def test_every_call_is_kept(
    tested: OpenAIAgent, server: Server, wire: dict[str, Any], ours: ToolCall
) -> None:
    """What a server writes badly is the model's answer all the same, and never a crash."""
    server.answer(_message(content=None, tool_calls=[wire]))
    assert tested.reply(_request()).tool_calls == (ours,)


def test_calls_that_were_never_made_go_back_as_text(tested: OpenAIAgent, server: Server) -> None:
    """A call without a result would be refused with all that follows."""
    server.answer(completion("Hello."))
    broken = ChatMessage("assistant", "Well.", (call("f", '{"a": tr'),))
    tested.reply(_request(HI, broken, HI))
    assert server.requests[0]["messages"][1] == {
        "role": "assistant",
        "content": 'Well.\nf({"a": tr)',
    }


def test_signatures_and_reasoning_go_back_with_their_call(
    tested: OpenAIAgent, server: Server
) -> None:
    """Gemini's endpoint signs calls, others want the thoughts; what else they add stays here."""
    extra = {"google": {"thought_signature": "abc"}}
    function = {"name": "f", "arguments": "{}"}
    wire = {"id": "c", "type": "function", "function": function, "extra_content": extra, "index": 0}
    server.answer(_message(content=None, tool_calls=[wire], reasoning_content="Hm.", other=1))
    server.answer(completion("Done."))
    reply = tested.reply(_request())
    called = ChatMessage("assistant", "", reply.tool_calls)
    tested.reply(_request(HI, called, ChatMessage("tool", "1", tool_call_id="c")))
    assert server.requests[1]["messages"][1] == {
        "role": "assistant",
        "content": "",
        "reasoning_content": "Hm.",
        "tool_calls": [
            {"id": "c", "type": "function", "function": function, "extra_content": extra}
        ],
    }


def test_every_option_is_sent(server: Server) -> None:
    """Reasoning effort and further fields as the server names them; each repeat has its seed."""
    options = AgentOptions(
        base_url=server.base_url, seed=7, reasoning_effort="low", extra_body={"top_k": 20}
    )
    server.answer(completion("Hello."))
    tested = OpenAIAgent("m", options)
    tested.reply(Request((HI,), (TOOL,), NOBODY, 0, 0, repeat=2))
    sent = {name: server.requests[0][name] for name in ("seed", "reasoning_effort", "top_k")}
    assert (sent, tested.versions["extra_body"]) == (
        {"seed": 9, "reasoning_effort": "low", "top_k": 20},
        '{"top_k": 20}',
    )


SWITCHES = [
    ("gpt-4o-mini", "", (False, None, False)),
    ("gpt-audio-mini", "", (False, "wav", False)),
    ("Qwen2.5-Omni-7B", "mp3", (False, "mp3", False)),
    ("m", "audio&prompt", (True, "wav", False)),
    ("m", "speak", (False, None, True)),
]


@pytest.mark.parametrize(("model", "query", "read"), SWITCHES)
def test_switches_say_how_to_talk(model: str, query: str, read: object) -> None:
    """A model hears if its name or a switch says so."""
    given = frozenset(filter(None, query.split("&")))
    made = Switches.read("openai", model, given, ("prompt", "audio", "wav", "mp3", "speak"))
    assert (made.prompt, made.clip_format, made.speak) == read


BAD = [
    ("openai/m?promt", "unknown switch 'promt'; did you mean 'prompt'?"),
    ("openai/m?mp3&wav", "wav or as mp3, not both"),
    ("openai/?prompt", "openai/<model>"),
    ("gemini/m?speak", "switches are prompt, wav, mp3"),
    ("openai-realtime/m?prompt", "switches are speak"),
]


@pytest.mark.parametrize(("spec", "says"), BAD)
def test_a_bad_switch_is_one_line(monkeypatch: pytest.MonkeyPatch, spec: str, says: str) -> None:
    """What, got, and what there is."""
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with pytest.raises(InputError) as caught:
        agent(spec)
    assert (says in str(caught.value), "\n" in str(caught.value)) == (True, False)


def test_an_agent_that_is_let_go_hangs_up(server: Server) -> None:
    """Its client is closed with it, not whenever memory is swept."""
    tested = OpenAIAgent("m", AgentOptions(base_url=server.base_url))
    client = tested._client
    del tested
    assert client.is_closed()
