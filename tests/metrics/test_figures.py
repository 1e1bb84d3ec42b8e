"""Formulas, intervals, outcomes, questions, signature: figures from verdicts."""

import itertools
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bfcl_audio.aggregate import Tally, repeated, tallies, v3, v4
from bfcl_audio.clarifications import Episode, clarification_figures
from bfcl_audio.intervals import mcnemar, paired_bootstrap, wilson
from bfcl_audio.judging import judge_answer
from bfcl_audio.outcomes import outcome
from bfcl_audio.prediction import read
from bfcl_audio.reference import Reference, parse, references
from bfcl_audio.signature import signature
from bfcl_audio.trajectories import read_trajectory
from bfcl_audio.upstream import CATEGORIES, LIVE_CATEGORIES

# valid of n, chosen so that every mean is a short decimal
FULL = {
    "simple_python": Tally(9, 10),
    "simple_java": Tally(6, 10),
    "simple_javascript": Tally(3, 10),
    "multiple": Tally(8, 10),
    "parallel": Tally(7, 10),
    "parallel_multiple": Tally(5, 10),
    "irrelevance": Tally(4, 10),
    "multi_turn_base": Tally(4, 10),
    "multi_turn_miss_func": Tally(3, 10),
    "multi_turn_miss_param": Tally(2, 10),
    "multi_turn_long_context": Tally(1, 10),
    "live_simple": Tally(9, 10),
    "live_multiple": Tally(60, 80),
    "live_parallel": Tally(1, 5),
    "live_parallel_multiple": Tally(2, 5),
    "live_irrelevance": Tally(80, 90),
    "live_relevance": Tally(8, 10),
}


def test_v3_is_three_equal_groups() -> None:
    """Non-live of five equal parts, live by count, multi-turn of four."""
    assert v3(FULL) == pytest.approx(
        {"overall": (0.8 + 0.6 + 0.25) / 3, "non_live": 0.6, "live": 0.8, "multi_turn": 0.25}
    )


def test_v4_keeps_irrelevance_apart_and_has_no_overall() -> None:
    """Its agentic part is not spoken."""
    assert v4(FULL) == pytest.approx(
        {
            "overall": math.nan,
            "non_live": 0.65,
            "live": 0.72,
            "irrelevance": (0.4 + 80 / 90) / 2,
            "multi_turn": 0.25,
        },
        nan_ok=True,
    )


@pytest.mark.parametrize("missing", sorted({*CATEGORIES, *LIVE_CATEGORIES}))
def test_an_overall_that_lacks_a_category_is_no_number(missing: str) -> None:
    """BFCL would count it as 0, and a partial run would pass for a bad full one."""
    partial = {name: tally for name, tally in FULL.items() if name != missing}
    assert math.isnan(v3(partial)["overall"])


def test_tallies_count_by_category() -> None:
    """Valid and all."""
    rows = [("a", True), ("b", False), ("a", False)]
    assert tallies(rows) == {"a": Tally(1, 2), "b": Tally(0, 1)}


REPEATS = [
    ([], {}),
    ([Tally(1, 1), Tally(0, 1)], {}),
    ([Tally(2, 2)], {"pass@k/2": 1.0, "pass^k/2": 1.0}),
    ([Tally(1, 2), Tally(0, 2)], {"pass@k/2": 0.5, "pass^k/2": 0.0}),
    # of three draws of two from {right, right, wrong} all hold a right one, one holds no other
    (
        [Tally(2, 3)],
        {"pass@k/2": 1.0, "pass^k/2": 1 / 3, "pass@k/3": 1.0, "pass^k/3": 0.0},
    ),
    # an entry that was answered less often takes no part in what it cannot say
    (
        [Tally(1, 3), Tally(2, 2)],
        {"pass@k/2": (2 / 3 + 1) / 2, "pass^k/2": 0.5, "pass@k/3": 1.0, "pass^k/3": 0.0},
    ),
]


@pytest.mark.parametrize(("entries", "figures"), REPEATS)
def test_repeats_are_estimated_without_bias(
    entries: list[Tally], figures: dict[str, float]
) -> None:
    """Of k answers drawn from those there are: one is right, and all are."""
    assert repeated(entries) == pytest.approx(figures)


