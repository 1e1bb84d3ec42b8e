"""Java literals as Java reads them, for the audited view; parity reads them as BFCL does.

Numbers, text, booleans, null; arrays, lists and maps in the usual ways of writing them out.
"""

import json
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
      | (?P<number>-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?[lLfFdD]?(?![\w.]))
      | (?P<new>new\b)
      | (?P<name>[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)
      | (?P<mark><[\w\s,.<>?\[\]]*>|[\[\](){},;])
    )""",
    re.VERBOSE | re.DOTALL,
)
_LISTS = frozenset({"Arrays.asList", "List.of", "ArrayList", "LinkedList", "Set.of", "HashSet"})
_MAPS = frozenset({"HashMap", "LinkedHashMap", "TreeMap"})
_CONSTANTS = {"true": True, "false": False, "null": None}
_MAX_LENGTH = 20_000  # characters; the longest acceptable literal has 250
_MAX_DEPTH = 30


class LiteralError(ValueError):
    """The text is no Java literal of a known kind."""


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, constant or class: what a bare name stands for is not known here."""

    text: str


def java_literal(text: str) -> object:
    """Read a Java literal.

    Returns:
        str, int, float, bool, None, `Name`, list (arrays, lists, sets) or dict (maps).

    Raises:
        LiteralError: it is none.
    """
    if len(text) > _MAX_LENGTH:
        raise LiteralError("too long for a literal")
    parser = _Parser(_tokens(text))
    value = parser.value(0)
    parser.end()
    return value


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, position, text = [], 0, text.strip().removesuffix(";").rstrip()
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            raise LiteralError(f"no Java token at {text[position : position + 20]!r}")
        tokens.append((found.lastgroup, found[found.lastgroup]))
        position = found.end()
    return tokens


class _Parser:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = [*tokens, ("end", "")]
        self._at = 0

    def value(self, depth: int) -> object:
        if depth > _MAX_DEPTH:
            raise LiteralError("nested too deep")
        kind, text = self._next()
        if kind == "text":
            return _unquoted(text)
        if kind == "number":
            return _number(text)
        if kind == "new":
            return self._new(depth)
        if kind == "name" and self._peek() == "(":
            return self._call(text, depth)
        if kind == "name":
            return _CONSTANTS[text] if text in _CONSTANTS else Name(text)
        raise LiteralError(f"no value begins with {text!r}")

    def end(self) -> None:
        if self._next()[0] != "end":
            raise LiteralError("more than one value")

    def _new(self, depth: int) -> object:
        """`new T[]{…}`, or a constructor with arguments, with a body, or with neither."""
        kind, name = self._next()
        if kind != "name":
            raise LiteralError("new of no type")
        name = name.rpartition(".")[2]
        self._skip_generics()
        if self._peek() == "[":
            self._expect("[", "]", "{")
            return self._until("}", depth)
        self._expect("(")
        arguments = self._until(")", depth)
        self._skip_generics()
        if self._peek() == "{":
            return self._body(name, depth)
        if name in _MAPS and not arguments:
            return {}
        if name in _LISTS and not arguments:
            return []
        if len(arguments) == 1 and isinstance(arguments[0], list | dict):
            return arguments[0]
        raise LiteralError(f"new {name} is no literal")

    def _body(self, name: str, depth: int) -> object:
        """`{{ put("k", v); … }}` or `{{ add(v); … }}`."""
        self._expect("{", "{")
        listed: list[object] = []
        mapped: dict[str, object] = {}
        while self._peek() != "}":
            _, method = self._next()
            self._expect("(")
            arguments = self._until(")", depth)
            self._expect(";")
            if method == "put" and len(arguments) == 2 and isinstance(arguments[0], str):
                mapped[arguments[0]] = arguments[1]
            elif method == "add" and len(arguments) == 1:
                listed.append(arguments[0])
            else:
                raise LiteralError(f"{method} in a body")
        self._expect("}", "}")
        if listed and mapped:
            raise LiteralError("a body that both adds and puts")
        return mapped if name in _MAPS else listed

    def _call(self, name: str, depth: int) -> object:
        self._expect("(")
        arguments = self._until(")", depth)
        if name in _LISTS:
            return arguments
        if name == "Map.of" and len(arguments) % 2 == 0:
            return dict(zip(map(str, arguments[::2]), arguments[1::2], strict=True))
        raise LiteralError(f"a call of {name}")

    def _until(self, closing: str, depth: int) -> list[object]:
        """Values separated by commas, up to a closing mark."""
        values: list[object] = []
        while self._peek() != closing:
            values.append(self.value(depth + 1))
            if self._peek() == ",":
                self._next()
            elif self._peek() != closing:
                raise LiteralError(f"neither , nor {closing} after a value")
        self._next()
        return values

    def _skip_generics(self) -> None:
        if self._peek().startswith("<"):
            self._next()

    def _expect(self, *marks: str) -> None:
        for mark in marks:
            if self._next()[1] != mark:
                raise LiteralError(f"expected {mark}")

    def _peek(self) -> str:
        kind, text = self._tokens[self._at]
        return text if kind == "mark" else ""

    def _next(self) -> tuple[str, str]:
        token = self._tokens[self._at]
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token


def _unquoted(text: str) -> str:
    inner = text[1:-1].replace("\\'", "'")
    if text[0] == "'":
        inner = inner.replace('"', '\\"')
    try:
        return str(json.loads(f'"{inner}"'))
    except ValueError:
        return inner


def _number(text: str) -> int | float:
    plain = text.replace("_", "").rstrip("lLfFdD")
    try:
        return float(plain) if re.search(r"[.eEfFdD]", text) else int(plain)
    except ValueError:  # an integer of more than 4,300 digits
        raise LiteralError("a number too long") from None
