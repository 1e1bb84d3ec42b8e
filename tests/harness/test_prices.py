"""What replies cost, and how a run stays below a sum."""

import json
import threading
from pathlib import Path

import pytest
from puppets import Puppet, call

from bfcl_audio.cli import main
from bfcl_audio.errors import InputError
from bfcl_audio.harness.agents.base import AgentError, Reply, Request
from bfcl_audio.harness.arms import load
from bfcl_audio.harness.budget import Budget
from bfcl_audio.harness.prices import FREE, Price, Prices, price_of, read_price, server_of
from bfcl_audio.harness.runner import RunOptions, Summary, run
from bfcl_audio.harness.tables import open_dataset

PRICE = Price(prompt=2.0, completion=10.0, cached=1.0, prompt_audio=30.0)
COSTS = [
    ({"prompt_tokens": 1000, "completion_tokens": 100}, 0.003),
    ({"prompt_tokens": 1000, "cached_tokens": 400, "completion_tokens": 100}, 0.0026),
    ({"prompt_tokens": 1000, "prompt_audio_tokens": 900, "completion_tokens": 100}, 0.0282),
    ({"prompt_tokens": 1, "completion_tokens": 9, "completion_audio_tokens": 9}, None),
    ({}, None),
]


@pytest.mark.parametrize(("usage", "cost_usd"), COSTS)
def test_a_reply_costs_its_tokens(usage: dict[str, int], cost_usd: float | None) -> None:
    """Each kind of token has its price; what has none makes the cost unknown."""
    assert PRICE.cost_usd(usage) == pytest.approx(cost_usd)


@pytest.mark.parametrize(
    ("spec", "base_url", "prompt"),
    [
        ("openai/gpt-4o-mini", None, 0.15),
        ("openai/gpt-4o-mini-2024-07-18", None, 0.15),
        ("openai/gpt-audio?speak", None, 2.5),
        ("openai/gpt-4o-mini", "http://127.0.0.1/v1", None),
        ("openai/never-heard-of", None, None),
        ("gemini/gemini-2.5-flash", None, 0.3),
        ("scripted/oracle", None, 0.0),
        ("rules", None, 0.0),
    ],
)
def test_a_price_is_found_by_name(spec: str, base_url: str | None, prompt: float | None) -> None:
    """A dated model costs what the model costs, another server nobody knows what."""
    price = price_of(spec, base_url=base_url)
    assert (price.prompt if price else None) == prompt


@pytest.mark.parametrize(
    ("spec", "variable", "known"),
    [("openai/gpt-4o", "OPENAI_BASE_URL", False), ("openai/gpt-4o", "GOOGLE_GEMINI_BASE_URL", True),
     ("gemini/gemini-2.5-flash", "OPENAI_BASE_URL", True),
     ("gemini/gemini-2.5-flash", "GOOGLE_GEMINI_BASE_URL", False)],
)  # fmt: skip
def test_a_variable_may_point_elsewhere(
    monkeypatch: pytest.MonkeyPatch, spec: str, variable: str, known: bool
) -> None:
    """The SDKs heed it, so prices must: each its own vendor's."""
    monkeypatch.setenv(variable, "http://127.0.0.1/v1")
    assert (price_of(spec, base_url=server_of(spec, None)) is not None) == known


def test_what_no_copy_of_a_list_names_is_not_known() -> None:
    """Sound that gemini-2.5-pro hears has no price that we could look up, its text has."""
    price = price_of("gemini/gemini-2.5-pro")
    assert price is not None
    heard = {"prompt_tokens": 100, "prompt_audio_tokens": 60}
    assert (price.cost_usd(heard), price.cost_usd({"prompt_tokens": 100})) == (None, 0.000125)


@pytest.mark.parametrize("text", ["", "1", "1,2,3", "1,x", "-1,2", "nan,1", "inf,1"])
def test_a_price_that_is_none_is_refused(text: str) -> None:
    """In one line that says how it is written."""
    with pytest.raises(InputError, match="give USD per million tokens as IN,OUT"):
        read_price(text)


@pytest.mark.parametrize(
    ("spent", "largest", "under_way", "room"),
    [(0.0, None, 0, True), (0.0, None, 1, False), (1.0, None, 0, False),
     (0.5, 0.1, 4, True), (0.5, 0.1, 5, False), (0.0, 0.0, 99, True)],
)  # fmt: skip
def test_room_is_what_is_left_beside_those_under_way(
    spent: float, largest: float | None, under_way: int, room: bool
) -> None:
    """Of 1 USD: the first runs alone, then each counts as the dearest."""
    groups = set() if largest is None else {"simple_python"}
    assert Budget(1.0, spent, largest, groups).room(under_way, "simple_python") == room


def test_the_first_of_a_category_runs_alone() -> None:
    """What a conversation of many turns costs is not known from those of one."""
    budget = Budget(100.0, 1.0, 0.1, {"simple_python"})
    rooms = [budget.room(n, "multi_turn_base") for n in (0, 1)]
    budget.finished(5.0, "multi_turn_base")
    rooms += [budget.room(n, "multi_turn_base") for n in (1, 19)]
    assert rooms == [True, False, True, False]


class Talks(Puppet):
    """An agent that calls without end; each reply of an entry costs more than the one before."""

    def reply(self, request: Request) -> Reply:
        super().reply(request)
        tokens = 1000 + 100 * request.step
        calls = (call("pwd"),) if request.conversation.multi_turn else ()
        return Reply("" if calls else "Bye.", calls, {"prompt_tokens": tokens}, cost_usd=None)


