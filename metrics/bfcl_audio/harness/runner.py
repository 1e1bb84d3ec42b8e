"""Takes an agent through the arms of a dataset: every entry once, resumable, a few at a time."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from ..errors import BfclAudioError, InputError
from ..judge import Judge
from .agents.base import Agent
from .arms import Arm
from .budget import Budget
from .jobs import Job, jobs_of
from .journal import Journal
from .prices import Prices, price_of
from .simulated_user import Voice
from .summary import Summary, cost_of, latency_of
from .trajectory import Head, Trajectory
from .work import DEFAULT_PREAMBLE, Done, Work

__all__ = ["DEFAULT_PREAMBLE", "RunOptions", "RunStopped", "Summary", "remaining", "run"]


class RunStopped(BfclAudioError):
    """The provider refuses the agent altogether; what was finished is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How to run.

    Attributes:
        judge: decides on questions in all arms but `text`; None: nobody does.
        preamble: the system message of spoken conversations.
        dataset_sha256: names the dataset in every trajectory.
        ids: entry ids to run; empty means all.
        limit: entries at most, spread evenly over the categories; None means all.
        repeats: times each entry is run.
        concurrency: entries under way at once.
        voice: says the caller's replies; None: they are written.
        prices: of agent and judge; None: of those that cost nothing by themselves.
        max_cost_usd: no entry is begun that might bring the costs above it; None: any costs.
    """

    judge: Judge | None
    preamble: str = DEFAULT_PREAMBLE
    dataset_sha256: str = ""
    ids: tuple[str, ...] = ()
    limit: int | None = None
    repeats: int = 1
    concurrency: int = 1
    voice: Voice | None = None
    prices: Prices | None = None
    max_cost_usd: float | None = None


def run(
    arms: Sequence[Arm],
    agent: Agent,
    out: Path,
    options: RunOptions,
    progress: Callable[[int, int], None] = lambda finished, total: None,
) -> Summary:
    """Run an agent through arms, writing trajectories to `out`.

    Args:
        arms: from `arms.load`.
        agent: who answers.
        out: JSON lines; what it holds already is not run again.
        options: see there.
        progress: called with (jobs finished, jobs in all).

    Raises:
        InputError: `out` cannot be used, the agent cannot hear an arm, or a sum was named and it
            is not known what a reply costs.
        RunStopped: the provider refuses this agent, or its judge.
        JournalError: the disk is full.
    """
    for arm in arms:
        if arm.name.split(":")[0] == "audio" and not agent.hears:
            raise InputError(
                f"agent {agent.name} cannot hear, so arm {arm.name!r} is not for it; choose from "
                "text, spoken, transcript:<asr>"
            )
    work = _work(agent, options)
    jobs = _jobs(arms, agent, options)
    with Journal(out) as journal:
        _same_inputs(journal, jobs, work)
        return _Run(journal, jobs, work, options).finish(progress)


def remaining(arms: Sequence[Arm], agent: Agent, out: Path, options: RunOptions) -> int:
    """How many jobs `run` would give to the agent; the agent itself is not asked.

    Raises:
        InputError: `out` cannot be used.
    """
    jobs = _jobs(arms, agent, options)
    if not out.exists():
        return len(jobs)
    with Journal(out) as journal:
        return sum(not journal.done(job.key) for job in jobs)


class _Run:
    """A run under way: what is in its file, what waits, what it costs."""

    def __init__(
        self, journal: Journal, jobs: Sequence[Job], work: Work, options: RunOptions
    ) -> None:
        self.journal = journal
        self.jobs = jobs
        self.work = work
        self.concurrency = options.concurrency
        self.summary = Summary()
        self.budget = Budget(options.max_cost_usd)
        self.refusal = ""
        for head in self._heads():
            self.budget.spent_usd += head.paid_usd
            if head.status == "done" and head.cost_usd is not None:
                self.budget.largest_usd = max(self.budget.largest_usd or 0.0, head.cost_usd)

    def finish(self, progress: Callable[[int, int], None]) -> Summary:
        """Do all that waits, as far as money and provider allow."""
        summary = self.summary
        waiting = []
        for job in self.jobs:
            if self.journal.done(job.key):
                _add(summary.resumed, job.key.arm)
            else:
                waiting.append(job)
        finished = len(self.jobs) - len(waiting)
        progress(finished, len(self.jobs))
        try:
            for batch in self._through_pool(waiting):
                self.journal.append(batch)
                for trajectory in batch:
                    self._count(trajectory)
                finished += len(batch)
                progress(finished, len(self.jobs))
        finally:
            self.journal.settle([job.key for job in self.jobs])
        if self.refusal:
            raise RunStopped(f"{self.refusal}; run the same command again to go on")
        summary.waiting = len(self.jobs) - finished
        summary.cost_usd = cost_of(self._heads())
        summary.latency = latency_of(self._heads())
        return summary

    def _through_pool(self, jobs: Sequence[Job]) -> Iterator[list[Trajectory]]:
        """Trajectories as they are finished; no more jobs are under way than threads.

        What is finished together comes together, so that it is brought to disk in one go; the
        threads have their next jobs by then.
        """
        queue = iter(jobs)
        running: set[Future[Done]] = set()
        with ThreadPoolExecutor(self.concurrency, thread_name_prefix="episode") as pool:
            while True:
                self._start(queue, running, pool)
                if not running:
                    return
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                batch = [future.result() for future in finished]
                for done in batch:
                    self._settle_account(done)
                self._start(queue, running, pool)
                yield [done.trajectory for done in batch]

    def _start(
        self, queue: Iterator[Job], running: set[Future[Done]], pool: ThreadPoolExecutor
    ) -> None:
        """Give work to idle threads, unless the run is to stop or the money would not do."""
        while len(running) < self.concurrency and not self.refusal and not self.summary.stopped:
            if not self.budget.room(len(running)):
                if not running and (job := next(queue, None)) is not None:
                    self.summary.stopped = self._out_of_money()
                return
            job = next(queue, None)
            if job is None:
                return
            before = self.journal.head(job.key)
            running.add(pool.submit(self.work.do, job, before.paid_usd if before else 0.0))

    def _settle_account(self, done: Done) -> None:
        self.refusal = self.refusal or done.refusal
        cost_usd = done.trajectory.cost_usd
        if cost_usd is not None:
            self.budget.add(cost_usd)
        elif self.budget.cap_usd is not None and not done.trajectory.why:
            self.summary.stopped = (
                "stopped: a reply came without token counts, so --max-cost cannot be held; "
                "run without it, or against a server that counts"
            )

    def _out_of_money(self) -> str:
        spent, cap = self.budget.spent_usd, self.budget.cap_usd
        return (
            f"stopped before --max-cost {cap:g} USD: {spent:.4f} USD are spent and the next entry "
            f"may cost {self.budget.largest_usd or 0.0:.4f}; run the same command with a larger "
            "--max-cost to go on"
        )

    def _count(self, trajectory: Trajectory) -> None:
        summary = self.summary
        done = trajectory.status == "done"
        _add(summary.done if done else summary.not_run, trajectory.key.arm)
        if trajectory.why:
            _add(summary.reasons, trajectory.why)

    def _heads(self) -> list[Head]:
        """What the file says of this run's entries."""
        heads = (self.journal.head(job.key) for job in self.jobs)
        return [head for head in heads if head is not None]


