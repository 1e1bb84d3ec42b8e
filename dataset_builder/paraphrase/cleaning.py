"""A written request without what only a reader sees: typography, wrapping quotes, brackets."""

import re

OPEN, CLOSE = "\ue000", "\ue001"  # stand for the quotes around a quoted text
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "−": "-"})
QUOTED = (
    re.compile(r"`([^`\n]+)`"),
    re.compile(r"(?<![\w=])\"(?=\S)([^\"\n]*[^\s\"])\s*\"(?!\w)"),
    re.compile(
        r"(?<![\w'])'(?=[^\s'])((?:(?!\ue000|\ue001|[\]}],)[^\n])*?[^\s\\])\s*(?:'{1,2}(?!\w)|(?<=[.?!])')"
    ),
)


def clean(text: str) -> str:
    """Make a request ready to be said, quotes marked by `OPEN` and `CLOSE`.

    Lists lose their brackets and keep their commas; paragraphs become sentences.
    """
    text = text.translate(TYPOGRAPHY).strip()
    text = re.sub(r'^"\s*(.*\S)\s*"$', _unwrapped, text, flags=re.DOTALL)
    text = text.replace("\\'", "'").replace(".,", ",")
    text = re.sub(r"(^|[.\s])'m\b", r"\1 I'm", text)
    text = re.sub(r"(?<!\S)[:;]-?[()DP](?!\S)", "", text)  # :-)
    text = re.sub(r"\$\{(\w+)\}", r"\1", text)
    text = re.sub(r"\b(ids?)\s?=\s?", r"\1: ", text, flags=re.IGNORECASE)
    text = re.sub(r"\b([A-G])#(?!\w)", r"\1 sharp", text)
    text = re.sub(r"(?<=\w)\[", " [", text)
    text = re.sub(r"(?<=\S)\s*—\s*(?=\S)", ", ", text)
    for pattern in QUOTED:
        text = pattern.sub(rf"{OPEN}\1{CLOSE}", text)
    text = re.sub(rf"(?<={CLOSE})-(?=\w)", ", ", text)
    text = _without_brackets(text)
    text = re.sub(r"(^|\n)\s*(?:[-*•]|(\d+)[.)])\s+", _bullet, text)
    text = re.sub(r"(?<=[\w\ue001])\s*\n\s*(?=[A-Z])", ". ", text)
    return re.sub(r"\s+", " ", text).strip()


def _unwrapped(match: re.Match[str]) -> str:
    """The inside of quotes around the whole request, unless they only open and close parts."""
    inside = match[1]
    return inside if inside.count('"') % 2 == 0 else match[0]


def _without_brackets(text: str) -> str:
    text = re.sub(r"\]\s*,?\s*\[", ", then ", text)
    text = re.sub(r"[\[{]([^\[\]{}]*)[\]}]", _listed, text)
    text = re.sub(r"[\[{]\s*", "", text)
    return re.sub(r",?\s*[\]}]", ",", text).rstrip(",")


def _listed(match: re.Match[str]) -> str:
    """The items of a list or a table of keys and values, each behind a comma."""
    items = re.sub(r",(?=\S)", ", ", match[1])
    items = re.sub(rf"({CLOSE}|\b\w+)\s*(?:=|:(?!/))\s*", r"\1 ", items)
    follows = match.string[match.end() : match.end() + 1]
    return items.strip() + ("" if follows in ".,?!;:)'" + CLOSE else ",")


def _bullet(match: re.Match[str]) -> str:
    """A list's bullet is a breath, its number is said."""
    return f"{match[1]}{match[2]}, " if match[2] else match[1]
