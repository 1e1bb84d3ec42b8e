"""The whole job, offline, on engines that come inside packages.

  bfcl-audio demo                    60 entries over all 11 categories, into demo/
  bfcl-audio demo --entries 200      more of them; the language model's share grows too

It reads real BFCL entries, says them as a caller would, voices them with three speech engines,
has three recognisers write down what they hear, takes four agents through every arm, scores
their calls and ends with the loss ledger: what is lost from the written request to the spoken
one, and from there to each transcript.

Writes into DIR:

  bfcl-audio/          the dataset folder; from DIR, load_dataset("bfcl-audio", "audio") reads it
  runs/*.jsonl         the trajectories, a file an agent
  report/report.html   the ledger, the plots, and entries told from request to verdict, with sound

The agents: the oracle (right calls, whatever it reads), the listener (right functions, every
value as it was heard), the listener that asks when it has reason to doubt, and a small language
model. The last is slow on a processor, so it takes single-turn entries only, and few; the
table gives its n. Everything slow is kept: a second run takes seconds.

Exit status: 0 done; 1 done, but some entries were not run; 2 could not do it.
"""

import argparse
import dataclasses
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ..errors import InputError
from .numbers import whole
from .progress import Progress

RECOGNISERS = ("whisper", "moonshine", "pocketsphinx")
ARMS = ("text", "spoken", *(f"transcript:{name}" for name in RECOGNISERS))
SCRIPTED = ("scripted/oracle", "scripted/listener", "scripted/listener?ask")

LANGUAGE_MODEL = "qwen2.5-coder-0.5b"
LANGUAGE_MODEL_ARMS = ("text", "spoken", "transcript:whisper")
LANGUAGE_MODEL_MAX_TOKENS = 256
NOBODY = "http://127.0.0.1/v1"  # where a model is said to be that is not going to be asked


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio demo`."""
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path("demo"), help="where to (default demo)"
    )
    parser.add_argument(
        "--entries", metavar="N", type=whole, default=60, help="how many entries (default 60)"
    )


def run(args: argparse.Namespace) -> int:
    """Builds, runs, scores and reports; returns the exit status."""
    if args.entries < 1:
        raise InputError(f"--entries is {args.entries}; give at least 1")
    started = time.monotonic()
    dataset = args.out / "bfcl-audio"
    failures = _build(dataset, args.entries)
    runs, not_run = _run_agents(dataset, args.out / "runs", args.entries)
    page = _report(runs, dataset, args.out / "report")
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    print(f"Done in {minutes} min {seconds} s. Open {page}")
    return 1 if failures or not_run else 0


def language_model_entries(entries: int) -> int:
    """How many entries the language model takes: a seventh, but at least eight."""
    return max(8, entries // 7)


def _build(dataset: Path, entries: int) -> int:
    """Builds the dataset folder; returns how many utterances an engine failed on."""
    from dataset_builder import pipeline
    from dataset_builder.config import DEMO

    _heading(f"1/3  Building a spoken set of {entries} BFCL entries")
    workers = max(1, min(DEMO.workers, os.cpu_count() or 1))
    config = dataclasses.replace(DEMO, limit=entries, asr=RECOGNISERS, workers=workers)
    report = pipeline.build(config, dataset, progress=Progress())
    print(report)
    return len(report.failures)


def _run_agents(dataset_folder: Path, runs: Path, entries: int) -> tuple[list[Path], int]:
    """Takes every agent through its arms; returns their files and the count of entries not run."""
    from ..harness.agents import Agent, AgentOptions, agent
    from ..harness.arms import load
    from ..harness.judges import judge
    from ..harness.local_server import serve
    from ..harness.runner import RunOptions, remaining
    from ..harness.runner import run as take
    from ..harness.tables import open_dataset
    from ..models import file

    _heading("2/3  Running the agents, with the rules judge on questions")
    dataset = open_dataset(str(dataset_folder))
    arms = dict(zip(ARMS, load(dataset, ARMS), strict=True))
    options = RunOptions(judge=judge("rules"), dataset_sha256=dataset.sha256)
    files: list[Path] = []
    not_run = 0

    def file_of(tested: Agent) -> Path:
        path = runs / f"{_file_name(tested.name)}.jsonl"
        _drop_if_stale(path, dataset.sha256)
        return path

    def through(tested: Agent, names: Sequence[str], options: RunOptions) -> None:
        nonlocal not_run
        files.append(file_of(tested))
        chosen = [arms[name] for name in names]
        summary = take(chosen, tested, files[-1], options, _counted(tested.name))
        not_run += sum(summary.not_run.values())
        for why in summary.reasons:
            print(f"  not run: {why}", file=sys.stderr)

    runs.mkdir(parents=True, exist_ok=True)
    for spec in SCRIPTED:
        through(agent(spec), ARMS, options)
    few = dataclasses.replace(
        options,
        ids=_single_turn(arms["spoken"].conversations),
        limit=language_model_entries(entries),
    )

    def model_at(base_url: str) -> Agent:
        settings = AgentOptions(
            base_url=base_url, temperature=0.0, seed=0, max_tokens=LANGUAGE_MODEL_MAX_TOKENS
        )
        return agent(f"openai/{LANGUAGE_MODEL}", settings)

    asleep = model_at(NOBODY)
    if remaining([arms[name] for name in LANGUAGE_MODEL_ARMS], asleep, file_of(asleep), few):
        with serve(file(LANGUAGE_MODEL)) as base_url:
            through(model_at(base_url), LANGUAGE_MODEL_ARMS, few)
    else:
        through(asleep, LANGUAGE_MODEL_ARMS, few)
    return files, not_run


def _drop_if_stale(run_file: Path, dataset_sha256: str) -> None:
    """Removes a run that an earlier demo made on other entries: this one makes it again."""
    from ..harness.journal import Journal

    if not run_file.exists():
        return
    with Journal(run_file) as journal:
        stale = any(head.hashes.get("dataset") != dataset_sha256 for head in journal.heads())
    if stale:
        print(f"{run_file} was made on another dataset: making it again", file=sys.stderr)
        run_file.unlink()


def _report(runs: Sequence[Path], dataset: Path, out: Path) -> Path:
    """Scores the runs, writes the report and prints the ledger; returns the page."""
    from ..report.compose import make
    from ..report.publish import write
    from ..report.terminal import ledger_text

    _heading("3/3  Scoring and reporting")
    report = make(runs, str(dataset), workers=os.cpu_count() or 1)
    page, *_ = write(report, out)
    print(ledger_text(report.ledgers))
    for warning in report.warnings:
        print(f"bfcl-audio demo: {warning}", file=sys.stderr)
    return page


def _single_turn(entry_ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in entry_ids if not name.startswith("multi_turn"))


def _heading(text: str) -> None:
    print(f"\n{text}", flush=True)


def _counted(name: str) -> Callable[[int, int], None]:
    show = Progress()
    return lambda finished, total: show(name, finished, total)


def _file_name(agent_name: str) -> str:
    """`scripted/listener?ask` -> `scripted_listener_ask`."""
    return "".join(c if c.isalnum() else "_" for c in agent_name.lower())
