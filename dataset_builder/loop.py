"""The event loop that a build runs on."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Item = TypeVar("Item")
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, also where a loop runs already, as in a notebook: then on a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def in_order(
    function: Callable[[Item], Awaitable[T]], items: Iterable[Item], ahead: int
) -> AsyncIterator[T]:
    """Results in the order of their items.

    Args:
        function: begun for several items at once.
        items: taken as they are needed.
        ahead: how many are under way or wait for an earlier one, so that memory stays bounded.
    """
    waiting: deque[asyncio.Future[T]] = deque()
    try:
        for item in items:
            waiting.append(asyncio.ensure_future(function(item)))
            if len(waiting) >= ahead:
                yield await waiting.popleft()
        while waiting:
            yield await waiting.popleft()
    finally:
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
