"""One request to a system that may cost money, may be slow, and may be limited."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["paraphrase", "speech", "transcript"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What is asked of whom, and how much of it.

    Attributes:
        kind: paraphrase, speech or transcript.
        spec: SPEC of the rewriter, engine or recogniser.
        characters: of the text to be said, or of a rewriter's prompt.
        seconds: of sound that is made or heard; an estimate where it is yet to be made.
        prompt_tokens: of a language model, once it has told; 0 until then.
        completion_tokens: the same of its answer.
    """

    kind: Kind
    spec: str
    characters: int = 0
    seconds: float = 0.0
    prompt_tokens: int = 0
    completion_tokens: int = 0
