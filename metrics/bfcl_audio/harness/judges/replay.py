"""`replay/FILE`: decisions that were made before, by any judge, given again for equal inputs.

FILE holds JSON lines: a run's trajectories, or decisions, each the four inputs of `Judge.decide`
with `allowed`, `message` and, if it is known, `reason`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...judge import NO_QUESTION, Decision, JudgeError, enforce
from ...judge_inputs import inputs
from ...trajectories import is_trajectory, judged

_Key = tuple[str, str, frozenset[tuple[str, str]], str]


class ReplayJudge:
    """Gives recorded decisions; what was never decided is an error."""

    def __init__(self, path: str) -> None:
        """Read all decisions.

        Raises:
            InputError: the file cannot be read, or holds something else.
        """
        self.name = f"replay/{path}"
        try:
            raw = Path(path).read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}") from None
        self.hashes = {"judge_decisions": hashlib.sha256(raw).hexdigest()}
        self._decisions: dict[_Key, Decision] = {}
        for key, decision in _read(path, raw):
            # A question beyond the cap has no reply; the same one answered elsewhere has.
            if key not in self._decisions or not self._decisions[key].message:
                self._decisions[key] = decision

    def decide(
        self,
        *,
        intended_request: str,
        asr_text: str,
        allowed_clarifications: Mapping[str, str],
        assistant_message: str,
    ) -> Decision:
        """The decision recorded for exactly these inputs.

        Raises:
            JudgeError: there is none.
        """
        key = _key(intended_request, asr_text, allowed_clarifications, assistant_message)
        if key not in self._decisions:
            raise JudgeError(f"{self.name} holds no decision on these inputs")
        return self._decisions[key]


def _key(intended: str, read: str, whitelist: Mapping[str, str], message: str) -> _Key:
    return intended, read, frozenset(whitelist.items()), message


def _read(path: str, raw: bytes) -> Iterator[tuple[_Key, Decision]]:
    found = False
    for number, line in enumerate(raw.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            pairs = list(_recorded(record) if is_trajectory(record) else [_decided(record)])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            if number == raw.count(b"\n") + 1:
                continue  # a run's last line, cut off while it was written
            raise InputError(
                f"{path}, line {number}: neither a trajectory nor a decision with "
                "intended_request, asr_text, allowed_clarifications, assistant_message, "
                "allowed and message"
            ) from None
        found = True
        yield from pairs
    if not found:
        raise InputError(f"{path} holds no decision; give a run's trajectories or decisions")


def _decided(record: Mapping[str, Any]) -> tuple[_Key, Decision]:
    """One line of a decisions file.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it is none.
    """
    texts = [record[name] for name in ("intended_request", "asr_text", "assistant_message")]
    whitelist = record["allowed_clarifications"]
    texts += [*whitelist.keys(), *whitelist.values(), record["message"]]
    if not all(isinstance(text, str) for text in texts) or not isinstance(record["allowed"], bool):
        raise ValueError("a field of another type")
    decision = Decision(
        record["allowed"], record["message"], str(record.get("reason") or "recorded")
    )
    held = enforce(
        decision,
        intended_request=record["intended_request"],
        allowed_clarifications=whitelist,
    )
    return _key(texts[0], texts[1], whitelist, texts[2]), held


def _recorded(record: Mapping[str, Any]) -> Iterator[tuple[_Key, Decision]]:
    """The decisions of a run; a message that was judged to be no question left no record."""
    if record.get("judge") in (None, "", "none"):
        return
    for turn, message in judged(record):
        case = inputs(record.get("utterances") or (), turn)
        key = _key(case.intended_request, case.asr_text, case.allowed_clarifications,
                   message["content"])  # fmt: skip
        noted = message.get("clarification")
        if noted is None:
            yield key, Decision(False, "", NO_QUESTION)
        else:
            yield key, Decision(bool(noted["allowed"]), noted["message"], noted["reason"])
