"""The caller's voice for `--spoken-replies`: the dataset's engines and the arm's recognisers.

Both are kept by content in the builder's store, so that a rerun says and hears the same bytes.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ..errors import InputError
from ..harness.arm_names import recognizers_of
from ..harness.arms import Arm
from ..harness.conversation import Heard
from ..harness.simulated_user import SpeechFailed, Voice

_CLEAN = ("", "clean")


def voice_for(arms: Sequence[Arm]) -> Voice:
    """A voice that has all that these arms need, ready to be used.

    Raises:
        InputError: an engine or a recogniser is not known here, or the dataset's clips went
            through a channel.
        EngineError: a package is missing.
        ModelError: a model cannot be had.
    """
    from dataset_builder.engines.catalogue import prepare

    for recognizer in dict.fromkeys(asr for arm in arms for asr in recognizers_of(arm.name)):
        prepare(recognizer, "recogniser")
    heard = [one for arm in arms if _needs_voice(arm) for one in _utterances(arm)]
    for engine in dict.fromkeys(one.engine for one in heard if one.engine):
        prepare(engine, "engine")
    channels = {one.channel for one in heard} - set(_CLEAN)
    if channels:
        raise InputError(
            f"--spoken-replies cannot send a reply through the channel {min(channels)!r}; choose "
            "arms of clean speech"
        )
    return _Engines()


def _needs_voice(arm: Arm) -> bool:
    return arm.name not in ("text", "spoken")


def _utterances(arm: Arm) -> Iterable[Heard]:
    return (one for each in arm.conversations.values() for one in each.utterances)


class _Engines:
    """Engines and recognisers of the builder; each does one thing at a time."""

    def __init__(self) -> None:
        from dataset_builder.store import Store

        self._store = Store()
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def speak(self, text: str, *, engine: str, voice: str, channel: str) -> bytes:
        """The text as the entry's engine and voice say it."""
        from dataset_builder.engines.base import EngineError
        from dataset_builder.speech import Choice, speak

        try:
            with self._locks[f"engine {engine}"]:
                return speak(text, Choice(engine, voice), self._store).audio
        except EngineError as error:
            raise SpeechFailed(f"{engine}: {error}") from None

    def hear(self, clip: bytes, recognizer: str) -> str:
        """What the arm's recogniser makes of it."""
        from dataset_builder.engines.base import EngineError
        from dataset_builder.transcription import transcribe

        try:
            with self._locks[f"recogniser {recognizer}"]:
                return transcribe(clip, recognizer, self._store).text
        except EngineError as error:
            raise SpeechFailed(f"{recognizer}: {error}") from None
