"""The things that a message names, by value or by what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .judge_mentions import Mention, mentions
from .judge_nouns import JOINING, NOISE, NOUN_WORDS, NOUNS, OPPOSED, PLAIN, SPELLING_DETAILS
from .judge_sentences import sentences
from .judge_shapes import (
    ADJUNCT,
    ASKED_BY,
    CONTENT,
    COUNTED,
    FOLLOWING,
    LAST,
    LEADING,
    MANNER,
    PARTIAL,
    PARTS,
    QUESTION_WORD,
    QUOTED,
    RELATIVE,
    VERBAL,
)
from .judge_sounds import alike
from .judge_terms import english, noun_of, words_of
from .judge_topics import Topic, joined, named
from .judge_vocabulary import FALSE_FRIENDS


@dataclass(frozen=True, slots=True)
class Naming:
    """What a message names, in the light of the whitelist and of the conversation.

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
    looked_up: dict[str, tuple[Mention, ...]] = field(default_factory=dict, compare=False)

    def _mentions(self, text: str) -> tuple[Mention, ...]:
        """The values that a text names; the count of "one word or two" is none."""
        if text not in self.looked_up:
            bare = COUNTED.sub(lambda found: " " * len(found[0]), text)
            self.looked_up[text] = mentions(bare, self.known)
        return self.looked_up[text]

    def _phrases(self, part: str) -> Iterator[list[str]]:
        """Runs of words that name a thing, with what stands before: `["routing", "number"]`.

        Quoted text names nothing: it is a value.
        """
        words = words_of(MANNER.sub(" ", RELATIVE.sub(r"\g<thing> , ", QUOTED.sub(" , ", part))))
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
                if english and not run and place:
                    run += _led_by(words[:place])
                run.append(word)
            elif run:
                purpose = _drop_joining(run)  # "the name for the reservation"
                known = run[-1] in NOUNS and (word in self.context or word in voiced)
                valued = valued and (run[-1] not in JOINING or word in voiced)
                is_head = _is_head(word) and VERBAL.search(word) is None
                if english and is_head and not (purpose or known or valued):
                    run.append(word)  # "order status": what is asked for is the status
                yield [one for one in run if one not in JOINING]
                run = []

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
            whole = any(one.weight >= 2 for one in here)
            if meant and whole and not any(_heads(phrase, one) for one in meant):
                continue  # "the pickup on the ninth": no pickup city
            both = len(meant) == 2 and "both" in words_of(part)
            if len(meant) > 1 and not both and not _together(meant, phrase):
                meant = [topic for topic in meant if topic in self.said]
            if not meant and not _inside(phrase, there):
                return found, " ".join(phrase)
            found += meant
        return found, ""

    def _one(self, phrase: list[str]) -> list[Topic]:
        """The topic that a phrase names beyond doubt, by a word of its own name."""
        meant = named(phrase, self.known, self.context)
        own = {form for word in phrase for form in (word, noun_of(word))}
        return meant if len(meant) == 1 and meant[0].own & own else []

    def _meant(self, core: str, there: Sequence[Mention]) -> Sequence[Mention]:
        """The mentions that are asked about.

        Left out are those that only sound like a topic that is asked for by name, those that say
        what the question is about ("For Texas, was it 2018?"), and beside whole values ordinary
        words that parts of others sound like ("the order: 50 shares of ZETA").
        """
        ahead = ADJUNCT.match(core)
        if ahead and any(one.start >= ahead.end() for one in there):
            there = [one for one in there if one.start >= ahead.end()]
        if any(one.weight >= 2 for one in there):
            there = [one for one in there if one.weight > 1 or not core[one.start].islower()]
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

    def _named_before(self, before: str) -> list[Topic]:
        """The topics that the message has named so far, whatever else it has said."""
        parts = [part for sentence in sentences(before) for part in PARTS.split(sentence)]
        return [topic for part in parts for topic in self._named(part, ())[0]]

    def _pointed_at(self, before: str) -> list[Topic]:
        """What "it" or "that" may be: the values said so far, or else the things named so far."""
        said = [one.topic for one in self._meant(before, mentions(before, self.known))]
        return said or self._named_before(before)

    def _by_question_word(self, core: str) -> list[Topic]:
        """The one value that who, when or where can ask for."""
        asked = QUESTION_WORD.search(core)
        kinds = ASKED_BY[asked[0].lower()] if asked else frozenset()
        found = [topic for topic in self.known if topic.current and topic.called & kinds]
        if len(found) > 1:
            words = set(words_of(core)) | set(english(core))
            found = [topic for topic in found if words & ((topic.own | topic.called) - kinds)]
        return found if len({topic.value for topic in found}) == 1 else []

    def _tells_nothing(self, rest: str) -> bool:
        """Whether words say nothing that the conversation does not."""
        return all(
            len(word) == 1
            or word in PLAIN
            or word in self.context
            or word in self.names
            or word in NOISE
            or word in SPELLING_DETAILS
            or word in FOLLOWING
            or noun_of(word) in NOUN_WORDS
            or word in LAST
            or word in OPPOSED
            or joined(word).isdigit()
            or any(joined(word) == sound for topic in self.known for sound in topic.sounds)
            for word in words_of(rest)
        )

    def _nothing_but(self, there: Sequence[Mention], core: str) -> bool:
        """Whether a sentence says nothing beside the values in it that is not known already."""
        rest = core[:1] + re.sub(r"\b[A-Z]\w+", lambda found: " " * len(found[0]), core[1:])
        for one in there:
            rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
        words = words_of(rest)
        if not self.english and any(char.isdigit() for char in rest):
            return False
        shortest = 1 if self.english else CONTENT
        return all(len(word) < shortest or self._tells_nothing(word) for word in words)


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
    return not any(set(words_of(gap)) <= LEADING for gap in gaps)


def _heads(phrase: Sequence[str], topic: Topic) -> bool:
    """Whether a phrase holds the thing itself, not only what tells it from others."""
    said = {form for word in phrase for form in (word, noun_of(word))}
    last = topic.base.split()[-1:]
    return bool(said & (topic.called | {*last, *map(noun_of, last)}))


def _led_by(before: Sequence[str]) -> list[str]:
    """The word that goes with a name: "routing" number, the "priority" of the ticket."""
    if before[-1] not in PLAIN:
        return [before[-1]]
    place = len(before) - 1
    while place >= 0 and before[place] in JOINING:
        place -= 1
    if place >= 0 and "of" in before[place + 1 :] and before[place] not in PLAIN | PARTIAL:
        return [before[place]]
    return []


def _drop_joining(run: list[str]) -> bool:
    """Whether what joins a name to the next word only says what it is for; then it is dropped."""
    last = max(place for place, word in enumerate(run) if word not in JOINING)
    if "for" not in run[last + 1 :]:
        return False
    del run[last + 1 :]
    return True


def _is_head(word: str) -> bool:
    """Whether a word after a modifier is the thing itself, as far as we know."""
    return bool(word) and word not in PLAIN and word not in NOISE and word not in FOLLOWING


def _together(meant: Sequence[Topic], phrase: Sequence[str]) -> bool:
    """Whether several topics are asked for at once: parts of one name, or "the file names"."""
    if len(meant) == 2 and all(topic.own & {"first", "last"} for topic in meant):
        return True
    return phrase[-1].endswith("s") and NOUNS.get(phrase[-1], phrase[-1][:-1]) != phrase[-1]
