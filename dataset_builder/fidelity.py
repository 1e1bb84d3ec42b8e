"""How much of what was said a recogniser understood: word error rate, and value by value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import jiwer

from bfcl_audio import spoken

from .records import Heard


def word_error_rate(said: str, transcript: str) -> float:
    """Share of canonical tokens substituted, deleted or inserted; 0 is word for word.

    Both texts are brought to their canonical spoken form first, so that "two p m" and
    "2:00 PM", fillers and punctuation cost nothing. May exceed 1 where much was inserted. A
    said text without any token gives 0 if nothing was heard, else 1.
    """
    reference = " ".join(spoken.canonical(said))
    hypothesis = " ".join(spoken.canonical(transcript))
    if not reference:
        return 1.0 if hypothesis else 0.0
    if not hypothesis:
        return 1.0
    return float(jiwer.wer(reference, hypothesis))


def entities(values: Mapping[str, str], said: str, transcript: str) -> list[Heard]:
    """Whether each value that was said is in the transcript, after spoken-form normalisation.

    Args:
        values: topic -> written value.
        said: the paraphrase; a value is compared as it is said there, if it is.
        transcript: what the recogniser wrote.
    """
    return [
        Heard(
            topic=topic,
            value=value,
            type=spoken.entity_type(topic, value).value,
            heard=_heard(value, said, transcript),
        )
        for topic, value in values.items()
    ]


def audible(heard_by_recognisers: Iterable[Iterable[Heard]]) -> bool:
    """Whether every value was heard by at least one recogniser; else an agent should ask."""
    by_topic: dict[str, bool] = {}
    for found in heard_by_recognisers:
        for item in found:
            by_topic[item["topic"]] = by_topic.get(item["topic"], False) or item["heard"]
    return all(by_topic.values())


def _heard(value: str, said: str, transcript: str) -> bool:
    if spoken.heard(value, transcript):
        return True
    span = spoken.find(value, said)
    return span is not None and spoken.heard(said[span.start : span.end], transcript)
