"""A message cut into sentences, each told apart: what it asks, and about what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from .judge_mentions import Mention, mentions, with_values_held
from .judge_nouns import JOINING, NOISE, NOUN_WORDS, NOUNS, PLAIN, SPELLING_DETAILS
from .judge_sentences import is_english, plain, sentences
from .judge_sounds import alike
from .judge_topics import Topic, english, joined, named, noun_of, words_of
from .judge_vocabulary import FALSE_FRIENDS
from .judge_words import (
    ASKING_VALUE,
    CONFIRMING,
    COPULAR,
    EVERYTHING,
    PREFERRING,
    PURPOSE,
    REPEATING,
    REQUESTING,
    SPELLING,
)

_CONJUNCTS = re.compile(
    r",?\s+(?:and|as well as|plus|und|et|y|e|en|и|と|和)\s+(?:also\s+)?"
    r"|,\s+(?:also\s+)?(?!or\b)"
)
_QUOTED = re.compile(
    r"[\"“”«»„「『]([^\"“”«»„」』]{1,80})[\"“”«»」』]|(?<!\w)['‘]([^'’]{1,80})['’](?!\w)"
)
_WRITTEN = re.compile(r"\S*(?:\w[@_/\\.]\w|\d)\S*")
_CAPITALISED = re.compile(r"(?<![.!?]\s)(?<!^)(?<!\w)[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")
_FOLLOWING = frozenset(
    {
        "back",
        "clearly",
        "including",
        "starting",
        "beginning",
        "exactly",
        "by",
        "once",
        "slowly",
        "please",
        "like",
        "more",
        "too",
        "also",
        "then",
    }
)
_POINTING = re.compile(
    r"\b(?:it|that|this|those|these|them|both|two|three|all|right|correct|spelled|"
    r"spelling|with|eso|cela|ça|das|es|"
    r"questo|isso|dat|это)\b|それ|그",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"\b(?:(\w+) by \1|one (?:letter|digit|character|number|word)s? at a time|"
    r"the (?:letter|number|digit) (?:[a-z]|\d+|\w+teen|\w+ty|two|three|four|five|six)\b|"
    r"(?:one|two|a single) words?(?: or two)?|(?:once|one) more(?: time)?|"
    r"(?:at a|another|this) time|"
    r"(?:first|second|third|last|middle|any|each) (?:letter|digit|character|part)s? (?:of|in)\b|"
    r"(?:in )?(?:the )?nato \w+)\b",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"(?:(?:tell|give|send|share|provide|let)\b.*"
    r"|(?:what|which|when|where|why|who|how|do you|would you|are you|should)\b.*"
    r"|(?:the|your|his|her|their|a|an)\s+(?!one\b|letter\b|number\b|digit\b)\w+.*)$",
    re.IGNORECASE,
)
_BY_NAME = re.compile(
    r"\b(?:what(?:'s|(?: exactly)? (?:is|are|was|were))|which|who"
    r"|(?:give|tell|provide|share|send|specify|state|clarify|supply|have|need)(?: me| us)?(?: with)?)\s+(?:exactly |again )?(?:is |was )?"
    r"(?:the|your|his|her|their)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"^(?:\w+,\s+|and\s+)?(?:what|which|who|whom|whose|where|how (?:many|much|long|far))\b[^,?]*"
    r"[,:?]\s*([^,?]+\sor\s[^,?]+)\?$",
    re.IGNORECASE,
)
_OR = re.compile(r"\s+or\s+", re.IGNORECASE)
_INVERTED = re.compile(
    r"\b(?:what|which|who|whom|whose|where|when|why|how)\b"
    r"|(?:^|[,:]\s*|\b(?:and|or|so|but)\s+)"
    r"(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|may|must|has|have|had)\b",
    re.IGNORECASE,
)
_WHAT_IT_WAS = re.compile(
    r"(?:what|which|who) (?:one )?(?:is|was|were) (?:it|that|this|those|they)\b(?: \w+)?\W*$",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:also,? )?(?:should|shall|do|does|did|is|are|was|were|will|would|can|could|may(?! \d)|must"
    r"|have|has"
    r"|what|which|who|where|when|why|how)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"\b(?:for|about|like|doing|used)\s*\?\s*$", re.IGNORECASE)
_CALLED_RIGHT = re.compile(r"\b(?:correct|right|spelled|written|called|named)\b", re.IGNORECASE)
_SAYING = re.compile(
    r"[\"'”’]?\s+(?:is|are|was|were|looks?|sounds?|seems?|has|have)\b([^,?]*)", re.IGNORECASE
)
_LAST = frozenset(
    {
        "then",
        "here",
        "again",
        "yes",
        "instead",
        "total",
        "each",
        "maybe",
        "perhaps",
        "checking",
        "confirming",
    }
)
_QUOTES_CALLER = re.compile(r"\byou (?:say|said|mean|meant)\b", re.IGNORECASE)


_VERBAL = re.compile(
    r"(?:ed|ing|ly|n't)$|^(?:before|after|during|under|over|about|into|through|per|until|within|spelt"
    r"|without|between|says?|came|comes|went|goes|got|gets|reads?|sounds?|looks?|ends?"
    r"|starts?|begins?|has|have|had|contains?|needs?|should"
    r"|must|will|may|might|when|where|if|because|while|also|instead|there|here|now|first|back|all|x"
    r"|all|any|some|being|been|really|maybe|yes|anyway|either|then|than|upper|lower|letter|digit)$"
)
_PARTS = re.compile(r"[,:;]\s+|\s+(?:and|or|und|y|et|e|en)\s+")
_COUNTED = re.compile(
    r"\b(?:one|two|three) (?:words?|letters?|digits?)\b(?: or (?:one|two|three)\b)?"
    r"|\bone ['\"]?[a-z]['\"]? or two\b|\b(?:two|three) ['\"]?[a-z]['\"]?['’]?s\b"
    r"|\bin both\b|\bthe (?:letter|number|digit)s? \w+",
    re.IGNORECASE,
)
_AN_ASIDE = re.compile(
    r"(?:so|because|since|as|before|after|just|not|then|thanks?|please|sorry)\b",
    re.IGNORECASE,
)


_CLAUSES = re.compile(
    r"(?:,?\s+(?:and|but|or)\s+(?:also,?\s+)?|,\s+)"
    r"(?=(?:should|shall|do|does|did|is|are|was|were|will|would|can|could|may|must|have|has|what"
    r"|which"
    r"|who|where|when|why|how)\b)"
)
_COPULA = re.compile(r"(?:and |so |or )?(?:is|was|are|were) ['\"“]?", re.IGNORECASE)
_PREFACE = re.compile(
    r"(?:so |and |please )?(?:(?:can|could|would|will) you )?(?:please |just )?"
    r"(?:tell|confirm|clarify|check|say|let)(?: (?:me|us))?(?: know)?(?: again| please)?\W*$",
    re.IGNORECASE,
)


def _clauses(sentence: str, known: Sequence[Topic]) -> list[str]:
    """The questions of a sentence; what stands before the first belongs to it."""
    starts = [found.end() for found in _CLAUSES.finditer(sentence)]
    first = sentence[: starts[0]] if starts else ""
    if starts and not (_OPENING.match(first) or _PREFACE.match(first) or mentions(first, known)):
        starts = starts[1:]
    ends = [*starts, len(sentence)]
    pieces = [sentence[start:end] for start, end in zip([0, *starts], ends, strict=True)]
    return [re.sub(r"(?:,?\s+(?:and|but|or)(?:\s+also,?)?|,)\s+$", "", piece) for piece in pieces]


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


_LEADING = PLAIN - frozenset({"in", "on", "at", "from", "to", "with", "by", "of"})
_CONTENT = 4
"""Letters from which on a word of another language is taken to say something."""


def _asks_again(text: str) -> bool:
    return SPELLING.search(text) is not None or REPEATING.search(text) is not None


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
        english: the message is in English, where more can be told.
    """

    english: bool
    known: Sequence[Topic]
    context: frozenset[str]
    names: frozenset[str]
    said: tuple[Topic, ...]

    def ask(self, sentence: str, before: str) -> Ask:
        """What a sentence asks; `before` is the message up to it."""
        clauses = _clauses(sentence, self.known)
        if len(clauses) == 1:
            return self._ask(sentence, before)
        found: list[Ask] = []
        for clause in clauses:
            # A question of its own needs no mark of its own: "is it Jon, and what is the genre?"
            marked = clause if clause.rstrip().endswith("?") else f"{clause}?"
            if not _PREFACE.match(clause):
                one = self._ask(marked, before)
                if found or one.kind is not Kind.UNRELATED or _OPENING.match(clause):
                    found.append(one)
            before = f"{before} {clause}"
        return _joined(found)

    def _ask(self, sentence: str, before: str) -> Ask:
        if not REQUESTING.search(sentence):
            return Ask(Kind.STATEMENT)
        core = PURPOSE.sub(" ", sentence)
        if (all_of := EVERYTHING.search(core)) and not self.names & {*words_of(all_of[0])}:
            return Ask(Kind.CLARIFYING, strange="everything")
        if (choice := _CHOICE.search(core)) and (either := self._either(choice[1])):
            return Ask(Kind.CLARIFYING, (either,))
        spelling = SPELLING.search(core) is not None
        checking = REPEATING.search(core) is not None or CONFIRMING.search(core) is not None
        checking = checking or self._reads_back(core) or self._is_the_value(core)
        if checking and not spelling and self._about_the_world(core):
            return Ask(Kind.UNRELATED)
        preferring = PREFERRING.search(_QUOTED.sub(' "" ', core)) is not None
        if preferring and not spelling:
            mixed = _QUOTES_CALLER.search(core) is not None and bool(self._mentions(core))
            return Ask(Kind.MIXED if mixed else Kind.UNRELATED)
        if spelling or checking:
            kind = Kind.MIXED if preferring else Kind.CLARIFYING
            return self._clarification(kind, core, before, self._mentions(sentence))
        if _DANGLING.search(core):
            return Ask(Kind.UNRELATED)
        by_name = _BY_NAME if self.english else ASKING_VALUE
        return self._value(core) if by_name.search(core) else Ask(Kind.UNRELATED)

    def _mentions(self, text: str) -> tuple[Mention, ...]:
        """The values that a text names; the count of "one word or two" is none."""
        return mentions(_COUNTED.sub(lambda found: " " * len(found[0]), text), self.known)

    def _either(self, alternatives: str) -> Topic | None:
        """The one value that both of two alternatives sound like; None if there is none."""
        sides = [mentions(side, self.known) for side in _OR.split(alternatives)]
        meant = {mention.topic for side in sides for mention in side}
        return meant.pop() if len(meant) == 1 and len(sides) == 2 and all(sides) else None

    def _reads_back(self, core: str) -> bool:
        """Whether a question is a statement with a mark: "LAX to JFK, on the fifteenth?"."""
        there = self._mentions(core)
        if not (core.rstrip().endswith("?") and any(one.weight >= 2 for one in there)):
            return False
        return _INVERTED.search(core) is None and self._nothing_but(there, core)

    def _nothing_but(self, there: Sequence[Mention], core: str) -> bool:
        """Whether a sentence says nothing beside the values in it that is not known already."""
        rest = core[:1] + re.sub(r"\b[A-Z]\w+", lambda found: " " * len(found[0]), core[1:])
        for one in there:
            rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
        words = words_of(rest)
        if not self.english and any(char.isdigit() for char in rest):
            return False
        shortest = 1 if self.english else _CONTENT
        return all(len(word) < shortest or self._tells_nothing(word) for word in words)

    def _is_the_value(self, core: str) -> bool:
        """Whether a question says that something is a value: "Is the file notes.txt?".

        What stands after the value must tell no more about it: "Is the speaker switched on?" asks
        about the world.
        """
        there = self._mentions(core)
        first = _COPULA.match(core)
        if not (COPULAR.search(core) or (first and there and there[0].start == first.end())):
            return False
        if not there:
            return bool(_CALLED_RIGHT.search(core))
        if self.english:
            return self._tells_nothing(core[max(one.end for one in there) :])
        return self._nothing_but(there, core)

    def _about_the_world(self, core: str) -> bool:
        """Whether a sentence says of a value how it is: "Zeta Corp is great, right?"."""
        there = self._mentions(core)
        for place, one in enumerate(there):
            said = _SAYING.match(core, one.end)
            if said and place + 1 == len(there) and not self._tells_nothing(said[1]):
                return True
        return False

    def _tells_nothing(self, rest: str) -> bool:
        """Whether words say nothing that the conversation does not."""
        return all(
            len(word) == 1
            or word in PLAIN
            or word in self.context
            or word in self.names
            or word in NOISE
            or word in SPELLING_DETAILS
            or word in _FOLLOWING
            or noun_of(word) in NOUN_WORDS
            or word in _LAST
            or joined(word).isdigit()
            or any(joined(word) == sound for topic in self.known for sound in topic.sounds)
            for word in words_of(rest)
        )

    def _clarification(self, kind: Kind, core: str, before: str, there: Sequence[Mention]) -> Ask:
        """The topics of a request to confirm, spell or repeat; every part must name one."""
        there = self._meant(core, there)
        found: list[Topic] = [mention.topic for mention in there]
        strange = ""
        pointing = not found and kind is Kind.CLARIFYING
        asked = False
        for part in _CONJUNCTS.split(core):
            here = self._mentions(part)
            named_here, missing = self._named(part, here, there)
            found += named_here
            strange = strange or missing
            pointing = pointing and not named_here
            if not (named_here or here):
                strange = strange or ("" if _asks_again(part) else _other_object(part))
                strange = strange or self._unknown_item(part, there)
                strange = strange or (self._added(part) if asked else "")
            asked = asked or bool(named_here or here)
        if pointing and not _asks_again(core) and self.english:
            strange = strange or ("" if self._tells_nothing(core) else core)
        if not found and not strange and (not self.english or _POINTING.search(core)):
            found = [mention.topic for mention in mentions(before, self.known)]
            found = found or self._named_before(before)
        if not found and not strange:
            found = list(self.said)  # "could you spell that thing? I heard ..."
        if not found and not strange:
            strange = "nothing that is clear"
        return Ask(kind, tuple(dict.fromkeys(found)), strange)

    def _named_before(self, before: str) -> list[Topic]:
        """The topics that the message has named so far, whatever else it has said."""
        parts = [part for sentence in sentences(before) for part in _PARTS.split(sentence)]
        return [topic for part in parts for topic in self._named(part, ())[0]]

    def _added(self, part: str) -> str:
        """What a later part brings in that is no topic: "…, and in which order?"."""
        if not self.english or _asks_again(part) or CONFIRMING.search(_OR.sub(" ", part)):
            return ""
        if _AN_ASIDE.match(part):
            return ""
        # A capitalised gloss is a guess at a value: "INR, Indian rupees?"
        return "" if self._tells_nothing(re.sub(r"\b[A-Z]\w+", " ", part)) else part

    def _meant(self, core: str, there: Sequence[Mention]) -> Sequence[Mention]:
        """The mentions without those that only sound like a topic that is asked for by name."""
        by_name = {topic for phrase in self._phrases(core) for topic in self._one(phrase)}
        chosen = {one.topic for one in there} & by_name
        return [
            one
            for one in there
            if one.topic in chosen
            or not any(
                said == sound or alike(said, sound)
                for said in (joined(core[one.start : one.end]),)
                for topic in chosen
                for sound in topic.sounds
            )
        ]

    def _one(self, phrase: list[str]) -> list[Topic]:
        """The topic that a phrase names beyond doubt, by a word of its own name."""
        meant = named(phrase, self.known, self.context)
        own = {form for word in phrase for form in (word, noun_of(word))}
        return meant if len(meant) == 1 and meant[0].own & own else []

    def _named(
        self, part: str, here: Sequence[Mention], there: Sequence[Mention] = ()
    ) -> tuple[list[Topic], str]:
        """The topics that a part names, and the first name that is no topic or not clear."""
        found: list[Topic] = []
        for phrase in self._phrases(part):
            meant = named(phrase, self.known, self.context)
            if any(one.topic in meant for one in here) or _inside(phrase, here):
                continue  # "the file name final_report.pdf": the value says which
            if not meant and here and not _stands_apart(phrase, part, here):
                continue  # "thirty years", "Downing Street"
            if len(meant) > 1 and not _together(meant, phrase):
                meant = [topic for topic in meant if topic in self.said]
            if not meant and not _inside(phrase, there):
                return found, " ".join(phrase)
            found += meant
        return found, ""

    def _phrases(self, part: str) -> Iterator[list[str]]:
        """Runs of words that name a thing, with what stands before: `["routing", "number"]`.

        Quoted text names nothing: it is a value.
        """
        words = words_of(_MANNER.sub(" ", _QUOTED.sub(" , ", part)))
        words = [word for word in words if word != "s"]  # of a value held as one character
        if not self.english:
            words = [FALSE_FRIENDS.get(word, word) for word in words]
        # In other languages the word before a name is as often a verb as an adjective.
        english = self.english
        there = self._mentions(part)
        voiced = {word for one in there for word in words_of(part[one.start : one.end])}
        valued = any(one.weight >= 2 for one in there)  # a value says itself what is meant
        run: list[str] = []
        for place, word in enumerate([*words, ""]):
            noun = noun_of(word)
            names = noun in NOUN_WORDS or (not english and word in NOUNS)
            names = names or (bool({word, noun} & self.names) and word not in PLAIN)
            if names or (run and word in JOINING):
                if english and not run and place and words[place - 1] not in PLAIN:
                    run.append(words[place - 1])
                run.append(word)
            elif run:
                purpose = _drop_joining(run)  # "the name for the reservation"
                known = run[-1] in NOUNS and (word in self.context or word in voiced)
                valued = valued and (run[-1] not in JOINING or word in voiced)
                is_head = _is_head(word) and _VERBAL.search(word) is None
                if english and is_head and not (purpose or known or valued):
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
        sounds = [sound for topic in self.known for sound in topic.sounds]
        for item in _items(part):
            if any(joined(item) in sound for sound in sounds):
                continue  # "an underscore before 2024", of ProjectX_2024
            words = {word for word in english(item) if len(word) > 1}
            words -= NOISE | SPELLING_DETAILS | own | NOUN_WORDS
            if words or any(char.isdigit() for char in item):
                return item
        return ""


