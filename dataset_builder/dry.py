"""A maker that makes nothing: it finds what is kept, and notes what a build would ask for."""

from collections.abc import Callable, Mapping

from .calls import Call
from .channel.names import CLEAN
from .config import BuildConfig
from .crew import Crew
from .engines.base import Unasked
from .gate import Gate
from .maker import Maker
from .prices import Prices
from .quote import Quote
from .records import Sound
from .speech import CHARACTERS_PER_S
from .store import Json, Store, canonical


class DryMaker(Maker):
    """Stands in for a build's maker in a dry run."""

    def __init__(self, store: Store, crew: Crew) -> None:
        """Notes nothing yet."""
        super().__init__(store, crew, Gate())
        self._calls: dict[object, tuple[Call, bool]] = {}

    async def get(
        self,
        key: Mapping[str, Json],
        call: Call | None,
        function: Callable[..., bytes],
        *arguments: object,
    ) -> bytes:
        """What is kept under `key`.

        Args:
            key: as for a `Maker`.
            call: noted.
            function: not called.
            *arguments: of it.

        Raises:
            Unasked: it is not kept.
        """
        kept = self.store.get(key)
        if call is not None:
            self._calls[canonical(key)] = (call, kept is not None)
        if kept is None:
            raise Unasked("not kept, and a dry run asks nobody")
        return kept

    def unheard(self, sound: Sound, config: BuildConfig) -> None:
        """Notes the transcripts of a clip that is yet to be spoken: as many as it has channels."""
        seconds = len(sound.said.spoken) / CHARACTERS_PER_S
        for channel in config.channels if sound.primary else (CLEAN,):
            for spec in config.asr:
                call = Call(kind="transcript", spec=spec, seconds=seconds)
                self._calls[sound.said.spoken, sound.choice, channel, spec] = (call, False)

    def quote(self, prices: Prices | None) -> Quote:
        """All that was noted, each thing once."""
        return Quote.of(self._calls.values(), prices)
