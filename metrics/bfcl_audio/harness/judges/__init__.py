"""Judges by SPEC: `rules`, `openai/<model>`, `replay/FILE`, or `none`."""

from ...errors import InputError, meant
from ...judge import Judge, RulesJudge
from ..agents.options import AgentOptions

NONE = "none"
JUDGES = {
    "rules": "rules",
    "openai": "openai/<model>, with --judge-base-url any compatible server",
    "replay": "replay/FILE, a run's trajectories or a decisions file",
}
"""Vendor -> how its SPEC looks."""


def judge(spec: str, options: AgentOptions | None = None) -> Judge | None:
    """The judge that a SPEC names; None for `none`, with which turns end as in Text-BFCL.

    Args:
        spec: as on the command line.
        options: of a model that judges; by default temperature 0.

    Raises:
        InputError: there is none of that name, or it cannot be used as asked.
    """
    vendor, _, rest = spec.partition("/")
    if spec == NONE:
        return None
    if spec == RulesJudge.name:
        return RulesJudge()
    if vendor == "openai" and rest:
        from .openai import OpenAIJudge

        return OpenAIJudge(rest, options or AgentOptions(temperature=0.0))
    if vendor == "replay" and rest:
        from .replay import ReplayJudge

        return ReplayJudge(rest)
    known = "; ".join((*JUDGES.values(), NONE))
    hint = "" if vendor in JUDGES else meant(vendor, (*JUDGES, NONE))
    raise InputError(f"unknown judge {spec!r}; {hint}judges are {known}")


def hashes_of(judge: Judge | None) -> dict[str, str]:
    """What shaped a judge's decisions beside its name; one of the user's own may not say."""
    return dict(getattr(judge, "hashes", {}))