@given(st.lists(st.booleans(), min_size=2, max_size=7), st.integers(2, 7))
def test_repeats_equal_the_mean_over_all_draws(answers: list[bool], k: int) -> None:
    """The estimate is what drawing every subset of k answers gives."""
    draws = list(itertools.combinations(answers, k))
    found = repeated([Tally(sum(answers), len(answers))])
    assert [found.get(f"pass@k/{k}"), found.get(f"pass^k/{k}")] == (
        [pytest.approx(sum(map(seen, draws)) / len(draws)) for seen in (any, all)]
        if draws
        else [None, None]
    )


@pytest.mark.parametrize(
    ("valid", "n", "low", "high"),
    [(0, 10, 0.0, 0.27753), (5, 10, 0.23659, 0.76341), (10, 10, 0.72247, 1.0),
     (81, 263, 0.25529, 0.36621)],
)  # fmt: skip
def test_wilson_gives_the_published_values(valid: int, n: int, low: float, high: float) -> None:
    """The last row is Newcombe's (1998), example (a)."""
    assert wilson(valid, n) == pytest.approx((low, high), abs=5e-6)


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_itself(counts: tuple[int, int]) -> None:
    """And stays between 0 and 1."""
    valid, n = counts
    low, high = wilson(valid, n)
    assert 0 <= low <= valid / n <= high <= 1


def test_nothing_to_count_has_no_interval() -> None:
    """Neither for one run nor for two."""
    ends = [*wilson(0, 0), *paired_bootstrap([], [])]
    assert all(map(math.isnan, ends))


RUN = [True] * 80 + [False] * 20
WORSE = [True] * 60 + [False] * 20 + [True] * 5 + [False] * 15


def test_the_bootstrap_agrees_with_the_normal_approximation() -> None:
    """20 lost and 5 won of 100: -0.15, give or take 1.96 times 0.0477."""
    assert paired_bootstrap(RUN, WORSE) == pytest.approx((-0.2435, -0.0565), abs=0.011)


@pytest.mark.parametrize(
    ("first", "second", "interval"),
    [
        ([True] * 4, [False] * 4, (-1.0, -1.0)),
        ([False] * 4, [True] * 4, (1.0, 1.0)),
        (RUN, RUN, (0.0, 0.0)),
    ],
)
def test_the_bootstrap_is_sure_where_nothing_varies(
    first: list[bool], second: list[bool], interval: tuple[float, float]
) -> None:
    """All lost, all won, nothing changed."""
    assert paired_bootstrap(first, second) == interval


def test_the_bootstrap_repeats_itself() -> None:
    """Same seed, same interval."""
    assert paired_bootstrap(RUN, WORSE, seed=3) == paired_bootstrap(RUN, WORSE, seed=3)


@pytest.mark.parametrize(
    ("lost", "won", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (6, 0, 0.03125), (0, 6, 0.03125), (10, 2, 0.03857421875)],
)
def test_mcnemar_is_the_exact_binomial_test(lost: int, won: int, p: float) -> None:
    """On the entries that differ; the rest say nothing."""
    first = [True] * lost + [False] * won + RUN
    second = [False] * lost + [True] * won + RUN
    assert mcnemar(first, second) == p


@pytest.mark.parametrize("compare", [mcnemar, paired_bootstrap])
def test_runs_of_different_lengths_are_not_compared(compare: Any) -> None:
    """They are not over the same entries."""
    with pytest.raises(ValueError, match="2 and 1 entries"):
        compare([True, False], [True])


def entry(name: str) -> Reference:
    """One entry of BFCL."""
    return parse(references([name.rpartition("_")[0]])[name])


RIGHT = [{"calculate_triangle_area": '{"base": 10, "height": 5}'}]
WRONG = [{"calculate_triangle_area": '{"base": 11, "height": 5}'}]


