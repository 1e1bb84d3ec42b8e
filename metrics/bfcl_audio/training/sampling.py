"""Which entries a model is watched on: a seeded sample, the same each time and in each arm."""

import random
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, zip_longest
from pathlib import Path

from ..errors import InputError, meant
from ..harness.arms import load
from ..harness.conversation import Conversation
from ..harness.tables import open_dataset


def sampled(
    dataset: str | Path,
    arms: Sequence[str] | str = ("text",),
    *,
    sample: int | None = None,
    seed: int = 0,
    categories: Collection[str] = (),
    ids: Collection[str] = (),
) -> list[Conversation]:
    """Entries of a dataset that all arms have, each entry in every arm.

    Args:
        dataset: a folder that `bfcl-audio build` made, or its id on the Hub.
        arms: `text`, `spoken`, `transcript:<asr>` or `transcripts:<asr>+<asr>`.
        sample: entries at most, spread evenly over the categories; None means all.
        seed: decides which; the same seed takes the same entries.
        categories: only entries of these; empty means all.
        ids: only these entries; empty means all.

    Returns:
        Conversations; the arms of an entry stand side by side, in the order given.

    Raises:
        InputError: no such dataset, arm, category or entry; an arm of sound; or nothing is left.
    """
    names = tuple(dict.fromkeys([arms] if isinstance(arms, str) else arms))
    if not names:
        raise InputError("no arm was named; give e.g. arms=['text']")
    if sample is not None and sample < 1:
        raise InputError(f"sample={sample}: give 1 or more, or None for all")
    for name in names:
        if name.partition("@")[0].partition(":")[0] == "audio":
            raise InputError(
                f"arm {name!r} is of sound; while a model is trained its text arms are watched: "
                "text, spoken, transcript:<asr>. For sound: bfcl-audio run"
            )
    loaded = load(open_dataset(str(dataset)), names)
    first = loaded[0].conversations
    _check(ids, chain.from_iterable(arm.conversations for arm in loaded), "entry")
    _check(categories, (one.category for one in first.values()), "category")
    common = [
        one
        for one in first.values()
        if all(one.id in arm.conversations for arm in loaded)
        and (not categories or one.category in categories)
        and (not ids or one.id in ids)
    ]
    if not common:
        raise InputError(f"no entry of {dataset} is in all of {', '.join(names)} and was asked for")
    chosen = _spread(common, sample, seed)
    return [arm.conversations[name] for name in chosen for arm in loaded]


def _check(wanted: Collection[str], known: Iterable[str], what: str) -> None:
    have = dict.fromkeys(known)
    for name in wanted:
        if name not in have:
            raise InputError(f"no {what} {name!r} in these arms; {meant(name, have)}".rstrip("; "))


def _spread(entries: Sequence[Conversation], sample: int | None, seed: int) -> list[str]:
    """Ids in the dataset's order; of each category about as many, chosen by the seed."""
    ids = [one.id for one in entries]
    if sample is None or sample >= len(ids):
        return ids
    groups: dict[str, list[str]] = {}
    for one in entries:
        groups.setdefault(one.category, []).append(one.id)
    for category, group in groups.items():
        random.Random(f"{seed} {category}").shuffle(group)  # noqa: S311 (no secret)
    rounds = zip_longest(*groups.values())
    chosen = set([name for row in rounds for name in row if name is not None][:sample])
    return [name for name in ids if name in chosen]
