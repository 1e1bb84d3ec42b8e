"""Episodes end their turns as the protocol says."""

import json
from pathlib import Path

import pytest
from puppets import Puppet, call

from bfcl_audio.harness.agents.base import Reply
from bfcl_audio.harness.arms import load
from bfcl_audio.harness.conversation import Conversation
from bfcl_audio.harness.episode import MAX_CLARIFICATIONS, MAX_STEPS, Episode, _sets_in_order, play
from bfcl_audio.harness.tables import open_dataset
from bfcl_audio.judge import Judge, get_judge

SINGLE, MULTI = "simple_python_0", "multi_turn_miss_func_0"
QUESTION = "Sorry, was the directory called tamp or temp?"
LS = call("ls", "{}")


def _conversation(folder: Path, entry: str, arm: str = "transcript:ears") -> Conversation:
    return load(open_dataset(str(folder)), [arm])[0].conversations[entry]


def _play(conversation: Conversation, agent: Puppet, judge: Judge | None = None) -> Episode:
    episode = Episode()
    play(conversation, agent, judge=judge, preamble="Hello.", episode=episode)
    return episode


def test_a_single_turn_entry_ends_at_its_calls(dataset_folder: Path) -> None:
    """The first calls are the answer."""
    agent = Puppet([call("f", '{"a": 1}')], "never asked")
    episode = _play(_conversation(dataset_folder, SINGLE), agent)
    assert (episode.answer(multi_turn=False), len(agent.requests)) == ([{"f": '{"a": 1}'}], 1)


def test_text_beside_calls_is_kept_and_not_judged(dataset_folder: Path) -> None:
    """The calls count; a question beside them is nobody's business."""
    agent = Puppet(Reply("Is it temp?", (LS,)))
    episode = _play(_conversation(dataset_folder, SINGLE), agent, get_judge("rules"))
    assert (episode.messages[-1].content, episode.messages[-1].clarification) == (
        "Is it temp?",
        None,
    )


@pytest.mark.parametrize(("arm", "preambles"), [("text", 0), ("spoken", 1), ("transcript:ears", 1)])
def test_the_preamble_is_for_spoken_arms(dataset_folder: Path, arm: str, preambles: int) -> None:
    """The text arm is Text-BFCL: no preamble."""
    episode = _play(_conversation(dataset_folder, SINGLE, arm), Puppet())
    assert [message.role for message in episode.messages].count("system") == preambles


def test_calls_are_executed_and_their_results_given_back(dataset_folder: Path) -> None:
    """A multi-turn agent sees what each call returned, under the call's id."""
    agent = Puppet([call("ls", '{"a": true}', "first"), call("nope", "{}", "second")])
    episode = _play(_conversation(dataset_folder, MULTI), agent)
    results = [m for m in episode.messages if m.role == "tool"]
    assert [(m.tool_call_id, m.content.split(":")[0]) for m in results] == [
        ("first", '{"current_directory_content"'),
        ("second", "Error during execution"),
    ]


def test_each_turn_ends_at_the_first_message_without_calls(dataset_folder: Path) -> None:
    """Without a judge a question ends a turn, as in Text-BFCL."""
    conversation = _conversation(dataset_folder, MULTI)
    episode = _play(conversation, Puppet([LS], QUESTION))
    assert (episode.turns[0], len(episode.turns)) == (
        [[{"ls": "{}"}], QUESTION],
        len(conversation.turns),
    )


def test_an_allowed_question_is_answered_in_the_same_turn(dataset_folder: Path) -> None:
    """The reply is the written value; the exchange is not in the answer, state and steps stay."""
    agent = Puppet([LS], QUESTION, [call("mkdir", '{"dir_name": "temp"}')])
    episode = _play(_conversation(dataset_folder, MULTI), agent, get_judge("rules"))
    after = agent.requests[2]
    assert (after.messages[-1].content, after.step, episode.turns[0]) == (
        "It's temp.",
        1,
        [[{"ls": "{}"}], [{"mkdir": '{"dir_name": "temp"}'}], "Goodbye."],
    )


def test_a_refused_question_ends_the_turn_and_is_kept(dataset_folder: Path) -> None:
    """Asking for a preference is what it was in Text-BFCL: the end of the turn."""
    agent = Puppet("Which colour do you prefer?")
    episode = _play(_conversation(dataset_folder, SINGLE), agent, get_judge("rules"))
    decision = episode.messages[-1].clarification
    assert (decision and decision["allowed"], episode.answer(multi_turn=False)) == (
        False,
        "Which colour do you prefer?",
    )


