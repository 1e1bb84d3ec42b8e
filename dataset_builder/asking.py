"""Between threads that word requests and the event loop that lets calls out."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeVar

from .calls import Call
from .consult import Ask
from .maker import Maker, maker
from .store import Json

T = TypeVar("T")


def asker(made: Maker) -> Ask:
    """What a thread asks with, made on the event loop of `made`; it blocks its thread alone.

    Raises (when it is called):
        EngineError: what was asked for failed for good.
        OutOfMoney: it might cost more than there is.
    """
    loop = asyncio.get_running_loop()

    def ask(
        key: Mapping[str, Json], call: Call, function: Callable[..., bytes], *arguments: object
    ) -> bytes:
        getting = made.get(key, call, function, *arguments)
        return asyncio.run_coroutine_threadsafe(getting, loop).result()

    return ask


def served(work: Callable[[Ask], T]) -> T:
    """`work(ask)`, done on a thread while an event loop of its own serves what it asks."""

    async def serve() -> T:
        with maker() as made:
            return await asyncio.to_thread(work, asker(made))

    return asyncio.run(serve())
