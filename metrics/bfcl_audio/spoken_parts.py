"""Values that are said in parts, or not to their end: a path by its folders, a file by its stem."""

from __future__ import annotations

import re

from .spoken import Span, canonical, find

_PATH_MARKS = re.compile(r"[/:\\]+")


def find_parts(value: str, text: str) -> tuple[Span, ...]:
    """Where a text says every part of a path, or a file's name without its extension.

    >>> find_parts("document/temp", "temp, in document"), find_parts("notes.txt", "my notes")
    ((Span(start=9, end=17), Span(start=0, end=4)), (Span(start=3, end=8),))
    """
    parts = [part for part in _PATH_MARKS.split(value) if part not in ("", ".", "..")]
    if (
        len(parts) > 1
        and " " not in value
        and (value[0] == "/" or all(len(part) > 2 for part in parts))
    ):
        spans = tuple(span for part in parts if (span := find(part, text)))
        if len(spans) == len(parts):
            return spans
    if stem := file_stem(value):
        span = find(stem, text)
        return (span,) if span else ()
    return ()


def file_stem(value: str) -> str:
    """A file's name without its extension; empty if there is none to leave out."""
    stem, dot, extension = value.rpartition(".")
    is_file = dot and 0 < len(extension) < 6 and extension.isalpha() and len(canonical(stem)) > 1
    return stem if is_file else ""
