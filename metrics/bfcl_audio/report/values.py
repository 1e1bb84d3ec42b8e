"""Values that recognisers lose: by their kind, over each channel, of each engine."""

from collections.abc import Callable, Iterable, Sequence

from ..harness.arm_names import CLEAN
from .breakdown import entity_errors, grouped, word_errors
from .figures import Difference, Share, difference, share_of
from .hearings import Hearing
from .tables import Cell, Table

_LOST = "Share of the values that the calls need which the transcript has lost"


def entity_types(hearings: Sequence[Hearing]) -> Table:
    """Values lost by kind and channel, a column a recogniser."""
    columns = list(dict.fromkeys(h.recognizer for h in hearings))
    groups = grouped(hearings, lambda h: (h.channel, h.recognizer))
    rows: list[tuple[Cell, ...]] = []
    for kind in _kinds(hearings):
        for channel in dict.fromkeys(h.channel for h in hearings):
            cells = [_lost(groups.get((channel, name), ()), kind) for name in columns]
            if any(cell.n for cell in cells):
                rows.append((kind, channel, *cells))
    heads = ("kind of value", "channel", *columns)
    return Table("values", "Kinds of values", f"{_LOST}.", heads, tuple(rows))


def by_channel(hearings: Sequence[Hearing]) -> Table:
    """Values lost over each channel, a column a kind."""
    return _by(
        ("recogniser", "channel"),
        lambda hearing: (hearing.recognizer, hearing.channel),
        hearings,
        ("values-by-channel", "Values lost over each channel"),
    )


def by_engine(hearings: Sequence[Hearing]) -> Table:
    """Values lost of each engine's speech, a column a kind."""
    return _by(
        ("engine", "recogniser", "channel"),
        lambda hearing: (hearing.engine, hearing.recognizer, hearing.channel),
        sorted(hearings, key=lambda hearing: hearing.engine),
        ("values-by-engine", "Values lost of each engine"),
    )


def channel_costs(hearings: Sequence[Hearing]) -> Table:
    """What each channel costs a recogniser: the same clips over it and clean."""
    rows: list[tuple[Cell, ...]] = []
    groups = grouped(hearings, lambda h: (h.channel, h.recognizer))
    for found in groups.values():
        name, channel = found[0].recognizer, found[0].channel
        clean = {h.utterance_id: h for h in groups.get((CLEAN, name), ())}
        pairs = [(clean[h.utterance_id], h) for h in found if h.utterance_id in clean]
        if channel != CLEAN and pairs:
            before, after = zip(*pairs, strict=True)
            rows.append(
                (
                    name,
                    channel,
                    *(word_errors(before), word_errors(after)),
                    *(entity_errors(before), entity_errors(after), _difference(pairs)),
                )
            )
    return Table(
        "channels",
        "What a channel costs",
        "The same clips over a channel and clean: word error rate (n: utterances), values lost (n: "
        "values), and the paired difference of the latter in points.",
        (
            *("recogniser", "channel", "word error rate clean", "word error rate over it"),
            *("values lost clean", "values lost over it", "values lost vs clean"),
        ),
        tuple(rows),
    )


def _difference(pairs: Iterable[tuple[Hearing, Hearing]]) -> Difference:
    """Values lost over a channel minus those lost clean, value by value."""
    fates = [
        (not one.heard, not other.heard)
        for clean, sent in pairs
        for one, other in zip(clean.entities, sent.entities, strict=False)
        if one.heard is not None and other.heard is not None
    ]
    return difference([one for one, _ in fates], [other for _, other in fates])


def _by(
    heads: tuple[str, ...],
    key: Callable[[Hearing], tuple[str, ...]],
    hearings: Sequence[Hearing],
    named: tuple[str, str],
) -> Table:
    kinds = _kinds(hearings)
    rows: list[tuple[Cell, ...]] = [
        (*key(found[0]), entity_errors(found), *(_lost(found, kind) for kind in kinds))
        for found in grouped(hearings, key).values()
    ]
    return Table(
        *named, f"{_LOST}: all of them, then each kind.", (*heads, "all", *kinds), tuple(rows)
    )


def _kinds(hearings: Iterable[Hearing]) -> list[str]:
    return sorted({one.type for h in hearings for one in h.entities if one.heard is not None})


def _lost(hearings: Iterable[Hearing], kind: str) -> Share:
    fates = [one.heard for h in hearings for one in h.entities if one.type == kind]
    return share_of([not fate for fate in fates if fate is not None])
