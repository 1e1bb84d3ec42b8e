"""A model that words requests: what it is shown, and what is done with whatever it answers."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from rewriting import Answer, Asking, RewritingServer, worded
from vendor_servers import Answer as Http

from dataset_builder.config import BuildConfig
from dataset_builder.engines.openai_rewriter import PROMPT
from dataset_builder.paraphrase import DEFAULT, PRESETS, Style, Unspeakable
from dataset_builder.prepare import prepare
from dataset_builder.proof import Proof
from dataset_builder.records import Entry, Paraphrase
from dataset_builder.source import read

ID = "simple_python_156"
REQUEST = "Look up details of a felony crime record for case number CA123456 in San Diego County"
GOOD = (
    "Uh, can you look up the details of a felony crime record, case number C A one two three "
    "four five six, in San Diego County?"
)
WHITELIST = {"case_number": "CA123456", "county": "San Diego County"}
Served = Callable[..., RewritingServer]


@pytest.fixture
def served() -> Iterator[Served]:
    made: list[RewritingServer] = []

    def serve(*answers: Answer) -> RewritingServer:
        made.append(RewritingServer(*answers))
        return made[-1]

    yield serve
    for server in made:
        server.close()


@cache
def entry_of(entry_id: str) -> Entry:
    (entry,) = read(BuildConfig(ids=(entry_id,)))
    return entry


def said(
    server: RewritingServer,
    entry_id: str = ID,
    *,
    ask: Asking | None = None,
    style: Style = DEFAULT,
    options: str = "",
    seed: int = 0,
) -> Paraphrase:
    """The first utterance of an entry, worded by the model behind a server."""
    entry = entry_of(entry_id)
    spec = f"openai/m?base_url={server.base_url}{options}"
    return prepare(entry, seed, style=style, rewriter=spec, ask=ask or Asking())[0]


def by_rules(entry_id: str = ID) -> Paraphrase:
    return prepare(entry_of(entry_id), 0)[0]


def test_a_good_wording_is_used(served: Served) -> None:
    """It becomes the paraphrase, with the whitelist as the model names it."""
    server = served(worded(GOOD, case="CA123456", county="San Diego County"))
    one = said(server)
    assert (one.spoken, dict(one.whitelist), len(server.requests)) == (
        GOOD,
        {"case": "CA123456", "county": "San Diego County"},
        1,
    )


def test_the_row_tells_how_it_was_made(served: Served) -> None:
    """Model, prompt, dial, attempt, temperature and the server's seed are in the style."""
    server = served(worded(GOOD, **WHITELIST))
    style = said(server, options="&temperature=0.5").style
    asked = server.requests[0]
    assert (
        style["rewriter"].startswith("openai/m?"),
        style["name"],
        style["attempt"],
        (style["temperature"], asked["temperature"]),
        style["model_seed"] == str(asked["seed"]),
        "prompt " in style["version"],
        style["model"],
    ) == (True, "default", "0", ("0.5", 0.5), True, True, "m")


def test_the_model_sees_request_docs_and_truth(served: Served) -> None:
    """And the values to protect, and the dial as counts."""
    server = served(worded(GOOD, **WHITELIST))
    said(server)
    ((case,),) = server.cases()
    assert (
        case["request"],
        [doc["name"] for doc in case["functions"]],
        case["ground_truth"][0]["crime_record.get_record"]["case_number"],
        [(one["topic"], one["value"], one["may_ask"]) for one in case["values"]],
        sorted(case["style"]),
    ) == (
        REQUEST,
        ["crime_record.get_record"],
        ["CA123456"],
        [("case_number", "CA123456", True), ("county", "San Diego County", True)],
        ["fillers", "register", "restarts", "self_correction", "spell"],
    )


HOSTILE: dict[str, tuple[str, str]] = {
    # what a model says -> the reason that goes back
    "another code": (GOOD.replace("six", "seven"), "lost the value case_number = 'CA123456'"),
    "no code": (GOOD.replace("C A one two three four five six", "you know"), "lost the value"),
    "a number more": (GOOD.replace("felony", "felony number nine"), "added 'nine'"),
    "a name more": (GOOD.replace("in San", "of Mary Miller in San"), "added 'Mary'"),
    "an answer": ("I'm sorry, I cannot help with that.", "lost"),
    "a chat": ("Sure! Here are the details that you asked me for: none.", "something else"),
    "digits": (GOOD.replace("one two three four five six", "123456"), "is written, not said"),
    "markup": (f"**{GOOD}**", "'*' is written, not said"),
    "another language": (
        "请查找圣地亚哥县的重罪记录 C A one two three four five six, San Diego County",
        "another language",
    ),
    "megabytes": (GOOD * 5_000, "far longer than the request"),
    "a sign of control": (GOOD + "\x1b", "is written, not said"),
    "nothing": ("", "says nothing"),
}


