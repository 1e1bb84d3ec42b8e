"""Failure by entity type: which values an entry needs, and how entries with them end."""

import json
import math
from typing import Any

import pytest

import bfcl_audio
from bfcl_audio.entities import Value, entity_figures, values_of
from bfcl_audio.reference import Reference
from bfcl_audio.spoken_entities import EntityType

PLACE, NUMBER, FILE = EntityType.PLACE, EntityType.NUMBER, EntityType.FILE
SAID = ({"role": "user", "content": "Weather in LYON for 3 days?"},)
SINGLE = Reference(
    id="simple_python_0",
    category="simple_python",
    turns=(SAID,),
    ground_truth=({"weather": {"city": ["Lyon", "Lyon, France"], "days": [3], "unit": ["C"]}},),
)
MULTI = Reference(
    id="multi_turn_base_0",
    category="multi_turn_base",
    turns=(SAID, ({"role": "user", "content": "Now move report.pdf there"},)),
    ground_truth=((), ("mv(source='report.pdf', destination=\"temp\")", "cd(folder='Lyon')")),
)
LOST = {"topic": "city", "value": "Lyon", "type": "place", "heard": False}


@pytest.mark.parametrize(
    ("utterances", "reference", "expected"),
    [
        ([], SINGLE, (Value(PLACE), Value(NUMBER))),
        ([], MULTI, (Value(FILE),)),
        ([{"whitelist": {"city": "Lyon"}}], SINGLE, (Value(PLACE),)),
        ([{"whitelist": {"days": "3"}, "entities": [LOST]}], SINGLE, (Value(PLACE, False),)),
        ([{"entities": [{**LOST, "type": "town"}]}], SINGLE, (Value(PLACE, False),)),
        ([{"entities": None, "whitelist": None}], SINGLE, (Value(PLACE), Value(NUMBER))),
    ],
)
def test_values_come_from_the_recording_or_else_from_the_truth(
    utterances: list[dict[str, Any]], reference: Reference, expected: tuple[Value, ...]
) -> None:
    """Of the truth, those that its own turn of the request says."""
    assert values_of(utterances, reference) == expected


def test_an_entry_is_one_case_of_each_of_its_types() -> None:
    """However many values of it there are; one lost is enough."""
    entries = [
        ((Value(PLACE, True), Value(PLACE, False), Value(NUMBER, True)), False),
        ((Value(PLACE, True),), True),
        ((Value(FILE),), False),
        ((), False),
    ]
    figures = entity_figures(entries)
    assert math.isnan(figures.pop("file/heard"))
    assert figures == {
        "place/n": 2.0, "place/heard": 0.5, "place/failed": 0.5,
        "file/n": 1.0, "file/failed": 1.0,
        "number/n": 1.0, "number/heard": 1.0, "number/failed": 1.0,
    }  # fmt: skip


@pytest.mark.parametrize("recorded", [True, False])
def test_only_recorded_conversations_have_entity_figures(recorded: bool) -> None:
    """A plain answer says nothing of what was said."""
    references = bfcl_audio.references(["simple_python"])
    text = references["simple_python_0"]
    episode = {"id": "simple_python_0", "messages": [], "answer": "[f()]", "arm": "spoken"}
    answer = episode if recorded else "[f()]"
    result = bfcl_audio.score([json.dumps(answer)], [text])
    names = {key: value for key, value in result.items() if key.startswith("entity/number/")}
    assert (names.get("entity/number/n"), names.get("entity/number/failed")) == (
        (1.0, 1.0) if recorded else (None, None)
    )
