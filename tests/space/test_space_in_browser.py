"""Each tab used as a person would, in headless Chromium."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import chromium
import hand_made_runs
import made_dataset
import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium.where() is None, reason="no Chromium on this machine"),
    # Playwright's loop and its pipe are closed when the interpreter ends.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>${alert(3)}{{7*7}}[a](javascript:x)"
ASKING = "scripted/listener?ask · transcript:whisper · rules"
PATIENCE_MS = 45_000
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
TABS = ("listen", "replay", "leaderboard", "score", "try")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The Space over four entries, one of them hostile, and the runs of two agents."""
    folder = tmp_path_factory.mktemp("space")
    entries = [
        made_dataset.entry(f"simple_python_{number}", f"What is the weather in {city}?", city)
        for number, city in enumerate(hand_made_runs.CITIES[:3])
    ]
    for number, one in enumerate(entries):
        one["reference"] = json.dumps(hand_made_runs.reference(number))
    entries.append(made_dataset.entry("simple_python_3", HOSTILE, HOSTILE))
    dataset = made_dataset.write(folder / "bfcl-audio", entries, ("clean", "phone"))
    lines = hand_made_runs.runs(4)
    text = json.dumps(lines[-1]).replace("three days", json.dumps(HOSTILE)[1:-1])
    run = hand_made_runs.write(folder / "run.jsonl", [*lines[:-1], json.loads(text)])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bfcl_audio", "space", dataset, run, "--port", str(port)]
    log = (folder / "log").open("w")
    server = subprocess.Popen(list(map(str, command)), stdout=log, stderr=log, cwd=folder)
    try:
        _wait_for(f"http://127.0.0.1:{port}", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()
        log.close()


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    while server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=60).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the Space ended before it could be used")


@pytest.fixture(scope="module")
def everything(home: str) -> Iterator[Any]:
    """One browser for all tests here, and what its pages did wrong."""
    misdeeds = chromium.Misdeeds(home)
    with chromium.browser() as browser:
        yield browser, misdeeds


@pytest.fixture
def page(everything: Any) -> Iterator[Any]:
    """A page as on a desk; a test fails if it does anything wrong."""
    browser, misdeeds = everything
    misdeeds.found.clear()
    context = browser.new_context(viewport=DESK)
    context.set_default_timeout(PATIENCE_MS)
    made = context.new_page()
    misdeeds.watch(made)
    yield made
    context.close()
    assert misdeeds.found == []


def go(page: Any, home: str, tab: str = "", **params: str) -> Any:
    """Opens a link; returns the view that it shows."""
    page.goto(f"{home}/?{urlencode({'tab': tab, **params} if tab else params)}")
    return view(page, tab or "listen")


def view(page: Any, tab: str, text: str = "") -> Any:
    """The view of a tab, once it is there (and shows a text)."""
    found = page.locator(f"#{tab}-view, #{tab}-about").locator(".bfcl")
    found = found.filter(has_text=text) if text else found
    found.first.wait_for()
    return found.first


def pick(page: Any, label: str, option: str) -> None:
    """Chooses from a list by its label."""
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option).first.click()


def wait_for_link(page: Any, part: str) -> None:
    """Until the address says so."""
    page.wait_for_function("part => location.search.includes(part)", arg=part)


def test_listening_to_an_entry(page: Any, home: str) -> None:
    """Search, choose the next, hear it; the address follows, and leads back."""
    first = go(page, home)
    assert "Pune" in first.inner_text()
    page.get_by_role("button", name="Next").click()
    shown = view(page, "listen", "simple_python_1")
    text = shown.inner_text()
    wait_for_link(page, "entry=simple_python_1")
    playing = (
        "a => a.play().then(() => new Promise(done => a.ontimeupdate = () => done(a.duration)))"
    )
    duration_s = shown.locator("audio").evaluate(playing)
    page.reload()
    again = view(page, "listen", "simple_python_1").inner_text()
    assert (again, "✗ Lyon city, lost" in " ".join(text.split()), 0.2 < duration_s < 0.6) == (
        text, True, True,
    )  # fmt: skip


def test_searching_and_filtering_entries(page: Any, home: str) -> None:
    """By a word, and by what was misheard."""
    go(page, home)
    page.get_by_label("Search").fill("oslo")
    found = view(page, "listen", "simple_python_2").inner_text()
    page.get_by_label("Search").fill("")
    page.get_by_text("4 of 4 entries").wait_for()
    page.get_by_text("Filter", exact=True).click()
    pick(page, "What was misheard", "Something, by whisper")
    view(page, "listen", "No entry passes")
    assert "Oslo" in found


def test_replaying_a_run(page: Any, home: str) -> None:
    """The question, the decision with its reason, the reply, the calls, the verdict."""
    shown = go(page, home, "replay", run=ASKING, entry="simple_python_1")
    text = " ".join(shown.inner_text().split())
    wanted = (
        "correct", "Did you say Lion?", "Allowed: the caller answers.",
        "asks to confirm a whitelisted value", "It's Lyon.", 'weather_get(city="Lyon", days=3)',
    )  # fmt: skip
    pick(page, "How it ended", "Silently wrong")
    view(page, "replay", "simple_python_3")
    assert [part for part in wanted if part not in text] == []


def test_reading_the_leaderboard(page: Any, home: str) -> None:
    """Figures with intervals, narrowed by an engine, and a file to download."""
    shown = go(page, home, "leaderboard", engine="hibari")
    page.get_by_text("Download as CSV").wait_for()
    text = " ".join(shown.inner_text().split())
    with page.expect_download() as download:
        page.get_by_role("link", name="standings.csv").click()
    rows = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    wanted = ("over 2 entries", "The loss ledger", "bfcl:2026.3.23|")
    assert ([part for part in wanted if part not in text], rows[0].split(",")[0]) == ([], "agent")


