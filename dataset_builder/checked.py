"""The door of a build: options that cannot be used are refused before any work is done."""

import math
from collections.abc import Iterator
from dataclasses import replace

from bfcl_audio.errors import InputError

from .channel.names import parse_all
from .config import BuildConfig
from .engines.base import slug
from .engines.catalogue import engine, recognizer
from .errors import OptionError
from .paraphrase import read_style
from .prices import Prices, System
from .rewriters import RULES, rewriter


def checked(config: BuildConfig) -> BuildConfig:
    """The options, style and channels by their one name.

    Raises:
        InputError: says which option, and what it could be.
        NotReady: a package or key is missing.
    """
    if config.limit is not None and config.limit < 1:
        raise OptionError(f"limit is {config.limit}; give at least 1, or none for all entries")
    if config.workers < 1:
        raise OptionError(f"workers is {config.workers}; give at least 1")
    if config.ray is not None and config.workers > 1:
        raise OptionError("--workers is for this machine alone; a Ray cluster has its own: drop it")
    rewriter(config.rewriter)
    for name, specs, make in (("tts", config.tts, engine), ("asr", config.asr, recognizer)):
        if not specs:
            raise OptionError(f"{name} is empty; name at least one, e.g. {_EXAMPLES[name]}")
        if len({slug(spec) for spec in specs}) < len(specs):
            raise OptionError(f"{name} names one system twice: {', '.join(specs)}")
        for spec in specs:
            make(spec)
    _check_cap(config)
    style = read_style(config.style).name
    return replace(config, style=style, channels=parse_all(config.channels))


def systems(config: BuildConfig) -> Iterator[System]:
    """Everybody whom a build may ask."""
    if config.rewriter != RULES:
        yield "paraphrase", config.rewriter
    for spec in config.tts:
        yield "speech", spec
    for spec in config.asr:
        yield "transcript", spec


def _check_cap(config: BuildConfig) -> None:
    cap_usd = config.max_cost_usd
    if cap_usd is None:
        return
    if not 0 <= cap_usd < math.inf:
        raise InputError(f"--max-cost is {cap_usd}; give dollars, 0 or more")
    (config.prices or Prices()).check(systems(config))


_EXAMPLES = {"tts": "hibari", "asr": "moonshine"}
