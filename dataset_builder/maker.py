"""Makes what the store lacks: the one place from which anything slow or paid is asked for."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from .calls import Call
from .crew import Crew, Local, Waiting
from .engines.base import EngineError, wait_s
from .engines.catalogue import elsewhere
from .gate import Gate
from .store import Json, Store, canonical
from .usage import told


class Maker:
    """Store, crew and gate of a build, used from one event loop.

    Attributes:
        store: where results are kept.
        crew: who does what needs a processor.
        gate: what every call to a vendor passes: money, limits.
    """

    def __init__(self, store: Store, crew: Crew, gate: Gate) -> None:
        self.store, self.crew, self.gate = store, crew, gate
        self._waiting = Waiting()
        self._making: dict[bytes, asyncio.Task[bytes]] = {}

    async def get(
        self,
        key: Mapping[str, Json],
        call: Call | None,
        function: Callable[..., bytes],
        *arguments: object,
    ) -> bytes:
        """The result under `key`; what is not kept is made once, whoever else wants it too.

        Args:
            key: all that shapes the result.
            call: what is asked of whom; None for work of our own.
            function: makes it.
            *arguments: of the function.

        Raises:
            EngineError: it failed for good.
            OutOfMoney: it might cost more than there is.
            WriteError: the disk refused it.
            WorkerError: whoever made it died.
        """
        if (kept := self.store.get(key)) is not None:
            return kept
        name = canonical(key)
        if name not in self._making:
            making = asyncio.create_task(self._make(key, call, function, *arguments))
            making.add_done_callback(lambda _: self._making.pop(name))
            self._making[name] = making
        return await asyncio.shield(self._making[name])

    def close(self) -> None:
        """Lets crew and threads go."""
        self._waiting.close()
        self.crew.close()

    async def _make(
        self,
        key: Mapping[str, Json],
        call: Call | None,
        function: Callable[..., bytes],
        *arguments: object,
    ) -> bytes:
        if call is None:
            result = await self.crew.do(function, *arguments)
        else:
            result = await self._asked(call, function, *arguments)
        self.store.put(key, result)
        self.store.made += 1
        return result

    async def _asked(self, call: Call, function: Callable[..., bytes], *arguments: object) -> bytes:
        """The one retry loop; each try passes the gate."""
        do = self._waiting.do if elsewhere(call.kind, call.spec) else self.crew.do
        attempt = 0
        while True:
            try:
                async with self.gate.enter(call) as entry:
                    result = await do(function, *arguments)
                    entry.used(told(call, result))
                    return result
            except EngineError as error:
                seconds = wait_s(error, attempt)
                if seconds is None:
                    raise
                if error.retry_after_s:
                    self.gate.pause(call.spec, seconds)
            attempt += 1
            await asyncio.sleep(seconds)


@contextmanager
def maker(
    store: Path | None = None, crew: Crew | None = None, gate: Gate | None = None
) -> Iterator[Maker]:
    """A maker, closed at the end.

    Args:
        store: root of the store; None for the one in our cache.
        crew: None for this process.
        gate: None for one without a limit.
    """
    made = Maker(Store(store), crew or Local(), gate or Gate())
    try:
        yield made
    finally:
        made.close()