@pytest.mark.parametrize(("spoken", "why"), HOSTILE.values(), ids=HOSTILE)
def test_a_wording_that_fails_goes_back_with_the_reason(
    served: Served, spoken: str, why: str
) -> None:
    """The next request holds the failed answer and why; a good answer then is used."""
    server = served(worded(spoken, **WHITELIST), worded(GOOD, **WHITELIST))
    one = said(server)
    assert (one.spoken, one.style["attempt"]) == (GOOD, "1")
    assert why in server.cases()[1][1]["failed"]
    assert len(json.dumps(server.requests[1])) < 30_000


def test_what_the_request_leaves_open_is_not_resolved(served: Served) -> None:
    """A value of the truth that only the truth knows may not be said."""
    text = "Perform a detailed search using grep to find the sections about budget analysis"
    server = served(worded(f"{text}, in the file temp."))
    spec = f"openai/m?base_url={server.base_url}"
    prepare(entry_of("multi_turn_base_0"), 0, rewriter=spec, ask=Asking())
    reasons = [case[1]["failed"] for case in server.cases() if len(case) == 2]
    assert "resolved 'temp', which the request does not say" in reasons[1]


def test_after_three_retries_the_rules_say_it(served: Served) -> None:
    """Their wording is the one of a build by rules, and the row says who failed and why."""
    server = served(worded("Look it up, please."))
    one, rules = said(server), by_rules()
    assert (one.spoken, one.whitelist, len(server.requests)) == (rules.spoken, rules.whitelist, 4)
    assert (one.style["rewriter"], one.style["asked"], one.style["asked_attempts"]) == (
        "rules",
        f"openai/m?base_url={server.base_url}",
        "4",
    )
    assert "lost the value case_number = 'CA123456'" in one.style["fell_back"]


