"""Acceptable values of BFCL's answers -> values as a function-calling model would send them.

In the Java and JavaScript categories arguments are source text of that language. Upstream accepts
some literals that no compiler would, so several forms are offered, the right one
first; whoever asks tries them.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...languages import Language


def values(option: object, declared: str, items: str, language: Language) -> Iterator[object]:
    """The forms in which one acceptable value can be sent, likely ones first."""
    if language is Language.PYTHON:
        yield from _plain(option)
        return
    literal = _java if language is Language.JAVA else _javascript
    for plain in _plain(option):
        yield from literal(plain, declared, items)
        yield _text(plain)


def _plain(option: object) -> Iterator[object]:
    """A dict's own values are lists of options; the first that counts of each is taken."""
    if isinstance(option, dict):
        yield {name: next(_plain(inner)) for name, inner in _chosen(option)}
        yield {name: next(_plain(inner)) for name, inner in _chosen(option, optional=False)}
        yield option
    elif isinstance(option, list) and option and all(isinstance(one, dict) for one in option):
        yield [next(_plain(one)) for one in option]
        yield option
    else:
        yield option


def _chosen(option: Mapping[str, Any], *, optional: bool = True) -> Iterator[tuple[str, object]]:
    for name, inner in option.items():
        if not isinstance(inner, list):
            yield name, inner
        elif given := [one for one in inner if one != ""]:
            if optional or "" not in inner:
                yield name, given[0]
        elif not inner or optional is False:
            yield name, ""


def _java(value: object, declared: str, items: str) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, int | float):
        suffix = {"long": "L", "float": "f"}.get(declared, "")
        yield f"{value}{suffix}"
    elif isinstance(value, list):
        quoted, bare = _elements(value, items)
        if declared == "Array":
            kind = items if items and items != "any" else "Object"
            for elements in (quoted, bare):
                yield f"new {kind}[] {{{', '.join(elements)}}}"
        else:
            for elements in (quoted, bare):
                yield f"new ArrayList<>(Arrays.asList({', '.join(elements)}))"
            if not value:
                yield "new ArrayList<>()"
    elif isinstance(value, dict):
        puts = " ".join(
            f'put("{name}", {next(_java(inner, "", ""), json.dumps(inner))});'
            if not isinstance(inner, str)
            else f'put("{name}", "{inner}");'
            for name, inner in value.items()
        )
        yield f"new HashMap<>() {{{{ {puts} }}}}"
        yield "new HashMap<>()"


def _elements(value: list[object], items: str) -> tuple[list[str], list[str]]:
    """The elements of a Java list as literals, and with their quotes left off."""
    quoted = [
        f'"{one}"' if isinstance(one, str) else next(_java(one, items, ""), _text(one))
        for one in value
    ]
    bare = [one if isinstance(one, str) else text for one, text in zip(value, quoted, strict=True)]
    return quoted, bare


def _javascript(value: object, declared: str, items: str) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, int) and declared == "Bigint":
        yield f"{value}n"
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, list):
        yield json.dumps(value, ensure_ascii=False)
    elif isinstance(value, dict):
        pairs = (
            f"{name}: {json.dumps(inner, ensure_ascii=False)}" for name, inner in value.items()
        )
        yield "{" + ", ".join(pairs) + "}"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
