"""Takes an agent through the arms of a dataset: every entry once, resumable, a few at a time."""

import hashlib
import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from .. import upstream
from ..errors import BfclAudioError, InputError, meant
from ..judge import Judge, JudgeError
from ..version import __version__
from .agents.base import Agent, AgentError, AgentRefused
from .arms import Arm
from .conversation import Conversation
from .episode import Episode, play
from .journal import Journal
from .trajectory import Key, Trajectory

DEFAULT_PREAMBLE = files(__package__).joinpath("preamble.md").read_text(encoding="utf-8").strip()


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
    """

    judge: Judge | None
    preamble: str = DEFAULT_PREAMBLE
    dataset_sha256: str = ""
    ids: tuple[str, ...] = ()
    limit: int | None = None
    repeats: int = 1
    concurrency: int = 1


@dataclass(slots=True)
class Summary:
    """What a run came to, in entries: per arm done now, found finished, not run; and why not."""

    done: dict[str, int] = field(default_factory=dict)
    resumed: dict[str, int] = field(default_factory=dict)
    not_run: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Job:
    """One line to be."""

    key: Key
    conversation: Conversation


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
        InputError: `out` cannot be used, or the agent cannot hear an arm.
        RunStopped: the provider refuses this agent.
        JournalError: the disk is full.
    """
    for arm in arms:
        if arm.name.split(":")[0] == "audio" and not agent.hears:
            raise InputError(
                f"agent {agent.name} cannot hear, so arm {arm.name!r} is not for it; choose from "
                "text, spoken, transcript:<asr>"
            )
    work = Work(agent, options)
    jobs = list(jobs_of(arms, agent, options))
    with Journal(out) as journal:
        _same_inputs(journal, jobs, work)
        summary = Summary()
        waiting = []
        for job in jobs:
            if journal.done(job.key):
                _add(summary.resumed, job.key.arm)
            else:
                waiting.append(job)
        finished = len(jobs) - len(waiting)
        progress(finished, len(jobs))
        try:
            for trajectory in _through_pool(work, waiting, options.concurrency):
                journal.append(trajectory)
                _add(summary.done if trajectory.status == "done" else summary.not_run,
                     trajectory.key.arm)  # fmt: skip
                if trajectory.why:
                    _add(summary.reasons, trajectory.why)
                finished += 1
                progress(finished, len(jobs))
        finally:
            journal.settle([job.key for job in jobs])
    return summary


def remaining(arms: Sequence[Arm], agent: Agent, out: Path, options: RunOptions) -> int:
    """How many jobs `run` would give to the agent; the agent itself is not asked.

    Raises:
        InputError: `out` cannot be used.
    """
    jobs = list(jobs_of(arms, agent, options))
    if not out.exists():
        return len(jobs)
    with Journal(out) as journal:
        return sum(not journal.done(job.key) for job in jobs)


def jobs_of(arms: Sequence[Arm], agent: Agent, options: RunOptions) -> Iterator[Job]:
    """All jobs in the run's own order: an entry's arms stand side by side.

    That order leaves common entries when a run is cut short, and lets a server's prompt cache
    serve an entry's second arm.
    """
    chosen = select(arms, options)
    for repeat in range(options.repeats):
        for entry_id in chosen:
            for arm in arms:
                if entry_id in arm.conversations:
                    conversation = arm.conversations[entry_id]
                    judge = judge_name(conversation, options)
                    key = Key(repeat, entry_id, arm.name, agent.name, judge)
                    yield Job(key, conversation)


