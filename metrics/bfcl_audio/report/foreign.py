"""Text from models and files, made safe to look at; escaping for HTML is the template's part.

A control character can recolour a terminal, a bidirectional override can make `gpj.exe` read
`exe.jpg`, and a lone surrogate cannot be written to a file at all. Each is shown by name instead.
"""

import re
import unicodedata
from itertools import accumulate

LONGEST = 4_000
LONGEST_LABEL = 60

_MARKS_KEPT = 4
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 without tab and newline, DEL, C1
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str, longest: int = LONGEST) -> str:
    """Return `text` with what cannot be seen named, and cut after `longest` characters.

    Newlines and tabs stay. Joiners (U+200C, U+200D) stay too: Persian and emoji need them.
    """
    cut = len(text) - longest
    if cut > 0:
        text = text[:longest]
    if not (text.isascii() and text.isprintable()):
        text = _UNSEEN.sub(_named, _few_marks(text.replace("\r\n", "\n")))
    return f"{text} … ({cut:,} characters more)" if cut > 0 else text


def label(text: str, longest: int = LONGEST_LABEL) -> str:
    """Return `text` on one line and at most `longest` columns wide: a name in a table."""
    line = " ".join(visible(text, 4 * longest).split())
    if width(line) <= longest:
        return line
    kept = sum(columns < longest for columns in accumulate(map(_columns, line)))
    return line[:kept] + "…"


def width(text: str) -> int:
    """Columns that `text` takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 1 + (unicodedata.east_asian_width(character) in "WF")


def _named(match: re.Match[str]) -> str:
    return f"⟨U+{ord(match.group()):04X}⟩"


def _few_marks(text: str) -> str:
    """Drops stacked combining marks beyond the fourth, which would paint over other lines."""
    kept: list[str] = []
    stacked = 0
    for character in text:
        stacked = stacked + 1 if unicodedata.combining(character) else 0
        if stacked <= _MARKS_KEPT:
            kept.append(character)
    return "".join(kept)
