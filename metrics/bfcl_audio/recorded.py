"""The shape of a recorded episode, checked where it comes in, so that nothing behind trips over it.

What is absent or null is fine: a run may hold less than it could. What is there must be of its
kind, or a figure would silently count something else.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from .errors import InputError

_JSON_NAMES = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
_FIX = "leave it out, or let `bfcl-audio run` write the line again"


def check(record: Mapping[str, Any]) -> None:
    """Refuse a trajectory that holds something of the wrong kind where scoring looks.

    Raises:
        InputError: names the first such field, what it is, and what it should be.
    """
    for field in ("id", "status", "arm", "agent", "judge"):
        _expect(record, field, str)
    _expect(record, "hashes", dict)
    for where, message in _objects(record, "messages"):
        _message(message, where)
    for where, utterance in _objects(record, "utterances"):
        _utterance(utterance, where)


def _message(message: Mapping[str, Any], where: str) -> None:
    _expect(message, "role", str, where)
    if message.get("role") == "assistant":  # a caller's may be parts, with audio among them
        _expect(message, "content", str, where)
    _expect(message, "clarification", dict, where)
    for place, call in _objects(message, "tool_calls", where):
        function = call.get("function")
        if not isinstance(function, Mapping):
            raise _wrong(f"{place}function", function, "an object with name and arguments")
        if not isinstance(function.get("name"), str):
            raise _wrong(f"{place}function.name", function.get("name"), "text")
        if not isinstance(function.get("arguments"), str | Mapping):
            raise _wrong(f"{place}function.arguments", function.get("arguments"), "JSON text")


def _utterance(utterance: Mapping[str, Any], where: str) -> None:
    for field in ("utterance_id", "text", "spoken", "transcript"):
        _expect(utterance, field, str, where)
    _expect(utterance, "whitelist", dict, where)
    for topic, value in (utterance.get("whitelist") or {}).items():
        if not isinstance(value, str):
            raise _wrong(f"{where}whitelist.{topic:.40}", value, "text")
    for place, entity in _objects(utterance, "entities", where):
        for field in ("topic", "value", "type"):
            _expect(entity, field, str, place)
        _expect(entity, "heard", bool, place)


def _objects(
    record: Mapping[str, Any], field: str, where: str = ""
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """`("messages[3].", object)` for each element of a list of objects."""
    value = record.get(field)
    if value is None:
        return
    if not isinstance(value, list | tuple):
        raise _wrong(f"{where}{field}", value, "a list of objects")
    for number, item in enumerate(value):
        place = f"{where}{field}[{number}]"
        if not isinstance(item, Mapping):
            raise _wrong(place, item, "an object")
        yield f"{place}.", item


def _expect(record: Mapping[str, Any], field: str, kind: type, where: str = "") -> None:
    value = record.get(field)
    if value is not None and not isinstance(value, Mapping if kind is dict else kind):
        raise _wrong(f"{where}{field}", value, _JSON_NAMES[kind])


def _wrong(where: str, value: object, wanted: str) -> InputError:
    return InputError(f"{where} is {named(value)}, not {wanted}; {_FIX}")


def named(value: object) -> str:
    """A JSON value as a person calls it, the small ones as they are."""
    if value is None:
        return "null or missing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value!r:.20}"
    return _JSON_NAMES.get(type(value), f"a {type(value).__name__}")
