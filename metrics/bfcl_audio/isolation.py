"""Calls in other processes: to be killed when nothing else stops them, or to use more cores.

Such a process is a fresh interpreter, so that neither the caller's threads nor its main module
matter. It is told what to call by pickles on its standard input: data of ours, never code of an
answer's making.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import BfclAudioError

if TYPE_CHECKING:
    import subprocess

T = TypeVar("T")
J = TypeVar("J")

_START = """
import importlib, sys
sys.path[:] = {path!r}
importlib.import_module({module!r}).serve({limit_bytes!r})
"""


_READY = b"ready"
_NO_MEMORY = 77  # exit status of a process that ran out of memory
_NO_TIME = -24  # ... that the system stopped with SIGXCPU, wherever it has that


class OutOfBounds(Exception):
    """A call took too much time or memory."""


class _Died(Exception):
    """The process of a call ended, and not by the limits of the call."""


class Isolation:
    """One process for calls, one at a time. It starts when needed, also after it was killed."""

    def __init__(self, *, limit_s: int | None = None, limit_bytes: int | None = None) -> None:
        """Starts nothing yet.

        Args:
            limit_s: processor time of one call, in seconds; the clock on the wall may show ten
                times as much.
            limit_bytes: memory beyond what the process starts with, where the system limits it.
        """
        self._limit_s = limit_s
        self._limit_bytes = limit_bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting = Lock()

    def __enter__(self) -> "Isolation":
        """The isolation itself."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the process."""
        self._kill()

    def call(self, function: Callable[..., T], *arguments: object) -> T:
        """`function(*arguments)`, worked out in the other process.

        Args:
            function: of a module, and found there by its name.
            arguments: what does not pickle is worked out here, and so is everything where no
                process can be started.

        Raises:
            OutOfBounds: it took too long, or too much memory, or ends its process whenever tried.
        """
        # Imported when asked for, here and below: most scoring needs no second process.
        import pickle

        try:
            job = pickle.dumps((self._limit_s, function, arguments))
            self._started()
        except (pickle.PicklingError, TypeError, AttributeError, RecursionError, OSError):
            return function(*arguments)
        try:
            error, found = self._answer(job)
        except _Died as died:
            if self._stopped:
                raise OutOfBounds("stopped") from died
            # Whoever killed it meant the process, not the call: that has another try.
            try:
                error, found = self._answer(job)
            except _Died as died:
                raise OutOfBounds(str(died)) from None
        if error:
            raise error
        result: T = found
        return result

    def stop(self) -> None:
        """End a call that another thread makes or is about to; it raises OutOfBounds there."""
        with self._starting:
            self._stopped = True
            if process := self._process:
                process.kill()

    def _answer(self, job: bytes) -> tuple[Exception | None, Any]:
        import pickle
        import subprocess
        import threading

        process, rang = self._started(), threading.Event()

        def ring() -> None:
            rang.set()
            process.kill()

        alarm = threading.Timer(10 * (self._limit_s or 0), ring)
        if self._limit_s:
            alarm.start()
        try:
            assert process.stdin and process.stdout
            process.stdin.write(job)
            process.stdin.flush()
            # Written by `serve`.
            found: tuple[Exception | None, Any] = pickle.load(process.stdout)  # noqa: S301
            return found
        except (EOFError, OSError, pickle.UnpicklingError):
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(1)  # its output has ended, and so it is about to
            ended = process.poll()
            self._kill()
            if rang.is_set() or ended in (_NO_MEMORY, _NO_TIME):
                raise OutOfBounds("a limit was reached") from None
            raise _Died(f"the process ended with status {ended}") from None
        finally:
            alarm.cancel()

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            import subprocess

            path = list(map(str, sys.path))
            start = _START.format(path=path, module=__name__, limit_bytes=self._limit_bytes)
            with self._starting:  # a `stop` comes before there is a process, or finds it
                if self._stopped:
                    raise OutOfBounds("stopped")
                self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and text)
                    [sys.executable, "-c", start],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            assert self._process.stdout
            if self._process.stdout.read(len(_READY)) != _READY:
                self._kill()
                if self._stopped:
                    raise OutOfBounds("stopped")
                raise OSError("the process could not start")
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            with self._process:  # closes its pipes and waits
                pass
            self._process = None


