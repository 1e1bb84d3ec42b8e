"""Calls in other processes: to be killed when nothing else stops them, or to use more cores.

Such a process is a fresh interpreter, so that neither the caller's threads nor its main module
matter. It is told what to call by pickles on its standard input: data of ours, never code of an
answer's making.
"""

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

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


class OutOfBounds(Exception):
    """A call took too much time or memory."""


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
            OutOfBounds: it took too long, or too much memory.
        """
        # Imported when asked for, here and below: most scoring needs no second process.
        import pickle
        import threading

        try:
            job = pickle.dumps((self._limit_s, function, arguments))
            process = self._started()
        except (pickle.PicklingError, TypeError, AttributeError, RecursionError, OSError):
            return function(*arguments)
        alarm = threading.Timer(10 * (self._limit_s or 0), process.kill)
        if self._limit_s:
            alarm.start()
        try:
            assert process.stdin and process.stdout
            process.stdin.write(job)
            process.stdin.flush()
            error, found = pickle.load(process.stdout)  # noqa: S301 (written by `serve`)
        except (EOFError, OSError, pickle.UnpicklingError):
            self._kill()
            raise OutOfBounds("the process was killed") from None
        finally:
            alarm.cancel()
        if error:
            raise error
        result: T = found
        return result

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            import subprocess

            start = _START.format(path=sys.path, module=__name__, limit_bytes=self._limit_bytes)
            self._process = subprocess.Popen(  # noqa: S603 (our own interpreter and text)
                [sys.executable, "-c", start],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdout
            if self._process.stdout.read(len(_READY)) != _READY:
                self._kill()
                raise OSError("the process could not start")
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            with self._process:  # closes its pipes and waits
                pass
            self._process = None


def in_processes(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    """`function` of each job, in order, worked out by several processes."""
    return (_forked if _may_fork() else _isolated)(function, jobs, processes)


def _may_fork() -> bool:
    """Whether a copy of this process would be sound: it has no second thread, of anyone's."""
    with contextlib.suppress(OSError):
        return len(list(Path("/proc/self/task").iterdir())) == 1
    return False


_inherited: list[Any] = []


def _forked(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    """By copies of this process, which have the jobs already: nothing starts, nothing is sent."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context("fork")
    with ProcessPoolExecutor(processes, context, _inherit, (function, jobs)) as pool:
        return list(pool.map(_inherited_job, range(len(jobs))))


def _inherit(*function_and_jobs: Any) -> None:
    _inherited[:] = function_and_jobs


def _inherited_job(place: int) -> Any:
    function, jobs = _inherited
    return function(jobs[place])


def _isolated(function: Callable[[J], T], jobs: Sequence[J], processes: int) -> list[T]:
    from concurrent.futures import ThreadPoolExecutor
    from queue import SimpleQueue

    idle: SimpleQueue[Isolation] = SimpleQueue()

    def work(job: J) -> T:
        isolation = idle.get()
        try:
            return isolation.call(function, job)
        finally:
            idle.put(isolation)

    with contextlib.ExitStack() as stack:
        for _ in range(processes):
            idle.put(stack.enter_context(Isolation()))
        threads = stack.enter_context(ThreadPoolExecutor(processes))
        return list(threads.map(work, jobs))


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
            return  # as if killed
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