@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("simple_python_0", RIGHT, "correct"),
        ("simple_python_0", WRONG, "wrong"),
        ("simple_python_0", RIGHT * 2, "wrong"),
        ("simple_python_0", [{"calculate_triangle_area": "{base"}], "malformed"),
        ("simple_python_0", "```python\n[calculate_triangle_area(base=10)]\n```", "malformed"),
        ("simple_python_0", "Did you say ten or two?", "asked"),
        ("simple_python_0", "I can't do that.", "abstained"),
        ("simple_python_0", "", "abstained"),
        ("simple_python_0", [], "abstained"),
        ("irrelevance_0", RIGHT, "wrong"),
        ("irrelevance_0", "I can't do that.", "correct"),
        ("multi_turn_base_0", "Error", "abstained"),
        ("multi_turn_base_0", [["[ls()]"], [], [], []], "wrong"),
        ("multi_turn_base_0", [["Which file?"], [], [], []], "asked"),
        ("multi_turn_base_0", [["```python\n[ls()]```", "Which?"], [], [], []], "malformed"),
        ("multi_turn_base_0", [[], [], [], []], "abstained"),
        ("multi_turn_base_0", [["[ls()]"]], "wrong"),
        ("multi_turn_base_0", [None, [], [], []], "malformed"),
    ],
)
def test_an_answer_is_right_or_fails_in_one_of_four_ways(
    name: str, answer: object, expected: str
) -> None:
    """The silent failure is `wrong`; who asks has not failed silently."""
    reference = entry(name)
    prediction = read(answer, reference.category)
    verdict = judge_answer(prediction, reference)
    assert outcome(verdict, prediction, reference) == expected


def episode(*, damaged: bool, asked: bool | None, valid: bool) -> Episode:
    """A trajectory of one turn; `asked` tells whether its question was allowed."""
    reference = entry("simple_python_0")
    messages: list[dict[str, Any]] = [{"role": "user", "content": "uh"}]
    if asked is not None:
        decision = {"allowed": asked, "message": "x"}
        messages.append({"role": "assistant", "content": "?", "clarification": decision})
    utterance = {
        "utterance_id": "simple_python_0/0/0",
        "whitelist": {"base": "10"},
        "entities": [{"topic": "base", "heard": not damaged}],
    }
    record = {"messages": messages, "answer": RIGHT, "utterances": [utterance]}
    return Episode(read_trajectory(record, reference), reference, valid)


def test_questions_are_counted_by_need_and_by_use() -> None:
    """Two of three damaged turns asked about, two of three questions needed, one of two mended."""
    episodes = [
        episode(damaged=True, asked=True, valid=True),
        episode(damaged=True, asked=True, valid=False),
        episode(damaged=True, asked=None, valid=False),
        episode(damaged=False, asked=False, valid=False),
        episode(damaged=False, asked=None, valid=True),
    ]
    assert clarification_figures(episodes) == pytest.approx(
        {"asked": 3 / 5, "recall": 2 / 3, "precision": 2 / 3, "repaired": 1 / 2}
    )


def test_without_trajectories_there_is_nothing_to_say_of_questions() -> None:
    """Every figure is NaN."""
    assert all(map(math.isnan, clarification_figures([]).values()))


def test_the_signature_names_what_was_scored() -> None:
    """The whole default set is `all`."""
    assert signature(CATEGORIES) == (
        "bfcl:2026.3.23|cats:all|arm:-|asr:-|judge:-|mode:parity|v:0.1.0"
    )


def test_the_signature_of_a_run_names_its_arms_and_judge() -> None:
    """Distinct values, sorted; a bar in one cannot break it."""
    labels = [
        {"agent": "a|b", "arm": arm, "asr": asr, "judge": "rules", "preamble": "ab12"}
        for arm, asr in (("text", ""), ("transcript:whisper", "whisper"))
    ]
    assert signature(["multiple", "simple_java"], labels, ["java_literals"]) == (
        "bfcl:2026.3.23|cats:simple_java,multiple|agent:a/b|arm:text,transcript:whisper"
        "|asr:whisper|judge:rules|preamble:ab12|mode:parity+audited:java_literals|v:0.1.0"
    )


def test_the_version_is_the_packages() -> None:
    """Where a copied metric folder reads it, and where pip does."""
    import importlib.metadata

    import bfcl_audio

    assert bfcl_audio.__version__ == importlib.metadata.version("bfcl-audio")


def test_a_result_is_flat_and_json_but_for_nan() -> None:
    """Every value a float, but for the signature."""
    import bfcl_audio

    result = bfcl_audio.score([RIGHT], [references(["simple_python"])["simple_python_0"]])
    kinds = {key: type(value) for key, value in result.items()}
    assert (kinds.pop("signature"), set(kinds.values()), bool(json.dumps(result))) == (
        str,
        {float},
        True,
    )
