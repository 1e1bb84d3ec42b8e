"""Connections to vendors: an answer has a time and a size, and comes from where we asked."""

import ssl
import sys
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import httpx2

MAX_ANSWER_BYTES = 64_000_000
"""More than any model writes; what is longer is not read to its end."""


class AnswerTooLong(httpx2.ReadError):
    """The answer is longer than `MAX_ANSWER_BYTES`."""


class Connections(httpx2.Client):
    """What the vendors' SDKs send requests through. Closed when the last who uses it is gone.

    A redirect is not followed: the vendor's SDK would take the key along to wherever it leads. The
    time is that of a whole answer, where the SDKs' own is that of each of its parts: a server that
    sends blanks while it works would never be late.
    """

    def __init__(self, timeout_s: float) -> None:
        """Connects to nothing yet.

        Args:
            timeout_s: how long an answer may take, from the request to its last byte.
        """
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)
        super().__init__(timeout=timeout_s, limits=limits, verify=_trusted())
        self._timeout_s = timeout_s

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request, and read its whole answer unless it is asked for as a stream.

        Raises:
            httpx2.HTTPError: no answer, or one that is too slow or too long.
        """
        late = time.monotonic() + self._timeout_s
        options["follow_redirects"] = False
        if options.pop("stream", False):
            return super().send(request, stream=True, **options)
        response = super().send(request, stream=True, **options)
        try:
            body = b"".join(_bounded(response, late))
        finally:
            response.close()
        # Its body is decoded already, and measured.
        headers = [
            (name, value) for name, value in response.headers.raw if name.lower() not in _BODY
        ]
        return httpx2.Response(
            response.status_code,
            headers=headers,
            content=body,
            request=request,
            extensions=response.extensions,
        )

    def __del__(self) -> None:
        if not sys.is_finalizing():  # the system closes what is open then
            self.close()


@cache
def _trusted() -> ssl.SSLContext:
    """Whom to believe; reading it takes as long as some ten requests."""
    return httpx2.create_ssl_context()


_BODY = frozenset({b"content-encoding", b"content-length", b"transfer-encoding"})


def _bounded(response: httpx2.Response, late: float) -> Iterator[bytes]:
    """The parts of a body, in time and up to the size that an answer may have."""
    size = 0
    for part in response.iter_bytes():
        size += len(part)
        if size > MAX_ANSWER_BYTES:
            raise AnswerTooLong("longer than any answer", request=response.request)
        if time.monotonic() > late:
            raise httpx2.ReadTimeout("the answer took too long", request=response.request)
        yield part
