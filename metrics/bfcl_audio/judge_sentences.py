"""A message as plain sentences: no markup, lists in one line, dates of other languages as here."""

from __future__ import annotations

import re

from .judge_vocabulary import MONTHS

_ENGLISH = re.compile(
    r"\b(?:the|is|did|you|your|could|was|that|please|what|can|which|there|and|with|how|it|for|or|to"
    r"|of|are|i|in|this|say|said|right|correct|spell\w*|would|not|be|have|like|my|me)\b",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:der|die|das|den|dem|ist|sie|ich|wie|und|oder|bitte|können|könnten|haben|nicht|mit|man"
    r"|el|la|los|las|de|del|que|es|por|para|puede|podría|se|qué|cómo|le|les|vous|est|et|ou|du|des"
    r"|pouvez|je|il|lo|di|che|per|può|si|come|è|é|os|um|uma|você|pode|da|do|het|een|u|kunt|van|je|hoe"
    r"|comment|quel|quelle|était|avec|une?|ça|c'est|cual|cuál|era|con|è|qual|czy|proszę|jak|misiniz|mi)\b|[¿¡]|[^\W\d_A-Za-z\u00c0-\u024f]+",
    re.IGNORECASE,
)
_OR = re.compile(r"\s(?:ou|oder|czy|lub|veya|или)\s|\so\s(?=[\d\"“«])", re.IGNORECASE)
_SPANISH_OR = re.compile(r"\s(?:o|u)\s", re.IGNORECASE)
_SCRIPTS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_SCRIPT_EDGE = re.compile(
    rf"(?<=[{_SCRIPTS}])(?=[A-Za-z0-9\ue000-\uf000])|(?<=[A-Za-z0-9\ue000-\uf000])(?=[{_SCRIPTS}])"
)
_SENTENCES = re.compile(
    r"(?<=[.!?。？！؟])[\"'”’)]*\s+|(?<=[。？！])|\s*\n+\s*|\s+(?:--|—|–)\s+|;\s+"
)
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|ap?t|nr|sr|sra|[A-Z])\.$", re.IGNORECASE
)
_MARKUP = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|`+|^\s*#+\s+", re.MULTILINE)
_BULLET = r"(?:[-*•·]|\(?\d{1,2}[.)]|\(?[a-d]\))\s+"
_LIST = re.compile(rf"[:?][ \t]*\n\s*((?:{_BULLET}.*(?:\n\s*|$))+)")
_ITEM = re.compile(rf"^\s*{_BULLET}", re.MULTILINE)
_NUMBERED = re.compile(r"(?<![\w.])\(?[1-9]\)\s+")
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})\.?\s+(?:de\s+|di\s+)?({_MONTH})\b", re.IGNORECASE)
_UNSPACED_DATE = re.compile(r"(\d{1,2})[月월]\s*(\d{1,2})[日号일]")
_MONTH_NAMES = tuple(dict.fromkeys(MONTHS.values()))


def sentences(message: str) -> list[str]:
    """The sentences of a message; an abbreviation's or a file name's dot ends none."""
    found: list[str] = []
    for piece in _SENTENCES.split(plain(message).strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += " " + piece
        elif piece.strip():
            found.append(piece.strip())
    return found


def plain(message: str) -> str:
    r"""The message as it would be said.

    >>> plain("Please give me:\n1. the **name**\n2. the date")
    'Please give me: the name, the date'
    """
    if not is_english(message):
        message = _OR.sub(" or ", message)
        if "¿" in message:
            message = _SPANISH_OR.sub(" or ", message)
    text = _MARKUP.sub("", message.replace("\r", ""))
    text = _LIST.sub(_with_its_items, text)
    text = _NUMBERED.sub("", _ITEM.sub("", text))
    text = _DAY_FIRST.sub(lambda found: f"{MONTHS[found[2].lower()].title()} {found[1]}", text)
    return _SCRIPT_EDGE.sub(" ", _UNSPACED_DATE.sub(_month_and_day, text))


def is_english(text: str) -> bool:
    """Whether a text has more of English small words than of other languages'.

    >>> is_english("Is it Jon?"), is_english("Was ist das?"), is_english("Jon Smyth?")
    (True, False, True)
    """
    return len(_FOREIGN.findall(text)) <= len(_ENGLISH.findall(text))


def _with_its_items(found: re.Match[str]) -> str:
    """A list in the line that leads to it; a question before it stays one."""
    items = _in_one_line(found[1])
    return f": {items}" if found[0].startswith(":") else f": {items.rstrip()}?\n"


def _in_one_line(items: str) -> str:
    """A list's items with commas; what follows the list stays a sentence of its own."""
    lines = [_ITEM.sub("", line).strip() for line in items.strip().splitlines()]
    ended = "" if lines[-1].endswith((".", "?", "!")) else ("\n" if items.endswith("\n") else "")
    return ", ".join(line.rstrip(".;,") for line in lines[:-1] if line) + (
        f", {lines[-1]}{ended}" if len(lines) > 1 else f"{lines[-1]}{ended}"
    )


def _month_and_day(found: re.Match[str]) -> str:
    month = int(found[1])
    if not 1 <= month <= len(_MONTH_NAMES):
        return found[0]
    return f" {_MONTH_NAMES[month - 1].title()} {found[2]} "
