"""The three languages that BFCL documents its functions in, and their types as Python's."""

from collections.abc import Mapping
from enum import StrEnum

from .java_values import java_value
from .javascript_values import javascript_value


class Language(StrEnum):
    """The language of an entry's function docs, and of the argument values of an answer."""

    PYTHON = "python"
    JAVA = "java"
    JAVASCRIPT = "javascript"


_TYPES: Mapping[Language, Mapping[str, type]] = {
    Language.PYTHON: {
        "string": str,
        "integer": int,
        "float": float,
        "boolean": bool,
        "array": list,
        "tuple": list,
        "dict": dict,
        "any": str,
    },
    Language.JAVA: {
        "byte": int,
        "short": int,
        "integer": int,
        "long": int,
        "float": float,
        "double": float,
        "boolean": bool,
        "char": str,
        "String": str,
        "any": str,
        "Array": list,
        "ArrayList": list,
        "HashMap": dict,
    },
    Language.JAVASCRIPT: {
        "String": str,
        "integer": int,
        "float": float,
        "Bigint": int,
        "Boolean": bool,
        "any": str,
        "array": list,
        "dict": dict,
    },
}


def language_of(category: str) -> Language:
    """Return the language that a category's functions are documented in."""
    if "javascript" in category:
        return Language.JAVASCRIPT
    return Language.JAVA if "java" in category else Language.PYTHON


def python_type(declared: str, language: Language) -> type | None:
    """Return the Python type that a documented type stands for; None if it stands for none."""
    return _TYPES[language].get(declared)


def convert(value: object, declared: str, items: str, language: Language) -> object:
    """Return an argument as the Python value that it is compared as.

    Args:
        value: as the answer has it; for Java and JavaScript, text in that language.
        declared: the documented type.
        items: the documented type of a list's items; "" if there is none.
        language: the language of the doc.
    """
    if language is Language.PYTHON:
        return _python_value(value, declared)
    assert isinstance(value, str)
    if language is Language.JAVA:
        return java_value(value, declared, items)
    return javascript_value(value, declared, items)


def _python_value(value: object, declared: str) -> object:
    """Accept an integer for a float and a tuple for a tuple, at the top level only."""
    if declared == "float" and type(value) is int:
        try:
            return float(value)
        except OverflowError:
            return value  # Text-BFCL dies here; an integer it stays, and fails as one.
    if declared == "tuple" and type(value) is tuple:
        return list(value)
    return value
