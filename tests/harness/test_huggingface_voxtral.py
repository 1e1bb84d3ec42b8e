"""Voxtral as an agent: its tokenizer is mistral-common's, and its sound comes in as files."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from local_questions import HEARING

from bfcl_audio.harness.agents import Agent, AgentOptions, agent
from bfcl_audio.harness.agents.base import Reply, Request
from bfcl_audio.harness.conversation import ChatMessage, ToolCall
from bfcl_audio.harness.tools import Tool

pytestmark = pytest.mark.slow  # importing torch and transformers takes seconds
pytest.importorskip("mistral_common", reason="the extra `voxtral` is not installed")

TOOL = Tool("get_weather", "Weather.", {"type": "object", "properties": {}, "required": []})
CALL = ToolCall("000001000", "get_weather", '{"city": "Oslo"}')


SYSTEM = ChatMessage("system", "Be brief.")


def _ask(tested: Agent, *messages: ChatMessage, tools: tuple[Tool, ...] = (TOOL,)) -> Reply:
    return tested.reply(Request(messages, tools, HEARING, 0, 0))


def _said(name: str) -> ChatMessage:
    return ChatMessage("user", "secret", clip=name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two checkpoints: one that writes a call, one of random weights."""
    import tiny_models as tiny
    from transformers.utils import logging

    logging.disable_progress_bar()
    made = tmp_path_factory.mktemp("voxtral")
    tiny.save_voxtral(made / "writes", ["get_weather", "[ARGS]", '{"city": "Oslo"}'])
    tiny.save_voxtral(made / "random", ())
    return made


@pytest.fixture(scope="module")
def tested(folder: Path) -> Agent:
    return agent(f"hf/{folder / 'writes'}?device=cpu")


def test_it_hears_and_calls(tested: Agent) -> None:
    """Sound in, a native call out; its template takes tools."""
    reply = _ask(tested, _said("1:1"))
    assert (tested.hears, reply.form, reply.text, reply.tool_calls) == (True, "fc", "", (CALL,))


@pytest.mark.parametrize(
    "messages",
    [
        (ChatMessage("user", "Hi"),),
        (SYSTEM, ChatMessage("user", "Hi")),
        (SYSTEM, _said("1:1")),
        (SYSTEM, _said("1:1"), ChatMessage("assistant", "With an h?"), ChatMessage("user", "Yes")),
        (SYSTEM, _said("1:1"), ChatMessage("assistant", "", (CALL,)),
         ChatMessage("tool", "sunny", tool_call_id=CALL.id)),
        (SYSTEM, _said("1:1"), ChatMessage("assistant", "", (CALL,)),
         ChatMessage("tool", "sunny", tool_call_id=CALL.id), ChatMessage("assistant", "Sunny."),
         _said("2:1")),
        (_said("1:1"), ChatMessage("assistant", "", (ToolCall(CALL.id, "get_weather", '{"ci'),)),
         _said("2:1")),
        (_said("1:1"), ChatMessage("assistant", ""), _said("2:1")),
        (_said("1:1"), ChatMessage("assistant", "", (CALL,)),
         ChatMessage("tool", "sunny", tool_call_id=CALL.id), ChatMessage("assistant", ""),
         _said("2:1")),
        (_said("1:1"), ChatMessage("assistant", "", (CALL, ToolCall("000001001", "f", "{}"))),
         ChatMessage("tool", "sunny", tool_call_id=CALL.id),
         ChatMessage("tool", "", tool_call_id="000001001")),
    ],
)  # fmt: skip
def test_whole_conversations_fit_its_template(
    tested: Agent, messages: tuple[ChatMessage, ...]
) -> None:
    """Calls, results, broken calls and empty messages included."""
    assert [call.name for call in _ask(tested, *messages).tool_calls] == ["get_weather"]


def test_tools_are_shown(tested: Agent) -> None:
    """The processor's own template would leave them out of the prompt."""
    lengths = [_ask(tested, _said("1:1"), tools=tools).usage["prompt_tokens"]
               for tools in ((), (TOOL,))]  # fmt: skip
    assert lengths[1] - lengths[0] > 50


def test_long_sound_takes_more_of_the_prompt(tested: Agent) -> None:
    """375 tokens for each begun half minute."""
    lengths = [_ask(tested, _said(name)).usage["prompt_tokens"] for name in ("1:1", "1:29", "1:31")]
    assert (lengths[1] - lengths[0], lengths[2] - lengths[0]) == (0, 375)


def test_a_batch_says_what_each_says_alone(folder: Path) -> None:
    """Rows of different length, with one clip, with two, and with none."""
    messages = [
        (_said("1:29"),),
        (ChatMessage("user", "x" * 200),),
        (_said("3:29"), ChatMessage("assistant", "Hm?"), _said("5:31")),
    ]
    one, three = (
        agent(f"hf/{folder / 'random'}?device=cpu&batch={size}", AgentOptions(max_tokens=8))
        for size in (1, 3)
    )
    alone = [_ask(one, *said).text for said in messages]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda said: _ask(three, *said).text, messages))
    assert (together, len(set(alone))) == (alone, 3)
