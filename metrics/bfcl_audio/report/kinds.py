"""By kind of value: how entries that need one end, and those in which one was lost."""

from collections.abc import Iterable, Sequence

from ..entities import type_of, written_values
from .breakdown import by_run, outcome_shares, run_of
from .episodes import Episode
from .judged import Judged
from .tables import Cell, Table
from .words import OUTCOME_WORDS, OUTCOMES


def outcomes_by_kind(judged: Sequence[Judged]) -> Table:
    """How the entries that need a value of a kind ended, for each run."""
    kinds = needed_kinds(judged)
    rows: list[tuple[Cell, ...]] = []
    for (agent, arm, judge), items in by_run(judged).items():
        groups: dict[str, list[Judged]] = {}
        for item in items:
            for kind in kinds[item.episode.id]:
                groups.setdefault(kind, []).append(item)
        for kind, found in groups.items():
            rows.append((kind, agent, arm, judge or "no", *outcome_shares(found).values()))
    return Table(
        "kinds",
        "Outcomes by kind of value",
        "How the entries ended whose calls need a value of a kind; an entry counts once under each "
        "of its kinds.",
        ("kind of value", "agent", "arm", "asking", *(OUTCOME_WORDS[name] for name in OUTCOMES)),
        tuple(sorted(rows, key=lambda row: str(row[0]))),
    )


def needed_kinds(judged: Iterable[Judged]) -> dict[str, set[str]]:
    """Entry id -> kinds of the values that its calls need and that its request says.

    As the scorer's `entity/<type>/…` figures have them, and the same in every arm: those that any
    run of the entry lists, else those of its whitelist, else those of the ground truth that stand
    in the written request.
    """
    listed: dict[str, set[str]] = {}
    allowed: dict[str, set[str]] = {}
    written: dict[str, set[str]] = {}
    for item in judged:
        name = item.episode.id
        for utterance in item.episode.utterances:
            listed.setdefault(name, set()).update(entity.type for entity in utterance.entities)
            allowed.setdefault(name, set()).update(
                str(type_of(topic, value)) for topic, value in utterance.whitelist.items()
            )
        written[name] = {str(value.type) for value in written_values(item.reference)}
    return {name: listed.get(name) or allowed.get(name) or written[name] for name in written}


def lost_values(judged: Sequence[Judged]) -> Table:
    """How entries ended in which a value of a kind was lost, for each agent."""
    groups: dict[tuple[str, str, str], list[Judged]] = {}
    for item in judged:
        if item.episode.recognizer:
            agent, _, judge = run_of(item.episode)
            for kind in lost_kinds(item.episode):
                groups.setdefault((kind, agent, judge), []).append(item)
    return Table(
        "lost-values",
        "What becomes of a lost value",
        "Entries of the transcript arms in which at least one value of the kind was lost, all "
        "recognisers together.",
        ("kind of value", "agent", "asking", *(OUTCOME_WORDS[outcome] for outcome in OUTCOMES)),
        tuple(
            (kind, agent, judge or "no", *outcome_shares(items).values())
            for (kind, agent, judge), items in sorted(groups.items(), key=lambda g: g[0])
        ),
    )


def lost_kinds(episode: Episode) -> set[str]:
    """The kinds of the values that the recogniser lost on the way to this agent."""
    return {
        entity.type
        for utterance in episode.utterances
        for entity in utterance.entities
        if entity.heard is False
    }
