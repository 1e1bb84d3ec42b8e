"""The caller's voice for `--spoken-replies`: the dataset's engines and the arm's recognisers.

Both are kept by content in the builder's store, so that a rerun says and hears the same bytes.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..harness.arm_names import recognizers_of
from ..harness.arms import Arm
from ..harness.conversation import Heard
from ..harness.simulated_user import SpeechFailed, Voice

if TYPE_CHECKING:
    from dataset_builder.company import Cast
    from dataset_builder.records import Spoken

T = TypeVar("T")
_CLEAN = ("", "clean")


def voice_for(arms: Sequence[Arm]) -> Voice:
    """A voice that has all that these arms need, ready to be used.

    Raises:
        InputError: an engine or a recogniser is not known here.
        EngineError: a package is missing.
        ModelError: a model cannot be had.
    """
    from dataset_builder.company import Cast
    from dataset_builder.engines.catalogue import prepare
    from dataset_builder.records import Choice

    for recognizer in dict.fromkeys(asr for arm in arms for asr in recognizers_of(arm.name)):
        prepare(recognizer, "recogniser")
    heard = [one for arm in arms if _needs_voice(arm) for one in _utterances(arm) if one.engine]
    for engine in dict.fromkeys(one.engine for one in heard):
        prepare(engine, "engine")
    parts = dict.fromkeys(
        (one.spoken or one.text, "", Choice(one.engine, one.voice)) for one in heard
    )
    return _Engines(Cast(list(parts), seed=0))


def _needs_voice(arm: Arm) -> bool:
    return arm.name not in ("text", "spoken")


def _utterances(arm: Arm) -> Iterable[Heard]:
    return (one for each in arm.conversations.values() for one in each.utterances)


class _Engines:
    """Engines and recognisers of the builder, on an event loop of their own."""

    def __init__(self, cast: "Cast") -> None:
        """Starts the loop.

        Args:
            cast: who else may be heard in a channel.
        """
        from dataset_builder.crew import Local
        from dataset_builder.gate import Gate
        from dataset_builder.maker import Maker
        from dataset_builder.store import Store

        self._cast = cast
        self._maker = Maker(Store(), Local(), Gate())
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def speak(self, text: str, *, engine: str, voice: str, channel: str) -> bytes:
        """The text as the entry's engine and voice say it, through the entry's channel."""
        return self._done(self._sent(text, engine, voice, channel), engine).audio

    def hear(self, clip: bytes, recognizer: str) -> str:
        """What the arm's recogniser makes of it."""
        from dataset_builder import waveform
        from dataset_builder.records import Spoken
        from dataset_builder.transcription import transcribe

        spoken = Spoken("", "", "", clip, waveform.duration_s(clip))
        return self._done(transcribe(spoken, recognizer, self._maker), recognizer).text

    async def _sent(self, text: str, engine: str, voice: str, channel: str) -> "Spoken":
        from dataset_builder.arrival import arrive
        from dataset_builder.channel.names import company_size, parse
        from dataset_builder.records import Choice
        from dataset_builder.speech import speak

        choice = Choice(engine, voice)
        clip = await speak(text, choice, self._maker)
        if channel in _CLEAN:
            return clip
        size = company_size(parse(channel))
        others = [*self._cast.company(text, choice, size)][:size] if size else []
        company = [await speak(said, who, self._maker) for said, _, who in others]
        return await arrive(clip, channel, company, self._maker, seed=0)

    def _done(self, work: Coroutine[Any, Any, T], who: str) -> T:
        from dataset_builder.engines.base import EngineError

        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result()
        except EngineError as error:
            raise SpeechFailed(f"{who}: {error}") from None
