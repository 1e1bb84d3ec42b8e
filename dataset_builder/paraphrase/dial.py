"""The style dial as text: `no_fillers`, or `fillers=0.3,spelling=1,register=formal`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from bfcl_audio.errors import InputError, meant

from .style import DEFAULT, PRESETS, Register, Style

FIELDS: Mapping[str, str] = {
    "fillers": "filler_rate",
    "restarts": "restart_rate",
    "corrections": "correction_rate",
    "spelling": "spelling_rate",
    "register": "register",
}
"""Name on the dial -> field of `Style`, in the order of canonical names."""


def read_style(text: str) -> Style:
    """The style that a text names: a preset, or the default with some settings changed.

    Styles that are equal have one name: that of the preset, if it is one, else what differs from
    the default in the order of `FIELDS`.

    >>> read_style("register=formal,fillers=.30").name
    'fillers=0.3,register=formal'
    >>> read_style("fillers=0").name
    'no_fillers'

    Raises:
        InputError: no such preset or setting, or a value that it cannot have.
    """
    if text in PRESETS:
        return PRESETS[text]
    if "=" not in text:
        raise InputError(
            f"unknown style {text!r}; {meant(text, PRESETS)}give one of {', '.join(PRESETS)}, or "
            "settings such as fillers=0.3,register=formal"
        )
    changed: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in FIELDS:
            raise InputError(
                f"style {text!r}: unknown setting {name!r}; {meant(name, FIELDS)}"
                f"settings are {', '.join(FIELDS)}"
            )
        if FIELDS[name] in changed:
            raise InputError(f"style {text!r}: {name} is set twice")
        changed[FIELDS[name]] = _register(value) if name == "register" else _rate(name, value)
    return named(replace(DEFAULT, **changed))


def named(style: Style) -> Style:
    """The same style under its one name."""
    for preset in PRESETS.values():
        if replace(style, name=preset.name) == preset:
            return preset
    differing = [
        f"{name}={_written(getattr(style, field))}"
        for name, field in FIELDS.items()
        if getattr(style, field) != getattr(DEFAULT, field)
    ]
    return replace(style, name=",".join(differing))


def _register(value: str) -> Register:
    for register in get_args(Register):
        if value == register:
            known: Register = register
            return known
    known_ones = get_args(Register)
    raise InputError(
        f"register is {value!r}; {meant(value, known_ones)}give one of {', '.join(known_ones)}"
    )


def _rate(name: str, value: str) -> float:
    try:
        rate = float(value)
    except ValueError:
        rate = -1.0
    if not 0 <= rate <= 1:  # nor a number that is none
        raise InputError(f"{name} is {value!r}; give a share from 0 to 1")
    return abs(rate)  # no -0.0


def _written(value: float | str) -> str:
    return value if isinstance(value, str) else repr(value).removesuffix(".0")
