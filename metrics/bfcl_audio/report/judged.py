"""Episodes that ran to the end, each with the scorer's verdict and what its entry expected."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..reference import Reference, parse
from ..scoring import EntryVerdict, verdicts
from .episodes import Episode, Message


@dataclass(frozen=True, slots=True)
class Judged:
    """One episode and the verdict on it.

    Attributes:
        error_type: why it is not valid; None exactly if it is.
        outcome: one of CONTRACT's five.
        message: the scorer's line for a person.
    """

    episode: Episode
    reference: Reference
    valid: bool
    error_type: str | None
    outcome: str
    message: str

    @property
    def category(self) -> str:
        """The category of the entry, as BFCL has it."""
        return self.reference.category

    @property
    def multi_turn(self) -> bool:
        """True if the entry is a conversation of several turns."""
        return self.reference.multi_turn


Score = Callable[..., Sequence[EntryVerdict]]


def judge(
    episodes: Sequence[Episode],
    known: Mapping[str, str],
    workers: int = 1,
    score: Score = verdicts,
) -> tuple[tuple[Judged, ...], tuple[str, ...]]:
    """Return the verdicts on all episodes that ran to the end, and warnings for a person.

    Args:
        episodes: as read.
        known: entry id -> reference as JSON text.
        workers: processes to score with.
        score: `scoring.verdicts`, or who calls it elsewhere.
    """
    ran = [episode for episode in episodes if episode.done]
    strange = sorted({episode.id for episode in ran if episode.id not in known})
    ran = [episode for episode in ran if episode.id in known]
    found = score(
        [trajectory(episode) for episode in ran],
        [known[episode.id] for episode in ran],
        workers=workers,
    )
    judged = tuple(
        Judged(
            episode=episode,
            reference=parse(known[episode.id]),
            valid=verdict.valid,
            error_type=verdict.error_type,
            outcome=verdict.outcome,
            message=verdict.message,
        )
        for episode, verdict in zip(ran, found, strict=True)
    )
    if not strange:
        return judged, ()
    return judged, (
        f"{len(strange)} entries are none of BFCL's and were left out, such as {strange[0]}",
    )


def first_runs(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """The first of the runs of each entry by the same agent, arm and judge.

    Runs of one entry go well or badly together: counting each would make intervals too narrow.
    """
    found: dict[tuple[str, ...], Judged] = {}
    for item in sorted(judged, key=lambda item: item.episode.repeat):
        episode = item.episode
        found.setdefault((episode.agent, episode.arm, episode.judge, episode.id), item)
    firsts = set(map(id, found.values()))
    return tuple(item for item in judged if id(item) in firsts)


def trajectory(episode: Episode) -> dict[str, object]:
    """The episode as the scorer takes it: only what it reads, and of the types it expects."""
    return {
        "id": episode.id,
        "status": "done",
        "arm": episode.arm,
        "agent": episode.agent,
        "judge": episode.judge,
        "hashes": {"preamble": episode.hashes.get("preamble", "")},
        "answer": episode.answer,
        "messages": [_message(message) for message in episode.messages],
        "utterances": [
            {
                "utterance_id": f"{episode.id}/{utterance.turn}/0",
                "whitelist": dict(utterance.whitelist),
                "entities": [
                    {"topic": entity.topic, "heard": entity.heard} for entity in utterance.entities
                ],
            }
            for utterance in episode.utterances
        ],
    }


def _message(message: Message) -> dict[str, object]:
    record: dict[str, object] = {"role": message.role, "content": message.content}
    if message.calls:
        record["tool_calls"] = [
            {"function": {"name": name, "arguments": arguments}}
            for name, arguments in message.calls
        ]
    if message.decision:
        decision = message.decision
        record["clarification"] = {"allowed": decision.allowed, "reason": decision.reason}
    return record
