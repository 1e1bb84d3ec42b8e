"""Reaching OpenAI or a compatible server: the client, one completion, and what errors mean.

Agents and the judge share it. Nothing that a provider says is quoted, except its short error code:
messages of vendors have held keys.
"""

import itertools
import json
import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from ..errors import InputError
from .agents.base import AgentError, AgentRefused
from .agents.retrying import retry_after_s

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI

    from .connections import Connections

Body = Mapping[str, Any]  # an answer's JSON, of which nothing is known to be as the API says

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
_CODE = re.compile(r"[A-Za-z]{1,20}(_[A-Za-z]{1,20}){0,5}")  # words, which no key is


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
    if not base_url:
        return
    try:
        parts = urlsplit(base_url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port or an address that is none
        good = False
    if not good or re.search(r"[\s\x00-\x1f\x7f]", base_url):
        raise InputError(
            f"--base-url is {base_url!r}; give a web address such as http://127.0.0.1:8080/v1"
        )


def complete(client: "OpenAI", parameters: Body) -> Body:
    """One chat completion as JSON, with at least one choice that has a message.

    Through the SDK's own `post`, which neither walks through what is sent nor takes apart what is
    answered: together that is more than a third of the time that a request takes us.

    Raises:
        AgentRefused: asking again is pointless, whatever is asked.
        AgentError: this one failed.
    """
    import httpx2

    with vendor_errors():
        response = _of_this_thread(client).post(
            "/chat/completions", cast_to=httpx2.Response, body=dict(parameters)
        )
        completion = json.loads(response.content)
    match completion:
        case {"choices": [{"message": {}}, *_]}:
            return dict(completion)
    raise AgentError("the answer holds no choice", retryable=True)


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
            pools[_THREAD.share] = client.with_options(http_client=_connections(client))
        return pools[_THREAD.share]


def _connections(client: "OpenAI") -> "Connections":
    from .connections import Connections

    assert isinstance(client.timeout, float | int)  # we made it
    return Connections(client.timeout)


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
        check_length(error.__cause__)
        reason = f"{type(error).__name__}: the connection failed or broke off"
        raise AgentError(reason, retryable=True) from None
    except (ValueError, RecursionError):
        raise AgentError("the answer is not JSON", retryable=True) from None


def check_length(error: BaseException | None) -> None:
    """Tell an answer that is too long from a connection that broke.

    Raises:
        AgentError: it was too long.
    """
    from .connections import MAX_ANSWER_BYTES, AnswerTooLong

    if isinstance(error, AnswerTooLong):
        raise AgentError(f"the answer is longer than {MAX_ANSWER_BYTES // 1_000_000} MB") from None


@contextmanager
def reading() -> Iterator[None]:
    """Whatever an answer is made of, it is an answer of the provider's and no fault of ours.

    SDKs check nothing of what they hand over: where an object should be there may be a number.

    Raises:
        AgentError: it is not what the API writes.
    """
    try:
        yield
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise AgentError("the answer is not what the API writes", retryable=True) from None


def counts(found: Mapping[str, object]) -> dict[str, int]:
    """Those of some token counts that are counts."""
    return {
        name: count
        for name, count in found.items()
        if isinstance(count, int) and not isinstance(count, bool) and 0 < count < 1 << 53
    }


def coded_error(status: int, code: object, after_s: float | None = None) -> AgentError:
    """What an HTTP status and a provider's own code mean."""
    if 300 <= status < 400:
        return AgentRefused(
            f"the server sends us elsewhere (HTTP {status}); give --base-url the address there"
        )
    if status in _REFUSED_STATUS:
        return AgentRefused(_REFUSED_STATUS[status])
    if isinstance(code, str) and code in _QUOTA_CODES:
        return AgentRefused(f"the account's quota is used up (HTTP {status})")
    retryable = status in _RETRYABLE_STATUS or status >= 500
    wait_s = after_s if retryable else None
    return AgentError(
        f"HTTP {status}{named(code)}",
        retryable=retryable,
        retry_after_s=wait_s,
        crowded=status == 429,
    )


def named(code: object) -> str:
    """A provider's own code for the end of a message; nothing if it is more than some words.

    >>> named("server_error"), named("sk-1234")
    (' server_error', '')
    """
    return f" {code}" if isinstance(code, str) and _CODE.fullmatch(code) else ""


def _status_error(error: "APIStatusError") -> AgentError:
    code = error.code if isinstance(error.code, str) else error.type
    return coded_error(error.status_code, code, retry_after_s(error.response.headers))
