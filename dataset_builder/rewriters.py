"""Every rewriter by name, and the one request that is made of one that is not ours."""

import json
from functools import cache
from typing import Final

from bfcl_audio.errors import meant

from .engines.accounts import OPENAI
from .engines.base import NotReady, Spec, SpecError
from .engines.offers import Row, missing
from .engines.openai_rewriter import OpenAIRewriter

RULES = "rules"
REWRITERS: Final = {
    RULES: Row(target="", licence="Apache-2.0"),
    "openai": Row(
        target="openai_rewriter:OpenAIRewriter",
        packages=(OPENAI.package,),
        extra=OPENAI.name,
        keys=OPENAI.keys,
        address=OPENAI.address,
        models_of_choice=True,
        path=True,
        licence=OPENAI.licence,
    ),
}
"""What a SPEC can begin with; `openai` is also any server that speaks as it does."""


def rewriter(spec: str) -> OpenAIRewriter | None:
    """The model that a SPEC names, one object a process; None for `rules`, which ask nobody.

    Raises:
        SpecError: unknown name, no model, or an option that it does not take.
        NotReady: its package is not installed, or there is no key.
    """
    if spec == RULES:
        return None
    parsed = Spec.parse(spec)
    row = REWRITERS.get(parsed.vendor)
    if row is None:
        near = meant(parsed.vendor, REWRITERS)
        raise SpecError(f"unknown rewriter {parsed.vendor!r}; {near}known: rules, openai/MODEL")
    if parsed.vendor == RULES:
        raise SpecError(f"the rules have no model and no options; write {RULES!r}, not {spec!r}")
    # A colon is no voice here: servers name models so, `qwen2.5:7b`.
    model = f"{parsed.model}:{parsed.voice}" if parsed.voice else parsed.model
    made = _made(model, tuple(sorted(parsed.options.items())))
    if lack := missing(row, parsed.options):
        raise NotReady(f"rewriter {parsed.vendor}: {lack[0]}; {lack[1]}")
    return made


def reword(spec: str, messages: str, seed: int) -> bytes:
    """One request; see `OpenAIRewriter.reword`.

    Args:
        spec: of a model.
        messages: what follows the prompt, as JSON.
        seed: for the server's chance.

    Raises:
        EngineError: no answer, or none that its schema allows.
    """
    made = rewriter(spec)
    assert made is not None, spec
    return made.reword(json.loads(messages), seed)


@cache
def _made(model: str, options: tuple[tuple[str, str], ...]) -> OpenAIRewriter:
    return OpenAIRewriter(model, dict(options))
