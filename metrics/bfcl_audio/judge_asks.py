"""A message cut into sentences, each told apart: what it asks, and about what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from .judge_checks import Checking
from .judge_clauses import asks_again, clauses, items, other_object
from .judge_mentions import Mention, mentions, with_values_held
from .judge_nouns import NOISE, NOUN_WORDS, PLAIN, SPELLING_DETAILS
from .judge_sentences import is_english, plain, sentences
from .judge_shapes import (
    AN_ASIDE,
    ANNOUNCING,
    BY_NAME,
    CHOICE,
    CONJUNCTS,
    DANGLING,
    GLOSS,
    HEARING,
    MANNER,
    OPEN,
    OPENING,
    OR,
    POINTING,
    POSITION,
    PREFACE,
    QUOTED,
    QUOTES_CALLER,
    REMARK,
    THING,
    WANTED,
)
from .judge_terms import english, noun_of, words_of
from .judge_topics import Topic, joined
from .judge_words import (
    ASKING_VALUE,
    CONFIRMING,
    EVERYTHING,
    PREFERRING,
    PURPOSE,
    REPEATING,
    REQUESTING,
    SPELLING,
)


class Kind(Enum):
    """What a sentence does."""

    STATEMENT = auto()
    CLARIFYING = auto()
    MIXED = auto()
    VALUE = auto()
    UNRELATED = auto()


@dataclass(frozen=True, slots=True)
class Ask:
    """One sentence of a message.

    Attributes:
        kind: what it does.
        topics: what it asks about, in its own order.
        strange: it (also) asks about something that is not whitelisted, or not clear.
    """

    kind: Kind
    topics: tuple[Topic, ...] = ()
    strange: str = ""


def asks(message: str, known: Sequence[Topic], context: str = "") -> list[Ask]:
    """What each sentence of a message asks.

    Args:
        message: the assistant's.
        known: the whitelisted topics.
        context: what the conversation is about: request and transcript.
    """
    message = with_values_held(plain(message), known)
    reader = _Reader(
        english=is_english(message),
        known=known,
        context=frozenset(words_of(context)) | PLAIN,
        names=frozenset(word for topic in known for word in topic.own | topic.called),
        said=tuple(mention.topic for mention in mentions(message, known)),
        doubting=any(hint.search(message) for hint in (HEARING, SPELLING, REPEATING)),
    )
    found = []
    before = ""
    for sentence in sentences(message):
        found.append(reader.ask(sentence, before))
        before = f"{before} {sentence}".strip()
    return found


@dataclass(frozen=True, slots=True)
class _Reader(Checking):
    """Tells what each sentence asks.

    Attributes:
        doubting: the message says somewhere that something may have been misheard.
    """

    doubting: bool = False

    def ask(self, sentence: str, before: str) -> Ask:
        """What a sentence asks; `before` is the message up to it."""
        pieces = clauses(sentence, self.known)
        if len(pieces) == 1:
            return self._ask(sentence, before)
        found: list[Ask] = []
        for clause in pieces:
            # A question of its own needs no mark of its own: "is it Jon, and what is the genre?"
            marked = clause if clause.rstrip().endswith("?") else f"{clause}?"
            if not PREFACE.match(clause):
                one = self._ask(marked, before)
                if found or one.kind is not Kind.UNRELATED or OPENING.match(clause):
                    found.append(one)
            before = f"{before} {clause}"
        return _joined(found)

    def _ask(self, sentence: str, before: str) -> Ask:
        if not REQUESTING.search(sentence) or ANNOUNCING.match(sentence):
            return Ask(Kind.STATEMENT)
        core = PURPOSE.sub(" ", sentence)
        if (all_of := EVERYTHING.search(core)) and not self.names & {*words_of(all_of[0])}:
            return Ask(Kind.CLARIFYING, strange="everything")
        if choice := CHOICE.search(core):
            if either := self._either(choice[1]):
                return Ask(Kind.CLARIFYING, (either,))
            if not self._mentions(choice[1]) and not self._tells_nothing(choice[1]):
                return Ask(Kind.UNRELATED)
        if WANTED.match(core) and (either := self._either(core, 2)):
            return Ask(Kind.CLARIFYING, (either,))
        spelling = SPELLING.search(core) is not None
        checking = REPEATING.search(core) is not None or CONFIRMING.search(core) is not None
        checking = checking or self._reads_back(core) or self._is_the_value(core)
        if checking and not spelling and self._about_the_world(core):
            return Ask(Kind.UNRELATED)
        if self.doubting and OPEN.match(core) and (again := self._asked_again(core, before)):
            return again
        preferring = PREFERRING.search(QUOTED.sub(' "" ', core)) is not None
        if preferring and not spelling:
            mixed = QUOTES_CALLER.search(core) is not None and bool(self._mentions(core))
            return Ask(Kind.MIXED if mixed else Kind.UNRELATED)
        if spelling:
            core = POSITION.sub(" ", core)
        if spelling or checking:
            kind = Kind.MIXED if preferring else Kind.CLARIFYING
            return self._clarification(kind, core, before, self._mentions(sentence))
        if DANGLING.search(core):
            return Ask(Kind.UNRELATED)
        by_name = BY_NAME if self.english else ASKING_VALUE
        return self._value(core) if by_name.search(core) else Ask(Kind.UNRELATED)

    def _asked_again(self, core: str, before: str) -> Ask | None:
        """An open question in a message of doubt, if what it asks is whitelisted; else None."""
        thing = THING.search(core)
        found, strange = self._by_question_word(core), ""
        if not found:
            found, strange = self._named(f"the {thing[1]}" if thing else core, ())
        if not found and not strange and POINTING.search(core) and self._tells_nothing(core):
            found = self._pointed_at(before)
        return None if strange or not found else Ask(Kind.CLARIFYING, tuple(dict.fromkeys(found)))

    def _either(self, alternatives: str, least: float = 0) -> Topic | None:
        """The one value that both of two alternatives sound like; None if there is none."""
        sides = [
            [
                one
                for one in self._mentions(side)
                if one.weight >= least or side[one.start].isupper()
            ]
            for side in OR.split(alternatives)
        ]
        meant = {mention.topic for side in sides for mention in side}
        return meant.pop() if len(meant) == 1 and len(sides) == 2 and all(sides) else None

    def _clarification(self, kind: Kind, core: str, before: str, there: Sequence[Mention]) -> Ask:
        """The topics of a request to confirm, spell or repeat; every part must name one."""
        there = self._meant(core, there)
        if (
            self.english
            and not there
            and len(CONJUNCTS.split(core)) == 1
            and (thing := THING.search(core))
        ):
            about, unknown = self._named(f"the {thing[1]}", ())
            if about and not unknown:
                return Ask(kind, tuple(dict.fromkeys(about)))
        found: list[Topic] = [mention.topic for mention in there]
        strange = ""
        pointing = not found and kind is Kind.CLARIFYING
        asked = False
        for part in CONJUNCTS.split(core):
            here = self._mentions(part)
            if asked and not here and (REMARK.match(part) or self._is_gloss(part, core)):
                continue
            named_here, missing = self._named(part, here, there)
            found += named_here
            strange = strange or missing
            pointing = pointing and not named_here
            if not (named_here or here):
                strange = strange or ("" if asks_again(part) else other_object(part))
                strange = strange or self._unknown_item(part, there)
                strange = strange or (self._added(part) if asked else "")
            asked = asked or bool(named_here or here)
        if pointing and not asks_again(core) and self.english:
            strange = strange or ("" if self._tells_nothing(core) else core)
        if not found and not strange:
            found = self._by_question_word(core)
        if not found and not strange and (not self.english or POINTING.search(core)):
            found = self._pointed_at(before)
        if not found and not strange:
            found = list(self.said)  # "could you spell that thing? I heard ..."
        if not found and not strange:
            strange = "nothing that is clear"
        return Ask(kind, tuple(dict.fromkeys(found)), strange)

    def _is_gloss(self, part: str, core: str) -> bool:
        """Whether a part only says what the value before it is: "paneer, the cheese?"."""
        words = words_of(part)
        nouns = NOUN_WORDS & {noun_of(word) for word in words}
        glosses = GLOSS.match(part) is not None and f", {part}" in core
        return self.english and len(words) <= 3 and not nouns and glosses

    def _added(self, part: str) -> str:
        """What a later part brings in that is no topic: "…, and in which order?"."""
        if not self.english or asks_again(part) or CONFIRMING.search(OR.sub(" ", part)):
            return ""
        if AN_ASIDE.match(part):
            return ""
        # A capitalised gloss is a guess at a value: "INR, Indian rupees?"
        return (
            "" if self._tells_nothing(re.sub(r"\b[A-Z]\w+", " ", MANNER.sub(" ", part))) else part
        )

    def _value(self, core: str) -> Ask:
        """A request for a value by its name: "What is the file name?"."""
        found, strange = self._named(core, ())
        if not found and not strange:
            return Ask(Kind.UNRELATED)
        return Ask(Kind.VALUE, tuple(dict.fromkeys(found)), strange)

    def _unknown_item(self, part: str, there: Sequence[Mention]) -> str:
        """A value in this part that is no whitelisted one, where no guess at one stands at all."""
        if there:
            return ""
        own = {word for topic in self.known for word in topic.own}
        sounds = [sound for topic in self.known for sound in topic.sounds]
        for item in items(part):
            if any(joined(item) in sound for sound in sounds):
                continue  # "an underscore before 2024", of ProjectX_2024
            words = {word for word in english(item) if len(word) > 1}
            words -= NOISE | SPELLING_DETAILS | own | NOUN_WORDS
            if words or any(char.isdigit() for char in item):
                return item
        return ""


def _joined(found: Sequence[Ask]) -> Ask:
    """What the clauses of one sentence ask together."""
    asking = [one for one in found if one.kind is not Kind.STATEMENT]
    if len(asking) < 2:
        return asking[0] if asking else Ask(Kind.STATEMENT)
    about = [one for one in asking if one.kind in (Kind.CLARIFYING, Kind.VALUE)]
    if not about:
        return asking[0]
    topics = tuple(dict.fromkeys(topic for one in about for topic in one.topics))
    kind = about[0].kind if len(about) == len(asking) else Kind.MIXED
    return Ask(kind, topics, next((one.strange for one in about if one.strange), ""))
