"""The command that shows what a caller would say."""

import json

import pytest

from bfcl_audio.cli import main


def test_a_text_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A text comes out as one line of speech."""
    status = main(["paraphrase", "Find 3 files", "--style", "read_aloud"])
    assert (status, "find three files" in capsys.readouterr().out.lower()) == (0, True)


def test_an_entry_comes_with_its_whitelist(capsys: pytest.CaptureFixture[str]) -> None:
    """With an id the utterances come, each with what may be clarified."""
    status = main(["paraphrase", "multi_turn_base_0", "--whitelist", "--json"])
    first = json.loads(capsys.readouterr().out)[0]
    assert (status, first["utterance_id"], "final_report.pdf" in first["whitelist"].values()) == (
        0,
        "multi_turn_base_0/0/0",
        True,
    )


def test_what_cannot_be_said_gives_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    """A line of code is called unspeakable, with why."""
    assert main(["paraphrase", "sort(items)"]) == 1
    assert capsys.readouterr().out.startswith("unspeakable: ")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["x", "--all"],
        ["hello there", "--whitelist"],
        ["x", "--style", "loud"],
        ["simple_java_999"],
    ],
)
def test_bad_input_gives_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be done ends with one line on stderr and status 2."""
    status = main(["paraphrase", *arguments])
    printed = capsys.readouterr()
    assert (status, printed.out, printed.err.count("\n")) == (2, "", 1)
