r"""Take an agent through the entries of a dataset, arm by arm, and record its trajectories.

Agents (--agent):
  openai/MODEL            chat completions with tools; with --base-url any compatible server;
                          the key comes from OPENAI_API_KEY. After MODEL, as ?a&b:
                            prompt   calls are written as text; for models without tools
                            audio    it hears clips (models named audio, omni, … do without)
                            mp3      ... sent as MP3 instead of WAV
                            speak    it answers in speech, whose transcript is read; models
                                     that take no request without sound need it in written arms
  openai-realtime/MODEL   hears clips over the Realtime API; ?speak for answers in speech
  gemini/MODEL            reads and hears; the key comes from GEMINI_API_KEY or GOOGLE_API_KEY;
                          ?prompt and ?mp3 as above
  hf/PATH                 a model of Hugging Face's transformers, on this machine: a folder, or an
                          id on the Hub; audio models hear. After PATH, as ?a=x&b=y:
                            device   cpu, cuda, cuda:1, mps; default: a GPU if there is one
                            dtype    float32, bfloat16, float16; default: as it was saved
                            batch    requests answered together, up to --concurrency of them
                            revision of the Hub
  python/MODULE:FUNCTION  any f(messages, tools), both in OpenAI's form, that returns text, tool
                          calls or a message; it may be async
  scripted/oracle         the right calls, whatever it reads
  scripted/listener       the right functions, every spoken value as the recogniser heard it
  scripted/listener?ask   the same, but it asks about values that it has reason to doubt

Judges (--judge) decide which of the agent's questions the caller answers:
  rules                   by rules, offline (default)
  openai/MODEL            a language model; with --judge-base-url any compatible server
  replay/FILE             as recorded in another run
  none                    no question is answered; turns end as in Text-BFCL

Arms (--arm, several with commas):
  text                    the request as BFCL wrote it: Text-BFCL itself, no preamble, no judge
  spoken                  what a caller says, as text
  transcript:ASR          what a recogniser heard
  transcripts:ASR+ASR     what each of several recognisers heard, side by side
  audio                   the clip, for agents that can hear

With --spoken-replies the caller says the answers to questions, spelled as people spell, in the
entry's own voice; the arm's recogniser (or the agent's own ear) hears them.

With --max-cost no entry is begun that might bring the costs above the sum, earlier lines of the
file included. Prices are dated and stand in prices.toml; --price replaces them, and is needed for
a model that is not there or runs on another server.

Each finished entry is one line of RUN.jsonl, on disk before the next begins. Running the same
command again goes on where it stopped, and runs again what a failing provider left not run.

  bfcl-audio run DATASET --agent scripted/listener --arm spoken,transcript:whisper --out RUN.jsonl
  bfcl-audio run DATASET --agent openai/qwen --base-url http://127.0.0.1:8080/v1 \
      --arm text,spoken --temperature 0 --limit 20 --out RUN.jsonl

Exit status: 0 all done; 1 some entries not run, or --max-cost reached; 2 could not run.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ..errors import InputError
from ..harness.agents import AgentOptions, agent
from ..harness.arms import Arm, load
from ..harness.judges import judge
from ..harness.prices import Price, Prices, price_of, read_price, server_of
from ..harness.runner import DEFAULT_PREAMBLE, RunOptions
from ..harness.runner import run as run_agent
from ..harness.simulated_user import Voice
from ..harness.tables import open_dataset
from .numbers import json_object, positive, seconds, temperature, usd, whole
from .progress import Progress
from .run_summary import summary_json, summary_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "dataset", help="a folder that `bfcl-audio build` made, or its id on the Hub"
    )
    parser.add_argument("--agent", required=True, metavar="SPEC", help="who is tested")
    parser.add_argument("--arm", required=True, metavar="A[,B…]", help="what it gets")
    parser.add_argument("--out", required=True, type=Path, metavar="RUN.jsonl")
    parser.add_argument("--judge", default="rules", metavar="SPEC", help="default: rules")
    parser.add_argument(
        "--judge-base-url", metavar="URL", help="of an OpenAI-compatible server that judges"
    )
    parser.add_argument("--ids", metavar="FILE", type=Path, help="entry ids to run, one a line")
    parser.add_argument("--limit", type=positive, metavar="N", help="entries, over all categories")
    parser.add_argument("--concurrency", type=positive, default=1, metavar="N", help="default: 1")
    parser.add_argument("--repeats", type=positive, default=1, metavar="K", help="default: 1")
    parser.add_argument("--max-cost", type=usd, metavar="USD", help="stop before it is spent")
    parser.add_argument("--price", metavar="IN,OUT", help="of the agent, in USD per million tokens")
    parser.add_argument("--judge-price", metavar="IN,OUT", help="of the judge")
    parser.add_argument(
        "--spoken-replies", action="store_true", help="the caller says the answers aloud"
    )
    parser.add_argument("--preamble", type=Path, metavar="FILE", help="instead of our own")
    parser.add_argument("--base-url", metavar="URL", help="of an OpenAI-compatible server")
    parser.add_argument("--temperature", type=temperature, metavar="T")
    parser.add_argument("--seed", type=whole, metavar="N")
    parser.add_argument("--max-tokens", type=positive, metavar="N", help="longest reply")
    parser.add_argument(
        "--reasoning-effort", metavar="LEVEL", help="low, high, …, as the vendor names it"
    )
    parser.add_argument(
        "--extra-body", type=json_object, metavar="JSON", help="more fields of each request"
    )
    parser.add_argument("--timeout", type=seconds, default=300.0, metavar="SECONDS", help="a reply")
    parser.add_argument("--quiet", action="store_true", help="no progress on standard error")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; returns its exit status."""
    tested = agent(
        args.agent,
        AgentOptions(
            base_url=args.base_url,
            temperature=args.temperature,
            seed=args.seed,
            max_tokens=args.max_tokens,
            reasoning_effort=args.reasoning_effort,
            extra_body=args.extra_body or {},
            timeout_s=args.timeout,
        ),
    )
    decides = judge(
        args.judge,
        AgentOptions(base_url=args.judge_base_url, temperature=0.0, timeout_s=args.timeout),
    )
    preamble = _text(args.preamble).strip() if args.preamble else DEFAULT_PREAMBLE
    ids = _ids(args.ids)
    dataset = open_dataset(args.dataset)
    arms = load(dataset, _names(args.arm))
    prices = Prices(
        _price(args.price, tested.name, args.base_url),
        _price(args.judge_price, args.judge, args.judge_base_url),
    )
    options = RunOptions(
        judge=decides,
        preamble=preamble,
        dataset_sha256=dataset.sha256,
        ids=ids,
        limit=args.limit,
        repeats=args.repeats,
        concurrency=args.concurrency,
        voice=_voice(arms) if args.spoken_replies else None,
        prices=prices,
        max_cost_usd=args.max_cost,
    )
    summary = run_agent(arms, tested, args.out, options, _progress(quiet=args.quiet))
    if summary.stopped:
        print(f"bfcl-audio run: {summary.stopped}", file=sys.stderr)
    print(
        summary_json(summary, arms) if args.json else summary_text(summary, arms, args.out, prices)
    )
    return 1 if summary.not_run or summary.waiting else 0


