"""`bfcl_audio.run`: an agent through a dataset from Python, in one call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..judge import Judge
from ..results import read_results
from ..scoring import score
from .agents import Agent, AgentOptions
from .agents import agent as agent_of_spec
from .agents.callable import Function, as_agent
from .arms import load
from .judges import NONE
from .judges import judge as judge_of_spec
from .prices import Price, Prices, price_of, server_of
from .runner import DEFAULT_PREAMBLE, RunOptions, Summary
from .runner import run as run_agent
from .tables import open_dataset


@dataclass(frozen=True, slots=True)
class Ran:
    """A run that has ended.

    Attributes:
        path: of the trajectories, for `bfcl-audio score` and `bfcl-audio report`.
        agent: its name in them.
        arms: those that were run.
        judge: the name of the judge.
        summary: per arm, how many entries are done, were done before, or were not run and why.
    """

    path: Path
    agent: str
    arms: tuple[str, ...]
    judge: str
    summary: Summary

    def score(self, **options: Any) -> dict[str, Mapping[str, Any]]:
        """Figures by arm, as `bfcl_audio.score` gives them; `options` go to it.

        An arm of which nothing was run is not there.
        """
        results = read_results(self.path)
        found: dict[str, Mapping[str, Any]] = {}
        for arm in self.arms:
            wanted = (self.agent, arm, NONE if arm == "text" else self.judge)
            mine = [
                (answer, reference)
                for answer, reference in zip(results.answers, results.references, strict=True)
                if (answer["agent"], answer["arm"], answer["judge"]) == wanted
            ]
            if mine:
                answers, texts = zip(*mine, strict=True)
                found[arm] = score(answers, texts, **options)
        return found


def run(
    dataset: str | Path,
    agent: "str | Function | Agent",
    arms: Sequence[str] | str = ("text",),
    *,
    out: str | Path,
    judge: "str | Judge | None" = "rules",
    ids: Sequence[str] = (),
    limit: int | None = None,
    repeats: int = 1,
    concurrency: int = 1,
    preamble: str = DEFAULT_PREAMBLE,
    price: Price | None = None,
    max_cost_usd: float | None = None,
    options: AgentOptions | None = None,
    progress: Callable[[int, int], None] = lambda finished, total: None,
) -> Ran:
    """Take an agent through arms of a dataset; running it again goes on where it stopped.

    Args:
        dataset: a folder that `bfcl-audio build` made, or its id on the Hub.
        agent: a function `f(messages, tools)` (see `agents.callable`), a SPEC such as
            `openai/gpt-4o-mini`, or an `Agent`.
        arms: `text`, `spoken`, `transcript:<asr>`, `audio`, …
        out: file of the trajectories, one JSON line each.
        judge: a SPEC, `"none"` or None for nobody, or a `Judge`.
        ids: entry ids to run; empty means all.
        limit: entries at most, spread evenly over the categories.
        repeats: times each entry is run.
        concurrency: entries under way at once; a function is called from that many threads.
        preamble: the system message of spoken conversations.
        price: of the agent; None: as known for a SPEC.
        max_cost_usd: no entry is begun that might bring the costs above it.
        options: temperature, seed and so on of an agent that is a SPEC.
        progress: called with (jobs finished, jobs in all).

    Raises:
        InputError: something named cannot be used, or a sum was named and no price is known;
            nothing was run.
        RunStopped: the provider refuses this agent; what was finished is kept.
    """
    options = options or AgentOptions()
    if isinstance(agent, str):
        tested = agent_of_spec(agent, options)
    else:
        tested = as_agent(agent, timeout_s=options.timeout_s)
    decides = judge_of_spec(judge) if isinstance(judge, str) else judge
    opened = open_dataset(str(dataset))
    names = tuple(dict.fromkeys([arms] if isinstance(arms, str) else arms))
    judged = decides.name if decides else NONE
    settings = RunOptions(
        judge=decides,
        preamble=preamble,
        dataset_sha256=opened.sha256,
        ids=tuple(ids),
        limit=limit,
        repeats=repeats,
        concurrency=concurrency,
        prices=Prices(price or _price(tested.name, options.base_url), _price(judged, None)),
        max_cost_usd=max_cost_usd,
    )
    path = Path(out)
    summary = run_agent(load(opened, names), tested, path, settings, progress=progress)
    return Ran(path, tested.name, names, judged, summary)


def _price(spec: str, base_url: str | None) -> Price | None:
    return price_of(spec, base_url=server_of(spec, base_url))
