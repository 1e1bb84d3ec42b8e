"""How a caller talks: the dial of the rewriters, with its named presets."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

Register = Literal["casual", "neutral", "formal"]


@dataclass(frozen=True, slots=True)
class Style:
    """How much a caller hesitates, restarts, corrects and spells, and in what register.

    Attributes:
        name: of the preset, or the dial as `dial.read_style` reads it; it is part of what draws
            wording and voice, so that one dial must have one name.
        filler_rate: share of the gaps between words that get an "uh", 0..1.
        restart_rate: share of the sentences in which a word or two are said twice, 0..1.
        correction_rate: share of the utterances in which something is said wrong first and put
            right at once, 0..1. The last thing said is always the right one.
        spelling_rate: share of the names that are spelled after they are said, 0..1.
        register: "casual" contracts and runs sentences on, "neutral" contracts, "formal" neither.
    """

    name: str = "default"
    filler_rate: float = 0.05
    restart_rate: float = 0.12
    correction_rate: float = 0.1
    spelling_rate: float = 0.15
    register: Register = "casual"

    def calmer(self, attempt: int) -> "Style":
        """The style for a retry: each attempt hesitates and corrects less, the third not at all."""
        left = max(0.0, 1 - attempt / 3)
        return replace(
            self,
            filler_rate=self.filler_rate * left,
            restart_rate=self.restart_rate * left,
            correction_rate=self.correction_rate * left,
            spelling_rate=self.spelling_rate * left,
        )

    def as_record(self) -> Mapping[str, str]:
        """The style as strings, for the row of the utterance."""
        return {key: str(value) for key, value in asdict(self).items()}


DEFAULT = Style()
READ_ALOUD = Style("read_aloud", 0.0, 0.0, 0.0, 0.0, "neutral")
PRESETS: Mapping[str, Style] = {
    style.name: style
    for style in (
        DEFAULT,
        READ_ALOUD,
        replace(DEFAULT, name="no_fillers", filler_rate=0.0),
        replace(DEFAULT, name="many_fillers", filler_rate=0.15),
        replace(DEFAULT, name="no_restarts", restart_rate=0.0),
        replace(DEFAULT, name="many_restarts", restart_rate=0.35),
        replace(DEFAULT, name="no_corrections", correction_rate=0.0),
        replace(DEFAULT, name="many_corrections", correction_rate=0.5),
        replace(DEFAULT, name="no_spelling", spelling_rate=0.0),
        replace(DEFAULT, name="much_spelling", spelling_rate=0.6),
        replace(DEFAULT, name="neutral", register="neutral"),
        replace(DEFAULT, name="formal", register="formal"),
    )
}
"""The default, a plain reading, and presets that differ from the default in one thing."""
