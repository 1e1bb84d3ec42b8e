"""BFCL's simulated APIs: fresh for each entry, calls as data, nothing without end."""

import decimal
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import mpmath
import pytest

from bfcl_audio.calls import Call
from bfcl_audio.reference import Reference, parse
from bfcl_audio.simulators import Simulation, methods, parameters

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


def entry(*classes: str, long_context: bool = False, **config: Any) -> Reference:
    """An entry that uses these classes."""
    category = "multi_turn_long_context" if long_context else "multi_turn_base"
    record = {
        "id": f"{category}_0",
        "category": category,
        "turns": [],
        "ground_truth": [],
        "involved_classes": classes,
        "initial_config": config,
        "missed_function": {},
    }
    return parse(json.dumps(record))


FILES = {
    "root": {
        "home": {
            "type": "directory",
            "contents": {
                "a.txt": {"type": "file", "content": "one"},
                "d": {"type": "directory", "contents": {}},
            },
        }
    }
}


def files() -> Simulation:
    """A file system with one file and one directory."""
    return Simulation(entry("GorillaFileSystem", GorillaFileSystem=FILES))


@pytest.mark.parametrize(
    ("call", "result"),
    [
        (Call("ls", {}), '{"current_directory_content": ["a.txt", "d"]}'),
        (Call("cat", {"file_name": "a.txt"}), '{"file_content": "one"}'),
        (Call("mkdir", {"dir_name": "e"}), "None"),
        (Call("echo", {"content": Call("cat", {"file_name": "a.txt"})}),
         '{"terminal_output": {"file_content": "one"}}'),
    ],
)  # fmt: skip
def test_a_call_gives_the_text_that_the_agent_sees(call: Call, result: str) -> None:
    """Dicts as JSON, the rest as Python prints it; a nested call is made first."""
    assert files().execute([call]) == [result]


