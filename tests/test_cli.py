"""The command's door: one line for what cannot be done, whatever was typed and wherever it runs."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bfcl_audio import cli

REFUSED = {
    "rn": "bfcl-audio: no command 'rn'; did you mean 'run'? commands are demo, build, run,",
    "run": "bfcl-audio run: the following arguments are required: dataset, --agent, --arm, --out;",
    "demo --entries x": "bfcl-audio demo: --entries: 'x' is no whole number; see: bfcl-audio demo",
    "build out --frob": "bfcl-audio: unrecognized arguments: --frob; see: bfcl-audio --help",
    "score F --mode fcc": "bfcl-audio score: --mode: invalid choice: 'fcc'",
    "run D --agent a --arm b --out c --limit 0": "bfcl-audio run: --limit: 0 is less than 1",
    "run D --agent a --arm b --out c --timeout nan": "bfcl-audio run: --timeout: nan is no time",
    "run D --agent a --arm b --out c --temperature inf": "bfcl-audio run: --temperature: inf is no",
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_command_line_in_error_is_refused_in_one_line(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was wrong stands in one line that says where to read more, and the status is 2."""
    status = cli.main(words.split())
    (line,) = capsys.readouterr().err.splitlines()
    told = line.removeprefix("bfcl-audio build").removeprefix("bfcl-audio")
    wanted = REFUSED[words].removeprefix("bfcl-audio")
    assert (status, told[: len(wanted)]) == (2, wanted)


def test_an_error_shows_control_characters_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    """A name from outside cannot recolour the terminal."""
    cli.main(["\x1b[31mred"])
    assert "\x1b" not in capsys.readouterr().err


def test_help_can_be_read_on_a_terminal_without_unicode() -> None:
    """A character that the terminal lacks is written by its number."""
    done = subprocess.run(
        [sys.executable, "-m", "bfcl_audio", "run", "--help"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, rb"A[,B\u2026]" in done.stdout) == (0, True)


def test_a_lone_surrogate_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text that UTF-8 cannot hold is written by its number too."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8", write_through=True))
    cli.main(["paraphrase", "say \udcff aloud", "--json"])
    assert rb"say \udcff aloud" in raw.getvalue()


def test_an_empty_list_of_ids_is_not_taken_for_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that names no entry is refused before anything is run."""
    ids, out = tmp_path / "ids", tmp_path / "run.jsonl"
    ids.write_text("\n")
    words = ["run", "nowhere", "--agent", "scripted/oracle", "--arm", "text"]
    status = cli.main([*words, "--ids", str(ids), "--out", str(out)])
    line = capsys.readouterr().err
    assert (status, "holds no id" in line, out.exists()) == (2, True, False)
