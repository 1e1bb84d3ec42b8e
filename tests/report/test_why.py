"""The tables that say why: questions turn by turn, kinds of values, voices, costs, the ceiling."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import hand_made_runs
import pytest

from bfcl_audio.report.asking import question_fates, questions
from bfcl_audio.report.breakdown import spoken_by
from bfcl_audio.report.compose import make
from bfcl_audio.report.episodes import Decision, Episode, Message
from bfcl_audio.report.figures import Mean, Share
from bfcl_audio.report.hearings import of_episodes
from bfcl_audio.report.judged import Judged, first_runs
from bfcl_audio.report.kinds import needed_kinds, outcomes_by_kind
from bfcl_audio.report.ledger import ledgers
from bfcl_audio.report.misheard import blind_trust
from bfcl_audio.report.standings import costs, standings
from bfcl_audio.report.summary import lead
from bfcl_audio.report.tables import Table
from bfcl_audio.report.views import ledger_views

WHISPER = "transcript:whisper"


def _figures(table: Table) -> list[tuple[object, ...]]:
    """Rows with shares as (value, n)."""
    return [
        tuple((round(c.value, 3), c.n) if isinstance(c, Share | Mean) else c for c in row)
        for row in table.rows
    ]


def _one(judged: Sequence[Judged], city: str, arm: str = WHISPER) -> Judged:
    """The asking listener over the entry of one city."""
    return next(
        item
        for item in judged
        if item.episode.arm == arm
        and item.episode.judge != "none"
        and city in item.episode.utterances[0].written
    )


def _saying(item: Judged, *allowed: bool) -> Episode:
    """The episode with these questions asked before its call."""
    asked = [
        Message("assistant", "Which one?", decision=Decision(yes, "", "", "rules"))
        for yes in allowed
    ]
    first, last = item.episode.messages[0], item.episode.messages[-1]
    return replace(item.episode, messages=(first, *asked, last))


@pytest.mark.parametrize(
    ("city", "allowed", "valid", "needed", "idle"),
    [
        ("Pune", (True,), True, ["repaired"], []),
        ("Pune", (True,), False, ["still wrong"], []),
        ("Pune", (False, True), True, ["repaired"], []),
        ("Pune", (False,), False, ["refused"], []),
        ("Pune", (), False, ["not asked"], []),
        ("Pune", (), True, ["not asked"], []),
        ("Bonn", (), True, [], [False]),
        ("Bonn", (True,), True, [], [True]),
        ("Bonn", (False,), False, [], [True]),
    ],
)
def test_fate_of_a_turn(
    judged: Sequence[Judged],
    city: str,
    allowed: tuple[bool, ...],
    valid: bool,
    needed: list[str],
    idle: list[bool],
) -> None:
    """Pune was misheard, Bonn was not."""
    item = _one(judged, city)
    assert question_fates([replace(item, episode=_saying(item, *allowed), valid=valid)]) == (
        needed,
        idle,
    )


def test_turns_whose_truth_calls_nothing_are_left_out(judged: Sequence[Judged]) -> None:
    """There a question is as good an end as any."""
    item = _one(judged, "Pune")
    silent = replace(item, reference=replace(item.reference, ground_truth=()))
    assert question_fates([silent]) == ([], [])


def test_questions_of_each_run_that_may_ask(judged: Sequence[Judged]) -> None:
    """Four of five lost names are asked about and repaired, the fifth is not asked about."""
    rows = _figures(questions(judged))
    assert rows[-1] == (
        "scripted/listener", WHISPER, "rules", (0.8, 5), (0.0, 5), (0.0, 5), (0.2, 5), (0.0, 5),
    )  # fmt: skip


def test_outcomes_by_kind(judged: Sequence[Judged]) -> None:
    """One row a run and kind, every entry that needs the kind in it."""
    rows = {row[:4]: row[4:] for row in _figures(outcomes_by_kind(judged))}
    assert rows["place", "scripted/listener", WHISPER, "no"][:2] == ((0.5, 10), (0.5, 10))


def test_an_entry_needs_the_same_kinds_in_every_arm(judged: Sequence[Judged]) -> None:
    """The text arm lists nothing, and takes what other arms know of the entry."""
    text = [item for item in judged if item.episode.arm == "text"]
    kinds = [needed_kinds(some)["simple_python_0"] for some in (judged, text)]
    assert kinds == [{"place"}, {"place", "number"}]


def test_valid_by_voice(judged: Sequence[Judged]) -> None:
    """Even numbers are spoken by one engine, odd ones by another."""
    rows = _figures(spoken_by(judged))
    mute = [row for row in rows if row[3] == "no"]
    assert [(row[0], row[4]) for row in mute] == [("hibari", (0.4, 5)), ("kokoro", (0.6, 5))]


def test_standings_show_the_text_arm_with_and_without_asking(judged: Sequence[Judged]) -> None:
    """Asking cannot change what nobody may ask about."""
    assert [row[:4] for row in _figures(standings(judged))] == [
        ("scripted/listener", "no", (1.0, 10), (1.0, 10)),
        ("scripted/listener", "yes", (1.0, 10), (1.0, 10)),
    ]


def test_standings_put_the_best_model_first_and_yardsticks_last(judged: Sequence[Judged]) -> None:
    """By what they reach behind a voice, asking or not, whatever their names."""

    def named(agent: str, valid: bool) -> list[Judged]:
        return [
            replace(item, episode=replace(item.episode, agent=agent), valid=valid)
            for item in judged
            if item.episode.arm == WHISPER and "?ask" not in item.episode.agent
        ]

    found = standings([*judged, *named("openai/a", False), *named("openai/b", True)])
    agents = list(dict.fromkeys(row[0] for row in found.rows))
    assert agents == ["openai/b", "openai/a", "scripted/listener"]


def test_costs(judged: Sequence[Judged]) -> None:
    """Means of replies and questions, seconds at the middle and late, money in all and by 1,000."""
    item = _one(judged, "Pune")
    priced = [
        replace(item, episode=replace(_saying(item, *asked), id=str(number), **waits))
        for number, (asked, waits) in enumerate(
            [
                ((True,), {"cost_usd": 0.5, "latency_s": 4.0, "first_latency_s": 1.0}),
                ((), {"cost_usd": 0.1, "latency_s": 2.0, "first_latency_s": 2.0}),
            ]
        )
    ]
    ((_, _, _, *found),) = _figures(costs(priced))
    assert found == [(1.5, 2), (0.5, 2), 1.5, 2.0, 3.0, 4.0, 0.6, 300.0]


def test_an_unknown_price_is_none(judged: Sequence[Judged]) -> None:
    """A sum of some would pass for the sum of all."""
    item = _one(judged, "Pune")
    unpriced = replace(item, episode=replace(item.episode, cost_usd=None))
    ((*_, total, by_thousand),) = costs([unpriced]).rows
    assert (total, by_thousand) == (None, None)


def test_the_listener_is_the_ceiling_of_a_model(judged: Sequence[Judged]) -> None:
    """On the same entries, without asking; it has none itself."""
    model = [
        replace(item, episode=replace(item.episode, agent="openai/model"))
        for item in judged
        if item.episode.id in ("simple_python_0", "simple_python_5")
        and "?ask" not in item.episode.agent
    ]
    first, second = ledgers([*judged, *model])
    ceilings = {cell.arm: cell.ceiling for cell in first.cells}
    mine = {cell.ceiling for cell in second.cells}
    share = ceilings[WHISPER]
    assert (first.agent, share and share.value, share and share.n) == ("openai/model", 0.5, 2)
    assert mine == {None}


def test_no_ceiling_where_the_listener_did_not_run(judged: Sequence[Judged]) -> None:
    """A share over other entries would be no ceiling."""
    model = [
        replace(item, episode=replace(item.episode, agent="openai/model", judge="none"))
        for item in judged
        if item.episode.judge == "none"
    ]
    some = [item for item in judged if item.episode.id != "simple_python_0"]
    ledger = next(one for one in ledgers([*some, *model]) if one.agent == "openai/model")
    assert {cell.ceiling for cell in ledger.cells} == {None}


def test_of_repeated_entries_the_first_run_counts(judged: Sequence[Judged]) -> None:
    """Two runs of one entry are not two entries; costs count both."""
    again = [replace(item, episode=replace(item.episode, repeat=1), valid=False) for item in judged]
    assert first_runs([*again, *judged]) == tuple(judged)


@pytest.mark.parametrize(
    ("arm", "preambles", "warnings"),
    [
        ("transcript:moonshine", ("a", "b"), 1),
        ("transcripts:whisper+moonshine", ("a", "b"), 0),
        ("transcript:moonshine", ("a", "a"), 0),
    ],
)
def test_runs_with_different_preambles_are_told(
    tmp_path: Path, arm: str, preambles: tuple[str, str], warnings: int
) -> None:
    """But for the arm of several transcripts, whose preamble is its own."""
    runs = [
        hand_made_runs.trajectory(0, name) | {"hashes": {"preamble": preamble}}
        for name, preamble in zip((WHISPER, arm), preambles, strict=True)
    ]
    file = hand_made_runs.write(tmp_path / "run.jsonl", runs)
    told = [line for line in make([file]).warnings if "preambles" in line]
    assert len(told) == warnings


def test_blind_trust_looks_at_each_of_several_transcripts(judged: Sequence[Judged]) -> None:
    """What one of them misheard is as good a reason as what the only one did."""
    item = next(i for i in judged if i.episode.arm == WHISPER and i.outcome == "wrong")
    (utterance,) = item.episode.utterances
    words = {"a": "nothing of it", "b": utterance.transcript or ""}
    several = replace(utterance, transcript="a heard: …", transcripts=words)
    arm = "transcripts:a+b"
    fused = replace(item, episode=replace(item.episode, arm=arm, utterances=(several,)))
    assert (blind_trust(fused), list(of_episodes([fused.episode]))) == (True, [])


@pytest.mark.parametrize(("done", "first"), [(1, "1 entry of BFCL"), (0, "No conversation")])
def test_the_head_says_what_was_not_run(tmp_path: Path, done: int, first: str) -> None:
    """Even where nothing was."""
    lines = [hand_made_runs.trajectory(0, "text") for _ in range(done)]
    lines.append(hand_made_runs.trajectory(1, "text") | {"status": "not_run", "why": "no key"})
    report = make([hand_made_runs.write(tmp_path / "run.jsonl", lines)])
    (sentence,) = lead(report)
    assert (sentence.startswith(first), "1 conversation was not run" in sentence) == (True, True)


def test_a_page_of_many_agents_unfolds_the_best(judged: Sequence[Judged]) -> None:
    """The others are one click away."""
    many = [
        replace(item, episode=replace(item.episode, agent=f"openai/{number}"))
        for item in judged
        for number in range(7)
        if "?ask" not in item.episode.agent
    ]
    views = ledger_views(ledgers(many))
    assert [view.unfolded for view in views] == [True] * 4 + [False] * 3


def test_a_ledger_in_which_nothing_was_lost_is_folded(judged: Sequence[Judged]) -> None:
    """It has nothing to tell beside one in which something was."""
    perfect = [
        replace(item, episode=replace(item.episode, agent="scripted/oracle"), valid=True)
        for item in judged
    ]
    views = {view.agent: view.unfolded for view in ledger_views(ledgers([*judged, *perfect]))}
    assert views == {"scripted/listener": True, "scripted/oracle": False}
