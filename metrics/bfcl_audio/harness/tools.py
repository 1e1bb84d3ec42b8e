"""BFCL function docs -> tools that models are given: valid JSON Schema, names without dots.

BFCL writes its own type names (`dict`, `float`, `tuple`, Java's `HashMap`, …). Each description
gets a sentence that names the syntax; in the Java and JavaScript categories every parameter is a
string that holds a literal of that language, its real type told in words. Functions held back for
a later turn come without the sentence, as in the reference.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

_SYNTAX = {
    "python": "This function follows Python 3 syntax.",
    "java": "This function follows Java 8 SDK syntax.",
    "javascript": "This function follows JavaScript syntax.",
}
_JSON_TYPES = {
    "string": "string",
    "integer": "integer",
    "float": "number",
    "boolean": "boolean",
    "array": "array",
    "tuple": "array",
    "dict": "object",
}
_LITERAL = {
    "fc": "Give it as a string holding a {} literal of type {}.",
    "text": "Write it as a {} literal of type {}.",
}
_KEPT = ("description", "enum", "default", "minItems", "maxItems", "minimum", "maximum")


@dataclass(frozen=True, slots=True)
class Tool:
    """One function as a model sees it.

    Attributes:
        name: without dots.
        description: with the sentence that names the syntax.
        parameters: a JSON Schema of type object.
        doc: BFCL's own description of it.
        spoken_language: what its values are written in: `python`, `java` or `javascript`.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    doc: Mapping[str, Any] = field(default_factory=dict)
    spoken_language: str = "python"

    def as_openai(self) -> dict[str, Any]:
        """The entry of a chat completion's `tools` list."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        return {"type": "function", "function": function}

    def as_prompt(self) -> dict[str, Any]:
        """The function as a model reads it that writes its calls as text: BFCL's name and types."""
        parameters: Mapping[str, Any] = self.doc.get("parameters", self.parameters)
        if self.spoken_language != "python":
            parameters = _parameters(parameters, self.spoken_language, "text")
        return {
            "name": self.doc.get("name", self.name),
            "description": self.description,
            "parameters": parameters,
        }


def language(category: str) -> str:
    """The language whose literals a category's arguments are written in."""
    if category.endswith("javascript"):
        return "javascript"
    return "java" if category.endswith("java") else "python"


def tools(
    docs: Iterable[Mapping[str, Any]], category: str, *, held_out: bool = False
) -> tuple[Tool, ...]:
    """What a model is given for `docs` in an entry of `category`."""
    spoken_language = language(category)
    note = "" if held_out else _SYNTAX[spoken_language]
    return tuple(
        Tool(
            name=doc["name"].replace(".", "_"),
            description=_sentences(doc.get("description", ""), note),
            parameters=_parameters(doc["parameters"], spoken_language),
            doc=doc,
            spoken_language=spoken_language,
        )
        for doc in docs
    )


def _parameters(
    declared: Mapping[str, Any], spoken_language: str, form: str = "fc"
) -> dict[str, Any]:
    properties = {
        name: _schema(spec)
        if spoken_language == "python"
        else _literal(spec, spoken_language, form)
        for name, spec in declared["properties"].items()
    }
    required = [name for name in declared.get("required", ()) if name in properties]
    return {"type": "object", "properties": properties, "required": required}


def _schema(spec: Mapping[str, Any]) -> dict[str, Any]:
    """One Python-typed parameter; `any` and unknown types leave the type open."""
    schema: dict[str, Any] = {key: spec[key] for key in _KEPT if key in spec}
    if json_type := _JSON_TYPES.get(spec.get("type", "")):
        schema["type"] = json_type
    if "format" in spec:
        # BFCL's formats are prose hints; as a JSON Schema keyword they would be rejected.
        schema["description"] = _sentences(
            schema.get("description", ""), f"Format: {spec['format']}."
        )
    if schema.get("type") == "array":
        schema["items"] = _schema(spec.get("items") or {})
    if schema.get("type") == "object" and spec.get("properties"):
        inner = _parameters(spec, "python")
        schema |= {"properties": inner["properties"], "required": inner["required"]}
    return schema


def _literal(spec: Mapping[str, Any], spoken_language: str, form: str) -> dict[str, Any]:
    """One Java or JavaScript parameter: a string that holds source text."""
    named = {"java": "Java", "javascript": "JavaScript"}[spoken_language]
    words = [_LITERAL[form].format(named, spec.get("type", "any"))]
    for key, label in (("items", "Its items"), ("properties", "Its properties")):
        if spec.get(key):
            words.append(f"{label}: {json.dumps(spec[key], ensure_ascii=False)}.")
    return {"type": "string", "description": _sentences(spec.get("description", ""), *words)}


def _sentences(*parts: str) -> str:
    return " ".join(part.strip() for part in parts if part.strip())
