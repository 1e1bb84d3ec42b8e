"""What the engines and recognisers of all vendors share: key, address, connection, failures.

An adapter names its vendor and model, connects the vendor's SDK (whose own retries are off: the
one retry loop is `base.ask`), and makes one request. Key and address are read when a request is
made, so that what is true then counts; nothing keeps them but the SDK's client.
"""

import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

from .accounts import Account
from .base import EngineError, NotReady, Shut
from .settings import Settings
from .wire_errors import meaning

_TIMEOUT_S = 120.0


class Vendor(ABC):
    """A vendor's service, one model of it, with options.

    Attributes:
        name: as a SPEC begins.
        licence: of what it makes.
        account: the vendor.
        default_model: where the SPEC names none.
        takes_language: whether it can be told one.
    """

    account: ClassVar[Account]
    default_model: ClassVar[str]
    takes_language: ClassVar[bool] = True

    def __init__(self, model: str = "", options: Mapping[str, str] | None = None) -> None:
        """Connects to nothing yet.

        Raises:
            SpecError: an option that it does not take, or a value that it cannot have.
        """
        self.name = self.account.name
        self.licence = self.account.licence
        settings = Settings(self.name, options or {})
        self.model = model or self.default_model
        self._timeout_s = settings.number("timeout", 0.01, 3600) or _TIMEOUT_S
        self._base_url = settings.address("base_url")
        self._language = settings.text("language") if self.takes_language else ""
        self._configure(settings)
        settings.done()
        self._shaping = settings.shaping
        self._connecting = threading.Lock()
        self._client: tuple[int, Any] = (0, None)
        self._shut: tuple[int, str] = (0, "")

    @property
    def version(self) -> str:
        """Model, options, and the address where it is not the vendor's own.

        The SDK's version is no part: it changes nothing in the sound, and a new one must not make
        everything be paid for again.
        """
        elsewhere = [] if self._base_url or not self._address() else [f"at {self._address()}"]
        return ", ".join([self.model, *self._fixed(), *self._shaping, *elsewhere])

    def close(self) -> None:
        """Lets the connection go; the next request makes another."""
        client, self._client = self._client[1], (0, None)
        if hasattr(client, "close"):
            client.close()

    def _configure(self, settings: Settings) -> None:  # noqa: B027  most have no more options
        """Reads the options of this vendor."""

    def _fixed(self) -> list[str]:
        """What else shapes the result, whether or not it was chosen."""
        return []

    @abstractmethod
    def _connect(self, key: str, address: str | None) -> Any:
        """The SDK's client, its own retries off."""

    def _address(self) -> str | None:
        return self._base_url or os.environ.get(self.account.address, "").rstrip("/") or None

    def _key(self) -> str:
        key = next(filter(None, map(os.environ.get, self.account.keys)), None)
        if key is None and self._address() is None:
            raise NotReady(f"{self.name}: no key; set ${' or $'.join(self.account.keys)}")
        return key or "none"  # a compatible server of one's own may want none

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """A client to make one request with; what goes wrong inside becomes one of our errors.

        Raises:
            EngineError: see `base`; nothing of the vendor's own words is in it.
        """
        key, address = self._key(), self._address()
        account = hash((key, address))
        if self._shut[0] == account:
            raise Shut(self._shut[1])
        try:
            yield self._connection(account, key, address)
        except Shut as error:
            self._shut = (account, str(error))
            raise
        except EngineError:
            raise
        except Exception as error:
            ours = meaning(error, self.name, self.account.keys, self.account.sdk)
            if ours is None:
                raise
            if isinstance(ours, Shut):
                self._shut = (account, str(ours))
            raise ours from None

    def _connection(self, account: int, key: str, address: str | None) -> Any:
        with self._connecting:
            if self._client[0] != account or self._client[1] is None:
                self.close()
                self._client = (account, self._connect(key, address))
            return self._client[1]