def test_what_the_rules_cannot_say_either_is_rejected(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reasons of both."""
    monkeypatch.setattr("dataset_builder.prepare.prove", lambda *_: Proof(False, why="lost 'CA'"))
    one = said(served(worded("Look it up, please.")))
    assert (one.speakable, one.spoken) == (False, "")
    assert one.why_not.startswith("rejected: openai/m?base_url=")
    assert one.why_not.endswith("; rules: lost 'CA'")


def test_what_nobody_can_say_is_not_asked_for(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unspeakable request is labelled as by the rules, and costs nothing."""
    server = served(worded("anything"))
    monkeypatch.setattr("dataset_builder.prepare.rewrite", lambda *_, **__: Unspeakable("code"))
    one = said(server)
    assert (one.why_not, server.requests) == ("unspeakable: code", [])


def test_a_refusal_goes_back_too(served: Served) -> None:
    """A model that refuses has answered: its server did not fail."""
    server = served(worded(GOOD, **WHITELIST))
    refusing = {"role": "assistant", "content": None, "refusal": "I cannot."}
    choice = {"index": 0, "finish_reason": "stop", "message": refusing}
    server.fail(Http({"choices": [choice], "model": "m"}))
    assert (said(server).spoken, server.cases()[1][1]["failed"]) == (GOOD, "the model refuses")


WRONG: dict[str, tuple[Mapping[str, str], str]] = {
    "a value of its own": ({"county": "Los Angeles"}, "'Los Angeles' is none of the values"),
    "a value respelled": ({"case_number": "ca123456"}, "'ca123456' is none of the values"),
    "the request": ({"county": REQUEST}, "is none of the values that may be asked about"),
    "a topic that tells": ({"san_diego": "San Diego County"}, "'san_diego' tells a value"),
    "a topic from nowhere": ({"birthday": "CA123456"}, "no 'birthday' in the request"),
    "no topic": ({"case number!": "CA123456"}, "'case number!' is no topic"),
}


@pytest.mark.parametrize(("whitelist", "why"), WRONG.values(), ids=WRONG)
def test_a_wrong_whitelist_goes_back_and_costs_no_good_wording(
    served: Served, whitelist: Mapping[str, str], why: str
) -> None:
    """When it stays wrong the wording stands, with the whitelist by rule, and the row says so."""
    server = served(worded(GOOD, **whitelist))
    one = said(server)
    assert (one.spoken, dict(one.whitelist), one.style["whitelist"]) == (GOOD, WHITELIST, "rules")
    told = [one.style["whitelist_why"], *(case[-1]["failed"] for case in server.cases()[1:])]
    assert [why in reason for reason in told] == [True] * 4


def test_names_and_codes_cannot_be_left_out(served: Served) -> None:
    """An empty whitelist takes nothing away that a recogniser damages."""
    assert dict(said(served(worded(GOOD))).whitelist) == WHITELIST


def test_equal_texts_are_worded_once(served: Served) -> None:
    """Two entries with one text and other truths share the request, the wording and its cost."""
    spoken = "Um, what is the air quality index in London, August sixteenth, twenty twenty two?"
    server, ask = served(worded(spoken)), Asking()
    one, two = (said(server, name, ask=ask) for name in ("simple_python_196", "multiple_144"))
    assert (one.spoken, two.spoken, len(server.requests)) == (spoken, spoken, 1)
    assert (one.whitelist["date"], two.whitelist["date"]) == ("08-16-2022", "2022/08/16")


def test_a_wording_must_serve_all_who_share_the_text(served: Served) -> None:
    """What one entry needs is protected in the other, whose truth does not need it."""
    spoken = "Find the top rated modern sculpture exhibition happening in {} in the upcoming month."
    wrong, good = (worded(spoken.format(city)) for city in ("town", "New York"))
    server = served(wrong, good)
    assert said(server, "simple_python_267").spoken == spoken.format("New York")


def test_what_was_answered_is_not_asked_again(served: Served) -> None:
    """A second build with the same store makes no request, and says the same."""
    server, ask = served(worded("Look it up."), worded(GOOD, **WHITELIST)), Asking()
    first, again = said(server, ask=ask), said(server, ask=ask)
    assert (first, len(server.requests)) == (again, 2)


@pytest.mark.parametrize(
    "other",
    [{"seed": 1}, {"style": PRESETS["formal"]}, {"options": "&temperature=1"}],
    ids=["seed", "style", "temperature"],
)
def test_what_shapes_the_answer_is_in_its_key(served: Served, other: dict[str, Any]) -> None:
    """Another seed, style or option is another question."""
    server, ask = served(worded(GOOD, **WHITELIST)), Asking()
    said(server, ask=ask)
    said(server, ask=ask, **other)
    assert len(server.requests) == 2


def test_the_dial_holds_where_it_says_none(served: Served) -> None:
    """Without fillers a wording with an "uh" goes back."""
    server = served(worded(GOOD, **WHITELIST), worded(GOOD.removeprefix("Uh, "), **WHITELIST))
    one = said(server, style=PRESETS["no_fillers"])
    assert (one.spoken[:3], "says 'Uh' where no filler" in server.cases()[1][1]["failed"]) == (
        "can",
        True,
    )


def test_a_call_tells_how_much_is_asked(served: Served) -> None:
    """Kind, SPEC and the characters of prompt and case: what a budget needs."""
    server, ask = served(worded(GOOD, **WHITELIST)), Asking()
    said(server, ask=ask)
    (call,) = ask.calls
    sent = sum(len(one["content"]) for one in server.requests[0]["messages"])
    assert (call.kind, call.spec) == ("paraphrase", f"openai/m?base_url={server.base_url}")
    assert len(PROMPT) < sent <= call.characters


def test_usage_is_kept_with_the_answer(served: Served) -> None:
    """So that what was paid is known later too."""
    ask = Asking()
    said(served(worded(GOOD, **WHITELIST)), ask=ask)
    (kept,) = ask.kept.values()
    assert json.loads(kept)["usage"] == {"prompt_tokens": 100, "completion_tokens": 10}


def test_a_model_needs_somebody_who_asks() -> None:
    """Without `ask` nothing is sent past the store and the budget."""
    with pytest.raises(ValueError, match="asked through `ask`"):
        prepare(entry_of(ID), 0, rewriter="openai/m?base_url=http://127.0.0.1:1/v1")
