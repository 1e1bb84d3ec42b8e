"""Arithmetic on literals, worked out without ever evaluating text as code.

Text-BFCL evaluates any binary operator that it meets in an argument as Python source, so `2 + 3`
is the integer 5 there, and so is anything else that Python can run. Here the same values come from
walking the syntax tree: literals, operators, and built-in functions that only compute.
Whatever would need a name, an attribute or a call beyond those is refused, as is whatever grows
past a fixed size.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping

from .folding_calls import FUNCTIONS, METHODS, call_size, size

MAX_RESULT_SIZE = 100_000
"""Largest result of one operator, in units of `size`: characters, elements, or integer digits."""

MAX_TOTAL_SIZE = 1_000_000
"""Largest sum of the sizes of all results while the expressions of one text are folded."""

_UNARY: Mapping[type[ast.unaryop], Callable[..., object]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_BINARY: Mapping[type[ast.operator], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_COMPARE: Mapping[type[ast.cmpop], Callable[..., object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, container: operator.contains(container, item),
    ast.NotIn: lambda item, container: not operator.contains(container, item),
}

_WIDE_FORMAT = re.compile(r"%\([^)]*\(|%(?:\([^)]*\))?[^a-zA-Z%(]*(?:\d{4}|\*)")
"""A format with a width of four digits or more or taken from a value; or brackets in a name."""


_FOUR_DIGITS = re.compile(r"\d{4}")
_CONVERSIONS: Mapping[int, Callable[[object], str]] = {
    ord("a"): ascii,
    ord("r"): repr,
    ord("s"): str,
}


class FoldError(Exception):
    """The expression is not plain arithmetic on literals, or grows too large."""


def _growth(op: ast.operator, left: object, right: object) -> int:
    """Return an upper bound on the size of `left op right`, before it is worked out."""
    if isinstance(op, ast.Mult):
        for sequence, times in ((left, right), (right, left)):
            if isinstance(times, int) and not isinstance(sequence, int | float | complex):
                return size(sequence) * max(times, 1)
    if isinstance(op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
        return size(left) * max(right, 1) if abs(left) > 1 else 1
    if isinstance(op, ast.LShift) and isinstance(right, int):
        return size(left) + max(right, 0) // 4
    if isinstance(op, ast.Mod) and isinstance(left, str | bytes):
        # "%999999999d" % 1 is a gigabyte.
        text = str(left)
        if _WIDE_FORMAT.search(text):
            return MAX_RESULT_SIZE + 1
        places = text.count("%")
        uses = places if isinstance(right, dict) else 1  # every place may take the same value
        return size(left) + 10 * uses * size(right) + 1000 * places
    return size(left) + size(right)


class Folder:
    """The expressions of one text being folded, and how much they may still produce."""

    def __init__(self) -> None:
        self._left = MAX_TOTAL_SIZE

    def value(self, node: ast.expr) -> object:
        """Return the value of an expression over literals.

        Raises:
            FoldError: the expression needs more than literals and operators, or is too large.
            ArithmeticError, LookupError, TypeError, ValueError, RecursionError: as Python would.
        """
        match node:
            case ast.Constant():
                return node.value
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp():
                return _UNARY[type(node.op)](self.value(node.operand))
            case ast.BoolOp():
                return self._boolean(node)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp():
                return self.value(node.body if self.value(node.test) else node.orelse)
            case ast.Subscript():
                return self.value(node.value)[self._index(node.slice)]  # type: ignore[index]
            case ast.Call():
                return self._call(node)
            case ast.JoinedStr():
                return "".join(map(self._part, node.values))
        return self._container(node)

    def _spend(self, size: int) -> None:
        self._left -= size
        if size > MAX_RESULT_SIZE or self._left < 0:
            raise FoldError("the result of an operator is too large")

    def _binary(self, node: ast.BinOp) -> object:
        left, right = self.value(node.left), self.value(node.right)
        self._spend(_growth(node.op, left, right))
        if type(node.op) not in _BINARY:
            raise FoldError("matrix multiplication is no arithmetic on literals")
        return _BINARY[type(node.op)](left, right)

    def _boolean(self, node: ast.BoolOp) -> object:
        stop_at = isinstance(node.op, ast.Or)
        result: object = not stop_at
        for operand in node.values:
            result = self.value(operand)
            if bool(result) is stop_at:
                break
        return result

    def _compare(self, node: ast.Compare) -> object:
        left = self.value(node.left)
        result: object = True
        for op, operand in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _COMPARE:
                raise FoldError("identity is no comparison of values")
            right = self.value(operand)
            result = _COMPARE[type(op)](left, right)
            if not result:
                break
            left = right
        return result

    def _index(self, node: ast.expr) -> object:
        if not isinstance(node, ast.Slice):
            return self.value(node)
        bounds = (node.lower, node.upper, node.step)
        return slice(*(bound and self.value(bound) for bound in bounds))

    def _part(self, node: ast.expr) -> str:
        """Return the text of one part of an f-string."""
        if not isinstance(node, ast.FormattedValue):
            return str(self.value(node))
        value = self.value(node.value)
        self._spend(10 * size(value))
        if node.conversion in _CONVERSIONS:
            value = _CONVERSIONS[node.conversion](value)
        form = str(self.value(node.format_spec)) if node.format_spec else ""
        if _FOUR_DIGITS.search(form):
            raise FoldError("a format that wide")
        return format(value, form)

    def _call(self, node: ast.Call) -> object:
        arguments = [self.value(argument) for argument in node.args]
        named = {keyword.arg: self.value(keyword.value) for keyword in node.keywords if keyword.arg}
        if len(named) < len(node.keywords):
            raise FoldError("** or a repeated keyword in a call")
        match node.func:
            case ast.Name(id=name) if name in FUNCTIONS:
                function = FUNCTIONS[name]
                inputs = arguments
            case ast.Attribute(value=owner, attr=name):
                thing = self.value(owner)
                if name not in METHODS.get(type(thing), ()):
                    raise FoldError(f"no method {name} that is worked out")
                function = getattr(thing, name)
                inputs = [thing, *arguments]
            case _:
                raise FoldError("only a few built-in functions are worked out")
        self._spend(call_size(name, inputs, named))
        return function(*arguments, **named)

    def _container(self, node: ast.expr) -> object:
        match node:
            case ast.List():
                return [self.value(element) for element in node.elts]
            case ast.Tuple():
                return tuple(self.value(element) for element in node.elts)
            case ast.Set():
                return {self.value(element) for element in node.elts}
            case ast.Dict() if None not in node.keys:
                keys = [self.value(key) for key in node.keys if key is not None]
                return dict(zip(keys, map(self.value, node.values), strict=True))
        raise FoldError(f"{type(node).__name__} is not a literal or an operator")
