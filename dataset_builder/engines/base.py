"""What every engine and recogniser is, how it is named, how it fails, how it is asked again.

BfclAudioError
├── InputError
│   └── SpecError          a SPEC that names nothing we know, or a voice that the engine lacks
└── EngineError            an engine or recogniser did not do its work
    ├── NotReady           its package, model or key is missing; the message says what to do
    ├── Refused            request not accepted: asking again will not help
    │   └── Shut           key or account not accepted: asking anything will not help
    ├── Failed             network, server, time-out: may pass (`retryable`)
    ├── BadSpeech          empty, silent, clipped or too short audio came (`retryable`)
    └── Unasked            nobody was asked: this is a dry run

Adapters raise these and never retry; `Maker` has the one loop that does.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from bfcl_audio.errors import BfclAudioError, InputError

if TYPE_CHECKING:  # `bfcl-audio engines` says what is missing where even numpy is
    import numpy as np
    from numpy.typing import NDArray

SAMPLE_RATE_HZ = 16_000
"""What recognisers hear and the dataset holds."""

Pcm: TypeAlias = "NDArray[np.float32]"


class SpecError(InputError):
    """A SPEC that names nothing we know, or a voice that the engine lacks."""


class EngineError(BfclAudioError):
    """An engine or recogniser did not do its work."""

    retryable = False
    retry_after_s: float | None = None


class NotReady(EngineError):
    """A package, model or key is missing."""


class Refused(EngineError):
    """Request not accepted; asking again will not help."""


class Shut(Refused):
    """Key or account not accepted; asking this vendor anything else will not help either."""


class Failed(EngineError):
    """Network, server or time-out; asking again may help."""

    retryable = True

    def __init__(self, message: str, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class BadSpeech(EngineError):
    """Audio came, but not speech that could be the text."""

    retryable = True


class Unasked(EngineError):
    """What is not kept, in a run that asks nobody."""


@dataclass(frozen=True, slots=True, eq=False)
class Audio:
    """Sound in memory. `pcm`: float32, (samples,), -1..1, mono."""

    pcm: Pcm
    sample_rate_hz: int

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return len(self.pcm) / self.sample_rate_hz


@runtime_checkable
class SpeechEngine(Protocol):
    """Turns text into speech; equal arguments give equal samples, in any process.

    A vendor's engine cannot promise that: there the store, which keeps what was paid for, does.
    Making one is cheap: the model is loaded by the first `speak`. `version` names all that shapes
    the sound (model, options, and the package where that holds the model), so that a change of
    any makes new clips.
    """

    name: str
    licence: str
    voices: tuple[str, ...]
    sample_rate_hz: int

    @property
    def version(self) -> str:
        """Package and model, without loading them."""

    def speak(self, text: str, voice: str, seed: int) -> Audio:
        """Say `text`, of any length, with one of `voices`.

        Raises:
            EngineError: it could not; `retryable` says whether asking again may help.
        """


@runtime_checkable
class OpenVoices(Protocol):
    """An engine that speaks with more voices than it lists: cloned ones, say."""

    def has_voice(self, voice: str) -> bool:
        """Whether a voice beyond `voices` can be one of its."""


@runtime_checkable
class Recognizer(Protocol):
    """Turns speech into text; equal audio gives equal text, in any process and order."""

    name: str
    licence: str

    @property
    def version(self) -> str:
        """Package, model and decoding options, without loading them."""

    def transcribe(self, audio: Audio) -> str:
        """Text of mono audio at 16 kHz, of any length; empty when nothing was understood.

        Raises:
            EngineError: it could not; `retryable` says whether asking again may help.
        """


_SPEC = re.compile(r"(?P<vendor>[a-z][a-z0-9-]*)(?:/(?P<model>[^:?]+))?(?::(?P<voice>[^?]+))?")


@dataclass(frozen=True, slots=True)
class Spec:
    """`vendor[/model][:voice][?option&option=value]`, taken apart."""

    text: str
    vendor: str
    model: str = ""
    voice: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "Spec":
        """Take a SPEC apart.

        Raises:
            SpecError: it does not have that shape.
        """
        name, _, query = text.partition("?")
        match = _SPEC.fullmatch(name)
        if match is None:
            raise SpecError(
                f"cannot read {text!r}; write vendor[/model][:voice], e.g. kokoro:af_heart"
            )
        pairs = (option.partition("=") for option in query.split("&") if option)
        options = {key: value for key, _, value in pairs}
        return cls(text, match["vendor"], match["model"] or "", match["voice"] or "", options)

    @property
    def slug(self) -> str:
        """The SPEC as a part of config and file names."""
        return slug(self.text)


def slug(text: str) -> str:
    """Lower-cased, every run of characters other than a-z0-9 one underscore."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower())


ATTEMPTS = 4
FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 60.0


def wait_s(error: EngineError, attempt: int) -> float | None:
    """How long to wait before the call is made once more; None: it is not.

    Waits double; one that the service asks for is kept, up to the longest.

    Args:
        error: how the call failed.
        attempt: which try that was, from 0.
    """
    if not error.retryable or attempt + 1 >= ATTEMPTS:
        return None
    return min(max(FIRST_WAIT_S * float(2**attempt), error.retry_after_s or 0.0), LONGEST_WAIT_S)


def require_16k(audio: Audio) -> Pcm:
    """The samples, where they are at the rate that every recogniser here hears.

    Raises:
        Refused: another rate, which would be heard as nonsense.
    """
    if audio.sample_rate_hz != SAMPLE_RATE_HZ:
        raise Refused(f"audio at {audio.sample_rate_hz} Hz; resample it to {SAMPLE_RATE_HZ} Hz")
    return audio.pcm