def in_processes(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    """`function` of each job, in order, worked out by several processes, no more than jobs.

    Raises:
        BfclAudioError: a process was killed.
    """
    from concurrent.futures.process import BrokenProcessPool

    processes = max(1, min(processes, len(jobs)))
    try:
        return (_forked if _may_fork() else _isolated)(function, jobs, processes)
    except (BrokenProcessPool, OutOfBounds):
        raise BfclAudioError(
            f"one of {processes} processes was killed, perhaps for want of memory; "
            "take fewer workers"
        ) from None


def _may_fork() -> bool:
    """Whether a copy of this process would be sound: it has no second thread, of anyone's.

    A daemon, such as a worker of `multiprocessing.Pool`, may have no children of that kind.
    """
    from multiprocessing import current_process

    if current_process().daemon:
        return False
    with contextlib.suppress(OSError):
        return len(list(Path("/proc/self/task").iterdir())) == 1
    return False


_inherited: list[Any] = []


def _forked(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    """By copies of this process, which have the jobs already: nothing starts, nothing is sent."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    context, others = get_context("fork"), set(active_children())
    with ProcessPoolExecutor(processes, context, _inherit, (function, jobs)) as pool:
        try:
            return list(pool.map(_inherited_job, range(len(jobs))))
        except BaseException:  # to leave at once: nobody waits for the other jobs
            for process in set(active_children()) - others:
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _inherit(*function_and_jobs: Any) -> None:
    _inherited[:] = function_and_jobs
    gc.freeze()  # to look for rubbish in what was inherited would copy it all


def _inherited_job(place: int) -> Any:
    function, jobs = _inherited
    return function(jobs[place])


def _isolated(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    from concurrent.futures import ThreadPoolExecutor
    from queue import SimpleQueue

    everyone = [Isolation() for _ in range(processes)]
    idle: SimpleQueue[Isolation] = SimpleQueue()

    def work(job: J) -> T:
        isolation = idle.get()
        try:
            return isolation.call(function, job)
        finally:
            idle.put(isolation)

    with contextlib.ExitStack() as stack:
        for isolation in everyone:
            idle.put(stack.enter_context(isolation))
        threads = stack.enter_context(ThreadPoolExecutor(processes))
        try:
            return list(threads.map(work, jobs))
        except BaseException:  # to leave at once: nobody waits for the other jobs
            threads.shutdown(wait=False, cancel_futures=True)
            for isolation in everyone:
                isolation.stop()
            raise


def serve(limit_bytes: int | None) -> None:
    """Answer calls until the standard input ends. Nothing else may write to standard output."""
    import pickle

    calls, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    if limit_bytes:
        _limit_memory(limit_bytes)
    answers.write(_READY)
    answers.flush()
    while True:
        try:
            limit_s, function, arguments = pickle.load(calls)  # noqa: S301 (written by `call`)
        except EOFError:
            return
        if limit_s:
            _limit_time(limit_s)
        try:
            answer: tuple[Exception | None, object] = None, function(*arguments)
        except MemoryError:
            os._exit(_NO_MEMORY)
        except Exception as error:
            answer = error, None
        answers.write(pickle.dumps(answer))
        answers.flush()


def _limit_memory(limit_bytes: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + limit_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))


def _limit_time(limit_s: int) -> None:
    """The system kills this process once it has used `limit_s` more of the processor."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        until = int(used.ru_utime + used.ru_stime) + 1 + limit_s
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        resource.setrlimit(resource.RLIMIT_CPU, (until, resource.getrlimit(resource.RLIMIT_CPU)[1]))
