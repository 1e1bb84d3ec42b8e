"""Which agents work here and now, and what makes the others work."""

import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass

from . import AGENTS


@dataclass(frozen=True, slots=True)
class Needs:
    """What an agent needs.

    Attributes:
        packages: what it imports beyond our core.
        extra: our extra that brings them.
        keys: environment variables, one of which holds the key.
        price: for a person to read.
    """

    packages: tuple[str, ...] = ()
    extra: str = "agents"
    keys: tuple[str, ...] = ()
    price: str = "free"


_PER_TOKEN = "per token, as OpenAI lists"  # noqa: S105  a price
NEEDS = {
    "gemini": Needs(
        ("google.genai", "soundfile"), "gemini", ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        "per token, as Google lists",
    ),
    "hf": Needs(("transformers", "torch"), "hf"),
    "openai": Needs(("openai", "soundfile"), "agents", ("OPENAI_API_KEY",), _PER_TOKEN),
    "openai-realtime": Needs(
        ("openai", "websockets", "soundfile"), "realtime", ("OPENAI_API_KEY",), _PER_TOKEN
    ),
}  # fmt: skip
"""Agents that need anything; with another server than the vendor's (--base-url) none needs a key
but Gemini."""


@dataclass(frozen=True, slots=True)
class AgentOffer:
    """An agent: its name and form in a SPEC; why it is not ready and what to do, or nothing."""

    name: str
    form: str
    lack: str
    enable: str
    price: str


def offers() -> Iterator[AgentOffer]:
    """Every agent."""
    for name, (_, form) in AGENTS.items():
        needs = NEEDS.get(name, Needs())
        lack, enable = _missing(needs)
        yield AgentOffer(name, form, lack, enable, needs.price)


def _missing(needs: Needs) -> tuple[str, str]:
    absent = [package for package in needs.packages if not _installed(package)]
    if absent:
        return f"package {absent[0]} is missing", f"pip install 'bfcl-audio[{needs.extra}]'"
    if needs.keys and not any(os.environ.get(name) for name in needs.keys):
        return f"no key in {' or '.join(needs.keys)}", f"export {needs.keys[0]}=…"
    return "", ""


def _installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # the package that it lies in
        return False
