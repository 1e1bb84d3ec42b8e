"""Whether a wording is its request; and the dial drawn into counts."""

import pytest

from dataset_builder.likeness import why_unlike
from dataset_builder.paraphrase import DEFAULT, PRESETS, read_style
from dataset_builder.plan import model_seed, plan

REQUEST = "Find a flight to the city of the Eiffel Tower for Josephine at 14:00, not in June."

CASES: dict[str, tuple[str, list[str]]] = {
    "as written, said": (
        "find a flight to the city of the Eiffel Tower for Josephine, two p m, not in June",
        [],
    ),
    "spelled in NATO": (
        "Uh, flight to the city of the Eiffel Tower, for Josephine, Juliett Oscar Sierra Echo Papa "
        "Hotel India November Echo, at two p m, and not in June, please find one",
        [],
    ),
    "spelled as in": (
        "find a flight to the city of the Eiffel Tower for Josephine, that's J as in Juliet, O for "
        "Oscar, S E P H I N E, at two p m, not in June",
        [],
    ),
    "resolved": (
        "find a flight to Paris, the city of the Eiffel Tower, for Josephine, two p m, not in June",
        ["added 'Paris'", "resolved 'Paris', which the request does not say"],
    ),
    "resolved in small letters": (
        "find a flight to paris, the city of the Eiffel Tower, for Josephine, not in June",
        ["resolved 'Paris', which the request does not say"],
    ),
    "an emoji": (
        "find a flight to the city of the Eiffel Tower for Josephine 🙂",
        ["'🙂' is written, not said: use words"],
    ),
    "no words": ("…", ["says nothing"]),
    "an answer": (
        "Of course, what would you like to know?",
        ["says something else than the request"],
    ),
}


@pytest.mark.parametrize(("wording", "reasons"), CASES.values(), ids=CASES)
def test_additions_are_named(wording: str, reasons: list[str]) -> None:
    """Each with what was added; spelling a name adds nothing."""
    assert list(why_unlike(REQUEST, wording, ["Paris"])) == reasons


def test_what_is_quoted_must_be_said() -> None:
    """Somebody's exact words are no detail, though no call needs them."""
    request = "Upon finding 'budget analysis', sort the file by line to read it with ease."
    wording = "Can you sort the file by line, uh, to read it with ease?"
    assert list(why_unlike(request, wording)) == [
        "lost 'budget analysis', which the request quotes"
    ]


@pytest.mark.slow
def test_the_rules_add_nothing() -> None:
    """What is asked of models, the rules' wordings all pass: the checks refuse no good speech."""
    from dataset_builder.case import Case
    from dataset_builder.config import BuildConfig
    from dataset_builder.prepare import prepare
    from dataset_builder.source import read, utterances

    refused = {
        said.utterance_id: reasons
        for entry in read(BuildConfig(limit=400, seed=2))
        for said, one in zip(prepare(entry, 2), utterances(entry), strict=True)
        if said.speakable
        and (
            reasons := [
                *why_unlike(one.text, said.spoken, Case(one.text, [(entry, one)]).unsaid),
                *filter(None, [Case(one.text, [(entry, one)]).lost(said.spoken)]),
            ]
        )
    }
    assert refused == {}


LONG = "Email Simona. " * 40


def test_a_plan_follows_the_dial() -> None:
    """More of a rate is more of it; none is none; the last attempt is plain."""
    fillers = [
        plan(LONG, 0, read_style(f"fillers={rate}"), 0)["fillers"] for rate in (0, 0.05, 0.3, 1)
    ]
    plain = plan(LONG, 0, PRESETS["many_fillers"], 3)
    assert (fillers == sorted(set(fillers), key=int), fillers[0], fillers[-1]) == (True, 0, 80)
    assert (plain["fillers"], plain["restarts"], plain["self_correction"]) == (0, 0, False)


def test_a_plan_names_who_is_spelled() -> None:
    """Every stranger's name, where the dial says all."""
    text = "Email Simona Rivermist and Tervise."
    assert plan(text, 0, read_style("spelling=1"), 0)["spell"] == ["Rivermist", "Tervise"]


def test_a_plan_is_drawn_by_seed_text_and_style() -> None:
    """The same for the same, whatever the process; the server's seed too."""
    drawn = [
        (model_seed(LONG, seed, style, 0), plan(LONG, seed, style, 0)["fillers"])
        for seed, style in ((0, DEFAULT), (0, DEFAULT), (1, DEFAULT), (0, PRESETS["formal"]))
    ]
    assert drawn[0] == drawn[1] and len({seed for seed, _ in drawn}) == 3