def test_the_text_arm_has_no_judge(dataset_folder: Path) -> None:
    """In the text arm even a good question ends the turn, unjudged."""
    agent = Puppet(QUESTION)
    episode = _play(_conversation(dataset_folder, MULTI, "text"), agent, get_judge("rules"))
    assert (episode.turns[0], episode.messages[1].clarification) == ([QUESTION], None)


def test_questions_are_capped(dataset_folder: Path) -> None:
    """One question too many is judged, recorded as capped, and ends the turn."""
    agent = Puppet(*[QUESTION] * (MAX_CLARIFICATIONS + 1))
    episode = _play(_conversation(dataset_folder, MULTI), agent, get_judge("rules"))
    decisions = [m.clarification["reason"] for m in episode.messages if m.clarification]
    assert (decisions, episode.turns[0]) == (
        ["answered"] * MAX_CLARIFICATIONS + ["capped"],
        [QUESTION],
    )


UNJUDGED = ["", "   ", "ls(a=True)", '{"name": "ls", "arguments": {}}']


@pytest.mark.parametrize("text", UNJUDGED)
def test_empty_and_malformed_messages_end_the_turn_unjudged(
    dataset_folder: Path, text: str
) -> None:
    """Nobody asks a judge about silence, or about a call that does not decode."""
    agent = Puppet(text)
    episode = _play(_conversation(dataset_folder, SINGLE), agent, get_judge("rules"))
    assert (episode.messages[-1].clarification, episode.answer(multi_turn=False)) == (None, text)


def test_broken_arguments_end_the_turn(dataset_folder: Path) -> None:
    """A tool call whose arguments are no JSON is executed by nobody."""
    episode = _play(_conversation(dataset_folder, MULTI), Puppet([call("ls", "{a")]))
    assert episode.turns[0] == [[{"ls": "{a"}]]


def test_too_many_steps_end_the_entry(dataset_folder: Path) -> None:
    """After the 21st executed step the remaining turns are dropped."""
    conversation = _conversation(dataset_folder, MULTI)
    episode = _play(conversation, Puppet(*[[LS]] * 100))
    assert ([len(turn) for turn in episode.turns], episode.forced_to_quit) == (
        [MAX_STEPS + 1],
        True,
    )


def test_held_out_functions_join_the_tools(dataset_folder: Path) -> None:
    """From the hold-out turn on the agent may call what was held out."""
    conversation = _conversation(dataset_folder, MULTI)
    agent = Puppet()
    _play(conversation, agent)
    held_out = {doc["name"] for turn in conversation.turns for doc in turn.held_out}
    known = [held_out <= {tool.name for tool in request.tools} for request in agent.requests]
    late = next(n for n, turn in enumerate(conversation.turns) if turn.held_out)
    assert known == [False] * late + [True] * (len(conversation.turns) - late)


def test_usage_adds_up_and_an_unknown_price_stays_unknown(dataset_folder: Path) -> None:
    """Tokens are summed over replies; one reply without a price makes the sum unknown."""
    agent = Puppet(
        Reply("", (LS,), {"prompt_tokens": 5}, 0.5, 0.1), Reply("Done.", (), {"prompt_tokens": 7},
        0.25, None)
    )  # fmt: skip
    conversation = _conversation(dataset_folder, MULTI)
    episode = _play(conversation, agent)
    assert (json.dumps(episode.usage), episode.latency_s, episode.cost_usd) == (
        '{"prompt_tokens": 12}',
        0.75,
        None,
    )


def test_calls_written_as_text_are_executed_if_the_agent_was_prompted(dataset_folder: Path) -> None:
    """A prompted agent's text is its calls; what they return follows, under no id."""
    agent = Puppet(Reply("[ls(a=True), nope()]", form="text"), Reply("Done.", form="text"))
    episode = _play(_conversation(dataset_folder, MULTI), agent)
    results = [(m.tool_call_id, m.content.split(":")[0]) for m in episode.messages[2:5]]
    assert (episode.turns[0], results[1:]) == (
        ["[ls(a=True), nope()]", "Done."],
        [("", '{"current_directory_content"'), ("", "Error during execution")],
    )


def test_sets_in_results_are_shown_in_one_order() -> None:
    """What a simulator prints of a set does not differ from process to process."""
    assert (
        _sets_in_order("one of {'first', 'economy', 'business'}"),
        _sets_in_order("{'a': 1, 'b': {'c': 'd, e'}}"),
    ) == ("one of {'business', 'economy', 'first'}", "{'a': 1, 'b': {'c': 'd, e'}}")
