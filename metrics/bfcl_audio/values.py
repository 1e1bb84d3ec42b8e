"""When an argument value is right: its type, then its equality with an acceptable answer.

Rules and oddities are Text-BFCL's. Everything that depends only on the entry is worked out once,
in `Parameter`; values are judged by plain functions.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .verdict import Reason

Options = Sequence[object]
"""Acceptable values of a parameter or of a dict's key; `""` among them: may be left out."""

_DROPPED = str.maketrans("", "", " ,./-_*^")


def standardise(text: str) -> str:
    """Return the text without blanks and `,./-_*^`, in lower case, with only double quotes."""
    return text.translate(_DROPPED).lower().replace("'", '"')


def _standardised(value: object) -> object:
    return standardise(value) if isinstance(value, str) else value


class Parameter(NamedTuple):
    """One parameter of an expected call: what is declared of it and what is acceptable.

    Attributes:
        declared: the Python type that the documented type stands for; None if it stands for none,
            and then no value is right.
        inner: for a declared list, the Python type of its elements.
        options: the acceptable values, as the possible answer has them.
        answer_type: type of the first option that is not `""`; None if there is none.
        texts: for a declared string, the string options, standardised.
        lists: for a declared list, the options that can be compared with one, their elements
            standardised.
        scalar: the declared type, if it is one of single values: such a value is right if it is
            among the options, whatever else could make it right.
    """

    declared: type | None
    inner: type | None
    options: Options
    answer_type: type | None
    texts: frozenset[str]
    lists: Sequence[list[object]]
    scalar: type | None

    @property
    def is_variable(self) -> bool:
        """True if the answer is not of the declared type, such as a variable's name."""
        return self.answer_type is not None and self.answer_type is not self.declared


_NO_TEXTS: frozenset[str] = frozenset()


def parameter(declared: type | None, inner: type | None, options: Options) -> Parameter:
    """Prepare one parameter for judging."""
    texts = _NO_TEXTS
    lists: list[list[object]] = []
    if declared is str:
        texts = frozenset([standardise(option) for option in options if isinstance(option, str)])
    elif declared is list:
        # A string is a list of characters here; "" and {} are empty lists.
        lists = [
            [_standardised(element) for element in option]
            for option in options
            if isinstance(option, list | str) or option == {}
        ]
    return Parameter(
        declared,
        inner,
        options,
        answer_type=next((type(option) for option in options if option != ""), None),
        texts=texts,
        lists=lists,
        scalar=declared if declared in _SCALARS else None,
    )


_SCALARS = (str, int, float, bool)


def mismatch(value: object, expected: Parameter) -> Reason | None:
    """Judge one value; None means it is right.

    Never raises anything but RecursionError, for values nested beyond Python's stack.
    """
    return _type_mismatch(value, expected) or _value_mismatch(value, expected)


def _type_mismatch(value: object, expected: Parameter) -> Reason | None:
    """Types are compared exactly: True is no integer, and neither is 5.0."""
    if type(value) is not expected.declared:
        if expected.is_variable and expected.declared and type(value) is expected.answer_type:
            return None
        return Reason.TYPE
    if expected.inner is None:
        return None
    for option in expected.options:
        if not isinstance(option, list) or _elements_fit(value, expected.inner, option):
            return None
    return Reason.NESTED_TYPE


def _elements_fit(elements: object, inner: type, option: Sequence[object]) -> bool:
    """Tell if each element has the declared type or that of the option's first element."""
    answer_type = next((type(element) for element in option if element != ""), None)
    assert isinstance(elements, list)
    return all(type(element) in (inner, answer_type) for element in elements)


def _value_mismatch(value: object, expected: Parameter) -> Reason | None:
    if not expected.is_variable:
        if isinstance(value, dict):
            return _dict_mismatch(value, expected.options)
        if isinstance(value, list) and expected.inner is dict:
            return _list_of_dict_mismatch(value, expected.options)
        if isinstance(value, str):
            return None if standardise(value) in expected.texts else Reason.STRING_VALUE
        if isinstance(value, list):
            right = [_standardised(element) for element in value] in expected.lists
            return None if right else Reason.LIST_VALUE
    return None if value in expected.options else Reason.OTHER_VALUE


def _dict_mismatch(value: Mapping[object, object], options: Options) -> Reason | None:
    """Judge a dict; the reason is that of the last option tried."""
    reason = Reason.DICT_UNCLEAR
    for option in options:
        if isinstance(option, dict):
            found = _entries_mismatch(value, option)
            if found is None:
                return None
            reason = found
    return reason


def _entries_mismatch(
    value: Mapping[object, object], option: Mapping[object, object]
) -> Reason | None:
    """Judge a dict against one option, whose values are options again."""
    if any(key not in value and not _may_be_absent(option[key]) for key in option):
        return Reason.DICT_KEY
    for key, given in value.items():
        if key not in option:
            return Reason.DICT_KEY
        accepted = option[key]
        # A bare string in place of a list of options is read character by character.
        if not isinstance(accepted, list | str):
            return Reason.DICT_VALUE
        if _standardised(given) not in [_standardised(one) for one in accepted]:
            return Reason.DICT_VALUE
    return None


def _may_be_absent(accepted: object) -> bool:
    return isinstance(accepted, str) or (isinstance(accepted, list) and "" in accepted)


def _list_of_dict_mismatch(value: Sequence[object], options: Options) -> Reason | None:
    """Judge a list of dicts, element against element; the reason is that of the last option."""
    reason: Reason | None = Reason.LIST_OF_DICT_UNCLEAR
    for option in options:
        if not isinstance(option, list | str | dict):
            continue
        if len(value) != len(option) or isinstance(option, dict):
            reason = Reason.LIST_OF_DICT_COUNT
            continue
        reason = None
        for given, accepted in zip(value, option, strict=True):
            if isinstance(given, dict):
                reason = _dict_mismatch(given, [accepted])
            else:
                reason = Reason.DICT_UNCLEAR if accepted == "" else Reason.TYPE
            if reason is not None:
                break
        else:
            return None
    return reason
