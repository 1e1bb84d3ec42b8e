"""What a call really asked for, once its result tells."""

import json
from dataclasses import replace

from . import waveform
from .calls import Call


def told(call: Call, result: bytes) -> Call:
    """The call with the length of the speech that came, or the tokens that a model counted.

    Args:
        call: as it was estimated.
        result: what came of it, as the store keeps it.
    """
    if call.kind == "speech":
        return replace(call, seconds=waveform.duration_s(result))
    if call.kind == "paraphrase":
        usage = json.loads(result).get("usage", {})
        return replace(
            call,
            prompt_tokens=usage.get("prompt_tokens", 0),
            completion_tokens=usage.get("completion_tokens", 0),
        )
    return call
