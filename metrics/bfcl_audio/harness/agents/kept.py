"""What a provider wants back beside a call, and no trajectory has a place for.

Some models sign their calls (Gemini's thought signatures) or want the reasoning that led to them;
without it the next step of the turn is refused or worse. An entry is one conversation of one
process, so memory will do.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping

from .base import Request

_ENTRIES = 4096  # far more calls than are under way at once


class Kept:
    """Call -> what must go back with it; the oldest are forgotten. Shared by threads."""

    def __init__(self) -> None:
        self._held: OrderedDict[Hashable, Mapping[str, object]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, request: Request, call_id: str, extra: Mapping[str, object]) -> None:
        """Remember, if there is anything."""
        if not extra:
            return
        with self._lock:
            self._held[_key(request, call_id)] = extra
            while len(self._held) > _ENTRIES:
                self._held.popitem(last=False)

    def get(self, request: Request, call_id: str) -> Mapping[str, object]:
        """What was put; nothing if nothing was."""
        with self._lock:
            return self._held.get(_key(request, call_id), {})


def _key(request: Request, call_id: str) -> Hashable:
    conversation = request.conversation
    return conversation.id, conversation.arm, request.repeat, call_id
