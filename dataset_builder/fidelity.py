"""How much of what was said a recogniser understood: word error rate, and value by value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import jiwer

from bfcl_audio import spoken
from bfcl_audio.spoken_parts import find_parts

from .records import Heard, Value


def word_error_rate(said: str, transcript: str) -> float:
    """Share of words substituted, deleted or inserted; 0 is word for word.

    Both texts are brought to their canonical spoken form first, so that "two p m" and
    "2:00 PM", fillers, spacing and punctuation cost nothing; digits count one by one, however
    they were grouped. May exceed 1 where much was inserted. A said text without any word gives 0
    if nothing was heard, else 1.
    """
    reference = list(_words(said))
    hypothesis = _respaced(list(_words(transcript)), reference)
    if not reference:
        return 1.0 if hypothesis else 0.0
    if not hypothesis:
        return 1.0
    return float(jiwer.wer(" ".join(reference), " ".join(hypothesis)))


def entities(values: Iterable[Value], said: str, transcript: str) -> list[Heard]:
    """Whether each value that was said is in the transcript, after spoken-form normalisation.

    Args:
        values: what the truth needs of the utterance.
        said: the paraphrase; a value is compared as it is said there, if it is.
        transcript: what the recogniser wrote.
    """
    return [
        Heard(
            topic=one.topic,
            value=one.value,
            type=one.type,
            heard=_heard(one.value, said, transcript),
        )
        for one in values
    ]


def audible(heard_by_recognisers: Iterable[Iterable[Heard]]) -> bool:
    """Whether every value was heard by at least one recogniser; else an agent should ask."""
    by_topic: dict[str, bool] = {}
    for found in heard_by_recognisers:
        for item in found:
            by_topic[item["topic"]] = by_topic.get(item["topic"], False) or item["heard"]
    return all(by_topic.values())


def _words(text: str) -> Iterator[str]:
    """The canonical forms of a text, whole numbers and codes digit by digit."""
    for form in spoken.canonical(text):
        if form.isalnum() and form[-1].isdigit():
            yield from form
        else:
            yield form


def _respaced(words: Sequence[str], reference: Sequence[str]) -> list[str]:
    """`words` with the reference's spaces where they are its words but for spacing.

    "notepad" becomes "note pad" if that was said, and "previous report" "previousreport".
    """
    whole = set(reference)
    parts = {
        "".join(reference[i : i + n]): reference[i : i + n]
        for n in range(2, _MOST_PARTS + 1)
        for i in range(len(reference) - n + 1)
    }
    found: list[str] = []
    i = 0
    while i < len(words):
        joined = [n for n in range(2, _MOST_PARTS + 1) if "".join(words[i : i + n]) in whole]
        if words[i] in whole:
            found.append(words[i])
        elif words[i] in parts:
            found.extend(parts[words[i]])
        elif joined and i + joined[0] <= len(words):
            found.append("".join(words[i : i + joined[0]]))
            i += joined[0] - 1
        else:
            found.append(words[i])
        i += 1
    return found


_MOST_PARTS = 4


def _heard(value: str, said: str, transcript: str) -> bool:
    if spoken.heard(value, transcript):
        return True
    span = spoken.find(value, said)
    spans = (span,) if span else find_parts(value, said)
    return bool(spans) and all(spoken.heard(said[start:end], transcript) for start, end in spans)
