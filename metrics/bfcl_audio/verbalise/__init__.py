"""How written values are said aloud: "final_report.pdf" is "final report dot P D F"."""

from .saying import Phrase, phrases, say

__all__ = ["Phrase", "phrases", "say"]
