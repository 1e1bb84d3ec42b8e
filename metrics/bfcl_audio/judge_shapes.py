"""The shapes that questions take: how they open, join, point and end."""

from __future__ import annotations

import re

from .judge_nouns import PLAIN

CONJUNCTS = re.compile(
    r",?\s+(?:and|as well as|plus|und|et|y|e|en|и|と|和)\s+(?:also\s+)?"
    r"|,\s+(?:also\s+)?(?!or\b)"
)
QUOTED = re.compile(
    r"[\"“”«»„「『]([^\"“”«»„」』]{1,80})[\"“”«»」』]|(?<!\w)['‘]([^'’]{1,80})['’](?!\w)"
)
WRITTEN = re.compile(r"\S*(?:\w[@_/\\.]\w|\d)\S*")
CAPITALISED = re.compile(r"(?<![.!?]\s)(?<!^)(?<!\w)[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")
FOLLOWING = frozenset(
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
POINTING = re.compile(
    r"\b(?:it|that|this|those|these|them|both|two|three|all|right|correct|spelled|"
    r"spelling|with|eso|cela|ça|das|es|"
    r"questo|isso|dat|это)\b|それ|그",
    re.IGNORECASE,
)
MANNER = re.compile(
    r"\b(?:(\w+) by \1|one (?:letter|digit|character|number|word)s? at a time|"
    r"the (?:letter|number|digit) (?:[a-z]|\d+|\w+teen|\w+ty|two|three|four|five|six)\b|"
    r"(?:one|two|a single) words?(?: or two)?|(?:once|one) more(?: time)?|"
    r"(?:at a|another|this) time|"
    r"(?:first|second|third|last|middle|any|each) (?:letter|digit|character|part)s? (?:of|in)\b|"
    r"(?:in )?(?:the )?nato \w+)\b",
    re.IGNORECASE,
)
OBJECT = re.compile(
    r"(?:(?:tell|give|send|share|provide|let)\b.*"
    r"|(?:what|which|when|where|why|who|how|do you|would you|are you|should)\b.*"
    r"|(?:the|your|his|her|their|a|an)\s+(?!one\b|letter\b|number\b|digit\b)\w+.*)$",
    re.IGNORECASE,
)
BY_NAME = re.compile(
    r"\b(?:what(?:'s|(?: exactly)? (?:is|are|was|were))|which|who"
    r"|(?:give|tell|provide|share|send|specify|state|clarify|supply|have|need)(?: me| us)?"
    r"(?: with)?)\s+(?:exactly |again )?(?:is |was )?"
    r"(?:the|your|his|her|their)\b",
    re.IGNORECASE,
)
CHOICE = re.compile(
    r"^(?:\w+,\s+|and\s+)?(?:what|which|who|whom|whose|where|how (?:many|much|long|far))\b[^,?]*"
    r"[,:?]\s*([^,?]+\sor\s[^,?]+)\?$",
    re.IGNORECASE,
)
OR = re.compile(r"\s+or\s+", re.IGNORECASE)
INVERTED = re.compile(
    r"\b(?:what|which|who|whom|whose|where|when|why|how)\b"
    r"|(?:^|[,:]\s*|\b(?:and|or|so|but)\s+)"
    r"(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|may|must|has|have|had)\b",
    re.IGNORECASE,
)
WHAT_IT_WAS = re.compile(
    r"(?:what|which|who) (?:one )?(?:is|was|were) (?:it|that|this|those|they)\b(?: \w+)?\W*$",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"(?:also,? )?(?:should|shall|do|does|did|is|are|was|were|will|would|can|could|may(?! \d)|must"
    r"|have|has"
    r"|what|which|who|where|when|why|how)\b",
    re.IGNORECASE,
)
DANGLING = re.compile(r"\b(?:for|about|like|doing|used)\s*\?\s*$", re.IGNORECASE)
CALLED_RIGHT = re.compile(r"\b(?:correct|right|spelled|written|called|named)\b", re.IGNORECASE)
SAYING = re.compile(
    r"[\"'”’]?\s+(?:is|are|was|were|looks?|sounds?|seems?|has|have)\b([^,?]*)", re.IGNORECASE
)
LAST = frozenset(
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
QUOTES_CALLER = re.compile(r"\byou (?:say|said|mean|meant)\b", re.IGNORECASE)
VERBAL = re.compile(
    r"(?:ed|ing|ly|n't)$|^(?:before|after|during|under|over|about|into|through|per|until|within|spelt"
    r"|without|between|says?|came|comes|went|goes|got|gets|reads?|sounds?|looks?|ends?"
    r"|starts?|begins?|has|have|had|contains?|needs?|should"
    r"|must|will|may|might|when|where|if|because|while|also|instead|there|here|now|first|back|all|x"
    r"|all|any|some|being|been|really|maybe|yes|anyway|either|then|than|upper|lower|letter|digit)$"
)
PARTS = re.compile(r"[,:;]\s+|\s+(?:and|or|und|y|et|e|en)\s+")
COUNTED = re.compile(
    r"\b(?:one|two|three) (?:words?|letters?|digits?)\b(?: or (?:one|two|three)\b)?"
    r"|\bone ['\"]?[a-z]['\"]? or two\b|\b(?:two|three) ['\"]?[a-z]['\"]?['’]?s\b"
    r"|\bin both\b|\bthe (?:letter|number|digit)s? \w+",
    re.IGNORECASE,
)
AN_ASIDE = re.compile(
    r"(?:so|because|since|as|before|after|just|not|then|thanks?|please|sorry)\b",
    re.IGNORECASE,
)
CLAUSES = re.compile(
    r"(?:,?\s+(?:and|but|or)\s+(?:also,?\s+)?|,\s+)"
    r"(?=(?:should|shall|do|does|did|is|are|was|were|will|would|can|could|may|must|have|has|what"
    r"|which"
    r"|who|where|when|why|how)\b)"
)
COPULA = re.compile(r"(?:and |so |or )?(?:is|was|are|were) ['\"“]?", re.IGNORECASE)
PREFACE = re.compile(
    r"(?:so |and |please )?(?:(?:can|could|would|will) you )?(?:please |just )?"
    r"(?:tell|confirm|clarify|check|say|let)(?: (?:me|us))?(?: know)?(?: again| please)?\W*$",
    re.IGNORECASE,
)
LEADING = PLAIN - frozenset({"in", "on", "at", "from", "to", "with", "by", "of"})
CONTENT = 4
"""Letters from which on a word of another language is taken to say something."""
