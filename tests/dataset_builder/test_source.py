import json
from collections import Counter

import pytest

from bfcl_audio import upstream
from dataset_builder import source
from dataset_builder.config import DEMO, BuildConfig
from dataset_builder.errors import SelectionError


def test_all_default_categories_parse() -> None:
    """The 11 default categories give 2,190 entries and 4,526 utterances."""
    entries = source.read(BuildConfig())
    spoken = [one for entry in entries for one in source.utterances(entry)]
    assert (len(entries), len(spoken)) == (2190, 4526)


def test_utterance_ids_are_distinct() -> None:
    """No two utterances of the default categories share an id."""
    names = Counter(
        one.utterance_id for entry in source.read(BuildConfig()) for one in source.utterances(entry)
    )
    assert names.most_common(1)[0][1] == 1


def test_the_demo_takes_sixty_entries_and_twelve_multi_turn() -> None:
    """The demo's sample covers every category and holds 12 multi-turn entries of 60."""
    entries = source.read(DEMO)
    multi = [entry for entry in entries if entry.category.startswith("multi_turn")]
    covered = {entry.category for entry in entries}
    assert (len(entries), len(multi), covered) == (60, 12, set(upstream.CATEGORIES))


def test_a_larger_limit_keeps_the_smaller_sample() -> None:
    """All that `limit=60` takes is in `limit=90` too."""
    small, large = (
        {entry.id for entry in source.read(BuildConfig(limit=limit, seed=3))} for limit in (60, 90)
    )
    assert small <= large


def test_another_seed_takes_other_entries() -> None:
    """The sample is drawn by the seed."""
    one, two = (
        {entry.id for entry in source.read(BuildConfig(limit=60, seed=seed))} for seed in (1, 2)
    )
    assert one != two


def test_ids_come_in_bfcl_order() -> None:
    """Ids are built in BFCL's order, whatever the order of the list."""
    ids = ("multi_turn_base_3", "simple_python_11", "simple_python_2")
    entries = source.read(BuildConfig(ids=ids))
    assert [entry.id for entry in entries] == [ids[2], ids[1], ids[0]]


def test_live_ids_need_no_category() -> None:
    """An id of a live category is found without naming the category."""
    (entry,) = source.read(BuildConfig(ids=("live_simple_0-0-0",)))
    assert entry.category == "live_simple"


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"categories": ("simple_pyton",)}, "unknown category 'simple_pyton'; did you mean"),
        ({"ids": ("simple_python_9999",)}, "unknown entry id 'simple_python_9999'; did you mean"),
        ({"ids": ("zzz",)}, "unknown entry id 'zzz'; "),
        ({"limit": 0}, "holds no entry"),
    ],
)
def test_bad_selection_names_the_culprit(options: dict[str, tuple[str, ...]], hint: str) -> None:
    """What cannot be selected is named, with near matches where there are any."""
    with pytest.raises(SelectionError, match=hint):
        source.read(BuildConfig(**options))


def test_held_out_docs_move_to_the_scenario() -> None:
    """A held-out function is in `holdout_docs` and not among `functions`."""
    (entry,) = source.read(BuildConfig(ids=("multi_turn_miss_func_0",)))
    scenario = json.loads(entry.scenario)
    ((turn, docs),) = scenario["holdout_docs"].items()
    names = [doc["name"] for doc in docs]
    offered = {doc["name"] for doc in json.loads(entry.functions)}
    assert (names, entry.turns[int(turn)], offered & set(names)) == (
        scenario["missed_function"][turn],
        (),
        set(),
    )


def test_single_turn_scenario_is_empty() -> None:
    """A single-turn entry's scenario is the empty object."""
    (entry,) = source.read(BuildConfig(ids=("parallel_0",)))
    assert entry.scenario == "{}"


@pytest.mark.parametrize(
    ("sizes", "limit", "expected"),
    [
        ({"a": 10, "b": 10}, 5, {"a": 3, "b": 2}),
        ({"a": 1, "b": 10}, 5, {"a": 1, "b": 4}),
        ({"a": 1, "b": 2}, 9, {"a": 1, "b": 2}),
        ({"a": 30, "multi_turn_a": 30}, 9, {"a": 6, "multi_turn_a": 3}),
        ({"a": 30, "b": 30, "multi_turn_a": 30}, 3, {"a": 1, "b": 1, "multi_turn_a": 1}),
        ({"a": 0, "b": 3}, 2, {"a": 0, "b": 2}),
        ({"a": 5, "b": 5, "c": 5}, 1, {"a": 1, "b": 0, "c": 0}),
    ],
)
def test_allocation(sizes: dict[str, int], limit: int, expected: dict[str, int]) -> None:
    """A limit is shared by weight, and what one category cannot give the others do."""
    assert source.allocate(sizes, limit) == expected
