"""Allowed clarifications, on real entries whose lists were read by eye."""

from functools import cache

import pytest

from bfcl_audio import spoken
from dataset_builder import source
from dataset_builder.config import BuildConfig
from dataset_builder.records import Entry
from dataset_builder.whitelist import allowed_clarifications

LISTS = {
    # every value said; parallel calls in answer order, equal values once
    "parallel_6/0/0": {
        "purchase_amount": "30.45", "city": "Chicago", "state": "Illinois",
        "purchase_amount_2": "52.33", "city_2": "Sacramento", "state_2": "California",
        "purchase_amount_3": "11.23", "city_3": "Portland", "state_3": "Oregon",
    },
    "parallel_59/0/0": {
        "amount": "15000", "from_currency": "Euro", "to_currency": "dollars", "amount_2": "200",
        "from_currency_2": "pounds",
    },
    # "the first equation" says no value; "and 1 respectively" does
    "parallel_63/0/0": {"a": "5", "b": "6", "c": "1", "a_2": "3", "b_2": "2"},
    # a default that the request does not say is not listed
    "simple_python_32/0/0": {"height": "100"},
    "simple_python_68/0/0": {"location": "Yellowstone National Park", "years": "5"},
    # the written value of the truth, whatever form the request has
    "parallel_multiple_10/0/0": {
        "show": "Mamma Mia", "date": "2023-06-30", "origin": "New York", "destination": "Chicago",
    },
    "simple_python_65/0/0": {
        "country": "Brazil", "year": "2022", "population": "213000000", "land_area": "8500000",
    },
    # what was written where the truth is a conversion of it
    "simple_python_130/0/0": {
        "cash_flows": "-50000", "cash_flows_2": "10000", "cash_flows_3": "15000",
        "cash_flows_4": "20000", "cash_flows_5": "25000", "cash_flows_6": "30000",
        "discount_rate": "8%",
    },
    # choices and preferences are not listed
    "simple_python_136/0/0": {"principal": "10000", "annual_rate": "5", "time_in_years": "5"},
    "parallel_140/0/0": {"actor_name": "Leonardo DiCaprio", "year": "2010", "year_2": "2012"},
    "multi_turn_base_173/0/0": {
        "travel_from": "LAX", "travel_to": "JFK", "travel_date": "2026-11-15",
    },
    # Java and JavaScript
    "simple_java_27/0/0": {
        "nums": "2", "nums_2": "7", "nums_3": "11", "nums_4": "15", "target": "9",
    },
    "simple_javascript_32/0/0": {
        "queue": "fileWatchQueue", "pollingInterval": "500", "pollIndex": "0", "chunkSize": "10",
    },
    "simple_java_92/0/0": {
        "name": "com.example.MyClass", "classPath": "/usr/local/classes:/home/user/java/libs",
    },
    # multi-turn: this turn's truth, this turn's words
    "multi_turn_base_27/0/0": {
        "folder": "workspace", "source": "project_plan.md", "destination": "project_overview.md",
    },
    "multi_turn_base_0/3/0": {
        "folder": "temp", "source": "previous_report.pdf", "destination": "temp",
        "file_name1": "final_report.pdf", "file_name2": "previous_report.pdf",
    },
    "multi_turn_base_191/1/0": {"location": "San Francisco"},
    "multi_turn_base_56/0/0": {"city": "San Francisco", "city_2": "Rivermist"},
    # a tool's result, a computation, an earlier turn's value: not said, not listed
    "multi_turn_base_188/3/0": {},
    "multi_turn_base_126/3/0": {},
    "multi_turn_base_15/4/0": {},
    "multi_turn_base_72/0/0": {},
    "multi_turn_base_6/4/0": {"folder": "shared", "file_name": "report_word_count.txt"},
    # before a hold-out turn: that turn's values too
    "multi_turn_miss_func_6/0/0": {"folder": "communal", "file_name": "Annual_Report_2023.docx"},
    "multi_turn_miss_func_199/3/0": {
        "user_id": "USR001", "receiver_id": "USR003",
        "message": "Update on flight issue and customer support contact.",
    },
    # a turn that needs nothing; then the missing value, where it is said
    "multi_turn_miss_param_32/0/0": {},
    "multi_turn_miss_param_32/1/0": {"file_name": "Spring2023Draft"},
    "multi_turn_miss_param_67/0/0": {},
}  # fmt: skip


@cache
def entries() -> dict[str, Entry]:
    return {entry.id: entry for entry in source.read(BuildConfig())}


@pytest.mark.parametrize(("utterance_id", "expected"), LISTS.items())
def test_lists_read_by_eye(utterance_id: str, expected: dict[str, str]) -> None:
    """An utterance's list holds exactly what a reader of entry and truth would put there."""
    entry = entries()[utterance_id.split("/")[0]]
    assert allowed_clarifications(entry)[utterance_id] == expected


def test_irrelevance_has_nothing_to_clarify() -> None:
    """Every irrelevance entry has an empty list."""
    lists = [
        listed
        for entry in entries().values()
        if entry.category == "irrelevance"
        for listed in allowed_clarifications(entry).values()
    ]
    assert (len(lists), any(lists)) == (240, False)


@pytest.mark.slow
def test_every_utterance_has_a_list() -> None:
    """The lists name exactly the utterances of the entry, hold-out turns left out."""
    wrong = [
        entry.id
        for entry in entries().values()
        if list(allowed_clarifications(entry))
        != [utterance.utterance_id for utterance in source.utterances(entry)]
    ]
    assert wrong == []


@pytest.mark.slow
def test_every_listed_value_was_said() -> None:
    """Each listed value is said by its utterance: whole, in parts, or without its extension."""
    unsaid = [
        (utterance.utterance_id, value)
        for entry in entries().values()
        for utterance in source.utterances(entry)
        for value in allowed_clarifications(entry)[utterance.utterance_id].values()
        if not spoken.heard(value, utterance.text)
    ]
    assert {value for _, value in unsaid} == {
        "final_report.pdf",
        "test_report.docx",
        "/usr/local/classes:/home/user/java/libs",
    }
