"""The part of the recipe that is text: entry -> what a caller says, proved, and its whitelist."""

from collections.abc import Mapping
from dataclasses import replace

from .paraphrase import ATTEMPTS, DEFAULT, Style, Unspeakable, rewrite
from .proof import prove
from .records import Entry, Paraphrase, Utterance, Value
from .source import utterances
from .truth import said_values
from .whitelist import allowed_clarifications


def prepare(entry: Entry, seed: int, *, style: Style = DEFAULT) -> tuple[Paraphrase, ...]:
    """One paraphrase per utterance of the entry, in order.

    An utterance that cannot be spoken, or whose every wording loses a value, is labelled.
    """
    whitelists = allowed_clarifications(entry)
    values = said_values(entry)
    return tuple(
        replace(
            _say(entry, utterance, seed, style),
            whitelist=whitelists.get(utterance.utterance_id, {}),
            values=tuple(
                Value(one.topic, one.value, one.type.value)
                for one in values.get(utterance.utterance_id, ())
            ),
        )
        for utterance in utterances(entry)
    )


def _say(entry: Entry, utterance: Utterance, seed: int, style: Style) -> Paraphrase:
    """The first wording that passes the proof; each retry is plainer than the one before."""
    why = ""
    for attempt in range(ATTEMPTS):
        said = rewrite(utterance.text, seed=seed, style=style, attempt=attempt)
        if isinstance(said, Unspeakable):
            return _silent(utterance, f"unspeakable: {said.why}")
        proof = prove(entry, utterance, said.text)
        if proof.passed:
            return Paraphrase(utterance.utterance_id, said.text, style=_record(said.style, attempt))
        why = why or proof.why
    return _silent(utterance, f"rejected: {why}")


def _silent(utterance: Utterance, why: str) -> Paraphrase:
    return Paraphrase(utterance.utterance_id, "", speakable=False, why_not=why)


def _record(style: Mapping[str, str], attempt: int) -> Mapping[str, str]:
    return {"rewriter": "rules", **style, "attempt": str(attempt)}
