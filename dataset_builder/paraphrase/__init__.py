"""Rewrites written requests into what a caller says: the rules rewriter, offline and seeded."""

from .dial import read_style
from .rules import ATTEMPTS, Spoken, Unspeakable, rewrite
from .style import DEFAULT, PRESETS, Style

__all__ = [
    "ATTEMPTS",
    "DEFAULT",
    "PRESETS",
    "Spoken",
    "Style",
    "Unspeakable",
    "read_style",
    "rewrite",
]
