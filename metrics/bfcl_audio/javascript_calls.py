"""Text to a call: what a prompted model wrote, read as JavaScript.

Only a call that is a statement of its own counts, `f(name = value, ...)`; values stay text. What
is read follows Text-BFCL, oddities included.
"""

from typing import TYPE_CHECKING

from .calls import Call, DecodeError, bracketed
from .syntax_trees import syntax_tree
from .verdict import Reason

if TYPE_CHECKING:
    from tree_sitter import Node


def parse_javascript_call(text: str) -> list[Call]:
    """Read one call written as JavaScript, in list brackets or without.

    Raises:
        DecodeError: the text is not JavaScript, holds no call, or repeats an argument.
    """
    try:
        source = bracketed(text)[1:-1].encode()
    except UnicodeEncodeError:
        raise DecodeError("half a surrogate pair is no text") from None
    for statement in syntax_tree(source, "javascript").children:
        if statement.type == "expression_statement" and statement.children:
            expression = statement.children[0]
            if expression.type == "call_expression":
                return [_call(expression)]
    raise DecodeError("no call that is a statement of its own", Reason.DECODER_WRONG_FORMAT)


def _text(node: "Node") -> str:
    return (node.text or b"").decode()


def _call(node: "Node") -> Call:
    arguments: dict[str | None, object] = {}
    for child in node.children[1].children:
        if child.type == "assignment_expression":
            name: str | None = _text(child.children[0])
            value = _unquoted(_text(child.children[2]))
        elif child.type in ("identifier", "true"):
            name, value = None, _text(child)
        else:
            continue  # A positional literal does not count.
        if name in arguments:
            raise DecodeError(f"argument {name} is given twice")
        arguments[name] = value
    return Call(_text(node.children[0]), arguments)


def _unquoted(text: str) -> str:
    quoted = text[:1] in ('"', "'") and text.endswith(text[:1])
    return text[1:-1] if quoted else text
