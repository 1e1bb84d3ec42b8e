"""Random calls with one parameter, of every declared type and every kind of acceptable answer."""

import random
from typing import Any

from .edits import SPARE, changed
from .java_text import java_literal
from .javascript_text import javascript_literal
from .single_turn import Case

_SCALARS = {
    "python": ("string", "integer", "float", "boolean", "any"),
    "java": ("String", "char", "any", "byte", "short", "integer", "long", "float", "double",
             "boolean"),
    "javascript": ("String", "integer", "float", "Bigint", "Boolean", "any"),
}  # fmt: skip
_LISTS = {"python": ("array", "tuple"), "java": ("Array", "ArrayList"), "javascript": ("array",)}
_DICTS = {"python": "dict", "java": "HashMap", "javascript": "dict"}
_TEXTS = (
    "a", "New York", "new-york", "St. John's", "a,b", "3/4", "A*b^c", "é", "x y", "5", "true",
    "data['a']", "myList", "ſ", "İzmir", "a\tb", 'say "hi"', "1.5", "-5",
)  # fmt: skip


def one_parameter_case(languages: tuple[str, ...], rng: random.Random) -> Case:
    """One call of a function with one parameter, its verdict still open."""
    language = rng.choice(languages)
    schema = _schema(language, rng)
    options = [_option(schema, language, rng) for _ in range(rng.choice((1, 1, 2, 2, 3)))]
    if rng.random() < 0.15:
        options[rng.randrange(len(options))] = rng.choice(SPARE[:-3])  # none infinite
    if rng.random() < 0.35:
        options.insert(rng.randint(0, len(options)), "")
    present = rng.random() < 0.97
    case: Case = {"lang": language, "param": schema, "required": rng.random() < 0.3}
    case |= {"opts": options, "present": present}
    return case | {"value": _value(options, schema, language, rng)} if present else case


def _schema(language: str, rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(("scalar", "scalar", "list", "dict"))
    if kind == "scalar":
        return {"type": rng.choice(_SCALARS[language])}
    if kind == "dict":
        return {"type": _DICTS[language]}
    inner: dict[str, Any] = {"type": rng.choice((*_SCALARS[language], _DICTS[language]))}
    if rng.random() < 0.1:
        inner = {"type": rng.choice(_LISTS[language]), "items": {"type": inner["type"]}}
    return {"type": rng.choice(_LISTS[language]), "items": inner}


def _option(schema: dict[str, Any], language: str, rng: random.Random) -> Any:
    """An acceptable answer of a declared type."""
    declared = schema["type"]
    if declared in _LISTS[language]:
        count = rng.choice((0, 1, 2, 2, 3))
        return [_option(schema["items"], language, rng) for _ in range(count)]
    if declared == _DICTS[language]:
        keys = rng.sample(("a", "b", "key", "A b"), rng.choice((0, 1, 1, 2)))
        return {key: _options(rng) for key in keys}
    if declared in ("boolean", "Boolean"):
        return rng.random() < 0.5
    if declared in ("float", "double"):
        return rng.choice((0.5, 5.0, -1.25, 1e21, 0.1, 3))
    if declared in ("string", "String", "char", "any"):
        return rng.choice(_TEXTS)
    return rng.choice((0, 1, 5, -5, 10**12))


def _options(rng: random.Random) -> Any:
    """The options of a key of a dict."""
    found = rng.choices(
        (*_TEXTS, 1, 5.0, True, ["a"], ["a", "b"], {"x": [1]}, "", ""), k=rng.randint(1, 3)
    )
    return found if rng.random() < 0.95 else rng.choice((found[0], None, 5, "abc"))


def _value(options: list[Any], schema: dict[str, Any], language: str, rng: random.Random) -> Any:
    value = _given(rng.choice([option for option in options if option != ""] or SPARE), rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        value = changed(value, rng)
    if rng.random() < 0.1:
        value = rng.choice(SPARE)
    if language == "python":
        return {"__tuple__": list(value)} if isinstance(value, tuple) else value
    if rng.random() < 0.02:
        return value
    oddness = rng.choice((0.0, 0.2, 1.0))
    if language == "javascript":
        return javascript_literal(value, rng, oddness)
    return java_literal(
        value, schema["type"], rng, oddness, schema.get("items", {}).get("type", "")
    )


def _given(option: Any, rng: random.Random) -> Any:
    """What an answer gives for an option: of a dict's lists of options, one each."""
    if isinstance(option, dict):
        return {
            key: rng.choice(accepted) if isinstance(accepted, list) and accepted else accepted
            for key, accepted in option.items()
            if not (isinstance(accepted, list) and "" in accepted and rng.random() < 0.5)
        }
    return [_given(item, rng) for item in option] if isinstance(option, list) else option
