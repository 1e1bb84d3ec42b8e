"""Written phrases in the words of speech: contractions, everyday verbs, requests as questions."""

import random
from collections.abc import Sequence
from dataclasses import replace

from .capitals import lowered, sentence_starts
from .pieces import Piece, said
from .rephrasing import CASUAL, CONTRACTIONS, EVERYDAY, rephrased
from .style import Register
from .vocabulary import CLAUSE_STARTS, IMPERATIVES, OPENED, POINTING, UNJOINED

REQUESTS: dict[Register, tuple[str, ...]] = {
    "casual": ("can you", "could you", "I need you to", "can you please", "I want you to", "just"),
    "neutral": ("can you", "could you", "please", "I need you to"),
    "formal": ("please", "could you please", "I would like you to"),
}
HELP = ("can you help me", "could you help me", "can you please help me")
OPENERS: dict[Register, tuple[str, ...]] = {
    "casual": ("hey", "hi", "okay so", "so", "alright", "yeah so", "hey there", "right so"),
    "neutral": ("hello", "hi", "okay"),
    "formal": ("hello", "good day"),
}
JOINTS = (said("and"), said("and"), said("so"))
FILLED_JOINTS = (*JOINTS, [*said("and", ","), *said("um", ",")])


def reword(
    pieces: Sequence[Piece], register: Register, rng: random.Random, *, fillers: bool = True
) -> list[Piece]:
    """The request in a caller's words; quoted texts and values stay as they are.

    Args:
        pieces: of the request.
        register: how a caller asks, opens and joins sentences.
        rng: the wording's.
        fillers: whether sentences may be joined by an "um".
    """
    worded = sentence_starts(pieces)
    if register != "formal":
        worded = rephrased(worded, EVERYDAY, 0.7, rng)
        worded = rephrased(worded, CONTRACTIONS, 0.85, rng)
    if register == "casual":
        worded = rephrased(worded, CASUAL, 0.3, rng)
    sentences = [_request(sentence, register, rng) for sentence in split_sentences(worded)]
    if register == "casual":
        sentences = [_turned(sentence, rng) for sentence in sentences]
        sentences = _run_on(sentences, FILLED_JOINTS if fillers else JOINTS, rng)
    worded = [piece for sentence in sentences for piece in sentence]
    if worded and rng.random() < 0.3 and _opens_plainly(worded):
        opener = said(rng.choice(OPENERS[register]), ",")
        worded = [*opener, lowered(worded[0]), *worded[1:]]
    return worded


def split_sentences(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Cut where a sentence ends."""
    sentences: list[list[Piece]] = [[]]
    for piece in pieces:
        sentences[-1].append(piece)
        if piece.ends_sentence:
            sentences.append([])
    return [sentence for sentence in sentences if sentence]


def _request(sentence: list[Piece], register: Register, rng: random.Random) -> list[Piece]:
    """Ask: "Find …" as "can you find …?", "Help me …" as "can you help me …?"."""
    first = sentence[0]
    if not first.free or first.pause:
        return sentence
    word = first.text.lower()
    if word == "help" and len(sentence) > 2 and sentence[1].text.lower() == "me":
        return [*said(rng.choice(HELP)), *sentence[2:]]
    if word not in IMPERATIVES or first.text[1:] != word[1:] or rng.random() < 0.25:
        return sentence
    request = rng.choice(REQUESTS[register])
    asked = [*said(request), lowered(first), *sentence[1:]]
    if "you" in request.split()[1:2] and asked[-1].pause in ("", "."):
        asked[-1] = replace(asked[-1], pause="?")
    elif request[:2] == "I " and asked[-1].pause == "?":
        asked[-1] = replace(asked[-1], pause=".")
    return asked


def _turned(sentence: list[Piece], rng: random.Random) -> list[Piece]:
    """Put a purpose last: "Before I go, could you …" as "Could you …, before I go"."""
    commas = [at for at, piece in enumerate(sentence) if piece.pause == ","]
    if (
        len(commas) != 1
        or not 2 <= commas[0] < len(sentence) - 3
        or sentence[0].text.lower() not in CLAUSE_STARTS
        or not all(piece.free for piece in sentence[: commas[0] + 1])
        or any(piece.text.lower() in POINTING for piece in sentence[commas[0] + 1 :])
        or rng.random() > 0.35
    ):
        return sentence
    clause, main = sentence[: commas[0] + 1], sentence[commas[0] + 1 :]
    end = main[-1].pause
    main[-1] = replace(main[-1], pause=rng.choice(("", ",")))
    return [*main, lowered(clause[0]), *clause[1:-1], replace(clause[-1], pause=end)]


def _run_on(
    sentences: list[list[Piece]], joints: Sequence[list[Piece]], rng: random.Random
) -> list[list[Piece]]:
    """Some sentences follow the one before without a stop: "…, and then …"."""
    joined: list[list[Piece]] = []
    for sentence in sentences:
        before = joined[-1] if joined else None
        if (
            before
            and before[-1].pause == "."
            and sentence[0].free
            and sentence[0].text.lower() not in UNJOINED
            and rng.random() < 0.3
        ):
            before[-1] = replace(before[-1], pause=",")
            sentence = [lowered(sentence[0]), *sentence[1:]]
            if sentence[0].text not in ("and", "then", "so", "but"):
                sentence = [*rng.choice(joints), *sentence]
        joined.append(sentence)
    return joined


def _opens_plainly(pieces: Sequence[Piece]) -> bool:
    first = pieces[0]
    return first.free and first.text.lower() not in OPENED
