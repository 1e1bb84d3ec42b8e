"""The pinned BFCL release -> entries, and which of them a build takes."""

import difflib
import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bfcl_audio import upstream
from bfcl_audio.reference import is_multi_turn, references

from .config import BuildConfig
from .errors import SelectionError
from .records import Entry, Message, Utterance

Question = Mapping[str, Any]

_ALL_CATEGORIES = upstream.CATEGORIES + upstream.LIVE_CATEGORIES


def read(config: BuildConfig) -> list[Entry]:
    """The entries a build takes, by category and then in BFCL's own order.

    Raises:
        SelectionError: an unknown category or id, or nothing left.
        UpstreamError: the release cannot be found or verified.
    """
    categories = known_categories(config.categories)
    if not categories:
        categories = _ALL_CATEGORIES if config.ids else upstream.CATEGORIES
    questions: dict[str, list[Question]] = {c: [*upstream.questions(c)] for c in categories}
    if config.ids:
        questions = _only(config.ids, questions)
    if config.limit is not None:
        questions = sample(questions, config.limit, config.seed)
    kept = [category for category in categories if questions.get(category)]
    if not kept:
        raise SelectionError("the selection holds no entry; give at least one category or id")
    expected = references(kept)
    return [
        _entry(question, category, expected[question["id"]])
        for category in kept
        for question in questions[category]
    ]


def utterances(entry: Entry) -> tuple[Utterance, ...]:
    """The user messages of an entry in order, each with its id."""
    found = []
    for turn, messages in enumerate(entry.turns):
        spoken = (message.content for message in messages if message.role == "user")
        for index, text in enumerate(spoken):
            name = f"{entry.id}/{turn}/{index}"
            found.append(Utterance(name, entry.id, entry.category, turn, index, text))
    return tuple(found)


def known_categories(names: Sequence[str]) -> tuple[str, ...]:
    """The named categories in BFCL's order, each once.

    Raises:
        SelectionError: a name BFCL does not have.
    """
    for name in names:
        if name not in _ALL_CATEGORIES:
            raise SelectionError(f"unknown category {name!r}; {_near(name, _ALL_CATEGORIES)}")
    return tuple(category for category in _ALL_CATEGORIES if category in names)


def sample(
    questions: Mapping[str, Sequence[Question]], limit: int, seed: int
) -> dict[str, list[Question]]:
    """`limit` entries spread over the categories, in file order.

    A multi-turn category gets half the share of a single-turn one: its entries hold about four
    utterances each. Which entries is decided by a hash of seed and id; a larger limit keeps all
    that a smaller one took.
    """
    sizes = {category: len(rows) for category, rows in questions.items()}
    shares = allocate(sizes, limit)
    picked: dict[str, list[Question]] = {}
    for category, rows in questions.items():
        ranked = sorted(rows, key=lambda row: _rank(seed, row["id"]))
        chosen = {row["id"] for row in ranked[: shares[category]]}
        picked[category] = [row for row in rows if row["id"] in chosen]
    return picked


def allocate(sizes: Mapping[str, int], limit: int) -> dict[str, int]:
    """How many of `limit` entries each category gives: one each, then by weight.

    Webster's method, entry by entry, so that a share never shrinks when the limit grows.

    >>> allocate({"simple_python": 400, "multi_turn_base": 200}, 60)
    {'simple_python': 40, 'multi_turn_base': 20}
    >>> allocate({"simple_python": 10, "multi_turn_base": 200}, 60)
    {'simple_python': 10, 'multi_turn_base': 50}
    """
    shares = dict.fromkeys(sizes, 0)

    def claim(category: str) -> float:
        weight = 1 if is_multi_turn(category) else 2
        return weight / (2 * shares[category] + 1) if shares[category] else math.inf

    for _ in range(min(limit, sum(sizes.values()))):
        shares[max((c for c in sizes if shares[c] < sizes[c]), key=claim)] += 1
    return shares


def _only(
    ids: Sequence[str], questions: Mapping[str, Sequence[Question]]
) -> dict[str, list[Question]]:
    known = {row["id"] for rows in questions.values() for row in rows}
    for name in ids:
        if name not in known:
            raise SelectionError(f"unknown entry id {name!r}; {_near(name, known)}")
    wanted = set(ids)
    return {c: [row for row in rows if row["id"] in wanted] for c, rows in questions.items()}


def _near(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=3, cutoff=0.6)
    if close:
        return f"did you mean {', '.join(close)}?"
    return f"categories are {', '.join(_ALL_CATEGORIES)}, and ids look like simple_python_0"


def _rank(seed: int, entry_id: str) -> bytes:
    return hashlib.sha256(f"{seed}/{entry_id}".encode()).digest()


def _entry(question: Question, category: str, reference: str) -> Entry:
    functions, scenario = (
        _multi_turn(question) if is_multi_turn(category) else (question["function"], {})
    )
    return Entry(
        id=question["id"],
        category=category,
        turns=tuple(
            tuple(Message(message["role"], message["content"]) for message in turn)
            for turn in question["question"]
        ),
        functions=_json(functions),
        reference=reference,
        scenario=_json(scenario),
    )


def _multi_turn(question: Question) -> tuple[list[Any], dict[str, Any]]:
    """The docs an agent starts with, and the scenario; held-out docs move to the latter."""
    docs = upstream.function_docs(question["involved_classes"])
    missed: Mapping[str, list[str]] = question.get("missed_function", {})
    held_out = {name for names in missed.values() for name in names}
    scenario = {
        "initial_config": question["initial_config"],
        "involved_classes": question["involved_classes"],
        "missed_function": missed,
        "holdout_docs": {
            turn: [doc for doc in docs if doc["name"] in names] for turn, names in missed.items()
        },
    }
    return [doc for doc in docs if doc["name"] not in held_out], scenario


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
