"""The calls that arithmetic on literals may hold: built-in functions and methods that compute.

None of them reads, writes, imports, or calls anything that it is given. How large a result can get
is known before it is worked out.
"""

from collections.abc import Callable, Mapping, Sequence


def size(value: object) -> int:
    """Return how large a value is: characters, integer digits, or elements of all depths."""
    if isinstance(value, int):
        return 1 + value.bit_length() // 4
    if isinstance(value, str | bytes | range):
        return 1 + len(value)
    if isinstance(value, list | tuple | set | frozenset):
        return 1 + sum(map(size, value))
    if isinstance(value, dict):
        return 1 + sum(map(size, value)) + sum(map(size, value.values()))
    return 1


# Where it matters which argument is which, their names in order.
_ORDERS: Mapping[str, tuple[str, ...]] = {
    "pow": ("base", "exp", "mod"),
    "round": ("number", "ndigits"),
}


def call_size(
    name: str, arguments: Sequence[object], named: Mapping[str, object] | None = None
) -> int:
    """Return an upper bound on the work and the size of a call's result.

    Args:
        name: of the function or method.
        arguments: those given by position, a method's own object first.
        named: those given by name, in any order.
    """
    if named:
        order = [key for key in _ORDERS.get(name, ()) if key in named]
        arguments = [*arguments, *map(named.__getitem__, order or named)]
    given = sum(map(size, arguments))
    numbers = [argument for argument in arguments if isinstance(argument, int)]
    if name == "pow" and len(numbers) > 1:
        return size(numbers[0]) * max(numbers[1], 1) if abs(numbers[0]) > 1 else given
    if name == "range":
        return sum(map(abs, numbers))
    if name == "round":  # to so many digits takes a power of ten as long
        return given + abs(numbers[-1] if len(arguments) > 1 and numbers else 0)
    if name in ("center", "ljust", "rjust", "zfill"):
        return given + sum(map(abs, numbers))
    if name in ("join", "replace", "rfind", "rsplit", "sum"):
        return size(arguments[0]) * given
    return 10 * given if name in ("ascii", "repr", "str") else given


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    function.__name__: function
    for function in (
        abs, all, any, ascii, bin, bool, chr, complex, dict, divmod, float, hex, int, len, list,
        max, min, oct, ord, pow, range, repr, round, set, sorted, str, sum, tuple,
    )
}  # fmt: skip

METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset({
        "capitalize", "casefold", "center", "count", "endswith", "find", "index", "isalnum",
        "isalpha", "isdigit", "islower", "isnumeric", "isspace", "isupper", "join", "ljust",
        "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rfind", "rjust", "rsplit",
        "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
        "zfill",
    }),
    list: frozenset({"copy", "count", "index"}),
    tuple: frozenset({"count", "index"}),
    dict: frozenset({"copy", "get"}),
}  # fmt: skip
"""Methods by the type of the object. `str.format` is none: it reads attributes."""
