"""Every record that crosses a stage of the build: frozen, no behaviour.

Ids: an entry's is BFCL's own (`multi_turn_base_3`); an utterance's is
`<entry id>/<turn>/<message>`, where message counts the user messages of its turn from 0.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypedDict


@dataclass(frozen=True, slots=True)
class Message:
    """One message as BFCL wrote it; only those with role `user` are ever spoken."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One BFCL test item. `functions`, `reference` and `scenario` are JSON, opaque to stages."""

    id: str
    category: str
    turns: tuple[tuple[Message, ...], ...]
    functions: str
    reference: str
    scenario: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """One user message of an entry, as written."""

    utterance_id: str
    entry_id: str
    category: str
    turn: int
    message: int
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """One ground-truth value that an utterance says; `type` is one of the closed entity types."""

    topic: str
    value: str
    type: str


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """What a caller says for an utterance, and what may be clarified about it.

    `whitelist` maps a topic to its written value; `values` are all that the truth needs of the
    utterance, those that may not be asked about too. Where `speakable` is false, `spoken` is empty
    and `why_not` says why; the entry then has no clips.
    """

    utterance_id: str
    spoken: str
    whitelist: Mapping[str, str] = field(default_factory=dict)
    style: Mapping[str, str] = field(default_factory=dict)
    speakable: bool = True
    why_not: str = ""
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine's SPEC and one of its voices."""

    spec: str
    voice: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text said aloud: `audio` is a FLAC file, 16 kHz mono."""

    text: str
    engine: str
    voice: str
    audio: bytes
    duration_s: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one recogniser understood; `flagged` is `empty` when it heard nothing, twice."""

    asr: str
    text: str
    flagged: str = ""


class Heard(TypedDict):
    """Whether one ground-truth value survived speech and recogniser.

    `audible`: whether it did with any recogniser; where not, an agent should ask.
    """

    topic: str
    value: str
    type: str
    heard: bool
    audible: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one recogniser made of an utterance's primary clip.

    `text` is what was said, `transcript` what was understood. `wer` is a share (0 = word for
    word) on spoken-form tokens. `entities` are all ground-truth values that were said; `audible`:
    each of them was heard by at least one recogniser.
    `flagged` is empty, or says what is odd about the transcript (`empty`, …).
    """

    utterance_id: str
    asr: str
    text: str
    transcript: str
    wer: float
    entities: tuple[Heard, ...]
    audible: bool
    flagged: str = ""


Flag = Literal["", "remade", "unheard"]
System = tuple[str, str]
"""Kind (`paraphrase`, `speech`, `transcript`) and SPEC: a vendor may be several."""


@dataclass(frozen=True, slots=True)
class Sound:
    """One utterance through one channel.

    Attributes:
        said: of what utterance.
        channel: through which it came.
        primary: whether it is the clip that was drawn, which agents get.
        choice: who spoke it.
        clip: as it arrived; None if its engine failed.
        heard: what each recogniser made of it; one that failed is missing.
        failures: who failed, retries included, and why.
        flagged: `remade` with another voice as nobody understood the first; `unheard`: nobody
            understood the second either, and the first stands.
    """

    said: Paraphrase
    channel: str
    primary: bool
    choice: Choice
    clip: Spoken | None
    heard: tuple[Transcript, ...] = ()
    failures: Mapping[System, str] = field(default_factory=dict)
    flagged: Flag = ""
