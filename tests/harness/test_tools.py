"""Function docs become valid JSON Schema."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft7Validator

from bfcl_audio import upstream
from bfcl_audio.harness.agents.openai_wire import wire_names
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


ALL = (*upstream.CATEGORIES[:7], *upstream.LIVE_CATEGORIES)
CLASSES = (
    "GorillaFileSystem",
    "MathAPI",
    "MessageAPI",
    "TicketAPI",
    "TradingBot",
    "TravelAPI",
    "TwitterAPI",
    "VehicleControlAPI",
)


def _docs(source: str) -> Iterator[tuple[dict[str, Any], str]]:
    if source in CLASSES:
        yield from ((doc, "multi_turn_base") for doc in upstream.class_docs(source))
    else:
        entries = upstream.questions(source)
        yield from ((doc, source) for entry in entries for doc in entry["function"])


@pytest.mark.parametrize("source", [*ALL, *CLASSES])
def test_every_doc_gives_valid_json_schema(source: str) -> None:
    """No tool of any entry breaks the metaschema (draft 7: what we use is in all since)."""
    check = Draft7Validator(Draft7Validator.META_SCHEMA)
    schemas = {
        json.dumps(dict(tool.parameters), sort_keys=True)
        for doc, category in _docs(source)
        for tool in tools([doc], category)
    }
    wrong = [
        (schema, error.message)
        for schema in schemas
        for error in check.iter_errors(json.loads(schema))
    ]
    assert wrong == []


@pytest.mark.parametrize("source", [*ALL, *CLASSES])
def test_every_doc_gives_known_types_only(source: str) -> None:
    """No type of BFCL's own survives anywhere, and only JSON Schema's keywords stand beside."""
    found: set[object] = set()
    keys: set[str] = set()

    def walk(schema: dict[str, Any]) -> None:
        keys.update(schema)
        found.add(schema.get("type"))
        for inner in (*schema.get("properties", {}).values(), schema.get("items")):
            if inner is not None:
                walk(inner)

    for doc, category in _docs(source):
        for tool in tools([doc], category):
            walk(dict(tool.parameters))
    allowed = {None, "string", "integer", "number", "boolean", "array", "object"}
    assert (found - allowed, keys - KEYWORDS) == (set(), set())


KEYWORDS = {
    "type", "properties", "required", "items", "description", "enum", "default",
    "minItems", "maxItems", "minimum", "maximum",
}  # fmt: skip


@pytest.mark.parametrize("category", ALL)
def test_names_are_mapped_to_the_wire_and_back(category: str) -> None:
    """No two tools of an entry share a name there, and every name is one that APIs take."""
    wrong = [
        entry["id"]
        for entry in upstream.questions(category)
        if not _good(wire_names(tools(entry["function"], category)), len(entry["function"]))
    ]
    assert wrong == []


def _good(names: Mapping[str, str], count: int) -> bool:
    wire = set(names.values())
    taken = all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in wire)
    return taken and len(wire) == len(names) == count