def test_scoring_a_file(page: Any, home: str, tmp_path: Path) -> None:
    """Dropped, scored; a bad one is told; neither stays open for others."""
    go(page, home, "score")
    good = tmp_path / "BFCL_v4_simple_python_result.json"
    good.write_text('{"id": "simple_python_0", "result": "[calculate_triangle_area(base=1)]"}\n')
    page.set_input_files("#score-file input", str(good))
    text = view(page, "score", "1 answers scored").inner_text()
    page.get_by_label("Clear", exact=True).or_(
        page.get_by_label("Remove", exact=False)
    ).first.click()
    bad = tmp_path / "bad.jsonl"
    bad.write_text("<script>alert(1)</script>\n")
    page.set_input_files("#score-file input", str(bad))
    told = view(page, "score", "is not JSON").inner_text()
    assert ("silently wrong" in text, "bad.jsonl, line 1" in told) == (True, True)


def test_trying_a_request(page: Any, home: str) -> None:
    """Said by an engine, heard by a recogniser, answered, judged."""
    go(page, home, "try", entry="simple_python_1")
    pick(page, "Heard by", "pocketsphinx")
    pick(page, "Answered by", "scripted/listener")
    page.get_by_role("button", name="Go").click()
    text = view(page, "try", "Judged by").inner_text()
    parts = ("Said", "Heard by pocketsphinx", "Answered by scripted/listener", "weather_get(city=")
    assert [part for part in parts if part not in text] == []


def test_trying_a_recording(page: Any, home: str, tmp_path: Path) -> None:
    """A file instead of a microphone; what is no sound is told."""
    go(page, home, "try", entry="simple_python_0")
    pick(page, "Heard by", "pocketsphinx")
    pick(page, "Answered by", "scripted/oracle")
    page.locator("#try-sound").get_by_label("Upload file").first.click()
    sound = tmp_path / "mine.flac"
    sound.write_bytes(made_dataset.clip(0.5))
    page.set_input_files("#try-sound input[type=file]", str(sound))
    page.locator("#try-sound").get_by_label("Play", exact=False).first.wait_for()
    page.get_by_role("button", name="Go").click()
    assert "recorded" in view(page, "try", "Judged by").inner_text()


@pytest.mark.parametrize("tab", ["listen", "replay", "try"])
def test_hostile_content_is_shown_and_inert(page: Any, home: str, tab: str) -> None:
    """It stands there as it was written; nothing of it ran."""
    run = {"run": ASKING} if tab == "replay" else {}
    shown = go(page, home, tab, entry="simple_python_3", **run)
    text = (shown.inner_text() + page.get_by_label("Request").input_value()
            if tab == "try" else shown.inner_text())  # fmt: skip
    images = page.locator("img[src=x]").count()
    assert ("<img src=x onerror=alert(1)>" in text, images) == (True, 0)


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"tab": "listen", "entry": "../../etc/passwd"}, "has no entry ../../etc/passwd"),
        ({"tab": "listen", "entry": "<script>alert(1)</script>"}, "has no entry <script>"),
        ({"tab": "replay", "entry": "nobody_0"}, "has no entry nobody_0"),
    ],
)
def test_a_link_to_nothing_says_so(page: Any, home: str, params: dict[str, str], said: str) -> None:
    """And shows no path and no page of an error."""
    assert said in go(page, home, **params).inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_tab_fits_a_phone(everything: Any, home: str, scheme: str) -> None:
    """Nothing is wider than the screen, in light and dark; each control has a name."""
    browser, misdeeds = everything
    misdeeds.found.clear()
    context = browser.new_context(viewport=PHONE, color_scheme=scheme)
    context.set_default_timeout(PATIENCE_MS)
    wide, nameless = {}, {}
    for tab in TABS:
        page = context.new_page()
        misdeeds.watch(page)
        go(page, home, tab)
        wide[tab] = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        nameless[tab] = page.evaluate(_NAMELESS)
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.close()
    lightness = sum(map(int, back.removeprefix("rgb(").removesuffix(")").split(",")))
    assert (wide, nameless, lightness > 380, misdeeds.found) == (
        dict.fromkeys(TABS, 0), {tab: [] for tab in TABS}, scheme == "light", [],
    )  # fmt: skip


_NAMELESS = """() => [...document.querySelectorAll(
  "button, a[href], input:not([type=hidden]):not([type=file]), textarea, audio, [role=region]"
)].filter(e => e.checkVisibility() && !(e.innerText || "").trim() && !e.title
  && !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby")
  && !(e.labels && e.labels.length)
).map(e => e.outerHTML.slice(0, 120))"""


def test_the_keyboard_is_enough(page: Any, home: str) -> None:
    """From tab to tab; the browser's own way back works."""
    go(page, home)
    page.get_by_role("tab", name="Listen").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    view(page, "replay", "Conversation")
    wait_for_link(page, "tab=replay")
    page.go_back()
    view(page, "listen")
    assert "tab=listen" in page.url


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../../../etc/passwd", os.path.realpath(__file__), "build.json"]
)
def test_no_file_of_the_machine_is_served(home: str, path: str) -> None:
    """Sound is part of a view; files are nobody's to ask for."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(f"{home}/gradio_api/file={path}", timeout=60)
    caught.value.close()
    assert caught.value.code in (403, 404)
