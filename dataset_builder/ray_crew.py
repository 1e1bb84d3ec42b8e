"""A Ray cluster as the crew: it schedules, and starts again what a lost machine was doing.

The driver keeps store, keys, money and limits; what travels is text and sound. The functions are
those that run here, so that the bytes are the same.
"""

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Callable
from typing import Any, TypeVar

from .engines.base import NotReady
from .errors import OptionError, WorkerError

T = TypeVar("T")

LOCAL = "local"
_TRIES = 5
"""How often one piece of work may lose the machine that it is on."""


class Hand:
    """One process of the cluster, which loads each model once."""

    def do(self, function: Callable[..., T], *arguments: object) -> T:
        """`function(*arguments)`."""
        return function(*arguments)


class RayCrew:
    """The processors of a cluster, one hand each."""

    def __init__(self, address: str) -> None:
        """Connects.

        Args:
            address: `host:port` of the head, `auto` for the cluster that this machine is in, or
                `local` for one on this machine alone.

        Raises:
            NotReady: Ray is not installed.
            OptionError: there is no cluster.
        """
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody outside is told
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # as later Rays do
        try:
            import ray
        except ModuleNotFoundError:
            raise NotReady("--ray needs Ray: pip install 'bfcl-audio[ray]'") from None
        self._ray = ray
        self._connect(address)
        homes = [
            str(node["NodeID"])
            for node in ray.nodes()  # type: ignore[no-untyped-call]
            if node["Alive"]
            for _ in range(int(node["Resources"].get("CPU", 0)))
        ]
        self.hands = len(homes)
        self._free: asyncio.Queue[Any] = asyncio.Queue()
        for home in homes:
            self._free.put_nowait(self._hand(home))

    async def do(self, function: Callable[..., T], *arguments: object) -> T:
        """See `Crew`."""
        hand = await self._free.get()
        try:
            for _ in range(_TRIES):
                with contextlib.suppress(self._ray.exceptions.ActorUnavailableError):
                    done: T = await hand.do.remote(function, *arguments)
                    return done
            raise WorkerError("a part of the cluster stays out of reach; run the command again")
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayActorError as error:
            raise WorkerError(f"a Ray actor died and does not come back: {_line(error)}") from None
        finally:
            self._free.put_nowait(hand)

    def close(self) -> None:
        """See `Crew`."""
        self._ray.shutdown()

    def _hand(self, home: str) -> Any:
        """A process on one machine; if that is lost, on another."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        # It holds no processor for life, else there were none free for it elsewhere.
        options = self._ray.remote(Hand).options(
            num_cpus=0.01,
            max_restarts=-1,
            max_task_retries=-1,
            scheduling_strategy=NodeAffinitySchedulingStrategy(home, soft=True),
        )
        return options.remote()

    def _connect(self, address: str) -> None:
        here = address == LOCAL
        try:
            _reach(address)
            self._ray.init(
                address=address,
                logging_level=logging.ERROR,
                log_to_driver=False,
                include_dashboard=False if here else None,
                num_cpus=os.cpu_count() if here else None,
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise OptionError(
                f"no Ray cluster at {address!r} ({_line(error)}); start one with "
                "`ray start --head`, or give `--ray local`"
            ) from None


def _reach(address: str) -> None:
    """Sees that somebody answers at `host:port`: Ray itself would try for minutes.

    Raises:
        OSError: nobody does.
    """
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=_REACH_S).close()


_REACH_S = 10.0


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
