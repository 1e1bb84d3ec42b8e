"""Hesitation: fillers, words said twice, and things said wrong and put right at once."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from bfcl_audio.verbalise import phrases
from bfcl_audio.verbalise.forms import Form
from bfcl_audio.verbalise.lists import word_set
from bfcl_audio.verbalise.numbers import cardinal

from .capitals import lowered
from .pieces import Piece, said
from .style import Style
from .vocabulary import OPENED

FILLERS = (
    "uh",
    "um",
    "um",
    "hmm",
    "you know",
    "I mean",
    "let me see",
    "uh",
    "like",
)  # between clauses
SHORT_FILLERS = ("uh", "um", "er", "uh", "um")  # anywhere
VALUE_FILLERS = ("uh", "um", "er", "uh")  # before a value
FUNCTION_WORDS = word_set(
    """
    the a an of to in for with on at from by and or but that which who is are was be been if as
    into about than then so because while when where using given whose has have
    """
)
OPENING_FILLERS = ("um", "uh", "hmm", "so um", "okay um", "uh so")
REPEATABLE = word_set(
    """
    i i'm i'd i've the can could what what's to in for my with and is would you we how if let's
    on at from who get find please then it's there a
    """
)
# Fillers do not cut what belongs together.
UNCUT_AFTER = word_set(
    """
    a an the my your i i'm i'd of mr mrs dr no
    """
)
CORRECTIONS = ("no wait", "sorry", "no", "no sorry", "wait no", "I mean", "scratch that")
NUMERIC = frozenset({Form.NUMBER, Form.COMPOUND, Form.QUANTITY, Form.ORDINAL, Form.PERCENT})
VERBS = frozenset({"calculate", "move", "copy", "sort", "compare", "book", "convert"})
VERB_LEADS = frozenset({"you", "please", "to", "and", "then", "just", "now", "also"})
MISTAKES = {
    "calculate": ("find", "work out"),
    "move": ("copy",),
    "copy": ("move",),
    "sort": ("search",),
    "compare": ("check",),
    "book": ("find",),
    "convert": ("calculate",),
    "monday": ("Tuesday",),
    "tuesday": ("Monday",),
    "wednesday": ("Thursday",),
    "thursday": ("Tuesday",),
    "friday": ("Thursday",),
    "saturday": ("Sunday",),
    "sunday": ("Saturday",),
    "morning": ("afternoon",),
    "afternoon": ("morning",),
    "tomorrow": ("today",),
    "yesterday": ("today",),
    "largest": ("smallest",),
    "fastest": ("shortest",),
    "latest": ("last",),
    "nearest": ("next",),
}


def hesitate(pieces: Sequence[Piece], style: Style, rng: random.Random) -> list[Piece]:
    """The request as somebody thinks it up while speaking."""
    spoken = list(pieces)
    if rng.random() < style.correction_rate:
        spoken = _corrected(spoken, rng)
    spoken = _repeated(spoken, style.restart_rate, rng)
    return _filled(spoken, style.filler_rate, rng)


def _filled(pieces: list[Piece], rate: float, rng: random.Random) -> list[Piece]:
    """Put fillers into the gaps between words: more where a value or a clause comes next."""
    filled: list[Piece] = []
    last_at = -6  # no two fillers within a few words
    for at, piece in enumerate(pieces):
        weight = _gap_weight(pieces, at)
        if at - last_at > 5 and rng.random() < rate * weight:
            last_at = at
            if at == 0:
                filled += said(rng.choice(OPENING_FILLERS), ",")
                piece = lowered(piece)
            else:
                filler = rng.choice(_fillers(pieces[at - 1], piece))
                if not filled[-1].pause and rng.random() < 0.85:
                    filled[-1] = replace(filled[-1], pause=",")
                filled += said(filler, ",")
                if pieces[at - 1].ends_sentence:
                    piece = lowered(piece)
        filled.append(piece)
    return filled


def _gap_weight(pieces: list[Piece], at: int) -> float:
    """How likely a filler is before piece `at`, next to an ordinary gap; 0 forbids it."""
    if at == 0:
        return 3.0 if pieces[0].free and pieces[0].text.lower() not in OPENED else 0.0
    before, piece = pieces[at - 1], pieces[at]
    if (before.quoted and piece.quoted) or not {before.text, piece.text}.isdisjoint(VALUE_FILLERS):
        return 0.0
    if before.ends_sentence and piece.text.lower() in OPENED:
        return 0.0
    if before.text.lower() in UNCUT_AFTER or (_is_name(before) and _is_name(piece)):
        return 0.0
    if before.form is not Form.WORD and not before.pause:
        return 0.0
    if piece.form is not Form.WORD or piece.quoted:
        return 1.6
    if before.pause:
        return 2.0
    if at == 1:
        return 0.0
    edge = piece.text.lower() in FUNCTION_WORDS or before.text.lower() in FUNCTION_WORDS
    return 0.9 if edge else 0.15


def _fillers(before: Piece, piece: Piece) -> tuple[str, ...]:
    if piece.form is not Form.WORD or piece.quoted or before.quoted:
        return VALUE_FILLERS
    return FILLERS if before.pause else SHORT_FILLERS


def _is_name(piece: Piece) -> bool:
    return piece.text[:1].isupper() and piece.text != "I"


def _repeated(pieces: list[Piece], rate: float, rng: random.Random) -> list[Piece]:
    """Say a small word, or two, twice: "can you, can you find"."""
    done: list[Piece] = []
    for at, piece in enumerate(pieces):
        following = pieces[at + 1] if at + 1 < len(pieces) else None
        starts = at == 0 or bool(pieces[at - 1].pause)
        chance = rate if starts else rate / 12
        if (
            piece.free
            and not piece.pause
            and piece.text.lower() in REPEATABLE
            and following is not None
            and following.free
            and rng.random() < chance
        ):
            pair = not following.pause and following.text.lower() in REPEATABLE | {"need", "want"}
            copy = [piece, following] if pair and rng.random() < 0.6 else [piece]
            done += [*copy[:-1], replace(copy[-1], pause=",")]
            piece = lowered(piece)
        done.append(piece)
    return done


def _corrected(pieces: list[Piece], rng: random.Random) -> list[Piece]:
    """Say one thing wrong and put it right: "eleven, no, ten shares"."""
    slips = [(at, wrong) for at in range(len(pieces)) if (wrong := _slip(pieces, at, rng))]
    if not slips:
        return pieces
    at, wrong = rng.choice(slips)
    slip = replace(pieces[at], text=wrong, pause=",", written="")
    repair = [Piece(rng.choice(CORRECTIONS), ",")]
    return [*pieces[:at], slip, *repair, lowered(pieces[at]), *pieces[at + 1 :]]


def _slip(pieces: list[Piece], at: int, rng: random.Random) -> str:
    """What could be said by mistake instead of piece `at`; empty if nothing."""
    piece = pieces[at]
    if piece.quoted:
        return ""
    if piece.form is Form.WORD:
        if piece.text.lower() in VERBS and not _asks(pieces, at):
            return ""
        wrong = MISTAKES.get(piece.text.lower())
        said_already = {other.text.lower() for other in pieces}
        return rng.choice(wrong) if wrong and wrong[0].lower() not in said_already else ""
    if piece.form not in NUMERIC or not _stands_alone(pieces, at):
        return ""
    return _wrong_number(piece, {other.written for other in pieces}, rng)


def _stands_alone(pieces: list[Piece], at: int) -> bool:
    """Whether a number is neither part of a name ("Maroon 5") nor one of a row of numbers."""
    near = [*pieces[max(at - 1, 0) : at], *pieces[at + 1 : at + 2]]
    return not any(piece.form in NUMERIC for piece in near) and not (
        at > 1 and _is_name(pieces[at - 1]) and not pieces[at - 2].ends_sentence
    )


def _asks(pieces: list[Piece], at: int) -> bool:
    """Whether the word at `at` stands where a request has its verb."""
    before = pieces[at - 1] if at else None
    return before is None or before.ends_sentence or before.text.lower() in VERB_LEADS


def _wrong_number(piece: Piece, written: set[str], rng: random.Random) -> str:
    """A number near the right one that the request holds nowhere else."""
    match = re.match(r"\d+(?![\d.,])", piece.written)
    if match is None or not 2 <= int(match[0]) <= 99 or match[0][0] == "0":
        return ""
    near = int(match[0]) + rng.choice((-1, 1, 2))
    numbers = {number for text in written for number in re.findall(r"\d+", text)}
    if str(near) in numbers or near < 2:
        return ""
    if piece.form is Form.QUANTITY:
        return cardinal(near)  # "three, no, four meters"
    tail = piece.written[match.end() :]
    if piece.form is Form.ORDINAL:
        tail = {1: "st", 2: "nd", 3: "rd"}.get(near % 10 if near // 10 != 1 else 0, "th")
    return " ".join(phrase.text for phrase in phrases(f"{near}{tail}", rng))
