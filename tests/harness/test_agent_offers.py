"""Which agents are ready, and what makes the others so."""

import json

import pytest

from bfcl_audio import cli
from bfcl_audio.harness.agents import AGENTS, offers
from bfcl_audio.harness.agents.offers import NEEDS, Needs


def _row(capsys: pytest.CaptureFixture[str], name: str) -> tuple[bool, str, str]:
    cli.main(["engines", "--json"])
    rows = json.loads(capsys.readouterr().out)
    (row,) = [row for row in rows if (row["kind"], row["name"]) == ("agent", name)]
    return row["ready"], row["state"], row["enable"]


@pytest.mark.parametrize(
    ("variable", "row"),
    [
        ("NOTHING", (False, "no key in GEMINI_API_KEY or GOOGLE_API_KEY",
                     "export GEMINI_API_KEY=…")),
        ("GOOGLE_API_KEY", (True, "ready", "")),
    ],
)  # fmt: skip
def test_a_key_makes_an_agent_ready(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    row: tuple[bool, str, str],
) -> None:
    """Either variable will do; its value is not shown."""
    for name in NEEDS["gemini"].keys:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "secret")
    assert _row(capsys, "gemini") == row


def test_a_package_makes_an_agent_ready(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra that brings it is named."""
    monkeypatch.setitem(offers.NEEDS, "scripted", Needs(("no.such.package",), "agents"))
    assert _row(capsys, "scripted") == (
        False,
        "package no.such.package is missing",
        "pip install 'bfcl-audio[agents]'",
    )


def test_what_is_needed_is_said_of_agents_that_exist() -> None:
    """No row for an agent that is gone."""
    assert set(NEEDS) <= set(AGENTS)
