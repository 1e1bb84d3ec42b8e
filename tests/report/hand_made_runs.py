"""Hand-made runs: a listener that copies what it hears, over entries small enough to read.

Every recogniser damages a fixed share of the values, so that each figure of a report is known
before it is computed.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

CITIES = ("Pune", "Lyon", "Oslo", "Kyiv", "Graz", "Bonn", "Cork", "Lima", "Nara", "Turin")
HEARD = {"Pune": "Poon", "Lyon": "Lion", "Oslo": "also", "Kyiv": "Keith", "Graz": "grass"}


def reference(number: int) -> dict[str, object]:
    """One simple_python entry: the weather of a city on a number of days."""
    city = CITIES[number % len(CITIES)]
    return {
        "id": f"simple_python_{number}",
        "category": "simple_python",
        "turns": [[{"role": "user", "content": f"What is the weather in {city} for 3 days?"}]],
        "functions": [
            {
                "name": "weather.get",
                "description": "Gets the weather.",
                "parameters": {
                    "type": "dict",
                    "properties": {
                        "city": {"type": "string", "description": "The city."},
                        "days": {"type": "integer", "description": "How many days."},
                    },
                    "required": ["city", "days"],
                },
            }
        ],
        "ground_truth": [{"weather.get": {"city": [city], "days": [3]}}],
    }


def references(count: int = 10) -> dict[str, str]:
    """References of `count` entries, as JSON text."""
    return {f"simple_python_{number}": json.dumps(reference(number)) for number in range(count)}


def trajectory(
    number: int, arm: str, *, agent: str = "scripted/listener", judge: str = "none"
) -> dict[str, object]:
    """What the listener does with one entry: whoever reads a transcript reads a damaged name.

    With a judge and the option `ask` it asks for the name, except for Graz, where it does not.
    """
    city = CITIES[number % len(CITIES)]
    damaged = arm.startswith("transcript") and city in HEARD
    heard = HEARD[city] if damaged else city
    text = f"uh what's the weather in {city} for three days"
    transcript = f"what's the weather in {heard} for 3 days" if ":" in arm else None
    asks = "?ask" in agent and judge != "none" and damaged and city != "Graz"
    argument = city if asks else heard
    arguments = json.dumps({"city": argument, "days": 3})
    request = {"text": f"What is the weather in {city} for 3 days?"}.get(arm, transcript or text)
    messages: list[dict[str, object]] = [{"role": "user", "content": request}]
    if asks:
        messages += [
            {
                "role": "assistant",
                "content": f"Did you say {heard}?",
                "clarification": {
                    "allowed": True,
                    "message": f"It's {city}.",
                    "reason": "asks to confirm a whitelisted value",
                    "judge": judge,
                },
            },
            {"role": "user", "content": f"It's {city}."},
        ]
    call = {"id": "c1", "type": "function"}
    call |= {"function": {"name": "weather_get", "arguments": arguments}}
    messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
    entity = {"topic": "city", "value": city, "type": "place", "heard": not damaged}
    utterance = {
        "utterance_id": f"simple_python_{number}/0/0",
        "turn": 0,
        "text": f"What is the weather in {city} for 3 days?",
        "spoken": text,
        "transcript": transcript,
        "engine": "kokoro" if number % 2 else "hibari",
        "voice": "af_heart",
        "channel": "clean",
        "whitelist": {"city": city},
        "entities": [entity],
    }
    return {
        "id": f"simple_python_{number}",
        "category": "simple_python",
        "arm": arm,
        "agent": agent,
        "judge": judge,
        "repeat": 0,
        "messages": messages,
        "utterances": [] if arm == "text" else [utterance],
        "answer": [{"weather_get": arguments}],
        "status": "done",
        "why": "",
        "usage": {},
        "latency_s": 0.01,
        "cost_usd": 0.0,
        "hashes": {"preamble": "ab12"},
        "versions": {"bfcl-audio": "0.1.0"},
    }


def runs(
    count: int = 10, arms: Sequence[str] = ("text", "spoken", "transcript:whisper")
) -> list[dict[str, object]]:
    """The listener over all arms, mute, and asking in those where a judge listens."""
    lines = [trajectory(number, arm) for arm in arms for number in range(count)]
    lines += [
        trajectory(number, arm, agent="scripted/listener?ask", judge="rules")
        for arm in arms
        if arm != "text"
        for number in range(count)
    ]
    return lines


def write(path: Path, lines: Iterable[Mapping[str, object]]) -> Path:
    """Writes a run as JSON lines and returns its path."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path
