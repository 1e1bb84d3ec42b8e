"""Function docs become valid JSON Schema."""

import pytest

from bfcl_audio import upstream
from bfcl_audio.harness.tools import tools


def _schema(declared: dict[str, object], category: str = "simple_python") -> dict[str, object]:
    doc = {
        "name": "a.b",
        "description": "Does it.",
        "parameters": {"type": "dict", "properties": {"x": declared}, "required": ["x"]},
    }
    (tool,) = tools([doc], category)
    return dict(tool.parameters["properties"]["x"])


TYPES = [
    ({"type": "float"}, {"type": "number"}),
    ({"type": "any"}, {}),
    ({"type": "tuple", "items": {"type": "float"}}, {"type": "array", "items": {"type": "number"}}),
    ({"type": "string", "enum": ["a"], "optional": True}, {"type": "string", "enum": ["a"]}),
    (
        {"type": "dict", "properties": {"k": {"type": "integer"}}, "required": ["k", "gone"]},
        {"type": "object", "properties": {"k": {"type": "integer"}}, "required": ["k"]},
    ),
    (
        {"type": "string", "description": "When.", "format": "date"},
        {"type": "string", "description": "When. Format: date."},
    ),
]


@pytest.mark.parametrize(("declared", "schema"), TYPES)
def test_types_become_json_schema(declared: dict[str, object], schema: dict[str, object]) -> None:
    """Each of BFCL's types has one JSON Schema form."""
    assert _schema(declared) == schema


def test_java_parameters_are_literals_in_strings() -> None:
    """In Java entries every parameter is a string; its type is told in words."""
    schema = _schema({"type": "ArrayList", "items": {"type": "String"}}, "simple_java")
    assert schema == {
        "type": "string",
        "description": "Give it as a string holding a Java literal of type ArrayList. "
        'Its items: {"type": "String"}.',
    }


def test_names_lose_their_dots() -> None:
    """Dots are not allowed in tool names; the reference writes underscores."""
    doc = upstream.questions("simple_python")[1]["function"][0]
    assert tools([doc], "simple_python")[0].name == doc["name"].replace(".", "_")


def test_held_out_docs_come_without_the_note() -> None:
    """A function that arrives later is described as BFCL wrote it."""
    doc = upstream.class_docs("MathAPI")[0]
    (tool,) = tools([doc], "multi_turn_base", held_out=True)
    assert tool.description == doc["description"].strip()


@pytest.mark.parametrize("category", upstream.CATEGORIES[:7])
def test_every_doc_gives_known_types_only(category: str) -> None:
    """No type of BFCL's own survives anywhere in the tools of all entries."""
    found: set[object] = set()

    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            found.add(schema.get("type") if isinstance(schema.get("type"), str) else None)
            for inner in (*schema.get("properties", {}).values(), schema.get("items")):
                walk(inner)

    for entry in upstream.questions(category):
        for tool in tools(entry["function"], category):
            walk(dict(tool.parameters))
    allowed = {None, "string", "integer", "number", "boolean", "array", "object"}
    assert found <= allowed
