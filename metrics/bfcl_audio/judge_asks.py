"""A message cut into sentences, each told apart: what it asks, and about what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from .judge_mentions import Mention, mentions
from .judge_nouns import JOINING, NOISE, NOUNS, PLAIN, SPELLING_DETAILS
from .judge_topics import NOUN_WORDS, Topic, english, named, noun_of, words_of
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

_SENTENCES = re.compile(
    r"(?<=[.!?。？！؟])[\"'”’)]*\s+|(?<=[。？！])|\s*\n+\s*|\s+(?:--|—|–)\s+|;\s+"
)
_ABBREVIATION = re.compile(r"\b(?:mr|mrs|ms|dr|st|no|vs|e\.g|i\.e|[A-Z])\.$", re.IGNORECASE)
_CONJUNCTS = re.compile(
    r",?\s+(?:and|as well as|plus|und|et|y|e|en|и|と|和)\s+(?:also\s+)?"
    r"|,\s+(?:also\s+)?(?!or\b)"
)
_QUOTED = re.compile(
    r"[\"“”«»„「『]([^\"“”«»„」』]{1,80})[\"“”«»」』]|(?<!\w)['‘]([^'’]{1,80})['’](?!\w)"
)
_WRITTEN = re.compile(r"\S*(?:\w[@_/\\.]\w|\d)\S*")
_CAPITALISED = re.compile(r"(?<![.!?]\s)(?<!^)(?<!\w)[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")
_FOLLOWING = frozenset({"by", "once", "slowly", "please", "like", "more", "too", "also", "then"})
_POINTING = re.compile(
    r"\b(?:it|that|this|those|these|them|right|correct|spelled|spelling|with|eso|cela|ça|das|es|"
    r"questo|isso|dat|это)\b|それ|그",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"\b(?:the|is|did|you|your|could|was|that|please|what|do|can)\b", re.IGNORECASE
)
_MANNER = re.compile(
    r"\b(?:(\w+) by \1|one (?:letter|digit|character|number|word)s? at a time|"
    r"one word or two|(?:in )?(?:the )?nato \w+)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"(?:(?:tell|give|send|share|provide|let)\b.*"
    r"|(?:what|which|when|where|why|who|how|do you|would you|are you|should)\b.*"
    r"|(?:the|your|his|her|their|a|an)\s+\w+(?:\s+\w+)?\W*)$",
    re.IGNORECASE,
)
_BY_NAME = re.compile(
    r"\b(?:what(?:'s| is| are| was| were)|which|who|(?:give|tell|provide|share|send|specify|state|"
    r"clarify|supply|have|need)(?: me| us)?(?: with)?)\s+(?:exactly |again )?(?:is |was )?"
    r"(?:the|your|his|her|their)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"^(?:what|which|who|whom|whose|where)\b[^,?]*[,:?]\s*([^,?]+\sor\s[^,?]+)\?$", re.IGNORECASE
)
_OR = re.compile(r"\s+or\s+", re.IGNORECASE)
_INVERTED = re.compile(
    r"\b(?:what|which|who|whom|whose|where|when|why|how)\b"
    r"|(?:^|[,:]\s*|\b(?:and|or|so|but)\s+)"
    r"(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|may|must|has|have|had)\b",
    re.IGNORECASE,
)
_QUOTES_CALLER = re.compile(r"\byou (?:say|said|mean|meant)\b", re.IGNORECASE)


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


def sentences(message: str) -> list[str]:
    """The sentences of a message; an abbreviation's or a file name's dot ends none."""
    found: list[str] = []
    for piece in _SENTENCES.split(message.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += " " + piece
        elif piece.strip():
            found.append(piece.strip())
    return found


def asks(message: str, known: Sequence[Topic], context: str = "") -> list[Ask]:
    """What each sentence of a message asks.

    Args:
        message: the assistant's.
        known: the whitelisted topics.
        context: what the conversation is about: request and transcript.
    """
    reader = _Reader(
        known=known,
        context=frozenset(words_of(context)) | PLAIN,
        names=frozenset(word for topic in known for word in topic.own),
        said=tuple(mention.topic for mention in mentions(message, known)),
    )
    found = []
    before = ""
    for sentence in sentences(message):
        found.append(reader.ask(sentence, before))
        before = f"{before} {sentence}".strip()
    return found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads sentences in the light of the whitelist and of what the conversation is about.

    Attributes:
        known: the whitelisted topics.
        context: words of the request and its transcript.
        names: words of the topics' own names.
        said: topics whose value the message names somewhere.
    """

    known: Sequence[Topic]
    context: frozenset[str]
    names: frozenset[str]
    said: tuple[Topic, ...]

    def ask(self, sentence: str, before: str) -> Ask:
        """What a sentence asks; `before` is the message up to it."""
        if not REQUESTING.search(sentence):
            return Ask(Kind.STATEMENT)
        core = PURPOSE.sub(" ", sentence)
        if EVERYTHING.search(core):
            return Ask(Kind.CLARIFYING, strange="everything")
        if (choice := _CHOICE.search(core)) and (either := self._either(choice[1])):
            return Ask(Kind.CLARIFYING, (either,))
        spelling = SPELLING.search(core) is not None
        checking = REPEATING.search(core) is not None or CONFIRMING.search(core) is not None
        checking = checking or self._reads_back(core)
        preferring = PREFERRING.search(core) is not None
        if preferring and not spelling:
            mixed = _QUOTES_CALLER.search(core) is not None and bool(mentions(core, self.known))
            return Ask(Kind.MIXED if mixed else Kind.UNRELATED)
        if spelling or checking:
            kind = Kind.MIXED if preferring else Kind.CLARIFYING
            return self._clarification(kind, core, before, mentions(sentence, self.known))
        by_name = _BY_NAME if _ENGLISH.search(core) else ASKING_VALUE
        return self._value(core) if by_name.search(core) else Ask(Kind.UNRELATED)

    def _either(self, alternatives: str) -> Topic | None:
        """The one value that both of two alternatives sound like; None if there is none."""
        sides = [mentions(side, self.known) for side in _OR.split(alternatives)]
        meant = {mention.topic for side in sides for mention in side}
        return meant.pop() if len(meant) == 1 and len(sides) == 2 and all(sides) else None

    def _reads_back(self, core: str) -> bool:
        """Whether a question is a statement with a mark: "LAX to JFK, on the fifteenth?"."""
        asking = _INVERTED.search(core) is None and core.rstrip().endswith("?")
        return asking and any(mention.weight >= 2 for mention in mentions(core, self.known))

    def _clarification(self, kind: Kind, core: str, before: str, there: Sequence[Mention]) -> Ask:
        """The topics of a request to confirm, spell or repeat; every part must name one."""
        found: list[Topic] = [mention.topic for mention in there]
        strange = ""
        for part in _CONJUNCTS.split(core):
            here = mentions(part, self.known)
            named_here, missing = self._named(part, here)
            found += named_here
            strange = strange or missing
            if not (named_here or here):
                strange = strange or _other_object(part) or self._unknown_item(part, there)
        if not found and not strange and _POINTING.search(core):
            found = [mention.topic for mention in mentions(before, self.known)]
            found = found or self._named(before, ())[0]
        if not found and not strange:
            found = list(self.said)  # "could you spell that thing? I heard ..."
        if not found and not strange:
            strange = "nothing that is clear"
        return Ask(kind, tuple(dict.fromkeys(found)), strange)

    def _named(self, part: str, here: Sequence[Mention]) -> tuple[list[Topic], str]:
        """The topics that a part names, and the first name that is no topic or not clear."""
        found: list[Topic] = []
        for phrase in self._phrases(part):
            meant = named(phrase, self.known, self.context)
            if here and (not meant or any(one.topic in meant for one in here)):
                continue  # "the file name final_report.pdf": the value says which
            if len(meant) > 1 and not _together(meant, phrase):
                meant = [topic for topic in meant if topic in self.said]
            if not meant:
                return found, " ".join(phrase)
            found += meant
        return found, ""

    def _phrases(self, part: str) -> Iterator[list[str]]:
        """Runs of words that name a thing, with what stands before: `["routing", "number"]`.

        Quoted text names nothing: it is a value.
        """
        words = words_of(_MANNER.sub(" ", _QUOTED.sub(" , ", part)))
        # In other languages the word before a name is as often a verb as an adjective.
        english = _ENGLISH.search(part) is not None
        run: list[str] = []
        for place, word in enumerate([*words, ""]):
            names = noun_of(word) in NOUN_WORDS or (word in self.names and word not in PLAIN)
            if names or (run and word in JOINING):
                if english and not run and place and words[place - 1] not in PLAIN:
                    run.append(words[place - 1])
                run.append(word)
            elif run:
                if english and run[-1] not in NOUNS and _is_head(word):
                    run.append(word)  # "order status": what is asked for is the status
                yield [one for one in run if one not in JOINING]
                run = []

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
        for item in _items(part):
            words = {word for word in english(item) if len(word) > 1}
            words -= NOISE | SPELLING_DETAILS | own | NOUN_WORDS
            if words or any(char.isdigit() for char in item):
                return item
        return ""


def _is_head(word: str) -> bool:
    """Whether a word after a modifier is the thing itself, as far as we know."""
    return bool(word) and word not in PLAIN and word not in NOISE and word not in _FOLLOWING


def _other_object(part: str) -> str:
    """What a part asks for beside: "… and tell me the room type", "… and the sort code"."""
    found = _OBJECT.match(part.strip())
    return found[0] if found else ""


def _together(meant: Sequence[Topic], phrase: Sequence[str]) -> bool:
    """Whether several topics are asked for at once: parts of one name, or "the file names"."""
    if len(meant) == 2 and all(topic.own & {"first", "last"} for topic in meant):
        return True
    return phrase[-1].endswith("s") and NOUNS.get(phrase[-1], phrase[-1][:-1]) != phrase[-1]


def _items(part: str) -> Iterator[str]:
    for quoted in _QUOTED.finditer(part):
        yield quoted[1] or quoted[2]
    bare = _QUOTED.sub(" ", part).lstrip(" ¿¡")
    yield from _WRITTEN.findall(bare)
    if _ENGLISH.search(bare):  # other languages capitalise by other rules
        yield from (match.group() for match in _CAPITALISED.finditer(bare))
