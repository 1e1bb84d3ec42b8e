"""Names spelled after they are said."""

import re

import pytest

from bfcl_audio import spoken
from dataset_builder.paraphrase import Spoken, read_style, rewrite

MUCH = read_style("much_spelling")


def test_a_spelled_name_is_named_in_the_outcome() -> None:
    """What `spelled` lists is spelled in the text."""
    outcomes = [rewrite("Please tell Simona to come.", seed=seed, style=MUCH) for seed in range(20)]
    spelled = [one for one in outcomes if isinstance(one, Spoken) and one.spelled]
    assert spelled
    assert all(spoken.heard("s i m o n a", one.text.partition("Simona")[2]) for one in spelled)


@pytest.mark.parametrize("text", ["Book a hotel in Paris.", "Meet me on Monday.", "Emma, Find it."])
def test_names_that_all_know_are_not_spelled(text: str) -> None:
    """Nobody spells Paris, Monday, or a verb with a capital."""
    outcomes = [rewrite(text, seed=seed, style=MUCH) for seed in range(20)]
    assert all(isinstance(one, Spoken) and not one.spelled for one in outcomes)


def test_quoted_words_are_left_alone() -> None:
    """Nothing is put into somebody's exact words."""
    text = "Send the message 'Meet Simona at Rivermist tomorrow' to Bob."
    outcomes = [rewrite(text, seed=seed, style=MUCH) for seed in range(20)]
    assert all(
        isinstance(one, Spoken) and re.search("Meet Simona at Rivermist tomorrow", one.text)
        for one in outcomes
    )
