"""Entries told from request to verdict: everything the page shows of them, and nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..harness.arm_names import CLEAN
from . import arms
from .choose import Choice
from .clips import data_uri
from .dataset import Clip
from .diff import Piece, compare
from .episodes import Decision, Entity, Episode, Message, SpokenUtterance
from .foreign import label
from .hearings import Hearing
from .judged import Judged
from .misheard import misheard
from .words import (
    OUTCOME_WORDS,
    actual_calls,
    call_text,
    expected_calls,
    reason_words,
)

_MOST_TRANSCRIPTS = 6
_LONGEST_MARK = 200  # characters of a misheard value that are looked for in a call


@dataclass(frozen=True, slots=True)
class TranscriptView:
    """One recogniser's text in pieces; `values` are the ground-truth values, heard or lost."""

    recognizer: str
    channel: str
    pieces: tuple[Piece, ...]
    values: tuple[Entity, ...]
    edits: float
    words: int


@dataclass(frozen=True, slots=True)
class SaidView:
    """One utterance: as written, as said, as heard by each recogniser."""

    turn: int
    written: str
    said: tuple[Piece, ...]
    clip: str | None
    voice: str
    duration_s: float
    whitelist: Mapping[str, str]
    transcripts: tuple[TranscriptView, ...]

    @property
    def lost(self) -> bool:
        """True if any recogniser lost a value that the calls need."""
        return any(value.heard is False for view in self.transcripts for value in view.values)


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a conversation. `who`: caller, agent, function or instructions."""

    who: str
    text: str
    calls: tuple[str, ...]
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class TurnCalls:
    """What one turn called, misheard values marked, and what it should have."""

    turn: int
    expected: tuple[str, ...]
    actual: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """One agent's way through the entry."""

    agent: str
    arm: str
    asks: bool
    judge: str
    lines: tuple[Line, ...]
    turns: tuple[TurnCalls, ...]
    valid: bool
    outcome: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Fate:
    """How the entry ended for one agent in one arm."""

    agent: str
    arm: str
    asks: bool
    valid: bool
    outcome: str


@dataclass(frozen=True, slots=True)
class Story:
    """One entry, told."""

    headline: str
    id: str
    category: str
    utterances: tuple[SaidView, ...]
    episodes: tuple[EpisodeView, ...]
    fates: tuple[Fate, ...]


def tell(
    choice: Choice,
    judged: Iterable[Judged],
    hearings: Mapping[str, Sequence[Hearing]],
    clips: Mapping[str, Clip],
) -> Story:
    """Return the story of `choice`.

    Args:
        choice: the entry and the episodes that show it.
        judged: all episodes, to tell how the entry ended.
        hearings: utterance id -> what recognisers made of it, over any channel.
        clips: utterance id -> the clip that went over the main episode's channel.
    """
    main = choice.main
    return Story(
        headline=choice.headline,
        id=main.episode.id,
        category=main.category,
        utterances=tuple(
            _said(utterance, main, hearings.get(utterance.utterance_id, ()), clips)
            for utterance in main.episode.utterances
        ),
        episodes=tuple(episode_view(item) for item in (main, *choice.beside)),
        fates=tuple(_fates(item for item in judged if item.episode.id == main.episode.id)),
    )


def _said(
    utterance: SpokenUtterance,
    item: Judged,
    hearings: Sequence[Hearing],
    clips: Mapping[str, Clip],
) -> SaidView:
    clip = clips.get(utterance.utterance_id)
    transcripts = []
    for hearing in _own_first(hearings, item.episode)[:_MOST_TRANSCRIPTS]:
        transcripts.append(transcript_view(hearing))
    own = said_view(utterance.said, utterance.entities)
    return SaidView(
        turn=utterance.turn,
        written=utterance.written,
        said=own,
        clip=data_uri(clip.audio) if clip else None,
        voice=" · ".join(
            label(name) for name in (utterance.engine, utterance.voice, utterance.channel) if name
        ),
        duration_s=clip.duration_s if clip else 0.0,
        whitelist=utterance.whitelist,
        transcripts=tuple(transcripts),
    )


def _own_first(hearings: Sequence[Hearing], episode: Episode) -> list[Hearing]:
    """The recogniser that the agent listened to, then the others by name; over its channel only."""
    own = episode.recognizer
    here = [one for one in hearings if one.channel == (episode.channel or CLEAN)]
    return sorted(here, key=lambda hearing: (hearing.recognizer != own, hearing.recognizer))


def transcript_view(hearing: Hearing) -> TranscriptView:
    """What a recogniser made of an utterance, word by word beside what was said."""
    pieces = compare(hearing.said, hearing.transcript, hearing.entities).transcript
    return TranscriptView(
        hearing.recognizer,
        hearing.channel,
        pieces,
        hearing.entities,
        hearing.edits,
        hearing.words,
    )


def said_view(said: str, entities: Sequence[Entity]) -> tuple[Piece, ...]:
    """What was said, its values marked as values: whether they were heard is each recogniser's."""
    return tuple(
        Piece(piece.text, "", "heard" if piece.fate else "", piece.topic)
        for piece in compare(said, said, entities).said
    )


def episode_view(item: Judged) -> EpisodeView:
    """One agent's way through its entry, as it is shown."""
    episode = item.episode
    who = arms.contestant(episode)
    expected = expected_calls(item.reference)
    actual = actual_calls(episode.answer, multi_turn=item.multi_turn)
    turns = max(len(expected), len(actual))
    wrong = [] if item.valid else misheard(item)
    return EpisodeView(
        agent=who.agent,
        arm=episode.arm,
        asks=who.asks,
        judge=who.judge,
        lines=tuple(_line(message) for message in episode.messages),
        turns=tuple(
            TurnCalls(
                turn,
                expected[turn] if turn < len(expected) else (),
                tuple(
                    _marked(call, wrong) for call in (actual[turn] if turn < len(actual) else ())
                ),
            )
            for turn in range(turns)
        ),
        valid=item.valid,
        outcome=OUTCOME_WORDS.get(item.outcome, item.outcome),
        reason=reason_words(item.error_type),
        detail=item.message,
    )


def _marked(call: str, misheard_texts: Sequence[str]) -> tuple[Piece, ...]:
    """A call in pieces, what was misheard marked."""
    if not misheard_texts:
        return (Piece(call),)
    longest_first = sorted({text[:_LONGEST_MARK] for text in misheard_texts}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    parts = re.split(rf"\b({pattern})\b", call, flags=re.IGNORECASE)
    return tuple(Piece(part, "changed" if index % 2 else "") for index, part in enumerate(parts))


_WHO = {"user": "caller", "assistant": "agent", "tool": "function", "system": "instructions"}


def _line(message: Message) -> Line:
    calls = tuple(call_text(name, arguments) for name, arguments in message.calls)
    return Line(_WHO.get(message.role, message.role), message.content, calls, message.decision)


def _fates(judged: Iterable[Judged]) -> list[Fate]:
    fates = []
    for item in judged:
        who = arms.contestant(item.episode)
        arm, outcome = item.episode.arm, OUTCOME_WORDS.get(item.outcome, item.outcome)
        fates.append(Fate(who.agent, arm, who.asks, item.valid, outcome))
    return sorted(fates, key=lambda fate: (fate.agent, arms.order(fate.arm), fate.asks))
