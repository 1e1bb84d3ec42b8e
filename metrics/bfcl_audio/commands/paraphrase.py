"""What a caller would say instead of a written request.

  bfcl-audio paraphrase "Move final_report.pdf to /temp at 14:00"
  bfcl-audio paraphrase TEXT --seed 7 --style formal       another caller, another manner
  bfcl-audio paraphrase TEXT --style fillers=0.3,spelling=1,corrections=0,register=formal
  bfcl-audio paraphrase simple_python_3                    an entry's utterances, each proved
  bfcl-audio paraphrase multi_turn_base_0 --whitelist      ... and what may be clarified in each
  bfcl-audio paraphrase simple_python_3 --rewriter openai/gpt-4o-mini
  bfcl-audio paraphrase --all                              how all utterances fare, with reasons

The rules rewriter works offline and always says the same text the same way under one seed. A model
(openai/MODEL, and with ?base_url=http://… any server that speaks as OpenAI's does) is asked again
with the reason where a proof fails, at most three times; then the rules' wording is used. Its
answers are kept and not asked for twice. An utterance that nobody could say, or whose every wording
loses a value, is labelled with why.

A style is a preset or settings that differ from the default: shares from 0 to 1 of fillers,
restarts, corrections and spelling, and the register (casual, neutral, formal).

Exit status: 0 done; 1 a request that cannot be spoken; 2 could not do it.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypedDict

from ..errors import InputError
from .numbers import whole

if TYPE_CHECKING:
    from dataset_builder.records import Entry, Paraphrase

ENTRY_ID = re.compile(r"[a-z]+(?:_[a-z]+)*_\d+(?:-\d+-\d+)?")


class Said(TypedDict, total=False):
    """One utterance as the command shows it; `whitelist` only where it was asked for."""

    utterance_id: str
    text: str
    spoken: str
    speakable: bool
    why_not: str
    style: Mapping[str, str]
    whitelist: Mapping[str, str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio paraphrase`."""
    parser.add_argument("request", metavar="TEXT", nargs="?", help="a request, or an entry's id")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="another caller (0)")
    parser.add_argument(
        "--style", metavar="STYLE", default="default", help="how callers talk: preset or settings"
    )
    parser.add_argument(
        "--rewriter", metavar="SPEC", default="rules", help="who words it: rules, or openai/MODEL"
    )
    parser.add_argument(
        "--whitelist", action="store_true", help="of an entry: what may be clarified, by utterance"
    )
    parser.add_argument(
        "--all", action="store_true", help="say and prove every utterance; print how they fare"
    )
    parser.add_argument(
        "--categories", metavar="A,B", default="", help="with --all: only these categories"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(args: argparse.Namespace) -> int:
    """Says what was asked for; returns the exit status."""
    if args.all == (args.request is not None):
        raise InputError("give one request, one entry id, or --all")
    if args.all and args.rewriter != "rules":
        raise InputError(
            "--all is for the rules; bfcl-audio build words everything by a model, under --max-cost"
        )
    if args.all:
        return _show_counts(args)
    if ENTRY_ID.fullmatch(args.request):
        return _show_entry(args)
    if args.whitelist:
        raise InputError(
            f"--whitelist needs an entry id, such as simple_python_0; got {args.request!r}"
        )
    return _show_text(args)


def _show_text(args: argparse.Namespace) -> int:
    from dataset_builder.paraphrase import Unspeakable, read_style, rewrite

    style = read_style(args.style)
    if args.rewriter != "rules":
        (shown,) = _said(_entry_of(args.request), args)
    elif isinstance(said := rewrite(args.request, seed=args.seed, style=style), Unspeakable):
        why = f"unspeakable: {said.why}"
        shown = Said(text=args.request, spoken="", speakable=False, why_not=why)
    else:
        shown = Said(text=args.request, spoken=said.text, speakable=True, style=said.style)
    if args.json:
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        print(shown["spoken"] or shown["why_not"])
    return 0 if shown["speakable"] else 1


def _entry_of(text: str) -> Entry:
    """A request of one's own as an entry, which calls nothing."""
    from dataset_builder.records import Entry, Message

    reference = {
        "id": "request",
        "category": "irrelevance",
        "turns": [[{"role": "user", "content": text}]],
        "functions": [],
        "ground_truth": [],
    }
    turns = ((Message("user", text),),)
    return Entry("request", "irrelevance", turns, "[]", json.dumps(reference), "{}")


def _show_entry(args: argparse.Namespace) -> int:
    from dataset_builder.config import BuildConfig
    from dataset_builder.source import read

    (entry,) = read(BuildConfig(ids=(args.request,)))
    shown = [*_said(entry, args)]
    if args.json:
        print(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(_lines(one) for one in shown))
    return 0 if all(one["speakable"] for one in shown) else 1


def _said(entry: Entry, args: argparse.Namespace) -> Iterator[Said]:
    from dataset_builder.source import utterances

    for one, written in zip(_prepared(entry, args), utterances(entry), strict=True):
        shown = Said(
            utterance_id=one.utterance_id,
            text=written.text,
            spoken=one.spoken,
            speakable=one.speakable,
            why_not=one.why_not,
            style=one.style,
        )
        if args.whitelist:
            shown["whitelist"] = one.whitelist
        yield shown


def _prepared(entry: Entry, args: argparse.Namespace) -> Sequence[Paraphrase]:
    """The entry's paraphrases; a model is asked as a build asks it, through its store."""
    from dataset_builder.paraphrase import read_style
    from dataset_builder.prepare import prepare
    from dataset_builder.rewriters import rewriter

    worded = partial(
        prepare, entry, args.seed, style=read_style(args.style), rewriter=args.rewriter
    )
    if rewriter(args.rewriter) is None:
        return worded()
    from dataset_builder.asking import served

    return served(lambda ask: worded(ask=ask))


def _lines(one: Said) -> str:
    lines = [one["utterance_id"], f"  written  {' '.join(one['text'].split())}"]
    lines.append(f"  spoken   {one['spoken'] or one['why_not']}")
    if fell_back := one["style"].get("fell_back"):
        lines.append(f"  by rules {one['style']['asked']}: {fell_back}")
    for topic, value in one.get("whitelist", {}).items():
        lines.append(f"  may ask  {topic} = {value}")
    return "\n".join(lines)


def _show_counts(args: argparse.Namespace) -> int:
    """How every utterance fares: proved at which attempt, unspeakable, or rejected, and why."""
    from dataset_builder.config import BuildConfig
    from dataset_builder.paraphrase import read_style
    from dataset_builder.prepare import prepare
    from dataset_builder.source import read

    style = read_style(args.style)
    config = BuildConfig(categories=tuple(name for name in args.categories.split(",") if name))
    fates: dict[str, Counter[str]] = {}
    reasons: list[tuple[str, str]] = []
    for entry in read(config):
        counted = fates.setdefault(entry.category, Counter())
        for one in prepare(entry, args.seed, style=style):
            counted[_fate(one)] += 1
            if not one.speakable:
                reasons.append((one.utterance_id, one.why_not))
    if args.json:
        print(json.dumps({"counts": fates, "not_spoken": dict(reasons)}, indent=2))
        return 0
    total = sum(fates.values(), Counter())
    names = [*dict.fromkeys(("said", *sorted(total)))]
    print("".join((f"{'category':28}", *(f"{name:>14}" for name in names))))
    for category, counted in (*fates.items(), ("all", total)):
        print("".join((f"{category:28}", *(f"{counted[name]:>14}" for name in names))))
    for utterance_id, why in reasons:
        print(f"{utterance_id}: {why}")
    return 0


def _fate(one: Paraphrase) -> str:
    """One word for the table: said, retry N, unspeakable or rejected."""
    if not one.speakable:
        return one.why_not.partition(":")[0]
    attempt = one.style.get("attempt", "0")
    return "said" if attempt == "0" else f"retry {attempt}"