@pytest.mark.parametrize("concurrency", [1, 4])
def test_the_sum_is_held_within_an_entry(
    dataset_folder: Path, tmp_path: Path, concurrency: int
) -> None:
    """Some entries of one reply, then one of very many: it ends at the sum, not run, but paid."""
    out = tmp_path / "run.jsonl"
    options = RunOptions(
        judge=None, prices=Prices(Price(prompt=1000.0, completion=0.0), FREE),
        max_cost_usd=12.0, concurrency=concurrency,
    )  # fmt: skip
    arms = load(open_dataset(str(dataset_folder)), ["text"])
    summary = run(arms, Talks(), out, options)
    assert summary.cost_usd is not None
    assert (10.0 < summary.cost_usd <= 12.0, "--max-cost 12 USD" in summary.stopped) == (True, True)


def test_lines_of_unknown_cost_refuse_a_sum(dataset_folder: Path, tmp_path: Path) -> None:
    """What was spent before cannot be told, so neither can what is left."""
    out = tmp_path / "run.jsonl"
    _run(dataset_folder, out, Paid(counts=False), None)
    with pytest.raises(InputError, match="lines that do not say what they cost"):
        _run(dataset_folder, out, Paid(), 5.0)


def test_all_lines_of_a_file_count(dataset_folder: Path, tmp_path: Path) -> None:
    """Another arm's, and those of entries that this run leaves out."""
    out, agent = tmp_path / "run.jsonl", Paid()
    _run(dataset_folder, out, agent, None)
    arms = load(open_dataset(str(dataset_folder)), ["spoken"])
    options = RunOptions(
        judge=None, prices=Prices(Price(prompt=1000.0, completion=0.0), FREE), max_cost_usd=10.0,
        ids=("simple_python_0", "irrelevance_0"),
    )  # fmt: skip
    run(arms, agent, out, options)
    assert len(agent.requests) == 10


class Paid(Puppet):
    """An agent of which every reply takes a thousand tokens, and that can be made to fail."""

    def __init__(self, *, fails: bool = False, counts: bool = True) -> None:
        super().__init__()
        self.fails = fails
        self.counts = counts
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()

    def reply(self, request: Request) -> Reply:
        with self.lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        if self.fails and len(request.messages) > 2:
            raise AgentError("HTTP 500")
        with self.lock:
            self.at_once -= 1
            self.requests.append(request)
        usage = {"prompt_tokens": 1000, "completion_tokens": 0} if self.counts else {}
        return Reply("Goodbye.", usage=usage, cost_usd=None)


def _run(folder: Path, out: Path, agent: Paid, cap: float | None, concurrency: int = 1) -> Summary:
    """Each reply costs 1 USD."""
    prices = Prices(Price(prompt=1000.0, completion=0.0), FREE)
    options = RunOptions(
        judge=None, prices=prices, max_cost_usd=cap, concurrency=concurrency,
        ids=("simple_python_0", "simple_python_1", "irrelevance_0"), repeats=3,
    )  # fmt: skip
    return run(load(open_dataset(str(folder)), ["text"]), agent, out, options)


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_run_stops_before_the_sum(dataset_folder: Path, tmp_path: Path, concurrency: int) -> None:
    """Of nine entries at 1 USD each four fit below 4.50; all that was paid is kept."""
    out, agent = tmp_path / "run.jsonl", Paid()
    summary = _run(dataset_folder, out, agent, 4.5, concurrency)
    kept = [json.loads(line)["cost_usd"] for line in out.read_text().splitlines()]
    assert (summary.cost_usd, summary.waiting, kept) == (4.0, 5, [1.0] * 4)


def test_a_larger_sum_goes_on_where_it_stopped(dataset_folder: Path, tmp_path: Path) -> None:
    """Earlier lines count, and are not paid twice."""
    out, agent = tmp_path / "run.jsonl", Paid()
    _run(dataset_folder, out, agent, 2.0)
    same = _run(dataset_folder, out, agent, 2.0)
    more = _run(dataset_folder, out, agent, 5.0)
    rest = _run(dataset_folder, out, agent, None)
    assert (
        [one.cost_usd for one in (same, more, rest)], rest.waiting, len(agent.requests)
    ) == ([2.0, 5.0, 9.0], 0, 9)  # fmt: skip


def test_what_failed_tries_cost_is_not_forgotten(dataset_folder: Path, tmp_path: Path) -> None:
    """An entry that was paid for and failed carries its costs into the line that replaces it."""
    out = tmp_path / "run.jsonl"
    arms = load(open_dataset(str(dataset_folder)), ["spoken"])
    options = RunOptions(
        judge=None, prices=Prices(Price(prompt=1000.0, completion=0.0), FREE),
        ids=("multi_turn_miss_func_0",),
    )  # fmt: skip
    run(arms, Paid(fails=True), out, options)
    summary = run(arms, Paid(), out, options)
    (record,) = map(json.loads, out.read_text().splitlines())
    assert (record["paid_before_usd"], summary.cost_usd) == (1.0, 1.0 + record["cost_usd"])


def test_a_server_that_does_not_count_cannot_be_capped(
    dataset_folder: Path, tmp_path: Path
) -> None:
    """Without token counts the sum cannot be held: the run stops and says so."""
    summary = _run(dataset_folder, tmp_path / "run.jsonl", Paid(counts=False), 5.0)
    assert ("without token counts" in summary.stopped, summary.waiting) == (True, 8)


def test_an_unknown_price_refuses_a_sum(
    dataset_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, status 2, nothing written."""
    out = tmp_path / "run.jsonl"
    status = main(
        ["run", str(dataset_folder), "--agent", "openai/m", "--base-url", "http://127.0.0.1:9/v1",
         "--arm", "text", "--max-cost", "1", "--out", str(out)]
    )  # fmt: skip
    said = capsys.readouterr().err
    assert (status, "the price of openai/m is not known; give --price" in said, out.exists()) == (
        2, True, False,
    )  # fmt: skip
