"""Rewrites written requests into what a caller says: the rules rewriter, offline and seeded."""

from .rules import ATTEMPTS, Spoken, Unspeakable, rewrite
from .style import DEFAULT, PRESETS, Style, style_named

__all__ = [
    "ATTEMPTS",
    "DEFAULT",
    "PRESETS",
    "Spoken",
    "Style",
    "Unspeakable",
    "rewrite",
    "style_named",
]
