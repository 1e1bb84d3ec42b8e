"""What a vendor's failure means, whichever SDK tells of it.

Nothing that a vendor says is quoted, except its short error code: messages have held keys. SDKs
differ in where they keep status, headers and body; the names are few, and read here.
"""

import email.utils
import re
import time
from collections.abc import Iterator, Mapping, Sequence

from .base import BadSpeech, EngineError, Failed, Refused, Shut

_PASSING_STATUS = frozenset({408, 409, 425, 429})
_QUOTA_CODES = frozenset(
    {
        "insufficient_quota", "credit_balance_exhausted", "organization_spend_limit_exceeded",
        "project_spend_limit_exceeded", "billing_hard_limit_reached",  # OpenAI
        "quota_exceeded", "payment_required",  # ElevenLabs
        "ASR_PAYMENT_REQUIRED",  # Deepgram
        "Arrearage", "AllocationQuota.FreeTierOnly", "PrepaidBillOverdue",  # DashScope
    }
)  # fmt: skip
_KEY_CODES = frozenset({"API_KEY_INVALID", "InvalidApiKey", "invalid_api_key", "INVALID_AUTH"})
_CODE_NAMES = ("code", "status", "type", "err_code", "error_code", "reason")
_CODE = re.compile(r"[A-Za-z][\w.-]{1,40}")
_DELAY = re.compile(r"(\d+(?:\.\d+)?)s")
_NETWORK = ("httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3")


def meaning(error: Exception, who: str, keys: Sequence[str], sdk: str) -> EngineError | None:
    """An SDK's exception as one of ours; None if it is not the vendor's or the network's doing.

    Args:
        error: what the SDK raised.
        who: the vendor, for the message.
        keys: environment variables that may hold its key.
        sdk: the SDK's top-level package.
    """
    roots = {base.__module__.split(".")[0]: base.__name__ for base in type(error).__mro__}
    names = " ".join(base.__name__ for base in type(error).__mro__)
    if "Timeout" in names:
        return Failed(f"{who}: no answer in time")
    status = _status(error)
    if status is not None and status >= 400:
        body = getattr(error, "body", None) or getattr(error, "details", None)
        headers = getattr(error, "headers", None) or getattr(
            getattr(error, "response", None), "headers", None
        )
        return http_error(who, status, headers, body, keys)
    if status is not None or isinstance(error, ValueError):
        return Failed(f"{who}: the answer is not what its API writes")
    if sdk in roots or any(name in roots for name in _NETWORK):
        return Failed(f"{who}: {type(error).__name__}: the connection failed or broke off")
    return None


def http_error(
    who: str,
    status: int,
    headers: Mapping[str, str] | None,
    body: object,
    keys: Sequence[str],
) -> EngineError:
    """What an HTTP status means, with what headers and body add to it."""
    codes = set(_codes(body))
    if codes & _KEY_CODES or (status == 401 and not codes & _QUOTA_CODES):
        return Shut(f"{who}: the key was refused (HTTP {status}); check ${' or $'.join(keys)}")
    if status == 402 or codes & _QUOTA_CODES or _day_is_used_up(status, body):
        return Shut(f"{who}: no credit or quota is left (HTTP {status})")
    if status in _PASSING_STATUS or status >= 500:
        return Failed(f"{who}: HTTP {status}{_shown(codes)}", _wait_s(headers or {}, body))
    if status == 404:
        return Refused(f"{who}: no such model, voice or address (HTTP 404)")
    return Refused(f"{who}: the request was refused (HTTP {status}{_shown(codes)})")


def broken(who: str, error: BadSpeech) -> BadSpeech:
    """The same, with who sent it."""
    return BadSpeech(f"{who}: {error}")


def _status(error: Exception) -> int | None:
    for name in ("status_code", "code"):
        value = getattr(error, name, None)
        if isinstance(value, int):
            return value
    return None


def _codes(body: object) -> Iterator[str]:
    """Every short code in an error's body, at any depth."""
    if isinstance(body, Mapping):
        for name, value in body.items():
            if name in _CODE_NAMES and isinstance(value, str) and _CODE.fullmatch(value):
                yield value
            else:
                yield from _codes(value)
    elif isinstance(body, list):
        for one in body:
            yield from _codes(one)


def _shown(codes: set[str]) -> str:
    """Codes that cannot be a key: words, without the digits of one."""
    words = sorted(code for code in codes if not re.search(r"\d", code))
    return f" {words[0]}" if words else ""


def _day_is_used_up(status: int, body: object) -> bool:
    """Google's way to say that waiting a minute will not do."""
    return status == 429 and "PerDay" in str(body)


def _wait_s(headers: Mapping[str, str], body: object) -> float | None:
    """Seconds that a vendor asks to wait, from Retry-After or from Google's details."""
    named = {name.lower(): value for name, value in headers.items()}
    value = named.get("retry-after", "")
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        until = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        delay = _DELAY.fullmatch(_named(body, "retryDelay"))
        return float(delay[1]) if delay else None
    return max(0.0, until.timestamp() - time.time())


def _named(body: object, wanted: str) -> str:
    """The text of a field at any depth of a body; empty if there is none."""
    if isinstance(body, Mapping):
        if isinstance(body.get(wanted), str):
            return str(body[wanted])
        body = list(body.values())
    if isinstance(body, list):
        return next(filter(None, (_named(one, wanted) for one in body)), "")
    return ""
