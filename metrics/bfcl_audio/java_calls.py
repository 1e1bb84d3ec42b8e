"""Text to a call: what a prompted model wrote, read as Java.

The first method call anywhere in the text counts, `object.method(name = value, ...)`; values stay
text. What is read follows Text-BFCL, oddities included: places in the text are counted in bytes
and cut in characters, so anything after a non-ASCII character is cut in the wrong place.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .calls import Call, DecodeError, bracketed
from .syntax_trees import syntax_tree
from .verdict import Reason

if TYPE_CHECKING:
    from tree_sitter import Node

_PUNCTUATION = frozenset("(),")


def parse_java_call(text: str) -> list[Call]:
    """Read one call written as Java, in list brackets or without.

    Raises:
        DecodeError: the text is not Java, holds no call, or repeats an argument.
    """
    source = bracketed(text)[1:-1]
    try:
        root = syntax_tree(source.encode(), "java")
        found = next(_calls(root), None)
        if found is None:
            raise DecodeError("no call", Reason.DECODER_WRONG_FORMAT)
        return [_Reader(source).call(found)]
    except (UnicodeEncodeError, RecursionError) as error:
        raise DecodeError(f"not Java: {type(error).__name__}") from None


def _calls(root: "Node") -> Iterator["Node"]:
    """Yield the method calls of a tree, outermost first, in the order of the text."""
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        if node.type == "method_invocation":
            yield node
        open_nodes.extend(reversed(node.children))


class _Reader:
    """Texts of the nodes of one source."""

    def __init__(self, source: str) -> None:
        self._source = source

    def _raw(self, node: "Node | None") -> str:
        return self._source[node.start_byte : node.end_byte] if node else ""

    def call(self, node: "Node") -> Call:
        name = self._raw(node.child_by_field_name("name"))
        target = node.child_by_field_name("object")
        given = node.child_by_field_name("arguments")
        full_name = f"{self._raw(target)}.{name}" if target else name
        return Call(full_name, self._arguments(given) if given else {})

    def _arguments(self, node: "Node") -> dict[str | None, object]:
        arguments: dict[str | None, object] = {}
        for child in node.children:
            if child.type == "assignment_expression":
                name: str | None = self._raw(child.children[0])
                value = self._value(child.children[2])
            elif child.type in ("identifier", "class_literal"):
                name, value = None, self._value(child)
            else:
                continue  # A positional literal does not count.
            if name in arguments:
                raise DecodeError(f"argument {name} is given twice")
            arguments[name] = value
        return arguments

    def _value(self, node: "Node") -> str:
        """Return the text of an argument value."""
        if node.type in ("string_literal", "character_literal"):
            return self._raw(node)[1:-1]
        return self._part(node)

    def _part(self, node: "Node") -> str:
        """Return the text of a part of a value: its tokens without the blanks between them."""
        match node.type:
            case "string_literal" | "character_literal" | "method_invocation":
                return self._raw(node)
            case "array_creation_expression":
                return self._new_array(node)
            case "object_creation_expression":
                return self._new_object(node)
        if not node.children:
            return self._raw(node)
        return "".join(map(self._part, node.children))

    def _new_array(self, node: "Node") -> str:
        kind, values = node.child_by_field_name("type"), node.child_by_field_name("value")
        if kind is None or values is None:
            raise DecodeError("an array without its values")
        return f"new {self._part(kind)}[]{self._part(values)}"

    def _new_object(self, node: "Node") -> str:
        """Rebuild `new T(a, b)`; the body of an anonymous class is lost."""
        kind, given = node.child_by_field_name("type"), node.child_by_field_name("arguments")
        if kind is None or given is None:
            raise DecodeError("an object without its arguments")
        values = [self._part(child) for child in given.children if child.type not in _PUNCTUATION]
        return f"new {self._part(kind)}({', '.join(values)})"
