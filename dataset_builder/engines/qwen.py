"""Qwen's voices in Alibaba Cloud's DashScope (Model Studio).

An answer names a file to fetch, whose address holds a signature: it stands in no message.
Keys are of a region; `$DASHSCOPE_HTTP_BASE_URL` names another than Beijing's.
"""

import logging
import re
from typing import TYPE_CHECKING, Any

from . import containers
from .accounts import QWEN
from .base import Audio, BadSpeech, Failed
from .services import VendorSpeech
from .wire_errors import http_error

if TYPE_CHECKING:
    from requests import Session

_VOICES = (
    "Aiden", "Bella", "Cherry", "Chelsie", "Ethan", "Jennifer", "Kai", "Katerina", "Maia", "Momo",
    "Moon", "Nofish", "Ryan", "Serena", "Vivian",
)  # fmt: skip
_FILE_WAIT_S = 60.0


class QwenSpeech(VendorSpeech):
    """`seed` changes nothing: the API takes none.

    Options: `language` (English unless given; Auto, Chinese, …).
    """

    account = QWEN
    default_model = "qwen3-tts-flash"
    voices = _VOICES
    sample_rate_hz = 24_000
    longest = 500

    def has_voice(self, voice: str) -> bool:
        """Designed and cloned voices, which their own models speak with."""
        return bool(re.search(r"-v[cd]\b", self.model) and re.fullmatch(r"[\w-]{2,64}", voice))

    def _connect(self, key: str, address: str | None) -> "Session":
        # It logs each failure as an error with a traceback, beside the error that we raise.
        logging.getLogger("dashscope").setLevel(logging.CRITICAL)
        return _session()

    def _say(self, client: Any, text: str, voice: str, seed: int) -> Audio:
        import dashscope

        chosen: dict[str, Any] = {}
        if address := self._address():
            chosen["base_address"] = address
        try:
            answer: Any = dashscope.MultiModalConversation.call(
                model=self.model,
                api_key=self._key(),
                text=text,
                voice=voice,
                language_type=self._language or "English",
                session=client,
                request_timeout=self._timeout_s,
                **chosen,
            )
        except TypeError:  # how the SDK says that an answer has no `output`
            raise Failed(f"{self.name}: the answer is not what its API writes") from None
        if answer.status_code != 200:
            body = {"code": answer.code}
            raise http_error(self.name, answer.status_code, answer.headers, body, self.account.keys)
        sound = (answer.output or {}).get("audio") or {}
        if not isinstance(url := sound.get("url"), str) or not re.match(r"https?://", url):
            raise BadSpeech("no audio came")
        return containers.decoded(self._fetched(client, url), "wav")

    def _fetched(self, client: Any, url: str) -> bytes:
        reply = client.get(url, timeout=min(self._timeout_s, _FILE_WAIT_S))
        if reply.status_code != 200:
            raise Failed(f"{self.name}: its audio file could not be fetched ({reply.status_code})")
        return bytes(reply.content)


def _session() -> "Session":
    """A session that the SDK cannot retry on: it repeats a request whose connection failed."""
    import requests

    class OneTry(requests.Session):
        def request(self, *args: Any, **options: Any) -> requests.Response:
            try:
                return super().request(*args, **options)
            except requests.Timeout:
                raise
            except requests.ConnectionError:
                raise Failed("qwen: the connection failed or broke off") from None

    return OneTry()