def _work(agent: Agent, options: RunOptions) -> Work:
    """What the run does with each job.

    Raises:
        InputError: a sum was named, and it is not known what a reply costs.
    """
    # Another server than the vendor's is assumed: only the caller knows which one it is.
    judge = options.judge.name if options.judge else "none"
    elsewhere = Prices(price_of(agent.name, base_url=""), price_of(judge, base_url=""))
    prices = options.prices or elsewhere
    unknown = agent.name if prices.agent is None else judge if prices.judge is None else ""
    if options.max_cost_usd is not None and unknown:
        raise InputError(
            f"--max-cost cannot be held: the price of {unknown} is not known; give --price IN,OUT "
            "(--judge-price for a judge) in USD per million tokens"
        )
    return Work(
        agent=agent,
        judge=options.judge,
        preamble=options.preamble,
        voice=options.voice,
        prices=prices,
        dataset_sha256=options.dataset_sha256,
    )


def _jobs(arms: Sequence[Arm], agent: Agent, options: RunOptions) -> list[Job]:
    return list(
        jobs_of(
            arms,
            agent,
            options.judge,
            ids=options.ids,
            limit=options.limit,
            repeats=options.repeats,
        )
    )


def _same_inputs(journal: Journal, jobs: Sequence[Job], work: Work) -> None:
    """Refuses to mix lines made from another dataset or preamble into this run."""
    for job in jobs:
        found = journal.head(job.key)
        if found is None:
            continue
        wanted = work.hashes(job.conversation)
        names = dict.fromkeys(itertools.chain(wanted, found.hashes))
        different = [name for name in names if found.hashes.get(name, "") != wanted.get(name, "")]
        if different:
            raise InputError(
                f"{journal.path} holds a run made with {_ANOTHER.get(different[0], different[0])}; "
                "name another --out, or remove the file"
            )


_ANOTHER = {
    "preamble": "another preamble",
    "dataset": "another dataset",
    "replies": "replies of another kind (--spoken-replies)",
    "judge_prompt": "another judge's prompt",
}


def _add(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
