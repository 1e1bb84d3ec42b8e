"""Which lines a run is to have, and in which order."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import InputError, meant
from ..judge import Judge
from .agents.base import Agent
from .arms import Arm
from .conversation import Conversation
from .trajectory import Key


@dataclass(frozen=True, slots=True)
class Job:
    """One line to be."""

    key: Key
    conversation: Conversation

    @property
    def group(self) -> str:
        """Entries that cost about the same."""
        return group(self.key.id)


def group(entry_id: str) -> str:
    """An entry's category, as its id tells it.

    >>> group("simple_python_0")
    'simple_python'
    """
    return entry_id.rpartition("_")[0]


def jobs_of(
    arms: Sequence[Arm],
    agent: Agent,
    judge: Judge | None,
    *,
    ids: Sequence[str] = (),
    limit: int | None = None,
    repeats: int = 1,
) -> Iterator[Job]:
    """All jobs in the run's own order: an entry's arms stand side by side.

    That order leaves common entries when a run is cut short, and lets a server's prompt cache
    serve an entry's second arm.

    Raises:
        InputError: an id that no arm has.
    """
    chosen = select(arms, ids, limit)
    for repeat in range(repeats):
        for entry_id in chosen:
            for arm in arms:
                if entry_id in arm.conversations:
                    conversation = arm.conversations[entry_id]
                    # Nobody judges the written arm.
                    judged = judge is not None and not conversation.written
                    name = judge.name if judge is not None and judged else "none"
                    yield Job(Key(repeat, entry_id, arm.name, agent.name, name), conversation)


def select(arms: Sequence[Arm], ids: Sequence[str], limit: int | None) -> list[str]:
    """The entry ids to run, in the dataset's order.

    A limit takes the first entries of each category in turn, and only those that all arms have.

    Raises:
        InputError: an id that no arm has.
    """
    known = dict.fromkeys(itertools.chain.from_iterable(arm.conversations for arm in arms))
    if ids:
        unknown = [name for name in ids if name not in known]
        if unknown:
            raise InputError(
                f"no entry {unknown[0]!r} in these arms; {meant(unknown[0], known)}"
                "ids look like simple_python_0"
            )
        wanted = set(ids)
        known = {name: None for name in known if name in wanted}
    if limit is None:
        return list(known)
    common = [name for name in known if all(name in arm.conversations for arm in arms)]
    groups: dict[str, list[str]] = {}
    for name in common:
        groups.setdefault(group(name), []).append(name)
    rounds = itertools.zip_longest(*groups.values())
    spread = [name for row in rounds for name in row if name is not None]
    chosen = set(spread[:limit])
    return [name for name in known if name in chosen]
