"""One step of a multi-turn answer to the calls that BFCL would execute.

The reference prints decoded calls as Python source and evaluates that. Here the same calls are
carried as data, so what printing and evaluating would do to them is done by these rules instead.
"""

import ast
import json
import re
import unicodedata
from cmath import isfinite
from collections.abc import Iterable, Iterator, Mapping
from keyword import iskeyword

from .ast_match import Mode
from .calls import Call, DecodeError, parse_calls

MAX_DEPTH = 199
"""Brackets that Python's tokenizer takes inside the one of the call; deeper ones never executed."""

_MAX_INTEGER_BITS = 14_283  # 4,300 decimal digits: beyond, Python refuses to print an integer
_METHOD = re.compile(r"[ \t\f]*([A-Za-z_]\w*)\s*")


def decode_step(step: object, mode: Mode) -> list[Call]:
    """Decode one step as BFCL does before it executes it.

    Argument values are str, int, float, bool, None, list, tuple, dict; in text also `Call`: a
    dict whose values are all dicts is printed as a nested call there, and executed first.

    Raises:
        DecodeError: the step holds no calls that BFCL could read; BFCL passes over it.
    """
    if mode == "fc":
        return list(_tool_calls(step))
    if not isinstance(step, str):
        raise DecodeError("a step that is not text")
    return [_printed_call(*call) for call in parse_calls(step)]


def executable(call: Call, depth: int = MAX_DEPTH) -> str | None:
    """Say why the source that BFCL prints for a call would not run at all; None if it would."""
    if method_name(call.name) is None:
        return f"name {call.name!r:.80} is not defined"
    names = [parameter_name(name) for name in call.arguments]
    if None in names or len(set(names)) < len(names):
        return f"invalid parameter names {', '.join(map(repr, call.arguments)):.80}"
    return next(filter(None, (_problem(v, depth) for v in call.arguments.values())), None)


def method_name(name: str) -> str | None:
    """The method that a call's name stands for: BFCL deletes blanks before the bracket."""
    return found[1] if (found := _METHOD.fullmatch(name)) else None


def parameter_name(name: object) -> str | None:
    """The parameter that Python reads where `name` is printed; None if it reads none.

    Blanks around it, and compatibility forms of its letters, do not count in Python source.
    """
    if not isinstance(name, str):
        return None
    plain = unicodedata.normalize("NFKC", name.strip(" \t\n\r\f"))
    return plain if plain.isidentifier() and not iskeyword(plain) else None


def _tool_calls(step: object) -> Iterator[Call]:
    """Every key of every dict is a call; its value JSON text, or the arguments themselves."""
    items = [step] if isinstance(step, dict) else step
    if not isinstance(items, Iterable):
        raise DecodeError(f"a step of type {type(step).__name__}")
    for item in items:
        if not isinstance(item, Mapping):
            raise DecodeError(f"expected {{name: arguments}}, got {type(item).__name__}")
        for name, value in item.items():
            arguments = _loads(value) if isinstance(value, str) else value
            if not isinstance(arguments, dict):
                raise DecodeError(f"the arguments of {name} are no object")
            yield Call(str(name), arguments)


def _loads(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DecodeError(f"not JSON: {error}"[:300]) from None


def _printed_call(name: str, arguments: Mapping[str | None, object]) -> Call:
    return Call(name, {key: _printed(value) for key, value in arguments.items()})


def _printed(value: object) -> object:
    """What BFCL's text printer makes of an argument."""
    if not isinstance(value, dict):
        if not _prints(value):
            raise DecodeError("an integer of more than 4,300 digits")
        return value
    if not value:
        raise DecodeError("an empty dict as an argument")
    if all(isinstance(inner, dict) for inner in value.values()):
        name, arguments = next(iter(value.items()))
        return _printed_call(str(name), arguments)
    return {_quoted(str(key)): _printed(inner) for key, inner in value.items()}


def _prints(value: object) -> bool:
    if isinstance(value, int):
        return value.bit_length() <= _MAX_INTEGER_BITS
    if isinstance(value, list | tuple | set):
        return all(map(_prints, value))
    if isinstance(value, dict):
        return all(_prints(key) and _prints(inner) for key, inner in value.items())
    return True


def _quoted(key: str) -> str:
    """The dict key that stands between two single quotes, without any escaping.

    A key that would end its own quotes is no key that BFCL could run; it is kept, marked, and
    `executable` refuses the call.
    """
    if not re.search(r"['\\\n\r\0]", key):
        return key
    try:
        read = ast.literal_eval(f"'{key}'")
    except (SyntaxError, ValueError):
        return _BROKEN_KEY
    return read if isinstance(read, str) else _BROKEN_KEY


_BROKEN_KEY = "\0broken key"


def _problem(value: object, depth: int) -> str | None:
    """Why a value, once printed, is no literal: it nests too deep, or is no finite number."""
    if isinstance(value, str) or value is None:
        return None
    if isinstance(value, int | float | complex):
        finite = isinstance(value, int) or isfinite(value)
        return None if finite else f"name {value!r} is not defined"
    if depth == 0:
        return "too many nested parentheses"
    if isinstance(value, Call):
        return executable(value, depth - 1)
    if isinstance(value, dict):
        if _BROKEN_KEY in value:
            return "invalid syntax"
        parts: Iterable[object] = (*value, *value.values())
    else:
        parts = value if isinstance(value, list | tuple | set) else ()
    return next(filter(None, (_problem(part, depth - 1) for part in parts)), None)
