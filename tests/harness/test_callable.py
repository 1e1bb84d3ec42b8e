"""Any Python callable is an agent, whatever it returns, and however it fails."""

import asyncio
import functools
import json
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents import AgentOptions, agent
from bfcl_audio.harness.agents.base import AgentError, Reply, Request
from bfcl_audio.harness.agents.callable import CallableAgent, as_agent
from bfcl_audio.harness.conversation import ChatMessage, Conversation, ToolCall
from bfcl_audio.harness.tools import Tool, tools

TOOL = Tool("get_weather", "Weather.", {"type": "object", "properties": {}, "required": []})
NOBODY = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
CALL = ToolCall("call_1_0", "get_weather", '{"city": "Oslo"}')


def _request(*messages: ChatMessage, conversation: Conversation = NOBODY) -> Request:
    return Request(messages or (ChatMessage("user", "Hi"),), (TOOL,), conversation, 0, 0)


def _reply(answer: object) -> Reply:
    return CallableAgent(lambda messages, tools: answer).reply(_request())


class Completion(SimpleNamespace):
    """Has the attributes of an SDK's object."""

    def model_dump(self) -> dict[str, object]:
        return vars(self)


OPENAI = {"id": "x", "type": "function", "function": {"name": "f", "arguments": "{}"}}
ANSWERS = [
    ("Hello.", "Hello.", ()),
    ([{"name": "get_weather", "arguments": {"city": "Oslo"}}], "", (CALL,)),
    ({"name": "get_weather", "arguments": '{"city": "Oslo"}'}, "", (CALL,)),
    ([{"get_weather": {"city": "Oslo"}}], "", (CALL,)),
    ([{"get_weather": '{"city": "Oslo"}'}], "", (CALL,)),
    ([CALL], "", (CALL,)),
    (CALL, "", (CALL,)),
    ([OPENAI], "", (ToolCall("x", "f", "{}"),)),
    ({"content": "So:", "tool_calls": [OPENAI]}, "So:", (ToolCall("x", "f", "{}"),)),
    ({"role": "assistant", "content": "Hello."}, "Hello.", ()),
    ({"content": None, "tool_calls": None}, "", ()),
    ([{"name": "f", "arguments": "{broken"}], "", (ToolCall("call_1_0", "f", "{broken"),)),
    ([], "", ()),
    (Reply("Hi."), "Hi.", ()),
    (Completion(content="Hi.", tool_calls=[Completion(**OPENAI)]), "Hi.",
     (ToolCall("x", "f", "{}"),)),
    (SimpleNamespace(choices=[SimpleNamespace(message=Completion(content="Hi."))]), "Hi.", ()),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "text", "calls"), ANSWERS)
def test_every_form_of_answer_is_read(
    answer: object, text: str, calls: tuple[ToolCall, ...]
) -> None:
    """Text, calls in the forms people write, messages, and what SDKs return."""
    reply = _reply(answer)
    assert (reply.text, reply.tool_calls) == (text, calls)


WRONG = [
    (None, "it returned NoneType; return text, a list of tool calls, or a message"),
    (3, "it returned int"),
    (b"text", "it returned bytes"),
    ([3], "a call that it returned is '3'"),
    ([{"name": "f"}], "a call that it returned is"),
    ([{"f": 3}], "a call that it returned is"),
    ({"content": 3}, "the content that it returned is int; return text"),
    ({"tool_calls": "f()"}, "tool_calls that it returned is str; return a list"),
    ([{"name": "f", "arguments": {"a": object()}}], "the arguments that it returned are no JSON"),
]


@pytest.mark.parametrize(("answer", "says"), WRONG)
def test_what_is_no_answer_is_told(answer: object, says: str) -> None:
    """A wrong type names itself and what would be right."""
    with pytest.raises(AgentError) as caught:
        _reply(answer)
    assert str(caught.value).startswith(says)


def test_usage_and_price_are_kept() -> None:
    """A message may carry its token counts and what it cost."""
    reply = _reply({"content": "", "usage": {"prompt_tokens": 7, "x": None}, "cost_usd": 0.5})
    assert (dict(reply.usage), reply.cost_usd) == ({"prompt_tokens": 7}, 0.5)


def test_a_price_that_nobody_told_is_not_known() -> None:
    """Nothing says that a function is free."""
    assert _reply("Hello.").cost_usd is None


def test_it_gets_messages_and_tools_in_openais_form() -> None:
    """What it is called with can go to any chat API as it is."""
    seen: list[object] = []
    CallableAgent(lambda messages, tools: seen.extend([messages, tools]) or "").reply(_request())
    assert seen == [[{"role": "user", "content": "Hi"}], [TOOL.as_openai()]]


def test_calls_as_text_are_told_the_names_of_the_docs() -> None:
    """Prompted models are judged by BFCL's own names, dots included."""
    names: list[str] = []

    def answer(messages: object, tools: list[dict[str, dict[str, str]]]) -> str:
        names.append(tools[0]["function"]["name"])
        return "Hello."

    doc = {"name": "math.sum", "description": "", "parameters": {"properties": {}}}
    request = replace(_request(), tools=tools([doc], "simple_python"))
    for form in ("fc", "text"):
        answer.form = form  # type: ignore[attr-defined]
        CallableAgent(answer).reply(request)
    assert names == ["math_sum", "math.sum"]


