"""The entries that are told show different things, and each is told once."""

from collections.abc import Sequence

from bfcl_audio.report.choose import choose
from bfcl_audio.report.judged import Judged


def test_what_is_told(judged: Sequence[Judged]) -> None:
    """A repair, a value believed, one heard right; then again as long as there are any."""
    assert [choice.headline for choice in choose(judged)] == [
        "Misheard, asked, repaired",
        "Misheard and believed",
        "Heard right, called right",
        "Misheard, asked, repaired",
        "Misheard and believed",
        "Heard right, called right",
    ]


def test_each_entry_once(judged: Sequence[Judged]) -> None:
    """A reader meets six entries, not one in six dresses."""
    ids = [choice.main.episode.id for choice in choose(judged)]
    assert len(set(ids)) == len(ids)


def test_a_repair_stands_beside_the_failure(judged: Sequence[Judged]) -> None:
    """The same agent in the same arm, once with and once without asking."""
    repair = choose(judged)[0]
    (mute,) = repair.beside
    assert (repair.main.valid, mute.valid, mute.episode.arm) == (
        True,
        False,
        repair.main.episode.arm,
    )


def test_quiet_runs_still_tell_three(judged: Sequence[Judged]) -> None:
    """Where nothing was heard or asked, entries are told all the same."""
    text = [item for item in judged if item.episode.arm == "text"]
    assert len(choose(text)) == 3


def test_nothing_to_tell() -> None:
    """No episode, no story."""
    assert choose([]) == ()
