"""Questions to local models, and sounds for them."""

import io
from dataclasses import replace

import numpy as np
import soundfile

from bfcl_audio.harness.agents.base import Agent, Reply, Request
from bfcl_audio.harness.conversation import ChatMessage, Conversation
from bfcl_audio.harness.tools import Tool

CITY = {"city": {"type": "string"}}
TOOL = Tool("get_weather", "Weather.", {"type": "object", "properties": CITY, "required": []})
OSLO = '{"city": "Oslo"}'


def clip(name: str, rate_hz: int = 16_000) -> bytes:
    """`pitch:seconds` of a tone, as a FLAC file."""
    pitch, seconds = map(float, name.split(":"))
    times = np.arange(int(seconds * rate_hz)) / rate_hz
    out = io.BytesIO()
    soundfile.write(out, 0.3 * np.sin(2 * np.pi * 300 * pitch * times), rate_hz, format="FLAC")
    return out.getvalue()


READING = Conversation("simple_python_0", "simple_python", "text", (), "[]", "")
HEARING = replace(READING, arm="audio", clip=clip)
NARROW = replace(HEARING, clip=lambda name: clip(name, 8_000))


def ask(
    tested: Agent, *messages: ChatMessage, conversation: Conversation = READING, repeat: int = 0
) -> Reply:
    """What an agent says to messages, told of one tool."""
    said = messages or (ChatMessage("user", "Hi"),)
    return tested.reply(Request(said, (TOOL,), conversation, 0, 0, repeat=repeat))


def hear(tested: Agent, name: str, conversation: Conversation = HEARING) -> Reply:
    """What an agent says to a clip."""
    return ask(tested, ChatMessage("user", "secret", clip=name), conversation=conversation)
