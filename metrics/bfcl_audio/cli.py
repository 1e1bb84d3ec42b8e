"""The `bfcl-audio` command: the one place that knows all parts, importing them when asked for."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn, TextIO

from .errors import BfclAudioError, InputError, meant
from .report.foreign import visible
from .version import __version__

# name -> one line for the overview; the module of that name in commands/ has the rest
COMMANDS = {
    "demo": "the whole job offline on embedded engines; ends with the loss ledger",
    "build": "BFCL -> paraphrases, clips, transcripts -> a dataset folder",
    "run": "take agents through the entries of a dataset -> trajectories (JSON lines)",
    "score": "verdicts and figures of runs or of bfcl-eval result files",
    "report": "leaderboard, loss ledger and failures of runs as one HTML page",
    "publish": "a dataset, the metric or the Space -> the Hub, in one commit",
    "space": "the Space on this machine: hear clips, replay runs, compare, score a file, try it",
    "export": "runs as result files that bfcl-eval's own scorer reads",
    "paraphrase": "what a caller would say instead of a written request",
    "judge-check": "a judge against labelled cases: confusion matrix, intervals, the misses",
    "engines": "every engine, recogniser, agent and judge: ready or not, and how to enable it",
}
# name -> the extra of pyproject.toml that brings what it imports; the others run on the core
EXTRAS = {
    "demo": "demo",
    "build": "speech",
    "run": "agents",
    "report": "report",
    "publish": "data",
    "space": "space",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    0 done; 1 done, but some entries were not run or a check failed; 2 could not do it.
    """
    _never_refuse(sys.stdout)
    _never_refuse(sys.stderr)
    arguments = list(sys.argv[1:] if argv is None else argv)
    name = next((word for word in arguments if not word.startswith("-")), None)
    try:
        parser = _parser(name)
        args = parser.parse_args(arguments)
        if args.command is None:
            parser.print_help()
            return 2
        return int(_module(args.command).run(args))
    except BfclAudioError as error:
        return _fail(name, str(error))
    except BrokenPipeError:
        # The reader of our output went away (`| head`); the interpreter must not flush again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _fail(name, "interrupted; what was finished is kept, run it again to go on")
    except ModuleNotFoundError as error:
        return _fail(name, _missing_package(name, error))
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        return _fail(name, f"{error.strerror or error}{where}; what was finished is kept")


def _never_refuse(stream: TextIO) -> None:
    """Writes by number what the terminal's encoding has no character for."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, as all others are."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where to read what would be right."""
        problem = message.removeprefix("argument ")
        raise InputError(f"{problem}; see: {self.prog} --help")


def _parser(wanted: str | None) -> argparse.ArgumentParser:
    """The parser; only the wanted command's module is imported, so that help stays instant."""
    if wanted is not None and wanted not in COMMANDS:
        raise InputError(
            f"no command {wanted!r}; {meant(wanted, COMMANDS)}commands are {', '.join(COMMANDS)}"
        )
    parser = Parser(
        prog="bfcl-audio",
        description="Does a voice agent still make exactly the right function calls "
        "when the request is spoken?",
    )
    parser.add_argument("--version", action="version", version=f"bfcl-audio {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == wanted:
            module = _module(name)
            command.description = module.__doc__
            module.add_arguments(command)
    return parser


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"{__package__}.commands.{name.replace('-', '_')}")


def _missing_package(command: str | None, error: ModuleNotFoundError) -> str:
    """Names the missing package and the extra that brings it.

    One of our own modules missing is a bug and stays an exception.
    """
    if error.name and error.name.split(".")[0] in ("bfcl_audio", "dataset_builder"):
        raise error
    return (
        f"this needs the package {(error.name or str(error)).split('.')[0]}, which is not "
        f"installed: pip install 'bfcl-audio[{EXTRAS.get(command or '', 'demo')}]'"
    )


def _fail(command: str | None, message: str) -> int:
    line = " ".join(visible(message).split())
    name = command if command in COMMANDS else ""
    print(f"bfcl-audio {name}".rstrip() + f": {line}", file=sys.stderr)
    return 2