def test_a_clip_is_heard_and_not_read() -> None:
    """In the audio arm a user message is the sound alone: what was said in it would help."""
    heard = Conversation(
        "simple_python_0", "simple_python", "audio", (), "[]", "", clip=lambda name: b"fLaC"
    )
    seen: list[object] = []
    tested = CallableAgent(lambda messages, tools: seen.append(messages[0]["content"]) or "")
    tested.reply(_request(ChatMessage("user", "secret", clip="u"), conversation=heard))
    sound = {"data": "ZkxhQw==", "format": "flac"}
    assert seen == [[{"type": "input_audio", "input_audio": sound}]]


def test_an_async_function_is_awaited_on_one_loop() -> None:
    """From whichever thread: an async client's connections outlive one answer."""
    loops = set()

    async def answer(messages: object, tools: object) -> str:
        await asyncio.sleep(0)
        loops.add(id(asyncio.get_running_loop()))
        return "Hello."

    tested = CallableAgent(answer)
    threads = [threading.Thread(target=tested.reply, args=(_request(),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tested.reply(_request()).text, len(loops)) == ("Hello.", 1)


def test_an_async_function_has_its_time() -> None:
    """One that takes too long is given up."""

    async def answer(messages: object, tools: object) -> str:
        await asyncio.sleep(60)
        return "late"

    with pytest.raises(AgentError, match="no answer in time"):
        CallableAgent(answer, timeout_s=0.01).reply(_request())


def test_an_exception_tells_where_and_no_secret() -> None:
    """Its kind and place, but never its words: they may quote a key."""

    def answer(messages: object, tools: object) -> str:
        raise ValueError("sk-secret")

    with pytest.raises(AgentError) as caught:
        CallableAgent(answer).reply(_request())
    line = answer.__code__.co_firstlineno + 1
    assert str(caught.value) == f"ValueError at test_callable.py:{line}"


def test_an_agent_error_of_its_own_is_passed_on() -> None:
    """A function that knows why it failed may say so."""

    def answer(messages: object, tools: object) -> str:
        raise AgentError("the robot is asleep")

    with pytest.raises(AgentError, match="the robot is asleep"):
        CallableAgent(answer).reply(_request())


def _add(prefix: str, messages: object, tools: object) -> str:
    return prefix


def test_names_tell_module_and_function() -> None:
    """Tables show which function it was."""
    names = [CallableAgent(_add_two).name, CallableAgent(functools.partial(_add, "a")).name]
    assert names == [f"python/{__name__}:_add_two", f"python/{__name__}:_add"]


def _add_two(messages: object, tools: object) -> str:
    return ""


@pytest.mark.parametrize("found", [lambda: "", lambda messages: "", _add, 3, None])
def test_what_cannot_be_called_is_refused(found: object) -> None:
    """Before anything is run: it takes messages and tools, or it is no agent."""
    with pytest.raises(InputError):
        as_agent(found)


def test_an_agent_is_an_agent() -> None:
    """What has an agent's members is taken as it is."""
    scripted = agent("scripted/oracle")
    assert as_agent(scripted) is scripted


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module in it, and the process in that folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    (tmp_path / "brainy.py").write_text(
        "from bfcl_audio.harness.agents import agent\n"
        "def answer(messages, tools): return [{'name': tools[0]['function']['name'],"
        " 'arguments': {}}]\n"
        "class Box:\n    @staticmethod\n    def answer(messages, tools): return 'boxed'\n"
        "oracle = agent('scripted/oracle')\nnumber = 3\n"
    )
    (tmp_path / "broken_brain.py").write_text("1 / 0\n")
    (tmp_path / "needy_brain.py").write_text("import not_there_at_all\n")
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "name", "text"),
    [
        ("python/brainy:answer", "python/brainy:answer", ""),
        ("python/brainy:Box.answer", "python/brainy:Box.answer", "boxed"),
    ],
)
def test_a_spec_names_module_and_function(here: Path, spec: str, name: str, text: str) -> None:
    """The module may lie where the command is started."""
    tested = agent(spec, AgentOptions())
    assert (tested.name, tested.reply(_request()).text) == (name, text)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("python/brainy", "is written python/<module>:<attribute>"),
        ("python/brainy:answer?x", "is written python/<module>:<attribute>"),
        ("python/brainny:answer", "no module 'brainny' here or on PYTHONPATH"),
        ("python/brainy:anser", "module brainy has no 'anser'"),
        ("python/brainy:number", "is a value of type int; name a function"),
        ("python/broken_brain:f", "cannot be imported: ZeroDivisionError at broken_brain.py:1"),
        ("python/needy_brain:f", "needs 'not_there_at_all', which is not installed"),
    ],
)
def test_a_spec_that_names_no_function_is_one_line(here: Path, spec: str, says: str) -> None:
    """What, got and how to fix it."""
    with pytest.raises(InputError) as caught:
        agent(spec)
    assert says in str(caught.value)


def test_calls_of_different_messages_have_different_ids() -> None:
    """A tool's result must find its call."""
    tested = CallableAgent(lambda messages, tools: [{"f": {}}, {"f": {}}])
    ids = [
        call.id
        for length in (1, 2)
        for call in tested.reply(_request(*[ChatMessage("user", "Hi")] * length)).tool_calls
    ]
    assert (len(ids), len(set(ids))) == (4, 4)


def test_arguments_keep_their_letters() -> None:
    """What is not ASCII stays readable in the trajectory."""
    (call,) = _reply([{"f": {"a": "é"}}]).tool_calls
    assert (call.arguments, json.loads(call.arguments)) == ('{"a": "é"}', {"a": "é"})
