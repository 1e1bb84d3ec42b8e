"""Agents by SPEC: `vendor[/model][?option&option]`, each imported when it is asked for."""

import difflib
import importlib
from collections.abc import Mapping

from ...errors import InputError
from .base import Agent, AgentError, AgentRefused, Reply, Request
from .options import AgentOptions

__all__ = [
    "AGENTS",
    "Agent",
    "AgentError",
    "AgentOptions",
    "AgentRefused",
    "Reply",
    "Request",
    "agent",
]

AGENTS: Mapping[str, tuple[str, str]] = {
    "gemini": ("gemini", "gemini/<model>"),
    "hf": ("huggingface", "hf/<path>[?device=…&dtype=…&batch=N], a model of transformers"),
    "openai": ("openai", "openai/<model>, with --base-url any compatible server"),
    "openai-realtime": ("openai_realtime", "openai-realtime/<model>"),
    "python": ("callable", "python/<module>:<attribute>, any function f(messages, tools)"),
    "scripted": ("scripted", "scripted/oracle, scripted/listener, scripted/listener?ask"),
}
"""Vendor -> (module here, how its SPEC looks). Each module has `make(model, switches, options)`."""


def agent(spec: str, options: AgentOptions | None = None) -> Agent:
    """The agent that a SPEC names.

    Raises:
        InputError: there is none, or it cannot be used as asked.
    """
    path, _, query = spec.partition("?")
    vendor, _, model = path.partition("/")
    if vendor not in AGENTS:
        near = difflib.get_close_matches(vendor, AGENTS, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        known = "; ".join(form for _, form in AGENTS.values())
        raise InputError(f"unknown agent {spec!r}; {hint}agents are {known}")
    module = importlib.import_module(f"{__name__}.{AGENTS[vendor][0]}")
    switches = frozenset(filter(None, query.split("&")))
    made: Agent = module.make(model, switches, options or AgentOptions())
    return made
