"""`python/<module>:<attribute>`: any Python callable as an agent.

The callable takes `(messages, tools)`, both in OpenAI's form (lists of dicts), and returns what
`callable_answers.read` understands: text, tool calls or a message. It may be `async`. It is called
from several threads if a run's concurrency says so. Two attributes of it tell more:

- `hears = True`: it takes clips, and finds `input_audio` parts in user messages;
- `form = "text"`: it writes its calls as text, `[a.f(x=1)]`, is judged as prompted models are, and
  gets the tools under BFCL's own names, dots included.
"""

import asyncio
import functools
import importlib
import inspect
import platform
import sys
import threading
import time
import traceback
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ...ast_match import Mode
from ...errors import InputError
from ..conversation import ChatMessage
from ..tools import Tool
from .base import Agent, AgentError, Reply, Request
from .callable_answers import read
from .options import AgentOptions

Function = Callable[[list[dict[str, Any]], list[dict[str, Any]]], object]
"""`f(messages, tools)`; what it returns, or what that awaits to, is the answer."""


class CallableAgent:
    """A function that answers; its failures leave an entry not run."""

    def __init__(self, function: Function, *, name: str = "", timeout_s: float = 300.0) -> None:
        """Calls nothing yet.

        Args:
            function: see `Function`.
            name: as trajectories show it; by default after module and function.
            timeout_s: how long an `async` answer may take; nothing stops another one.

        Raises:
            InputError: it cannot be called with messages and tools.
        """
        _check_signature(function)
        self.name = name or _name_of(function)
        self.hears = bool(getattr(function, "hears", False))
        self._form: Mode = "text" if getattr(function, "form", "fc") == "text" else "fc"
        self._function = function
        self._timeout_s = timeout_s

    @property
    def versions(self) -> Mapping[str, str]:
        """Python's version and the form are all that is known of a function."""
        return {"python": platform.python_version(), "form": self._form}

    def reply(self, request: Request) -> Reply:
        """Call the function once.

        Raises:
            AgentError: it raised, took too long, or returned what is no answer.
        """
        messages = [_message(message, request) for message in request.messages]
        tools = [_tool(tool, self._form) for tool in request.tools]
        started = time.perf_counter()
        try:
            answer = self._function(messages, tools)
            if inspect.isawaitable(answer):
                answer = _awaited(answer, self._timeout_s)
        except AgentError:
            raise
        except Exception as error:
            # The message may quote a key that the function uses; the place tells enough.
            raise AgentError(f"{type(error).__name__} {_place(error)}") from None
        latency_s = round(time.perf_counter() - started, 3)
        reply = read(answer, first_id=len(messages))
        return replace(reply, latency_s=latency_s, form=self._form)


def make(model: str, switches: frozenset[str], options: AgentOptions) -> Agent:
    """The agent of SPEC `python/<module>:<attribute>`; the attribute may also be an `Agent`.

    Raises:
        InputError: no such module or attribute, or it is no agent.
    """
    module_name, colon, attribute = model.partition(":")
    if not module_name or not colon or not attribute or switches:
        raise InputError(
            "agent python/… is written python/<module>:<attribute>, e.g. python/my_agents:answer"
        )
    found: object = _imported(module_name)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise InputError(f"module {module_name} has no {attribute!r}; check the agent's name")
        found = getattr(found, part)
    if not callable(found) and not callable(getattr(found, "reply", None)):
        raise InputError(
            f"python/{model} is {_article(found)}; name a function f(messages, tools), or an Agent"
        )
    return as_agent(found, name=f"python/{model}", timeout_s=options.timeout_s)


def as_agent(found: object, *, name: str = "", timeout_s: float = 300.0) -> Agent:
    """An agent as it is; a function as the agent that calls it.

    Raises:
        InputError: it is neither.
    """
    if all(hasattr(found, part) for part in ("reply", "name", "hears", "versions")):
        return cast(Agent, found)
    if not callable(found):
        raise InputError(
            f"an agent is a SPEC, a function f(messages, tools) or an Agent, not {_article(found)}"
        )
    return CallableAgent(found, name=name, timeout_s=timeout_s)


def _imported(name: str) -> object:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)  # a console script does not look where it is started
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            raise InputError(
                f"no module {name!r} here or on PYTHONPATH; run from the folder that holds it"
            ) from None
        raise InputError(f"module {name!r} needs {error.name!r}, which is not installed") from None
    except Exception as error:
        raise InputError(
            f"module {name!r} cannot be imported: {type(error).__name__} {_place(error)}"
        ) from None


def _message(message: ChatMessage, request: Request) -> dict[str, Any]:
    """A message in OpenAI's form; a clip is heard, and what was said in it is not read."""
    plain = message.as_openai()
    read_clip = request.conversation.clip
    if message.clip and read_clip is not None:
        data = read_clip(message.clip)
        form = "wav" if data[:4] == b"RIFF" else "flac"
        sound = {"data": b64encode(data).decode("ascii"), "format": form}
        plain["content"] = [{"type": "input_audio", "input_audio": sound}]
    return plain


def _tool(tool: Tool, form: Mode) -> dict[str, Any]:
    """A tool in OpenAI's form; for calls as text under the name that BFCL's own docs give it."""
    if form == "fc":
        return tool.as_openai()
    return {"type": "function", "function": tool.as_prompt()}


def _check_signature(function: Function) -> None:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # some built-in callables tell nothing of themselves
    try:
        signature.bind([], [])
    except TypeError:
        raise InputError(
            f"{_name_of(function)}{signature} cannot be called as f(messages, tools)"
        ) from None


def _name_of(function: Function) -> str:
    inner = function.func if isinstance(function, functools.partial) else function
    named = inner if hasattr(inner, "__qualname__") else type(inner)
    return f"python/{named.__module__}:{named.__qualname__}"


def _article(found: object) -> str:
    return f"a value of type {type(found).__name__}"


def _place(error: Exception) -> str:
    """Where an error was raised: file name and line, without the folder."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "at import"


async def _finish(answer: Awaitable[object]) -> object:
    return await answer


def _awaited(answer: Awaitable[object], timeout_s: float) -> object:
    """What an async function answers, awaited on the one loop that all of them share.

    One loop for all: the connections of an async client live on the loop that opened them.
    """
    future = asyncio.run_coroutine_threadsafe(_finish(answer), _loop())
    try:
        return future.result(timeout_s)
    except TimeoutError:
        if not future.done():
            future.cancel()
            raise AgentError("no answer in time", retryable=True) from None
        raise


_starting = threading.Lock()
_running: list[asyncio.AbstractEventLoop] = []


def _loop() -> asyncio.AbstractEventLoop:
    """A loop that runs for as long as the process, in a thread of its own."""
    with _starting:
        if not _running:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="async agents", daemon=True).start()
            _running.append(loop)
        return _running[0]
