"""Syntax trees of Java and JavaScript text, from the grammars that Text-BFCL uses.

Which broken texts still have a tree without an error depends on how the grammar's parser recovers,
so the same grammars are needed for the same verdicts. They are loaded when first used.
"""

import warnings
from functools import cache
from typing import TYPE_CHECKING

from .calls import DecodeError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_TEXT_BYTES = 4_000
"""Longest text that is parsed. Recovering from errors takes far more than its share of a long text,
up to gigabytes and minutes for 20,000 bytes of `a=>`; the longest right answer has 400."""


def syntax_tree(source: bytes, language: str) -> "Node":
    """Return the root of the tree of a program.

    Args:
        source: the program in UTF-8.
        language: `java` or `javascript`.

    Raises:
        DecodeError: the text is not such a program, or longer than `MAX_TEXT_BYTES`.
    """
    if len(source) > MAX_TEXT_BYTES:
        raise DecodeError(f"the text is longer than {MAX_TEXT_BYTES:,} bytes")
    root = _parser(language).parse(source).root_node
    open_nodes = [root]
    while open_nodes:
        node = open_nodes.pop()
        if node.type == "ERROR":
            raise DecodeError(f"not {language}, from byte {node.start_byte} on")
        # A token that is missing also counts as an error here, but is forgiven.
        open_nodes.extend(child for child in node.children if child.has_error)
    return root


@cache
def _parser(language: str) -> "Parser":
    from tree_sitter import Language, Parser

    if language == "java":
        from tree_sitter_java import language as grammar
    else:
        from tree_sitter_javascript import language as grammar
    with warnings.catch_warnings():
        # These grammars hand over a plain pointer, which newer parsers accept and advise against.
        warnings.simplefilter("ignore", DeprecationWarning)
        return Parser(Language(grammar()))
