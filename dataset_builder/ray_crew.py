"""A Ray cluster as the crew: it schedules, and starts again what a lost machine was doing.

The driver keeps store, keys, money and limits; what travels is text and sound. The functions are
those that run here, so that the bytes are the same.
"""

import asyncio
import importlib.metadata
import logging
import os
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from .engines.base import NotReady
from .engines.offers import ENGINES, RECOGNIZERS
from .errors import OptionError, WorkerError

T = TypeVar("T")

AUTO, LOCAL = "auto", "local"
_WAITS_S = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Before each try of a piece of work that loses whoever does it: a machine that is gone is found so
after some twenty seconds, and work that kills each process that tries it must end."""
_REACH_S = 5.0
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nobody outside is told
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # as later releases do; else Ray warns
    # Ray tries for a quarter of an hour to reach what is no cluster; with these for some seconds.
    "RAY_gcs_rpc_server_connect_timeout_s": "3",
    "RAY_py_gcs_connect_timeout_s": "5",
    "RAY_gcs_server_port_wait_time_s": "1",
}


class Hand:
    """One process of the cluster, which loads each model once."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        """Looks at what is installed.

        Args:
            packages: the driver's, with their versions.
        """
        here = installed()
        self._unlike = [
            f"{name} {here[name]}, not {version}"
            for name, version in packages.items()
            if here.get(name, version) != version
        ]

    def do(self, function: Callable[..., T], *arguments: object) -> T:
        """`function(*arguments)`.

        Raises:
            WorkerError: the packages here are others, so that the bytes might be.
        """
        if self._unlike:
            raise WorkerError(
                f"the cluster's machine {socket.gethostname()} has {', '.join(self._unlike)}; "
                "install there what is installed here, so that it makes the same clips"
            )
        return function(*arguments)


class RayCrew:
    """The processors of a cluster, one hand each."""

    def __init__(self, address: str) -> None:
        """Connects, and starts the hands.

        Args:
            address: `host:port` of the head, `auto` for the cluster that this machine is in, or
                `local` for one on this machine alone.

        Raises:
            NotReady: Ray is not installed.
            OptionError: there is no cluster.
        """
        for name, value in _SETTINGS.items():
            os.environ.setdefault(name, value)
        try:
            import ray
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
        except ModuleNotFoundError:
            raise NotReady("--ray needs Ray: pip install 'bfcl-audio[ray]'") from None
        errors = ray.exceptions
        self._ray = ray
        self._passing = (
            errors.ActorUnavailableError, errors.ObjectLostError, errors.OutOfMemoryError,
        )  # fmt: skip
        self._joined = not ray.is_initialized()
        if self._joined:
            self._join(address)
        packages = installed()
        # A hand holds next to nothing of its processor, or a lost one would find none free on the
        # machines that are left. (One that holds nothing is placed by chance.)
        self._hands: list[Any] = [
            ray.remote(Hand)
            .options(
                num_cpus=0.001,
                max_restarts=-1,
                scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=True),
            )
            .remote(packages)
            for node in _places(ray.nodes())  # type: ignore[no-untyped-call]
        ]
        self.hands = len(self._hands)
        self._free: asyncio.Queue[Any] = asyncio.Queue()
        self._latest: dict[Any, Any] = {}
        for hand in self._hands:
            self._free.put_nowait(hand)

    async def do(self, function: Callable[..., T], *arguments: object) -> T:
        """See `Crew`."""
        hand = await self._free.get()
        try:
            for wait_s in _WAITS_S:
                await asyncio.sleep(wait_s)
                try:
                    self._latest[hand] = hand.do.remote(function, *arguments)
                    done: T = await self._latest[hand]
                    return done
                except self._ray.exceptions.RayError as error:
                    lost = getattr(error, "cause", None) or error
                    if not isinstance(lost, self._ray.exceptions.RayError):
                        raise lost from None
                    if not isinstance(lost, self._passing):
                        break
            raise WorkerError(
                f"the Ray cluster could not do a part of the work ({_line(lost)}); what was "
                "finished is kept: run the same command again"
            )
        finally:
            self._free.put_nowait(hand)

    def close(self) -> None:
        """See `Crew`; a cluster that was joined before stays joined."""
        for hand in self._hands:
            self._ray.kill(hand)
        # Ray's native half crashes if a result comes for a Python that is leaving.
        left = list(self._latest.values())
        if left:
            self._ray.wait(left, num_returns=len(left), timeout=_REACH_S)
        if self._joined:
            self._ray.shutdown()

    def _join(self, address: str) -> None:
        here = address == LOCAL
        try:
            _reach(os.environ.get("RAY_ADDRESS", address) if address == AUTO else address)
            # Whatever befalls a machine it would print among our own lines.
            self._ray._private.worker.print_to_stdstream = _nothing
            with _hushed():
                self._ray.init(
                    address=address,
                    logging_level=logging.CRITICAL,
                    log_to_driver=False,
                    include_dashboard=False if here else None,
                    num_cpus=os.cpu_count() if here else None,
                )
        except (OSError, ValueError, RuntimeError) as error:
            raise OptionError(
                f"no Ray cluster at {address!r} ({_line(error)}); start one with "
                "`ray start --head`, or give `--ray local`"
            ) from None


def installed() -> dict[str, str]:
    """The packages that shape a clip or a transcript, with their versions, where installed."""
    rows = (row for row in (*ENGINES.values(), *RECOGNIZERS.values()) if not row.keys)
    names = {
        "bfcl-audio",
        "numpy",
        "scipy",
        "soundfile",
        *(n for row in rows for n in row.packages),
    }
    found: dict[str, str] = {}
    for name in sorted(names):
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # an engine that is asked for there says so itself
    return found


def _places(nodes: list[dict[str, Any]]) -> list[str]:
    """A node's id for each processor, turn about, so that the first hands are on all machines."""
    left = {n["NodeID"]: int(n["Resources"].get("CPU", 0)) for n in nodes if n["Alive"]}
    turns = range(max(left.values(), default=0))
    places = [node for turn in turns for node, processors in left.items() if turn < processors]
    return places or list(left)[:1]


def _reach(address: str) -> None:
    """Sees that somebody answers at `host:port`.

    Raises:
        OSError: nobody does.
    """
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=_REACH_S).close()


@contextmanager
def _hushed() -> Iterator[None]:
    """Keeps from the terminal what Ray's native half says while it connects."""
    kept, silence = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(silence, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(silence)


def _nothing(*arguments: object, **named: object) -> None:
    """In place of what prints."""


def _line(error: Exception) -> str:
    """What Ray's message, which may be a traceback in colours, comes to."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return re.sub(r"\x1b\[[0-9;]*m", "", lines[-1] if lines else type(error).__name__)[:300]
