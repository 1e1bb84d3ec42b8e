"""Which requests no caller can say, and why."""

import re

from bfcl_audio.verbalise.codes import is_word, runs

LONGEST_CODE = 20
CALL = re.compile(r"\s*[\w.]+\(.*\)\s*;?\s*", re.DOTALL)
CODE_LINE = re.compile(
    r"^\s*(?:def |class |import |from \w+ import|return\b|for \w+ in |#include|"
    r"(?:const|let|var) \w+\s*=|<\w+[^>]*>|SELECT\b.*\bFROM\b)|[;{]\s*$",
    re.M,
)
SCRAMBLED = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9+/=]{20,}")


def why_unspeakable(text: str) -> str:
    """Why nobody could say this aloud; empty if somebody could.

    A single identifier, long list or equation is no reason: callers read those out.
    """
    if CALL.fullmatch(text):
        return "a line of code and nothing else"
    if "```" in text or len(CODE_LINE.findall(text)) > 2:
        return "a block of code"
    if text.count("|") > 5:
        return "a table laid out with bars, to be copied sign by sign"
    for match in SCRAMBLED.finditer(text):
        if _is_scrambled(match[0]):
            return f"a string of {len(match[0])} random letters and digits"
    return ""


def _is_scrambled(code: str) -> bool:
    """Whether letters, digits and capitals take turns so often that no part can be read."""
    words = sum(len(run) for run in runs(code) if run.isalpha() and is_word(run) and len(run) > 3)
    return len(code) > LONGEST_CODE and words < len(code) / 2
