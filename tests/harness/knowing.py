"""A brain for vendors' servers: it knows each clip by its length, and the right calls."""

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import soundfile
from vendor_servers import Answered, Said, need

from bfcl_audio.harness.agents.truth import Right, right_calls
from bfcl_audio.harness.arms import load
from bfcl_audio.harness.conversation import Conversation
from bfcl_audio.harness.tables import open_dataset

_SLACK_S = 0.12  # an MP3 is longer than what it was made of


class Knowing:
    """Makes the right calls of each turn, and says so when they have returned.

    It refuses a clip that is not the turn's own, so a run that ends well sent the right ones.
    """

    def __init__(self, folder: Path, arm: str) -> None:
        (loaded,) = load(open_dataset(str(folder)), [arm])
        self._conversations = list(loaded.conversations.values())

    def __call__(self, said: Sequence[Said], tools: Sequence[str]) -> Answered:
        if said[-1].kind == "result" or said[-1].text.startswith("Your calls returned"):
            return Answered("All done.")
        users = [one for one in said if _by_user(one)]
        conversation = next(one for one in self._conversations if _is(users[0], one, 0))
        turn = len(users) - 1
        need(_is(users[-1], conversation, turn), f"this is not turn {turn} of {conversation.id}")
        calls = right_calls(conversation.reference)
        right = calls[turn] if turn < len(calls) else ()
        if not right:
            return Answered("I cannot do that.")
        if not tools:
            dotted = {doc["name"].replace(".", "_"): doc["name"] for doc in _docs(conversation)}
            return Answered(f"[{', '.join(_written(one, dotted) for one in right)}]")
        need(all(one.name in tools for one in right), f"{[r.name for r in right]} not in {tools}")
        return Answered(calls=[(one.name, json.dumps(one.arguments())) for one in right])


def _by_user(one: Said) -> bool:
    return one.kind == "audio" or (
        one.kind == "text" and not one.text.startswith("Your calls returned")
    )


def _is(said: Said, conversation: Conversation, turn: int) -> bool:
    message = conversation.turns[turn].messages[-1]
    if said.kind != "audio":
        return said.text == message.content and not message.clip
    if not message.clip:
        return False
    assert conversation.clip is not None
    with soundfile.SoundFile(io.BytesIO(conversation.clip(message.clip))) as file:
        return abs(file.frames / file.samplerate - said.seconds) < _SLACK_S


def _docs(conversation: Conversation) -> list[dict[str, Any]]:
    later = [doc for turn in conversation.turns for doc in turn.held_out]
    return [*json.loads(conversation.functions), *later]


def _written(right: Right, dotted: Mapping[str, str]) -> str:
    return f"{dotted[right.name]}({', '.join(f'{k}={v!r}' for k, v in right.arguments().items())})"
