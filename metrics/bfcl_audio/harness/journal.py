"""A run's file: appended line by line, each on disk before the next, resumed after any end.

While a run goes on, lines stand in the order in which they were finished. `settle` puts them in
the run's own order, so that a run that was killed ends with the bytes of one that was not.
"""

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NamedTuple, Self

from ..errors import BfclAudioError, InputError
from .trajectory import Head, Key, Trajectory

_COPY_BYTES = 1 << 20


class JournalError(BfclAudioError):
    """The run's file cannot be written."""


class Place(NamedTuple):
    """Where a line stands in the file, in bytes, and what its head says."""

    start: int
    length: int
    head: Head


class Journal:
    """An open run file. Not thread-safe: one thread writes."""

    def __init__(self, path: Path) -> None:
        """Opens or creates `path` and claims it.

        Raises:
            InputError: it cannot be written, another run writes it, or it is no run.
        """
        self.path = path
        self._handle = _claimed(path)
        self.places: dict[Key, Place] = {}
        try:
            self._load()
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._handle)

    def head(self, key: Key) -> Head | None:
        """What the file says of an entry; None if it has no line of it."""
        return self.places[key].head if key in self.places else None

    def heads(self) -> Iterator[Head]:
        """What the file says of every entry in it."""
        return (place.head for place in self.places.values())

    def done(self, key: Key) -> bool:
        """Whether the file has this entry, finished."""
        head = self.head(key)
        return head is not None and head.status == "done"

    def append(self, trajectories: Sequence[Trajectory]) -> None:
        """Add lines; when this returns they are on disk.

        Raises:
            JournalError: the disk refused; the file ends after the last line that it took.
        """
        try:
            for trajectory in trajectories:
                self._write(trajectory)
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._end)
            raise JournalError(
                f"cannot write {self.path}: {error.strerror}; free some space and run the same "
                "command again: finished entries are kept"
            ) from None

    def _write(self, trajectory: Trajectory) -> None:
        # Unbuffered: a buffer would offer a refused line to the disk again when it is closed.
        line = trajectory.line()
        written = 0
        while written < len(line):
            written += os.pwrite(self._handle, line[written:], self._end + written)
        self.places[trajectory.key] = Place(self._end, len(line), Head.of(trajectory))
        self._end += len(line)

    def settle(self, order: Sequence[Key]) -> None:
        """Rewrite the file in one step, if need be: others' lines first, then `order`."""
        ours = set(order)
        wanted = [key for key in self.places if key not in ours]
        wanted += [key for key in order if key in self.places]
        places = [self.places[key] for key in wanted]
        starts = [0]
        for place in places:
            starts.append(starts[-1] + place.length)
        if [place.start for place in places] == starts[:-1] and starts[-1] == self._end:
            return
        work = self.path.with_name(f".{self.path.name}.settling")
        try:
            with work.open("wb") as copy:
                for place in places:
                    self._copy(place, copy)
                copy.flush()
                os.fsync(copy.fileno())
            work.replace(self.path)
        except OSError:
            # The unsorted file is whole; order is a nicety that a rerun can bring.
            work.unlink(missing_ok=True)

    def _copy(self, place: Place, target: BinaryIO) -> None:
        copied = 0
        while copied < place.length:
            wanted = min(place.length - copied, _COPY_BYTES)
            part = os.pread(self._handle, wanted, place.start + copied)
            if not part:
                raise OSError(errno.EIO, "the file became shorter")
            copied += target.write(part)

    def _load(self) -> None:
        """Index what is there; a cut-off last line is dropped, later lines win."""
        self._end = 0
        with os.fdopen(self._handle, "rb", closefd=False) as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n"):
                    break
                try:
                    head = Head.read(line)
                except (ValueError, RecursionError):
                    raise InputError(
                        f"{self.path} line {number} is no trajectory; move the file away or name "
                        "another --out"
                    ) from None
                self.places[head.key] = Place(self._end, len(line), head)
                self._end += len(line)
        if os.fstat(self._handle).st_size > self._end:
            os.ftruncate(self._handle, self._end)


def _claimed(path: Path) -> int:
    """An open file that no other run writes.

    Raises:
        InputError: it cannot be written, another run writes it, or it is no file.
    """
    try:
        # Without waiting: a pipe has no reader yet.
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o666)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}; name another --out") from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise InputError(f"cannot write {path}: it is no file; name another --out")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A run that has just ended may have put its sorted file in the place of this one.
            ours = os.path.samestat(os.fstat(handle), path.stat())
        except OSError:
            ours = False
        if not ours:
            raise InputError(f"another run is writing {path}; wait for it or name another --out")
    except InputError:
        os.close(handle)
        raise
    return handle
