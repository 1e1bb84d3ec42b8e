r"""JavaScript literals, written as text, as the Python values that they are compared as.

What is read is what Text-BFCL reads, which is narrower than JavaScript in places and wider in
others: a comma separates even inside quotes, and whatever follows a closing bracket is ignored.
Text that is not of the declared type stays text, and then fails as a value of the wrong type.
`\d` stands for Unicode's digits, and one newline may follow a number.
"""

import re
from collections.abc import Callable, Mapping

from .literals import python_number

MAX_COLLECTION_LENGTH = 20_000
"""Longest text read as an array, in characters; the longest acceptable one has 250."""

MAX_OBJECT_LENGTH = 2_000
"""Longest text read as an object, in characters: the time taken can grow with its cube."""

_INTEGER = re.compile(r"-?\d+$")
_BIGINT = re.compile(r"-?\d+n$")
_FLOAT = re.compile(r"-?\d+(?:\.\d+)?$")

_ROW = re.compile(r"\[([^\]\n]*)\]")
_NEW_ARRAY = re.compile(r"new\s+Array\(([^)\n]*)\)")
_ROWS_OPEN = re.compile(r"\[\s*\[")
_ROWS_CLOSE = re.compile(r"\s*\]")
_NEW_ROWS_OPEN = re.compile(r"new\s+Array\(\s*(?:\[\s*)?\[")
_NEW_ROWS_CLOSE = re.compile(r"\s*\]?\s*\)")
_NEXT_ROW = re.compile(r"\s*,\s*\[")

_OBJECT = re.compile(r"\{([^}\n]*)\}")
_PAIR = re.compile(r"([^:]+):\s*(.*?)(?:,\s*(?=[^,]+:)|$)")


def javascript_value(text: str, declared: str, items: str = "") -> object:
    """Return the value of a JavaScript literal, or its text if it is none of that type.

    The text of an array or object comes back without the blanks around it.

    Args:
        text: the literal.
        declared: BFCL's name of the type, such as `Bigint` or `array`.
        items: BFCL's name of the type of an array's elements; "" if they tell their own.
    """
    read = _READERS.get(declared)
    if read is not None:
        return read(text)
    return _array(text.strip(), items) if declared == "array" else text


def _unquoted(text: str) -> str:
    for quote in ('"', "'"):
        if text.startswith(quote) and text.endswith(quote):
            return text[1:-1]
    return text


def _boolean(text: str) -> object:
    return {"true": True, "false": False}.get(text, text)


def _integer(text: str) -> object:
    return python_number(text) if _INTEGER.match(text) else text


def _bigint(text: str) -> object:
    return python_number(text[:-1]) if _BIGINT.match(text) and not text.endswith("\n") else text


def _float(text: str) -> object:
    return float(text) if _FLOAT.match(text) else text


def _typed_by_itself(text: str) -> object:
    """Return the value of a literal of no declared type."""
    for read in (_boolean, _unquoted, python_number):
        value = read(text)
        if value is not text:
            return value
    return text


def _array(text: str, items: str) -> object:
    """Read `[a, b]` or `new Array(a, b)`, and the same of rows `[a, b]`, whatever follows."""
    if len(text) > MAX_COLLECTION_LENGTH:
        return text
    rows = _rows(text, _ROWS_OPEN, _ROWS_CLOSE)
    if rows is None and (found := _ROW.match(text)):
        return _elements(found[1], items)
    if rows is None:
        rows = _rows(text, _NEW_ROWS_OPEN, _NEW_ROWS_CLOSE)
    if rows is not None:
        return [[_typed_by_itself(one.strip()) for one in row.split(",")] for row in rows]
    found = _NEW_ARRAY.match(text)
    return _elements(found[1], items) if found else text


def _elements(inside: str, items: str) -> list[object]:
    if not inside.strip():
        return []
    elements = (element.strip() for element in inside.split(","))
    if not items:
        return [_typed_by_itself(element) for element in elements]
    return [javascript_value(element, items) for element in elements]


def _rows(text: str, opens: re.Pattern[str], closes: re.Pattern[str]) -> list[str] | None:
    """Return the insides of the rows of a two-dimensional array; None if it is none.

    Rows end at the first `]` behind which the array closes. A row is on one line; between rows
    lines may end.
    """
    opened = opens.match(text)
    if not opened:
        return None
    position = opened.end()
    while (end := text.find("]", position)) >= 0 and "\n" not in text[position:end]:
        if closes.match(text, end + 1):
            return _ROW.findall(text[opened.end() - 1 : end + 1])
        row = _NEXT_ROW.match(text, end + 1)
        position = row.end() if row else end + 1
    return None


def _object(text: str) -> object:
    """Read `{key: value}` up to the first `}`; arrays and scalars tell their own type."""
    text = text.strip()
    found = len(text) <= MAX_OBJECT_LENGTH and _OBJECT.match(text)
    if not found:
        return text
    return {
        key.strip().strip("\"'"): _object_value(value.strip())
        for key, value in _PAIR.findall(found[1])
    }


def _object_value(text: str) -> object:
    if text.startswith("[") and text.endswith("]"):
        return _array(text, "")
    return _typed_by_itself(text.strip("\"'").strip())


_READERS: Mapping[str, Callable[[str], object]] = {
    "String": _unquoted,
    "integer": _integer,
    "float": _float,
    "Bigint": _bigint,
    "Boolean": _boolean,
    "dict": _object,
}
