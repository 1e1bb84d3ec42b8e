"""Deepgram: the Nova recognisers."""

import warnings
from typing import TYPE_CHECKING, Any

from .accounts import DEEPGRAM
from .services import VendorRecognizer
from .settings import Settings

if TYPE_CHECKING:
    from deepgram import DeepgramClient


class DeepgramRecognizer(VendorRecognizer):
    """Writes numbers, dates and amounts as people do unless `smart_format=false`.

    English unless `language` says otherwise.
    """

    account = DEEPGRAM
    default_model = "nova-3"

    def _configure(self, settings: Settings) -> None:
        self._smart = settings.choice("smart_format", ("true", "false"), "true") == "true"

    def _fixed(self) -> list[str]:
        return ["wav", *([] if self._language else ["language=en"])]

    def _connect(self, key: str, address: str | None) -> "DeepgramClient":
        from deepgram import DeepgramClient
        from deepgram.environment import DeepgramClientEnvironment

        where = DeepgramClientEnvironment.PRODUCTION
        if address:
            where = DeepgramClientEnvironment(
                base=address, production=address, agent=address, agent_rest=address
            )
        client = DeepgramClient(
            api_key=key, environment=where, timeout=self._timeout_s, max_retries=0
        )
        with warnings.catch_warnings():  # it imports old names of websockets, which say so
            warnings.simplefilter("ignore", DeprecationWarning)
            _ = client.listen.v1.media
        return client

    def close(self) -> None:
        """Lets the connection go; the SDK has no method for it."""
        client, self._client = self._client[1], (0, None)
        if client is not None:
            client._client_wrapper.httpx_client.httpx_client.close()

    def _hear(self, client: Any, wav: bytes) -> object:
        answer = client.listen.v1.media.transcribe_file(
            request=wav,
            model=self.model,
            language=self._language or "en",
            smart_format=self._smart,
            request_options={"max_retries": 0},
        )
        channels = getattr(getattr(answer, "results", None), "channels", None)
        heard = (getattr(channels[0], "alternatives", None) or [None])[0] if channels else None
        return getattr(heard, "transcript", None)
