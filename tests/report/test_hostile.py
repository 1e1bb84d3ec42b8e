"""A hostile run makes an odd report, never a dangerous or a broken one."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import hand_made_runs
import pytest

from bfcl_audio.report.compose import assemble
from bfcl_audio.report.episodes import read_runs
from bfcl_audio.report.export import to_csv, to_markdown
from bfcl_audio.report.judged import judge
from bfcl_audio.report.page import render
from bfcl_audio.report.terminal import ledger_text

TEXTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style><script>alert(1)</script>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "a\u202egpj.exe\u2066\u200b\x00\x1b[31m",
    "\ud800\udfff",
    "=cmd|' /C calc'!A0",
    "x" * 50_000,
    "e" + "\u0301" * 5_000,
    "",
)

NEEDED = {"id", "arm", "agent", "status"}


class _Page(HTMLParser):
    """All tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def _poisoned(value: object, text: str) -> object:
    """Every text of a JSON value replaced, but for the keys that say what it is."""
    if isinstance(value, dict):
        keep = ("id", "arm", "status", "role", "type")
        return {k: v if k in keep else _poisoned(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [_poisoned(item, text) for item in value]
    return text if isinstance(value, str) else value


def _outputs(path: Path) -> tuple[str, str, str, str]:
    episodes, _ = read_runs([path])
    judged, _ = judge(episodes, hand_made_runs.references(10))
    report = assemble(episodes, judged, None, ("<b>warning</b>",))
    csv = "".join(to_csv(table) for table in report.tables)
    return render(report), csv, to_markdown(report.tables), ledger_text(report.ledgers)


def _lines(text: str) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    for number in range(3):
        line = hand_made_runs.trajectory(
            number, "transcript:whisper", agent="scripted/listener?ask", judge="rules"
        )
        poisoned = _poisoned(line, text)
        assert isinstance(poisoned, dict)
        lines.append(poisoned | {"agent": text or "a", "arm": f"transcript:{text}"})
    return lines


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The tags of an ordinary page."""
    path = tmp_path_factory.mktemp("harmless") / "run.jsonl"
    page = _Page()
    page.feed(_outputs(hand_made_runs.write(path, _lines("name")))[0])
    return page.tags


@pytest.mark.parametrize("text", TEXTS)
def test_text_stays_text(tmp_path: Path, harmless: set[str], text: str) -> None:
    """No text makes a tag, a handler or a request, wherever in a run it stands."""
    html, *_ = _outputs(hand_made_runs.write(tmp_path / "run.jsonl", _lines(text)))
    page = _Page()
    page.feed(html)
    assert page.tags <= harmless
    assert [name for name, _ in page.attributes if name.startswith("on")] == []
    links = [value for name, value in page.attributes if name in ("src", "href")]
    assert [link for link in links if not link.startswith(("#", "data:"))] == []


@pytest.mark.parametrize("text", TEXTS)
def test_every_output_can_be_written(tmp_path: Path, text: str) -> None:
    """UTF-8 throughout, and nothing that steers a terminal."""
    outputs = _outputs(hand_made_runs.write(tmp_path / "run.jsonl", _lines(text)))
    steering = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
    assert [steering.findall(output) for output in outputs] == [[], [], [], []]


@pytest.mark.parametrize("key", sorted({*hand_made_runs.trajectory(0, "text")} - NEEDED))
@pytest.mark.parametrize("value", [None, [], {}, 1e999, float("nan"), "x", [None, 1, "x", {}], -1])
def test_missing_and_mistyped_fields(tmp_path: Path, key: str, value: object) -> None:
    """Any field but those that name the episode may hold anything."""
    line = hand_made_runs.trajectory(
        0, "transcript:whisper", agent="scripted/listener?ask", judge="rules"
    )
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({**line, key: value}) + "\n", encoding="utf-8")
    assert "<h1>" in _outputs(path)[0]


def test_an_entry_of_no_one(tmp_path: Path) -> None:
    """Ids that BFCL does not know are left out with a warning."""
    line = hand_made_runs.trajectory(0, "text") | {"id": "../../etc/passwd"}
    episodes, _ = read_runs([hand_made_runs.write(tmp_path / "run.jsonl", [line])])
    judged, warnings = judge(episodes, hand_made_runs.references(1))
    assert (judged, len(warnings)) == ((), 1)


def test_a_page_asks_for_nothing(harmless: set[str]) -> None:
    """No script, no frame, no form, no picture from elsewhere."""
    assert harmless.isdisjoint({"script", "iframe", "object", "embed", "form", "img", "base"})
