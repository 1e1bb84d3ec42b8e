"""How much of what was said a recogniser understood: word error rate, and value by value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import jiwer

from bfcl_audio import spoken
from bfcl_audio.spoken_parts import find_parts

from .records import Heard, Hearing, Paraphrase, Transcript, Value


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

    Returns:
        `audible` of each is what this one recogniser says; `transcripts` knows all.
    """
    heard = ((one, _heard(one.value, said, transcript)) for one in values)
    return [
        Heard(topic=one.topic, value=one.value, type=one.type, heard=got, audible=got)
        for one, got in heard
    ]


def transcripts(said: Paraphrase, hearings: Sequence[Hearing]) -> list[Transcript]:
    """What each recogniser made of an utterance, and which values any of them got."""
    found = [entities(said.values, said.spoken, hearing.text) for hearing in hearings]
    audible = {item["topic"] for items in found for item in items if item["heard"]}
    return [
        Transcript(
            utterance_id=said.utterance_id,
            asr=hearing.asr,
            text=said.spoken,
            transcript=hearing.text,
            wer=word_error_rate(said.spoken, hearing.text),
            entities=tuple({**item, "audible": item["topic"] in audible} for item in items),
            audible=all(item["topic"] in audible for item in items),
            flagged=hearing.flagged,
        )
        for hearing, items in zip(hearings, found, strict=True)
    ]


UNDERSTOOD_WER = 0.75
"""Somebody has to get more than a quarter of the words, else nobody understood the clip."""


def understood(heard: Iterable[Transcript]) -> bool:
    """Whether at least one recogniser made something of a clip."""
    return any(one.wer < UNDERSTOOD_WER for one in heard)


def _words(text: str) -> Iterator[str]:
    """The canonical forms of a text, numbers digit by digit, whatever they were joined with."""
    for form in spoken.canonical(text):
        yield from _DIGIT_OR_REST.findall(form)


_DIGIT_OR_REST = re.compile(r"\d|\D+")


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
