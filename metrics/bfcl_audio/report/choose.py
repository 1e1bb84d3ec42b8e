"""Which entries to tell from request to verdict: a few that show different things."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import arms
from .judged import Judged

LEAST, MOST = 3, 10


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry worth telling, what it shows, and the episodes that show it, the main one first."""

    headline: str
    main: Judged
    beside: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    headline: str
    fits: Callable[[Judged, "_Book"], bool]


class _Book:
    """All episodes, found by entry and by who ran them."""

    def __init__(self, judged: Iterable[Judged]) -> None:
        self.by_entry: dict[str, list[Judged]] = {}
        self._by_run: dict[tuple[str, str, str, str], Judged] = {}
        for item in judged:
            who = arms.contestant(item.episode)
            self.by_entry.setdefault(item.episode.id, []).append(item)
            self._by_run[who.agent, item.episode.arm, who.judge, item.episode.id] = item

    def mute(self, item: Judged) -> Judged | None:
        """The same work of the same agent, without asking."""
        who = arms.contestant(item.episode)
        return self._by_run.get((who.agent, item.episode.arm, "", item.episode.id))

    def asking(self, item: Judged) -> Judged | None:
        """The same work of the same agent, with asking."""
        who = arms.contestant(item.episode)
        key = who.agent, item.episode.arm, item.episode.id
        return next(
            (
                other
                for (agent, arm, judge, entry), other in self._by_run.items()
                if judge and (agent, arm, entry) == key
            ),
            None,
        )

    def on_text(self, item: Judged) -> Judged | None:
        """The same agent on the written request."""
        who = arms.contestant(item.episode)
        return self._by_run.get((who.agent, "text", "", item.episode.id))


def choose(judged: Iterable[Judged], most: int = MOST) -> tuple[Choice, ...]:
    """Return at most `most` entries, each shown once, no category twice while others are left.

    Runs in which little happens fill up to `LEAST` with entries of any kind.
    """
    book = _Book(sorted(judged, key=_plain_first))
    chosen: list[Choice] = []
    for kind in (*_KINDS * 2, *[_ANY] * LEAST):
        if len(chosen) >= (LEAST if kind is _ANY else most):
            break
        pick = _pick(kind, book, chosen)
        if pick is not None:
            others = (book.mute(pick), book.asking(pick), book.on_text(pick))
            beside = tuple(other for other in others if other is not None and other is not pick)
            chosen.append(Choice(kind.headline, pick, beside[:1]))
    return tuple(chosen)


def _pick(kind: _Kind, book: _Book, chosen: list[Choice]) -> Judged | None:
    told = {choice.main.episode.id for choice in chosen}
    categories = {choice.main.category for choice in chosen}
    fitting = [
        item
        for items in book.by_entry.values()
        for item in items
        if item.episode.id not in told and kind.fits(item, book)
    ]
    return min(fitting, key=lambda item: item.category in categories, default=None)


def _plain_first(item: Judged) -> tuple[int, float, str, str]:
    """Models before scripted agents, requests of a size that is pleasant to read before others."""
    length = sum(len(utterance.said) for utterance in item.episode.utterances)
    scripted = item.episode.agent.startswith("scripted/")
    return scripted, abs(length - _PLEASANT), item.episode.id, item.episode.arm


_PLEASANT = 160


def _lost(item: Judged) -> bool:
    return bool(item.episode.recognizer) and any(
        entity.heard is False
        for utterance in item.episode.utterances
        for entity in utterance.entities
    )


def _heard(item: Judged) -> bool:
    entities = [e for utterance in item.episode.utterances for e in utterance.entities]
    return (
        bool(item.episode.recognizer) and bool(entities) and all(e.heard is True for e in entities)
    )


def _allowed(item: Judged) -> bool:
    return any(decision.allowed for decision in item.episode.asked)


def _refused(item: Judged) -> bool:
    return any(not decision.allowed for decision in item.episode.asked)


def _failed(item: Judged | None) -> bool:
    return item is not None and not item.valid


_KINDS: list[_Kind] = [
    _Kind(
        "Misheard, asked, repaired",
        lambda item, book: item.valid and _allowed(item) and _failed(book.mute(item)),
    ),
    _Kind(
        "Misheard and believed",
        lambda item, book: (
            _lost(item)
            and item.outcome == "wrong"
            and not item.episode.asked
            and not _failed(book.on_text(item))
        ),
    ),
    _Kind(
        "Several turns, one lost word",
        lambda item, book: item.multi_turn and _lost(item) and not item.valid,
    ),
    _Kind("Asked, and still wrong", lambda item, book: not item.valid and _allowed(item)),
    _Kind("Heard right, called right", lambda item, book: item.valid and _heard(item)),
    _Kind("Asked for what may not be asked", lambda item, book: _refused(item)),
    _Kind(
        "Heard right, called wrong",
        lambda item, book: _heard(item) and not item.valid,
    ),
    _Kind("An answer that cannot be read", lambda item, book: item.outcome == "malformed"),
]

_ANY = _Kind("From request to verdict", lambda item, book: True)
