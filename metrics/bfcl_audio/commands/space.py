"""The Space on this machine: hear clips, replay runs, compare agents, score a file, try it.

  bfcl-audio space                              a small example set, made at the first start
  bfcl-audio space SPOKEN                       a dataset folder, or one on the Hub by its id
  bfcl-audio space SPOKEN RUN.jsonl …           with runs to replay and to compare
  bfcl-audio space RUN.jsonl …                  runs alone

Open the address that it prints; Ctrl-C ends it. By itself it listens to this machine only, and
sends nothing anywhere. Whatever is looked at has a link: the address in the browser.

Try it offers the engines, recognisers and agents that are ready here and free; --asr and --agent
add others by SPEC, such as a vendor's, whose price you then pay for each try of any visitor.

Exit status: 0 ended; 2 could not do it.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from ..errors import InputError
from .numbers import whole

PORT = 7860


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio space`."""
    parser.add_argument(
        "shown", metavar="DATASET | RUN.jsonl", nargs="*", help="what to show; none: an example set"
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="to listen on (default 127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="N", type=whole, default=PORT, help=f"to listen on (default {PORT})"
    )
    parser.add_argument(
        "--asr", metavar="SPEC", action="append", default=[], help="a recogniser for Try it, too"
    )
    parser.add_argument(
        "--agent", metavar="SPEC", action="append", default=[], help="an agent for Try it, too"
    )


def run(args: argparse.Namespace) -> int:
    """Serves the page until it is interrupted; returns the exit status."""
    if not 1 <= args.port <= 65_535:
        raise InputError(f"--port is {args.port}; give one from 1 to 65535")
    os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
    dataset, runs = named(args.shown)
    start, page = _module("start"), _module("page")
    shown = start.library(dataset, runs, recognizers=args.asr, agents=args.agent, say=_say)
    start.warm(shown)
    try:
        page.launch(page.build(shown), host=args.host, port=args.port, ready=_say)
    except OSError:
        raise InputError(
            f"cannot listen on {args.host}:{args.port}, something else does; choose another --port"
        ) from None
    return 0


def named(shown: Sequence[str]) -> tuple[str | None, list[Path]]:
    """The dataset and the runs among what somebody named.

    Raises:
        InputError: several datasets are named.
    """
    runs = [Path(name) for name in shown if name.endswith(".jsonl")]
    datasets = [name for name in shown if not name.endswith(".jsonl")]
    if len(datasets) > 1:
        raise InputError(
            f"{len(datasets)} datasets are named, {datasets[0]} and {datasets[1]}; one is shown at "
            "a time (runs end in .jsonl)"
        )
    return (datasets[0] if datasets else None), runs


def _module(name: str) -> ModuleType:
    """A module of the Space: in a clone as it lies there, else as it is installed."""
    in_clone = Path(__file__).parents[3].joinpath("space", "start.py").is_file()
    return importlib.import_module(f"{'space' if in_clone else 'bfcl_audio_space'}.{name}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
