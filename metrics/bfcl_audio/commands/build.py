"""Build a dataset folder: BFCL requests, rewritten as speech, spoken, and transcribed.

  bfcl-audio build OUT                               all 2,190 entries of the 11 categories
  bfcl-audio build OUT --limit 60 --seed 1           a sample spread over the categories
  bfcl-audio build OUT --tts hibari,pico --asr moonshine --workers 2
  bfcl-audio build OUT --tts openai/gpt-4o-mini-tts:alloy,elevenlabs --asr deepgram/nova-3
  bfcl-audio build OUT --limit 60 --dry-run          what it would do and cost, without doing it
  bfcl-audio build OUT --tts openai,gemini --max-cost 20
  bfcl-audio build OUT --rewriter openai/gpt-5-mini --style fillers=0.1,register=formal
  bfcl-audio build OUT --channel phone,noise:10dB    the same clips over a telephone, and in babble
  bfcl-audio build OUT --ray                         on the Ray cluster that this machine is in

An engine or recogniser is named vendor[/model][:voice][?option&option], for instance
elevenlabs/eleven_v3:George?rate=16000 or hf/facebook/mms-tts-eng; bfcl-audio engines lists the
vendors, and an option that one does not take is answered with those that it does. Without a voice
each text gets one of the vendor's, drawn. Keys come from the vendors' usual environment variables.
bfcl-audio paraphrase --help tells of rewriters and styles.

A cluster's machines need this package with the same extras and models; this one keeps the store,
the keys and the money, and asks the vendors. --ray alone joins the cluster that this machine is
in, --ray HOST:PORT does so by its head, and --ray local starts one here.

OUT is replaced only when the new folder is complete. Everything slow is kept in a store, so a
build that was stopped goes on where it was when the same command is run again, and a finished
one is only looked at. Read it with
load_dataset("OUT's name", "audio", split="test"), from the folder OUT lies in.

Exit status: 0 done; 1 done, but an engine failed on some entries (run it again to complete them);
2 could not do it, OUT is as it was.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bfcl_audio.errors import InputError

from .numbers import whole
from .progress import Progress


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio build`."""
    parser.add_argument("out", metavar="OUT", type=Path, help="the dataset folder to write")
    parser.add_argument(
        "--categories",
        metavar="A,B",
        default="",
        help="BFCL categories (default: the 11 of BFCL v3)",
    )
    parser.add_argument(
        "--ids", metavar="FILE", type=Path, help="only these entries: a text file, one id a line"
    )
    parser.add_argument(
        "--limit", metavar="N", type=whole, help="only N entries, spread over the categories"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole, default=0, help="sample, wording and voices (default 0)"
    )
    parser.add_argument(
        "--rewriter", metavar="SPEC", default="rules", help="what words the requests (rules)"
    )
    parser.add_argument(
        "--style", metavar="STYLE", default="default", help="how callers talk: preset or settings"
    )
    parser.add_argument(
        "--tts",
        metavar="A,B",
        default="hibari,kokoro,pico",
        help="engines that the clips are drawn from (default %(default)s)",
    )
    parser.add_argument(
        "--asr",
        metavar="X,Y",
        default="whisper,moonshine,pocketsphinx",
        help="recognisers; each hears every clip (default %(default)s)",
    )
    parser.add_argument(
        "--channel",
        metavar="A,B",
        default="clean",
        help="what the clips go through: clean (always built), phone, noise:<dB> (babble), "
        "white:<dB>, pink:<dB>, crosstalk:<dB>, reverb:<s>, loss:<percent>, clip:<dB>, gain:<dB>, "
        "or a chain: phone+noise:10dB",
    )
    parser.add_argument(
        "--cross",
        action="store_true",
        help="every engine speaks every utterance, beside the primary clip",
    )
    parser.add_argument(
        "--workers", metavar="N", type=whole, default=1, help="processes (default 1; same bytes)"
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        nargs="?",
        const="auto",
        help="a Ray cluster does the work: auto, local, or HOST:PORT (same bytes)",
    )
    parser.add_argument(
        "--max-cost", metavar="USD", type=float, help="stop before vendors cost more than this"
    )
    parser.add_argument(
        "--price",
        metavar="SPEC=PRICE",
        action="append",
        default=[],
        help="a price that is not in our table: USD/min, USD/1Mchars, IN,OUT or 0; repeatable",
    )
    parser.add_argument(
        "--limits",
        metavar="VENDOR=N[:M]",
        action="append",
        default=[],
        help="N requests at once, M a minute, e.g. openai=8:500; repeatable",
    )
    parser.add_argument("--dry-run", action="store_true", help="print plan and price, and stop")
    parser.add_argument("--json", action="store_true", help="print plan or result as JSON")


def run(args: argparse.Namespace) -> int:
    """Builds, or prints the plan; returns the exit status."""
    from dataset_builder.config import BuildConfig
    from dataset_builder.limits import read_limits
    from dataset_builder.pipeline import build, plan
    from dataset_builder.prices import read_prices

    config = BuildConfig(
        categories=_names(args.categories),
        ids=_ids(args.ids),
        limit=args.limit,
        seed=args.seed,
        rewriter=args.rewriter,
        style=args.style,
        tts=_names(args.tts),
        asr=_names(args.asr),
        channels=_names(args.channel),
        cross=args.cross,
        workers=args.workers,
        ray=args.ray,
        max_cost_usd=args.max_cost,
        prices=read_prices(args.price),
        limits=read_limits(args.limits),
    )
    if args.dry_run:
        planned = plan(config, progress=Progress())
        print(json.dumps(planned.as_dict()) if args.json else planned)
        return 0
    report = build(config, args.out, progress=Progress())
    print(json.dumps(report.as_dict()) if args.json else report)
    return 1 if report.failures else 0


def _names(text: str) -> tuple[str, ...]:
    """The parts of a comma-separated list, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def _ids(path: Path | None) -> tuple[str, ...]:
    if path is None:
        return ()
    try:
        lines: Sequence[str] = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise InputError(
            f"cannot read --ids {path}: {reason}; give a text file, one id a line"
        ) from error
    ids = tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
    if not ids:
        raise InputError(f"--ids {path} holds no id; write one a line, e.g. simple_python_0")
    return ids
