"""The proof that a paraphrase lost nothing and added nothing that a call could depend on.

Each ground-truth value that stood in the request must be recoverable from the spoken text, up
to what speech cannot carry (letter case, separators). Beyond the truth, every number and every
name of the request must still be said, and no number may be said that the request lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bfcl_audio import spoken

from .records import Entry, Utterance
from .truth import said_values


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a paraphrase keeps every fact, and what it lost or added.

    Attributes:
        passed: nothing was lost or added.
        lost: what the spoken text no longer says, as the request wrote it.
        why: one line for the rewriter's next attempt; empty if passed.
        added: numbers that only the spoken text says.
    """

    passed: bool
    lost: tuple[str, ...] = ()
    why: str = ""
    added: tuple[str, ...] = ()


def prove(entry: Entry, utterance: Utterance, spoken_text: str) -> Proof:
    """Check a spoken text against the request it stands for."""
    lost = [
        f"{value.topic} = {value.value!r}"
        for value in said_values(entry).get(utterance.utterance_id, ())
        if not spoken.heard(value.value, spoken_text)
        and not all(spoken.heard(words, spoken_text) for words in value.said)
    ]
    reasons = [f"lost the value {what}" for what in lost]
    for fact in lost_facts(utterance.text, spoken_text):
        lost.append(repr(fact))
        reasons.append(f"lost {fact!r}")
    added = tuple(added_numbers(utterance.text, spoken_text))
    reasons += [f"added {number!r}" for number in added]
    return Proof(not reasons, tuple(lost), "; ".join(reasons), added)


def lost_facts(request: str, spoken_text: str) -> Iterator[str]:
    """The numbers and names of a request that a spoken text no longer says, each once."""
    seen = set()
    start, end = 0, 0  # of the number that a unit belongs to: "5 N/C" is five newtons per coulomb
    for token in spoken.tokens(request):
        unit = end and token.end - token.start < 4 and not request[end : token.start].strip("°/")
        if not (unit and request[token.start].isalpha()):
            start = token.start
        end = token.end if unit or token.form[-1].isdigit() else 0
        words = request[start : token.end]
        if words not in seen and _is_fact(request, token) and not spoken.heard(words, spoken_text):
            seen.add(words)
            yield words


def added_numbers(request: str, spoken_text: str) -> Iterator[str]:
    """The numbers of a spoken text that its request does not say, unless taken back at once."""
    known = spoken.canonical(request)
    together = "".join(known)
    for token in spoken.tokens(spoken_text):
        words = spoken_text[token.start : token.end]
        if (
            any(c.isdigit() for c in token.form)
            and token.form not in _IDLE_NUMBERS
            and not (len(token.form) > 3 and token.form in together)
            and not any(token.form in code for code in known if len(code) > 4 and code.isalnum())
            and not _TAKEN_BACK.match(spoken_text, token.end)
            and not spoken.heard(words, request)
        ):
            yield words


_IDLE_NUMBERS = frozenset(("1", "1st", "2nd", "0"))  # "one moment", "first", "a second", "oh"
_TAKEN_BACK = re.compile(
    r"\w*(?:\W+\w+){0,4}?\W+"
    r"(?:no|wait|sorry|i mean|rather|make that|actually|scratch that|correction)\b",
    re.I,
)


# Words that may be capitalised inside a sentence and still name nothing.
_SMALL = """
    am an and are as at be but by can could did do does for from had has have here how if in is it
    its just me my no not of on or our please she should so that the their them then there these
    they this those to us was we were what when where which who why will with would you your
"""
_SMALL_WORDS = frozenset(_SMALL.split())


def _is_fact(request: str, token: spoken.Token) -> bool:
    """A number, or a capitalised word that does not merely begin a sentence."""
    if any(c.isdigit() for c in token.form):
        return token.form not in _IDLE_NUMBERS or request[token.start].isdigit()
    first = request[token.start]
    if not first.isupper() or len(token.form) < 2:
        return False
    if token.form in _SMALL_WORDS:
        return False
    before = request[: token.start].rstrip(" \"'([*-•\t")
    return bool(before) and before[-1] not in ".!?:\n"
