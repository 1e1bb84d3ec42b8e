"""The processes of a distributed training: each does its share, and all know the same result."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import torch.distributed as dist

T = TypeVar("T")
R = TypeVar("R")


def place() -> tuple[int, int]:
    """(this process, how many there are); (0, 1) where training is not distributed."""
    if dist.is_available() and dist.is_initialized():
        return dist.get_rank(), dist.get_world_size()
    return 0, 1


def together(share: Callable[[], T], combine: Callable[[Sequence[T]], R]) -> R:
    """What the first process makes of all shares, told to every process.

    A failure anywhere is raised everywhere, so that no process waits for one that is gone.

    Args:
        share: what this process does.
        combine: called in the first process, with the shares in the order of the processes.
    """
    rank, world = place()
    if world == 1:
        return combine([share()])
    mine, failed = _tried(share)
    shares: list[tuple[T | None, Exception | None]] = [(None, None)] * world
    dist.gather_object((mine, failed), shares if rank == 0 else None, dst=0)
    told: list[tuple[R | None, Exception | None]] = [(None, None)]
    if rank == 0:
        told = [_combined(shares, combine)]
    dist.broadcast_object_list(told, src=0)
    result, error = told[0]
    if error is not None:
        raise error
    return result  # type: ignore[return-value]


def _combined(
    shares: Sequence[tuple[T | None, Exception | None]], combine: Callable[[Sequence[T]], R]
) -> tuple[R | None, Exception | None]:
    for _, error in shares:
        if error is not None:
            return None, error
    return _tried(lambda: combine([one for one, _ in shares]))  # type: ignore[misc]


def _tried(work: Callable[[], T]) -> tuple[T | None, Exception | None]:
    try:
        return work(), None
    except Exception as error:
        return None, error
