r"""Java literals, written as text, as the Python values that they are compared as.

What is read is what Text-BFCL reads, which is narrower than Java in places and wider in others.
Text that is not of the declared type stays text, and then fails as a value of the wrong type.
`\d` and `\w` stand for Unicode's digits and letters, and one newline may follow a number.
"""

import re
from collections.abc import Callable, Mapping

from .literals import python_number

MAX_COLLECTION_LENGTH = 20_000
"""Longest text read as an array or list, in characters; the longest acceptable one has 250."""

MAX_MAP_LENGTH = 2_000
"""Longest text read as a map, in characters: the time taken can grow with its cube."""

_EXPONENT = r"(?:[eE][+-]?\d+)?"
_INTEGER = re.compile(r"-?\d+$")
_LONG = re.compile(r"-?\d+[lL]$")
_FLOAT = re.compile(rf"-?\d+(?:\.\d+)?{_EXPONENT}[fF]$")
_DOUBLE = re.compile(rf"-?\d+(?:\.\d+)?{_EXPONENT}$")

_ARRAY = re.compile(r"new\s+\w+\[\]\s*\{([^}\n]*)\}")
_LIST_AS_LIST = re.compile(r"new\s+ArrayList<\w*>\(Arrays\.asList\((.+?)\)\)")
_LIST_BODY = re.compile(r"new\s+ArrayList<\w*>\(\)\s*\{\{\s*(.+?)\s*\}\}", re.DOTALL)
_LIST_EMPTY = re.compile(r"new\s+ArrayList<\w*>\(\)")
_LIST_ADD = re.compile(r"add\((.[^)\n]*)\)")
_MAP_BODY = re.compile(r"new\s+HashMap<.*?>\s*\(\)\s*\{([^}]*)\}", re.DOTALL)
_MAP_EMPTY = re.compile(r"new\s+HashMap<.*?>\s*\(\)")
_MAP_PUT = re.compile(r'put\("(.*?)",\s*([^)\n]*)\)')


def java_value(text: str, declared: str, items: str = "") -> object:
    """Return the value of a Java literal, or the text itself if it is none of that type.

    Args:
        text: the literal.
        declared: BFCL's name of the type, such as `long` or `ArrayList`.
        items: BFCL's name of the type of an array's or list's elements; "" if they tell their own.
    """
    read = _READERS.get(declared)
    if read is not None:
        return read(text)
    if declared == "Array":
        return _array(text, items)
    return _list(text, items) if declared == "ArrayList" else text


def _number(text: str, pattern: re.Pattern[str], value: Callable[[str], object]) -> object:
    try:
        return value(text) if pattern.match(text) else text
    except ValueError:  # An integer of more than 4300 digits.
        return text


def _boolean(text: str) -> object:
    return {"true": True, "false": False}.get(text, text)


def _integer(text: str) -> object:
    return _number(text, _INTEGER, int)


def _long(text: str) -> object:
    return _number(text, _LONG, lambda literal: int(literal.rstrip("lL\n")))


def _float(text: str) -> object:
    return _number(text, _FLOAT, lambda literal: float(literal.rstrip("fF\n")))


def _double(text: str) -> object:
    return _number(text, _DOUBLE, float)


def _array(text: str, items: str) -> object:
    """Read `new T[]{a, b}`; a comma always separates, and quotes are part of an element."""
    found = len(text) <= MAX_COLLECTION_LENGTH and _ARRAY.search(text)
    if not found:
        return text
    elements = (element.strip() for element in found[1].split(","))
    return [_element(element, items) for element in elements if element]


def _list(text: str, items: str) -> object:
    """Read a list made of `Arrays.asList`, of `add` calls in its body, or empty."""
    if len(text) > MAX_COLLECTION_LENGTH:
        return text
    if found := _LIST_AS_LIST.search(text):
        return _list_elements(found[1].split(","), items)
    # What no brackets close cannot match, and trying it takes the cube of its length.
    if found := _LIST_BODY.search(text[: text.rfind("}}") + 2]):
        return _list_elements(_LIST_ADD.findall(found[1]), items)
    return [] if _LIST_EMPTY.search(text) else text


def _list_elements(elements: list[str], items: str) -> list[object]:
    stripped = (element.strip() for element in elements)
    if items in ("String", "char"):
        # Quotes are taken for granted: whatever stands first and last is dropped.
        return [element[1:-1] for element in stripped]
    return [_element(element, items) for element in stripped]


def _element(text: str, items: str) -> object:
    return java_value(text, items) if items else _typed_by_itself(text)


def _map(text: str) -> object:
    """Read a map made of `put` calls in its body, or empty; values tell their own type."""
    if len(text) > MAX_MAP_LENGTH:
        return text
    # What no bracket closes cannot match, and trying it takes long.
    if found := _MAP_BODY.search(text[: text.rfind("}") + 1]):
        puts = _MAP_PUT.findall(found[1][: found[1].rfind(")") + 1])
        return {key: _typed_by_itself(value.strip()) for key, value in puts}
    return {} if _MAP_EMPTY.search(text) else text


def _typed_by_itself(text: str) -> object:
    """Return the value of a literal of no declared type."""
    if text.startswith('"') and text.endswith('"'):
        return text[1:-1]
    for read in (_boolean, _long, _float, python_number):
        value = read(text)
        if value is not text:
            return value
    return text


_READERS: Mapping[str, Callable[[str], object]] = {
    "byte": _integer,
    "short": _integer,
    "integer": _integer,
    "long": _long,
    "float": _float,
    "double": _double,
    "boolean": _boolean,
    "HashMap": _map,
}
