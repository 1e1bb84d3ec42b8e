"""Reaching OpenAI or a compatible server: the client, one completion, and what errors mean.

Agents and the judge share it. Nothing that a provider says is quoted, except its short error code:
messages of vendors have held keys.
"""

import itertools
import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ..errors import InputError
from .agents.base import AgentError, AgentRefused
from .agents.retrying import retry_after_s

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI
    from openai.types.chat import ChatCompletion

_POOLS = 8
"""Sets of connections of one client; threads are dealt out over them."""

_THREAD = threading.local()
_THREADS = itertools.count()
_LOCK = threading.Lock()
_SHARED: "WeakKeyDictionary[OpenAI, dict[int, OpenAI]]" = WeakKeyDictionary()
KEY_VARIABLE = "OPENAI_API_KEY"

_RETRYABLE_STATUS = frozenset({408, 409, 425, 429})
_REFUSED_STATUS = {
    401: "the key was refused (HTTP 401); check OPENAI_API_KEY",
    402: "the account has no credit left (HTTP 402)",
    403: "access was refused (HTTP 403); check what the key may use",
    404: "no such model or endpoint (HTTP 404); check the model's name and --base-url",
}
_QUOTA_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_CODE = re.compile(r"[\w.-]{1,60}")


def connect(who: str, *, base_url: str | None, timeout_s: float) -> "OpenAI":
    """A client that never retries by itself; connects to nothing yet.

    Args:
        who: what needs it, for an error: `agent openai/…`.
        base_url: of a compatible server; None: OpenAI.
        timeout_s: how long one answer may take.

    Raises:
        InputError: no key and no other server named, or the SDK is missing.
    """
    try:
        import openai
    except ImportError:
        raise InputError(
            f"{who} needs the openai package; pip install 'bfcl-audio[agents]'"
        ) from None

    key = os.environ.get(KEY_VARIABLE)
    if not key and not base_url:
        raise InputError(
            f"{who} needs a key in {KEY_VARIABLE}, or --base-url of a compatible server"
        )
    check_base_url(base_url)
    client = openai.OpenAI(
        api_key=key or "none",
        base_url=base_url,
        timeout=timeout_s,
        max_retries=0,  # there is one retry loop, and it is ours
    )
    with _LOCK:
        _SHARED[client] = {}
    return client


def check_base_url(base_url: str | None) -> None:
    """See that it is a web address, if it is given.

    Raises:
        InputError: it is none.
    """
    if base_url and not re.match(r"https?://[^/]", base_url):
        raise InputError(
            f"--base-url is {base_url!r}; give a web address such as http://127.0.0.1:8080/v1"
        )


def complete(client: "OpenAI", parameters: Mapping[str, Any]) -> "ChatCompletion":
    """One chat completion, with at least one choice that has a message.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: this one failed.
    """
    given = dict(parameters)
    # The SDK walks through every field of a request to rename a few, which takes a third of the
    # time that a request takes us. Ours need no renaming, and what is extra it leaves alone.
    body = {name: given.pop(name) for name in ("messages", "tools") if name in given}
    given["extra_body"] = {**body, **given.get("extra_body", {})}
    with vendor_errors():
        chat = _of_this_thread(client).chat
        completion: ChatCompletion = chat.completions.create(messages=[], **given)
    choices = getattr(completion, "choices", None)
    if not choices or getattr(choices[0], "message", None) is None:
        raise AgentError("the answer holds no choice", retryable=True)
    return completion


def _of_this_thread(client: "OpenAI") -> "OpenAI":
    """The same client with connections that few threads share.

    A pool looks at all its connections for every request; with 64 of them that takes as long as
    the request itself.
    """
    if not hasattr(_THREAD, "share"):
        _THREAD.share = next(_THREADS) % _POOLS
    with _LOCK:
        pools = _SHARED.get(client)
        if pools is None:
            return client  # made elsewhere, perhaps with connections of its own
        if _THREAD.share not in pools:
            pools[_THREAD.share] = client.with_options(http_client=_connections())
        return pools[_THREAD.share]


def _connections() -> Any:
    import openai

    class Connections(openai.DefaultHttpxClient):
        """Closed when the last who uses them is gone, as the SDK's own are."""

        def __del__(self) -> None:
            self.close()

    return Connections()


@contextmanager
def vendor_errors() -> Iterator[None]:
    """What the SDK raises inside becomes ours, without the vendor's words.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: this one failed.
    """
    import openai

    try:
        yield
    except openai.APITimeoutError:
        raise AgentError("no answer in time", retryable=True) from None
    except openai.APIStatusError as error:
        raise _status_error(error) from None
    except openai.OpenAIError as error:
        reason = f"{type(error).__name__}: the connection failed or broke off"
        raise AgentError(reason, retryable=True) from None
    except ValueError:
        raise AgentError("the answer is not JSON", retryable=True) from None


def coded_error(status: int, code: object, after_s: float | None = None) -> AgentError:
    """What an HTTP status and a provider's own code mean."""
    if status in _REFUSED_STATUS:
        return AgentRefused(_REFUSED_STATUS[status])
    if code in _QUOTA_CODES:
        return AgentRefused(f"the account's quota is used up (HTTP {status})")
    detail = f" {code}" if isinstance(code, str) and _CODE.fullmatch(code) else ""
    retryable = status in _RETRYABLE_STATUS or status >= 500
    wait_s = after_s if retryable else None
    return AgentError(
        f"HTTP {status}{detail}",
        retryable=retryable,
        retry_after_s=wait_s,
        crowded=status == 429,
    )


def _status_error(error: "APIStatusError") -> AgentError:
    code = error.code if isinstance(error.code, str) else error.type
    return coded_error(error.status_code, code, retry_after_s(error.response.headers))