@pytest.mark.parametrize(
    "call",
    [
        Call("nope", {}),
        Call("_load_scenario", {"scenario": {}}),
        Call("__init__", {}),
        Call("root.contents.clear", {}),
        Call("inspect.os.system", {"command": "touch hacked"}),
        Call("__import__('os').system", {"command": "touch hacked"}),
        Call("open", {"file": "hacked", "mode": "w"}),
        Call("inspect.sys.exit", {}),
        Call("exit", {}),
        Call("cd", {"folder=__import__('os').system('touch hacked') or 'd', folder": "d"}),
        Call("cd", {"folder": "d", "self": None}),
        Call("ls", {"a": float("nan")}),
        Call("cat", {}),
        Call("echo", {"content": Call("inspect.os.system", {"command": "touch hacked"})}),
    ],
)
def test_what_is_no_call_of_a_documented_method_is_an_error_text(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And leaves nothing behind, in the simulation or in the world."""
    monkeypatch.chdir(tmp_path)
    world = files()
    results = world.execute([call, Call("ls", {})])
    assert (results[0].split(":")[0], results[1], list(tmp_path.iterdir())) == (
        "Error during execution",
        '{"current_directory_content": ["a.txt", "d"]}',
        [],
    )


@pytest.mark.parametrize("name", CLASSES)
def test_the_docs_tell_the_parameters_in_order(name: str) -> None:
    """So that a ground truth can be read without its classes."""
    assert parameters(name) == {m.name: m.parameters for m in methods(name).values()}


def test_only_documented_methods_can_be_called() -> None:
    """Every class's public methods are those that BFCL documents."""
    from bfcl_audio import upstream

    classes = ("GorillaFileSystem", "MathAPI", "MessageAPI", "TwitterAPI", "TicketAPI",
               "TradingBot", "TravelAPI", "VehicleControlAPI")  # fmt: skip
    documented = {name: {doc["name"] for doc in upstream.class_docs(name)} for name in classes}
    assert {name: set(methods(name)) for name in classes} == documented


@pytest.mark.parametrize(
    ("calls", "last"),
    [
        ([Call("power", {"base": 10, "exponent": 10**8})], "Exceeds the limit"),
        ([Call("power", {"base": 2, "exponent": 14_285})], "Exceeds the limit"),
        ([Call("power", {"base": -1, "exponent": 10**30})], '{"result": 1}'),
        ([Call("power", {"base": 2, "exponent": 10})], '{"result": 1024}'),
        ([Call("round_number", {"number": 5, "decimal_places": -(10**9)})], '{"result": 0}'),
        ([Call("round_number", {"number": 1234, "decimal_places": -2})], '{"result": 1200}'),
        ([Call("logarithm", {"value": 8, "base": 2, "precision": 10**9})], "mpf('3.0')"),
        ([Call("logarithm", {"value": "1e99999999", "base": 2, "precision": 5})], "too large"),
        ([Call("square_root", {"number": 4, "precision": 10**9})], "Decimal('2')"),
        ([Call("square_root", {"number": 2, "precision": 4})], "Decimal('1.414')"),
    ],
)
def test_arithmetic_comes_back_at_once(calls: list[Call], last: str) -> None:
    """Numbers without end are cut where their result could equal no ground truth's."""
    start = time.process_time()
    result = Simulation(entry("MathAPI")).execute(calls)[-1]
    assert (last in result, time.process_time() - start < 2) == (True, True)


def test_arithmetic_leaves_the_precision_of_the_process_alone() -> None:
    """The simulator sets it for everybody; here it ends with the call."""
    before = (decimal.getcontext().prec, mpmath.mp.dps)
    Simulation(entry("MathAPI")).execute(
        [
            Call("square_root", {"number": 2, "precision": 50}),
            Call("logarithm", {"value": 3, "base": 2, "precision": 50}),
        ]
    )
    assert (decimal.getcontext().prec, mpmath.mp.dps) == before


ENDLESS = [
    Call("cp", {"source": "d", "destination": "d"}),
    Call("cp", {"source": "d", "destination": "e"}),
    Call("mv", {"source": "e", "destination": "d"}),
]


@pytest.mark.parametrize("method", ["find", "du"])
def test_a_tree_without_end_is_not_walked(method: str) -> None:
    """A directory copied into itself holds itself, twice over."""
    start = time.process_time()
    result = files().execute([*ENDLESS, Call(method, {})])[-1]
    assert (result, time.process_time() - start < 2) == (
        "Error during execution: the directory tree has no end",
        True,
    )


def test_tweets_that_mention_each_other_do_not_print_without_end() -> None:
    """Ten tweets, each mentioning all of them, over and over."""
    world = Simulation(entry("TwitterAPI", TwitterAPI={"authenticated": True}))
    everyone = Call("get_user_tweets", {"username": "john"})
    start = time.process_time()
    world.execute([Call("post_tweet", {"content": "a"})] * 10)
    for number in [*range(10)] * 3:
        world.execute([Call("mention", {"tweet_id": number, "mentioned_usernames": everyone})])
    world.execute([everyone])
    assert time.process_time() - start < 2


def test_a_tweet_does_not_change_the_tweets_that_follow() -> None:
    """The class would share its default lists between all tweets of the process."""
    calls = [
        Call("post_tweet", {"content": "a"}),
        Call("mention", {"tweet_id": 0, "mentioned_usernames": ["@b"]}),
        Call("post_tweet", {"content": "c"}),
    ]
    logged_in = entry("TwitterAPI", TwitterAPI={"authenticated": True})
    runs = [Simulation(logged_in).execute(calls)[-1] for _ in range(2)]
    fresh = '{"id": 1, "username": "john", "content": "c", "tags": [], "mentions": []}'
    assert runs == [fresh, fresh]


def test_an_argument_stays_the_answers_own() -> None:
    """A list that an answer gives is copied before a simulator keeps it."""
    given: list[object] = []
    logged_in = entry("TwitterAPI", TwitterAPI={"authenticated": True})
    Simulation(logged_in).execute(
        [
            Call("post_tweet", {"content": "a", "mentions": given}),
            Call("mention", {"tweet_id": 0, "mentioned_usernames": ["@b"]}),
        ]
    )
    assert given == []


def test_the_cards_of_long_contexts_are_each_entrys_own() -> None:
    """The class would merge one set of cards into all instances."""
    config = {"access_token": "t", "budget_limit": 100.0, "token_expires_in": 9,
              "user_first_name": "A", "user_last_name": "B"}  # fmt: skip
    traveller = entry("TravelAPI", long_context=True, TravelAPI=config)

    def all_cards(world: Simulation) -> str:
        return world.execute([Call("get_all_credit_cards", {})])[0]

    first = Simulation(traveller)
    before = all_cards(first)
    card = next(iter(json.loads(before)["credit_card_list"]))
    first.execute(
        [
            Call(
                "book_flight",
                {
                    "access_token": "t",
                    "card_id": card,
                    "travel_date": "2024-11-11",
                    "travel_from": "SFO",
                    "travel_to": "LAX",
                    "travel_class": "economy",
                },
            )
        ]
    )
    assert (all_cards(first) != before, all_cards(Simulation(traveller)) == before) == (True, True)


FUNDING = """
from bfcl_audio.calls import Call
from bfcl_audio.reference import parse, references
from bfcl_audio.simulators import Simulation
import json
record = json.loads(references(["multi_turn_base"])["multi_turn_base_0"])
record |= {"involved_classes": ["TradingBot"], "initial_config": {"TradingBot": {
    "authenticated": True}}}
world = Simulation(parse(json.dumps(record)))
world.execute([Call("fund_account", {"amount": 5})] * 3)
print(world.execute([Call("get_transaction_history", {})])[0])
"""


def test_time_zones_do_not_reach_the_simulators() -> None:
    """Time stamps are the same in New York and Tokyo, and in the hour that a clock skips."""
    zones = ("UTC", "America/New_York", "Asia/Tokyo", "XST0XDT,J245/0,J300")
    texts = {
        subprocess.run(
            [sys.executable, "-c", FUNDING],
            env={**os.environ, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for zone in zones
    }
    assert len(texts) == 1
