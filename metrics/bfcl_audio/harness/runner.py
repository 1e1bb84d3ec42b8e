"""Takes an agent through the arms of a dataset: every entry once, resumable, a few at a time."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..errors import BfclAudioError, InputError
from ..judge import Judge
from .agents.base import Agent
from .arms import Arm
from .budget import Budget
from .crew import Crew
from .jobs import Job, group, jobs_of
from .journal import Journal
from .prices import Prices, price_of
from .same_inputs import check_inputs
from .simulated_user import Voice
from .summary import Summary, cost_of, latency_of
from .trajectory import Head, Trajectory
from .work import DEFAULT_PREAMBLE, OUT_OF_MONEY, Done, Work

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
        check_inputs(journal, jobs, work)
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
    """A run under way: what is in its file, what waits, who is at it, what it costs."""

    def __init__(
        self, journal: Journal, jobs: Sequence[Job], work: Work, options: RunOptions
    ) -> None:
        self.journal = journal
        self.jobs = jobs
        self.work = work
        self.concurrency = options.concurrency
        self.crew: Crew[Done] = Crew(options.concurrency)
        self.summary = Summary()
        self.budget = work.budget
        self.refusal = ""
        if options.max_cost_usd is not None:
            self._count_earlier_lines()

    def _count_earlier_lines(self) -> None:
        """Lines of other agents and arms too: the file is what the sum is for.

        Raises:
            InputError: one does not say what it cost.
        """
        for head in self.journal.heads():
            if head.cost_usd is None:
                raise InputError(
                    f"--max-cost cannot be held: {self.journal.path} has lines that do not say "
                    "what they cost; name another --out"
                )
            self.budget.spent_usd += head.paid_usd
            if head.status == "done":
                self.budget.finished(head.cost_usd, group(head.key.id))

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
            self._leave()
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
        queue = deque(jobs)
        while True:
            self._start(queue)
            if not self.crew.under_way:
                return
            batch = self.crew.take()
            for done in batch:
                self._settle_account(done)
            self._start(queue)
            yield [done.trajectory for done in batch]

    def _leave(self) -> None:
        """Stop asking, and keep what was finished while something interrupted us."""
        self.budget.closed = True
        if finished := self.crew.leave():
            self.journal.append([done.trajectory for done in finished])

    def _start(self, queue: deque[Job]) -> None:
        """Give work to idle threads, unless the run is to stop or the money would not do."""
        while queue and self.crew.under_way < self.concurrency:
            if self.refusal or self.summary.stopped:
                return
            if not self.budget.room(self.crew.under_way, queue[0].group):
                if not self.crew.under_way:
                    self.summary.stopped = self._out_of_money()
                return
            job = queue.popleft()
            before = self.journal.head(job.key)
            paid_usd = before.paid_usd if before else 0.0
            self.crew.submit(partial(self.work.do, job, paid_usd))

    def _settle_account(self, done: Done) -> None:
        self.refusal = self.refusal or done.refusal
        cost_usd = done.trajectory.cost_usd
        if cost_usd is not None:
            self.budget.finished(cost_usd, group(done.trajectory.key.id))
        if done.trajectory.why == OUT_OF_MONEY:
            self.summary.stopped = self.summary.stopped or self._out_of_money()
        elif cost_usd is None and self.budget.cap_usd is not None and not done.trajectory.why:
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
        budget=Budget(options.max_cost_usd),
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


def _add(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
