"""`bfcl-audio paraphrase --rewriter`: a model asked as a build asks it, through store and gate."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rewriting import RewritingServer, worded
from vendor_servers import Answer

from bfcl_audio.cli import main
from dataset_builder.rewriters import _made

SPOKEN = "Uh, can you find three files for Simona?"
TEXT = "Find 3 files for Simona"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RewritingServer]:
    made = RewritingServer(worded(SPOKEN))
    monkeypatch.setattr("dataset_builder.store.cache_dir", lambda: tmp_path)
    monkeypatch.setattr("dataset_builder.engines.base.FIRST_WAIT_S", 0.0)
    monkeypatch.setenv("OPENAI_BASE_URL", made.base_url)
    yield made
    _made.cache_clear()
    made.close()


def _paraphrase(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["paraphrase", *arguments, "--rewriter", "openai/m"])
    printed = capsys.readouterr()
    return status, printed.out.strip(), printed.err.strip()


def test_a_text_is_worded_once(server: RewritingServer, capsys: pytest.CaptureFixture[str]) -> None:
    """The second time the store has it."""
    twice = [_paraphrase(capsys, TEXT) for _ in range(2)]
    assert (twice, len(server.requests)) == ([(0, SPOKEN, "")] * 2, 1)


def test_the_dial_is_told(server: RewritingServer, capsys: pytest.CaptureFixture[str]) -> None:
    """And stands in the style under its one name."""
    style = "spelling=1,fillers=0.30"
    _, out, _ = _paraphrase(capsys, TEXT, "--json", "--style", style)
    asked = server.cases()[0][0]["style"]
    assert (json.loads(out)["style"]["name"], asked["spell"]) == (
        "fillers=0.3,spelling=1",
        ["Simona"],
    )


def test_what_passes_is_asked_again(
    server: RewritingServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the one loop that does."""
    server.fail(RewritingServer.error(500, "server_error"), Answer(None))
    assert (_paraphrase(capsys, TEXT)[:2], len(server.requests)) == ((0, SPOKEN), 3)


def test_a_server_that_fails_is_reported_and_not_replaced(
    server: RewritingServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rules do not step in for a server: one line, nothing said, nothing kept."""
    server.fail(*[RewritingServer.error(500, "server_error")] * 4)
    failed = _paraphrase(capsys, TEXT)
    assert failed == (2, "", "bfcl-audio paraphrase: openai: HTTP 500 server_error")
    assert _paraphrase(capsys, TEXT)[:2] == (0, SPOKEN)


def test_an_entry_shows_who_fell_back(
    server: RewritingServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wording that never passes gives way to the rules', visibly."""
    _, out, _ = _paraphrase(capsys, "simple_python_156")
    assert ("by rules openai/m: " in out, "lost the value case_number" in out) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--all"], "bfcl-audio build"),
        ([TEXT, "--style", "loud"], "unknown style 'loud'"),
    ],
)
def test_what_cannot_be_done_is_told(
    server: RewritingServer, capsys: pytest.CaptureFixture[str], arguments: list[str], hint: str
) -> None:
    """One line, status 2, and nobody is asked."""
    status, out, err = _paraphrase(capsys, *arguments)
    assert (status, out, err.count("\n"), hint in err, server.requests) == (2, "", 0, True, [])
