"""Text to calls: what a prompted model wrote, read as Python syntax and never evaluated.

The text is a list of calls, `[f(a=1), g.h(b="x")]`; brackets may be missing and bare backticks or
blanks may surround it. What is read follows Text-BFCL, oddities included: only keyword arguments
count, a bare name is its own text, every unary operator means minus.
"""

import ast
import re
import warnings
from typing import NamedTuple

from .folding import Folder, FoldError
from .verdict import Reason

MAX_SYMBOLS = 2_000_000
"""Most blanks and punctuation marks in a text: the syntax tree takes about 0.5 kB for each."""

_SYMBOLS = " \n\t,()[]{}=+-*/%&|^~<>@:;.'\"#\\`!"
_REFUSED = (
    ArithmeticError,
    AttributeError,
    FoldError,
    LookupError,
    MemoryError,
    RecursionError,
    SyntaxError,
    TypeError,
    ValueError,
)


class DecodeError(Exception):
    """An answer that cannot be read as calls.

    Attributes:
        reason: which of the two verdicts of a failed decoding it is.
    """

    def __init__(self, message: str, reason: Reason = Reason.DECODER_FAILED) -> None:
        super().__init__(message)
        self.reason = reason


class Call(NamedTuple):
    """One call. `arguments` keeps the order given; the name None holds what `**` unpacked."""

    name: str
    arguments: dict[str | None, object]


def bracketed(text: str) -> str:
    """Return the text without surrounding backticks and blanks, and with list brackets."""
    text = text.strip("`\n ")
    if not text.startswith("["):
        text = "[" + text
    if not text.endswith("]"):
        text += "]"
    return text


def too_large(text: str) -> bool:
    """Whether a text holds more than `MAX_SYMBOLS`; every value it could hold takes one."""
    return len(text) > MAX_SYMBOLS and sum(map(text.count, _SYMBOLS)) > MAX_SYMBOLS


def parse_calls(text: str) -> list[Call]:
    """Read calls written as Python.

    Argument values become str, int, float, complex, bool, bytes, None, list, tuple, dict, and
    (from folded operators only) set.

    Raises:
        DecodeError: the text is not a list of calls, or too large to be one.
    """
    source = bracketed(text)
    if too_large(source):
        raise DecodeError(f"the text holds more than {MAX_SYMBOLS:,} symbols")
    try:
        folder = Folder()
        return [_call(node, folder) for node in _elements(_parse(source))]
    except _REFUSED as error:
        raise DecodeError(f"not a list of calls: {type(error).__name__}: {error}"[:300]) from None


_MAY_WARN = re.compile(r"\\|\d\.?[A-Za-z]")  # an escape; a number that runs into a word


def _parse(source: str) -> ast.expr:
    if not _MAY_WARN.search(source):
        return ast.parse(source, mode="eval").body
    with warnings.catch_warnings():
        # Python warns about "\d" in a string; if warnings were errors, it would not parse.
        warnings.simplefilter("ignore")
        return ast.parse(source, mode="eval").body


def _elements(tree: ast.expr) -> list[ast.expr]:
    if isinstance(tree, ast.Call):
        return [tree]
    if isinstance(tree, ast.List | ast.Tuple):
        return tree.elts
    raise FoldError(f"{type(tree).__name__} is no list")


def _call(node: ast.expr, folder: Folder) -> Call:
    if not isinstance(node, ast.Call):
        raise FoldError(f"{type(node).__name__} is no call")
    return Call(_name(node.func), {kw.arg: _value(kw.value, folder) for kw in node.keywords})


def _name(node: ast.expr) -> str:
    """Return the dotted name; a root that is not a plain name is left out."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return ".".join(reversed(parts))


def _value(node: ast.expr, folder: Folder) -> object:
    """Return the value of an argument."""
    match node:
        case ast.Constant():
            return "..." if node.value is ... else node.value
        case ast.List():
            return [_value(element, folder) for element in node.elts]
        case ast.Tuple():
            return tuple(_value(element, folder) for element in node.elts)
        case ast.Dict():
            return {
                _key(k, folder): _value(v, folder)
                for k, v in zip(node.keys, node.values, strict=True)
            }
        case ast.UnaryOp(
            operand=ast.Constant(value=bool() | int() | float() | complex() as number)
        ):
            return -number
        case ast.BinOp():
            return folder.value(node)
        case ast.Name():
            return node.id
        case ast.Call() if node.keywords:
            name, arguments = _call(node, folder)
            return {name: arguments}
        case ast.Call():
            return ast.unparse(node)
        case ast.Subscript():
            return f"{ast.unparse(node.value)}[{ast.unparse(node.slice)}]"
    raise FoldError(f"{type(node).__name__} is no argument value")


def _key(node: ast.expr | None, folder: Folder) -> object:
    if node is None:
        raise FoldError("** inside a dict")
    return _value(node, folder)
