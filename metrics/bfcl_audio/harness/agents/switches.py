"""What a SPEC says of a model after its name: `vendor/model?switch&switch`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from ...errors import InputError, meant
from .clips import ClipFormat

_HEARS_BY_NAME = re.compile(r"audio|omni|voxtral|ultravox", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """How to talk with a model.

    Attributes:
        name: the whole SPEC, as trajectories show it.
        prompt: calls are written as text; for models that take no tools.
        clip_format: what clips are sent as; None: the model does not hear.
        speak: it answers in speech, of which its own transcript is read.
    """

    name: str
    prompt: bool = False
    clip_format: ClipFormat | None = None
    speak: bool = False

    @classmethod
    def read(
        cls,
        vendor: str,
        model: str,
        given: frozenset[str],
        allowed: Sequence[str],
        *,
        hears: bool | None = None,
    ) -> Self:
        """Read them.

        Args:
            vendor: as the SPEC begins.
            model: what follows.
            given: the switches.
            allowed: those that this vendor has.
            hears: whether the model takes clips unless a switch says so; None: its name tells.

        Raises:
            InputError: no model, an unknown switch, or two that exclude each other.
        """
        spec = "?".join(filter(None, (f"{vendor}/{model}", "&".join(sorted(given)))))
        if not model:
            raise InputError(f"agent {vendor}/… is written {vendor}/<model>[?{'&'.join(allowed)}]")
        for switch in sorted(given - set(allowed)):
            raise InputError(
                f"agent {spec}: unknown switch {switch!r}; {meant(switch, allowed)}"
                f"switches are {', '.join(allowed)}"
            )
        if {"wav", "mp3"} <= given:
            raise InputError(f"agent {spec}: clips go as wav or as mp3, not both")
        if hears is None:
            hears = _HEARS_BY_NAME.search(model) is not None
        clip_format: ClipFormat | None = None
        if hears or given & {"audio", "wav", "mp3"}:
            clip_format = "mp3" if "mp3" in given else "wav"
        return cls(
            name=spec, prompt="prompt" in given, clip_format=clip_format, speak="speak" in given
        )

    @property
    def hears(self) -> bool:
        """Whether the model takes clips."""
        return self.clip_format is not None
