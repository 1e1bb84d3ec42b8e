"""Work that is done when first asked for, and once, however many ask at the same time."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """A value that is made by the first who asks; the others wait for it."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Makes nothing yet; what fails is tried again by the next who asks."""
        self._make = make
        self._lock = threading.RLock()
        self._made: list[T] = []
        self._starting = threading.Lock()
        self._maker: threading.Thread | None = None

    def __call__(self) -> T:
        """The value."""
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    def wait(self, timeout_s: float) -> bool:
        """Have it made in the background; whether it is there within so many seconds."""
        with self._starting:
            if self._maker is None or not (self._made or self._maker.is_alive()):
                self._maker = threading.Thread(target=self, daemon=True)
                self._maker.start()
        self._maker.join(timeout_s)
        return bool(self._made)