def select(arms: Sequence[Arm], options: RunOptions) -> list[str]:
    """The entry ids to run, in the dataset's order.

    A limit takes the first entries of each category in turn, and first those that all arms have.

    Raises:
        InputError: an id that no arm has.
    """
    known = dict.fromkeys(itertools.chain.from_iterable(arm.conversations for arm in arms))
    if options.ids:
        unknown = [name for name in options.ids if name not in known]
        if unknown:
            raise InputError(
                f"no entry {unknown[0]!r} in these arms; {meant(unknown[0], known)}"
                "ids look like simple_python_0"
            )
        known = {name: None for name in known if name in set(options.ids)}
    if options.limit is None:
        return list(known)
    common = [name for name in known if all(name in arm.conversations for arm in arms)]
    groups: dict[str, list[str]] = {}
    for name in common:
        groups.setdefault(name.rpartition("_")[0], []).append(name)
    rounds = itertools.zip_longest(*groups.values())
    spread = [name for row in rounds for name in row if name is not None]
    chosen = set(spread[: options.limit])
    return [name for name in known if name in chosen]


def judge_name(conversation: Conversation, options: RunOptions) -> str:
    """Who judges a conversation: nobody in the written arm."""
    return "none" if conversation.written or options.judge is None else options.judge.name


@dataclass(frozen=True, slots=True)
class Work:
    """Turns a job into a trajectory. Used from several threads."""

    agent: Agent
    options: RunOptions

    def do(self, job: Job) -> tuple[Trajectory, bool]:
        """The trajectory, and whether it is pointless to go on."""
        episode = Episode()
        why, refused = "", False
        try:
            play(
                job.conversation,
                self.agent,
                judge=self.options.judge,
                preamble=self.options.preamble,
                episode=episode,
            )
        except AgentError as error:
            why, refused = str(error), isinstance(error, AgentRefused)
        except JudgeError as error:
            why = f"judge: {error}"
        return self._trajectory(job, episode, why), refused

    def hashes(self, conversation: Conversation) -> dict[str, str]:
        """What a line must have in common with one that it stands for."""
        preamble = "" if conversation.written else self.options.preamble
        return {
            "preamble": hashlib.sha256(preamble.encode()).hexdigest() if preamble else "",
            "dataset": self.options.dataset_sha256,
        }

    def _trajectory(self, job: Job, episode: Episode, why: str) -> Trajectory:
        conversation = job.conversation
        return Trajectory(
            key=job.key,
            category=conversation.category,
            status="not_run" if why else "done",
            why=why,
            messages=[message.as_record() for message in episode.messages],
            utterances=[heard.as_record() for heard in conversation.utterances],
            answer=None if why else episode.answer(multi_turn=conversation.multi_turn),
            usage=episode.usage,
            latency_s=round(episode.latency_s, 3),
            cost_usd=episode.cost_usd,
            hashes=self.hashes(conversation),
            versions={
                "bfcl_audio": __version__,
                "bfcl_eval": upstream.RELEASE,
                **self.agent.versions,
            },
        )


def _through_pool(work: Work, jobs: Sequence[Job], concurrency: int) -> Iterator[Trajectory]:
    """Trajectories as they are finished; no more jobs are under way than threads."""
    queue = iter(jobs)
    running: set[Future[tuple[Trajectory, bool]]] = set()
    refusal = ""
    with ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="episode") as pool:
        for job in itertools.islice(queue, concurrency):
            running.add(pool.submit(work.do, job))
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                trajectory, refused = future.result()
                refusal = refusal or (trajectory.why if refused else "")
                if not refusal and (following := next(queue, None)) is not None:
                    running.add(pool.submit(work.do, following))
                yield trajectory
    if refusal:
        raise RunStopped(f"agent {work.agent.name}: {refusal}; run the same command again to go on")


def _same_inputs(journal: Journal, jobs: Sequence[Job], work: Work) -> None:
    """Refuses to mix lines made from another dataset or preamble into this run."""
    for job in jobs:
        found = journal.hashes.get(job.key)
        if found is None:
            continue
        wanted = work.hashes(job.conversation)
        different = [name for name in wanted if found.get(name) != wanted[name]]
        if different:
            raise InputError(
                f"{journal.path} holds a run made with another {different[0]}; "
                "name another --out, or remove the file"
            )


def _add(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