def _price(given: str | None, spec: str, base_url: str | None) -> Price | None:
    if given is not None:
        return read_price(given)
    return price_of(spec, base_url=server_of(spec, base_url))


def _voice(arms: Sequence[Arm]) -> Voice:
    # The builder's engines are wanted by few runs, and come with an extra of their own.
    from .aloud import voice_for

    return voice_for(arms)


def _names(arms: str) -> list[str]:
    """The arms named, each once.

    Raises:
        InputError: none is.
    """
    names = list(dict.fromkeys(name.strip() for name in arms.split(",") if name.strip()))
    if not names:
        raise InputError("--arm names no arm; e.g. --arm text,spoken,transcript:whisper")
    return names


def _ids(path: Path | None) -> tuple[str, ...]:
    """The entry ids in a file; none without a file, which means all.

    Raises:
        InputError: the file cannot be read, or names nothing: that must not mean all.
    """
    if path is None:
        return ()
    ids = tuple(_text(path).split())
    if not ids:
        raise InputError(f"--ids {path} holds no id; write one a line, e.g. simple_python_0")
    return ids


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8 text"
        raise InputError(f"cannot read {path}: {reason}") from None


def _progress(*, quiet: bool) -> Callable[[int, int], None]:
    if quiet:
        return lambda finished, total: None
    show = Progress()
    return lambda finished, total: show("run", finished, total)
