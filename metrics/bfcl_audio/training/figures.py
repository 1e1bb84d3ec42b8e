"""Answers of all processes to the figures that a training logs."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from ..errors import InputError
from ..harness.agents.huggingface import HuggingFaceAgent
from ..harness.conversation import Conversation
from ..judge import Judge
from ..scoring import score
from .answering import Generation, played
from .ranks import place, together

METRIC = "eval_bfcl_audio"

Line = tuple[int, bytes]
"""The place of an entry among all, and its trajectory."""


def measured(
    model: object,
    agent: HuggingFaceAgent,
    entries: Sequence[Conversation],
    how: Generation,
    judge: Judge | None,
    preamble: str,
    out: Path | None,
) -> dict[str, float]:
    """Ask about all entries, each process about its share, and score; the same in each process.

    Args:
        model: the weights behind `agent`.
        agent: who answers.
        entries: of all processes, in the same order.
        how: the model is asked.
        judge: decides on questions.
        preamble: the system message of spoken conversations.
        out: file of the trajectories, written by the first process.

    Raises:
        InputError: nothing could be asked, or the file cannot be written.
    """
    rank, world = place()

    def share() -> list[Line]:
        mine = range(rank, len(entries), world)
        done = played(model, agent, [entries[n] for n in mine], how, judge, preamble)
        return [(n, one.line()) for n, one in zip(mine, done, strict=True)]

    def combine(shares: Sequence[list[Line]]) -> dict[str, float]:
        lines = [line for _, line in sorted(line for one in shares for line in one)]
        if out is not None:
            _write(out, lines)
        return figures(entries, lines)

    return together(share, combine)


def figures(entries: Sequence[Conversation], lines: Sequence[bytes]) -> dict[str, float]:
    """What is logged of trajectories, one for each entry.

    Raises:
        InputError: none of the entries could be asked about.
    """
    records = [json.loads(line) for line in lines]
    references = [entry.reference for entry in entries]
    total = score(records, references)
    if not total["n"]:
        raise InputError(f"no answer to any of {len(records)} entries: {records[0]['why']}")
    logged = {METRIC: float(total["accuracy"]), f"{METRIC}_n": float(total["n"])}
    logged[f"{METRIC}_not_run"] = float(total["not_run"])
    for arm in dict.fromkeys(entry.arm for entry in entries):
        of_arm = [n for n, entry in enumerate(entries) if entry.arm == arm]
        found = score([records[n] for n in of_arm], [references[n] for n in of_arm])
        name = f"{METRIC}_{re.sub(r'[^a-z0-9]+', '_', arm.lower()).strip('_')}"
        logged |= {name: float(found["accuracy"]), f"{name}_n": float(found["n"])}
    return logged


def _write(out: Path, lines: Sequence[bytes]) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        part = out.with_name(f"{out.name}.part")
        part.write_bytes(b"".join(lines))
        part.replace(out)
    except OSError as error:
        raise InputError(f"{out} cannot be written: {error.strerror}; name another out=") from None
