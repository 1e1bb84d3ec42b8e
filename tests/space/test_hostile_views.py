"""Whatever texts, names and ids hold, a view shows it and does nothing else."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import hand_made_runs
import made_dataset
import pytest

from space.leaderboard import Leaderboard
from space.library import open_library
from space.links import Link
from space.listen import Listen
from space.parts import Parts
from space.replay import Replay
from space.scoreyours import ScoreYours
from space.tryit import TryIt

TEXTS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "[x](javascript:alert(1))",
    "javascript:alert(1)",
    "{{ 7 * 7 }}${alert(1)}{% raw %}",
    "a\u202egpj.exe\u2066\u200b\x00\x1b[31m",
    "x" * 30_000,
    "e" + "\u0301" * 3_000,
)
PARTS = Parts(("fake",), ("fake",), ("scripted/listener",))


class _Page(HTMLParser):
    """What a browser would act on."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            text = (value or "").strip().lower()
            if name.startswith("on") or text.startswith("javascript:"):
                self.acts.append(f"{tag} {name}")
            if name in ("src", "href") and not text.startswith(("?", "data:audio/", "data:text/")):
                self.acts.append(f"{tag} {name}={text[:40]}")
        if tag in ("script", "img", "iframe", "object", "embed", "link", "style", "form", "base"):
            self.acts.append(tag)


def acts(html: object) -> list[str]:
    """What of a view would do something."""
    page = _Page()
    page.feed(str(html))
    return page.acts


def poisoned(value: object, text: str) -> Any:
    """Every text of a JSON value replaced, but for the keys that say what it is."""
    if isinstance(value, dict):
        keep = ("id", "arm", "status", "role", "type", "category")
        return {k: v if k in keep else poisoned(v, text) for k, v in value.items()}
    if isinstance(value, list):
        return [poisoned(item, text) for item in value]
    return text if isinstance(value, str) else value


@pytest.fixture(params=TEXTS, ids=range(len(TEXTS)))
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, str]:
    """A library all of whose texts are one hostile text, and that text."""
    text: str = request.param
    entries = [made_dataset.entry("simple_python_0", text, text)]
    dataset = made_dataset.write(tmp_path / "bfcl-audio", entries)
    lines = [poisoned(line, text) for line in hand_made_runs.runs(2)]
    lines.append(lines[0] | {"status": "not_run", "why": text, "id": "simple_python_1"})
    run = hand_made_runs.write(tmp_path / "run.jsonl", lines)
    return open_library(str(dataset), [run], PARTS), text


def _views(tabs: dict[str, Any], text: str) -> list[object]:
    """All that the tabs show for links to what there is and to what there is not."""
    short = text[:200]
    links: tuple[dict[str, str], ...] = (
        {},
        {"entry": "simple_python_0"},
        {"entry": "simple_python_1"},
        {"entry": short, "run": short, "channel": short, "category": short},
    )
    shown = (tab.open(Link(name, params)) for name, tab in tabs.items() for params in links)
    # What fills a text box is no HTML, and stays as it is.
    filled = (text, short, "")
    return [
        value
        for values in shown
        for value in values
        if isinstance(value, str) and value not in filled
    ]


def test_no_view_does_what_a_text_says(hostile: tuple[Any, str]) -> None:
    """No script, no handler, no address but our own and the clip's."""
    library, text = hostile
    library.runs.judged()
    tabs = {
        "listen": Listen(library.shelf),
        "replay": Replay(library.runs),
        "leaderboard": Leaderboard(library.runs),
        "score": ScoreYours(),
        "try": TryIt(library.shelf, PARTS),
    }
    views = _views(tabs, text)
    assert (len(views) >= 15, [acts(view) for view in views if acts(view)]) == (True, [])


def test_views_stay_small(hostile: tuple[Any, str]) -> None:
    """Long texts are cut, with a note of how much."""
    library, _ = hostile
    view = Replay(library.runs).open(Link("replay", {"entry": "simple_python_0"}))[-1]
    assert len(view) < 400_000


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_hostile_file_gets_a_clear_message(text: str, tmp_path: Path) -> None:
    """Its name and its lines are shown as they are."""
    name = "".join(c for c in text[:60] if c not in "/\0")
    path = tmp_path / f"{name}.jsonl"
    path.write_bytes(json.dumps({"id": text, "result": text}).encode() + b"\n{")
    view = ScoreYours().see(str(path), None)
    assert ('role="alert"' in view, acts(view)) == (True, [])
