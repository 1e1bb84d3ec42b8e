"""The part of the recipe that is text: entry -> what a caller says, proved, and its whitelist."""

from collections.abc import Mapping
from dataclasses import replace

from . import rewriters
from .consult import Ask, Consultation
from .engines.base import Unasked
from .paraphrase import ATTEMPTS, DEFAULT, Style, Unspeakable, rewrite
from .proof import prove
from .records import Entry, Paraphrase, Utterance, Value
from .source import utterances
from .topics import chosen
from .truth import said_values
from .whitelist import allowed_clarifications, may_be_damaged


def prepare(
    entry: Entry,
    seed: int,
    *,
    style: Style = DEFAULT,
    rewriter: str = rewriters.RULES,
    ask: Ask | None = None,
) -> tuple[Paraphrase, ...]:
    """One paraphrase per utterance of the entry, in order.

    An utterance that cannot be spoken, or whose every wording loses a value, is labelled.

    Args:
        entry: whose.
        seed: the build's.
        style: how the caller talks.
        rewriter: SPEC; a model's wordings, if no proof accepts one, give way to the rules'.
        ask: `ask(key, call, function, *arguments)`: gives what is kept under `key`, or else what
            `function(*arguments)` returns, once it may be called. Only a model needs it.

    Raises:
        EngineError: a model's server failed for good.
        SpecError: the SPEC names no rewriter.
    """
    model = _consultation(rewriter, seed, style, ask)
    whitelists = allowed_clarifications(entry)
    values = said_values(entry)
    found = []
    for utterance in utterances(entry):
        own = values.get(utterance.utterance_id, ())
        said = replace(
            _say(entry, utterance, seed, style),
            whitelist=whitelists.get(utterance.utterance_id, {}),
            values=tuple(Value(one.topic, one.value, one.type.value) for one in own),
        )
        found.append(_consulted(entry, utterance, said, model) if model else said)
    return tuple(found)


def _consultation(spec: str, seed: int, style: Style, ask: Ask | None) -> Consultation | None:
    """The model that words this build; None for the rules."""
    made = rewriters.rewriter(spec)
    if made is None:
        return None
    if ask is None:
        raise ValueError(f"rewriter {spec} is asked through `ask`, and there is none")
    return Consultation(spec, made, seed, style, ask)


def _say(entry: Entry, utterance: Utterance, seed: int, style: Style) -> Paraphrase:
    """The rules' first wording that passes the proof; each retry is plainer than the one before."""
    why = ""
    for attempt in range(ATTEMPTS):
        said = rewrite(utterance.text, seed=seed, style=style, attempt=attempt)
        if isinstance(said, Unspeakable):
            return _silent(utterance, f"{_UNSPEAKABLE}{said.why}")
        proof = prove(entry, utterance, said.text)
        if proof.passed:
            record = {"rewriter": rewriters.RULES, **said.style, "attempt": str(attempt)}
            return Paraphrase(utterance.utterance_id, said.text, style=record)
        why = why or proof.why
    return _silent(utterance, f"{_REJECTED}{why}")


def _consulted(
    entry: Entry, utterance: Utterance, by_rules: Paraphrase, model: Consultation
) -> Paraphrase:
    """A model's wording of what can be said at all; the rules' where none of its own is good."""
    if by_rules.why_not.startswith(_UNSPEAKABLE):
        return by_rules
    try:
        found = model.consult(entry, utterance)
    except Unasked:  # the rules' wording is about as long, which is all that a dry run asks
        return by_rules
    if not found.spoken:
        return _fallen_back(by_rules, model.spec, found.attempts, found.why)
    style: Mapping[str, str] = {
        "rewriter": model.spec,
        **model.style.as_record(),
        "attempt": str(found.attempts - 1),
        **found.record,
        "whitelist": rewriters.RULES if found.whitelist is None else model.spec,
    }
    said = replace(by_rules, spoken=found.spoken, speakable=True, why_not="", style=style)
    if found.whitelist is None:
        return replace(said, style={**style, "whitelist_why": _short(found.why)})
    values = said_values(entry).get(utterance.utterance_id, ())
    allowed = [value for value in values if may_be_damaged(value)]
    return replace(said, whitelist=chosen(allowed, found.whitelist))


def _fallen_back(by_rules: Paraphrase, spec: str, attempts: int, why: str) -> Paraphrase:
    """The rules' wording, its row saying so; or their rejection, with both reasons."""
    why = _short(why)
    if not by_rules.speakable:
        reason = by_rules.why_not.removeprefix(_REJECTED)
        return replace(by_rules, why_not=f"{_REJECTED}{spec}: {why}; rules: {reason}")
    fallen = {"asked": spec, "asked_attempts": str(attempts), "fell_back": why}
    return replace(by_rules, style={**by_rules.style, **fallen})


def _short(why: str) -> str:
    return why if len(why) <= _LONGEST_WHY else why[:_LONGEST_WHY] + "…"


def _silent(utterance: Utterance, why: str) -> Paraphrase:
    return Paraphrase(utterance.utterance_id, "", speakable=False, why_not=why)


_UNSPEAKABLE = "unspeakable: "
_REJECTED = "rejected: "
_LONGEST_WHY = 500
"""Characters of a reason that a row holds."""