def _inside(phrase: Sequence[str], there: Sequence[Mention]) -> bool:
    """Whether a phrase is a piece of a value that is named: "users" of C, Users, Ana."""
    said = joined(" ".join(phrase))
    return any(one.weight >= 2 and said in sound for one in there for sound in one.topic.sounds)


def _stands_apart(phrase: Sequence[str], part: str, here: Sequence[Mention]) -> bool:
    """Whether a name is of a thing beside the values that are there: "Beatrix's licence number"."""
    words = r"\W+(?:\w+\W+){0,2}?".join(map(re.escape, phrase))
    owner = r"\b(?:the|your|his|her|their|an?)\s+|(?<!\bit)(?<!\bthat)(?<!\bwhat)['’]s\s+"
    found = re.search(rf"(?:{owner}){words}", part, re.IGNORECASE)
    if found is None:
        return False
    gaps = [
        part[found.end() : one.start] if one.start >= found.end() else part[one.end : found.start()]
        for one in here
        if one.weight >= 1 and (one.start >= found.end() or "s" not in found[0][:3].lower())
    ]
    return not any(set(words_of(gap)) <= _LEADING for gap in gaps)


def _drop_joining(run: list[str]) -> bool:
    """Whether what joins a name to the next word only says what it is for; then it is dropped."""
    last = max(place for place, word in enumerate(run) if word not in JOINING)
    if "for" not in run[last + 1 :]:
        return False
    del run[last + 1 :]
    return True


def _is_head(word: str) -> bool:
    """Whether a word after a modifier is the thing itself, as far as we know."""
    return bool(word) and word not in PLAIN and word not in NOISE and word not in _FOLLOWING


def _other_object(part: str) -> str:
    """What a part asks for beside: "… and tell me the room type", "… and the sort code"."""
    found = _OBJECT.match(part.strip())
    return found[0] if found and not _WHAT_IT_WAS.match(part.strip()) else ""


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
    if is_english(bare):  # other languages capitalise by other rules
        yield from (match.group() for match in _CAPITALISED.finditer(bare))
