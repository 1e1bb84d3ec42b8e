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
    r"the (?:letter|number|digit) (?:[a-z]|\d+|\w+teen|\w+ty|zero|one|two|three|four|five|six"
    r"|seven|eight|nine|ten)\b|"
    r"(?:one|two|a single) words?(?: or two)?|(?:once|one) more(?: time)?|"
    r"(?:at a|another|this) time|"
    r"(?:first|second|third|fourth|fifth|last|final|next|middle|any|each|other)(?: \w+)?"
    r" (?:letter|digit|character|part)s?(?: (?:of|in)\b)?|"
    r"(?:letter|digit|character)s? (?:after|before|between|following) (?:the )?(?:\w |\w+ )|"
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
        "accurate",
        "accurately",
        "correctly",
        "properly",
        "rightly",
        "asked",
        "wanted",
        "intended",
        "understand",
        "understood",
        "read",
        "type",
        "everything",
        "details",
        "information",
        "info",
    }
)
QUOTES_CALLER = re.compile(r"\byou (?:say|said|mean|meant)\b", re.IGNORECASE)
VERBAL = re.compile(
    r"(?:ed|ing|ly|n't)$|^(?:before|after|during|under|over|about|into|through|per|until|within|spelt"
    r"|without|between|says?|came|comes|went|goes|got|gets|reads?|sounds?|looks?|ends?"
    r"|starts?|begins?|has|have|had|contains?|needs?|should"
    r"|must|will|may|might|when|where|if|because|while|also|instead|there|here|now|first|back|all|x"
    r"|all|any|some|being|been"
    r"|away|ago|far|long|apart|really|maybe|yes|anyway|either|then|than|upper|lower|letter|digit|old|new)$"
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
    r"(?!,?\s+or\s+(?:(?:is|was|are|were|should) (?:it|that|this|they)\b|did you (?:say|mean)\b))"
    r"(?:,?\s+(?:and|but|or)\s+(?:also,?\s+)?|,\s+)"
    r"(?=(?:should|shall|do|does|did|is|are|was|were|will|would|can|could|may|must|have|has|what"
    r"|which|who|where|when|why|how)\b)"
)
COPULA = re.compile(r"(?:and |so |or )?(?:is|was|are|were) ['\"“]?", re.IGNORECASE)
PREFACE = re.compile(
    r"(?:so |and |please )?(?:(?:can|could|would|will) you )?(?:please |just )?"
    r"(?:tell|confirm|clarify|check|say|let)(?: (?:me|us))?(?: know)?(?: again| please)?\W*$",
    re.IGNORECASE,
)
POSITION = re.compile(
    r"\b(?:between|after|before|in front of|in between)\s+(?:the )?[^,?;]*?"
    r"(?=\s+(?:in|of|for) (?:the|your)\b)",
    re.IGNORECASE,
)
"""Where in a value a sign stands: "a dot between the first and the last name in the e-mail"."""
ANNOUNCING = re.compile(
    r"\W*(?:(?:okay|ok|sure|so|great|thanks|first|just|now|before (?:i|we) \w+(?: \w+){0,3})"
    r"[,.]?\s+)*"
    r"(?:i(?:['’]d|['’]ll)?|we|let me|let's|there (?:is|are))\s+(?:\w+\s+){0,4}?"
    r"(?:confirm|check|verify|clarify|ask|make sure|need|have|get)\s+"
    r"(?:(?:that|if|i|have|got|the|your|a|an|all|of|some|few|couple|one|two|three|more|quick|these|this"
    r"|with|you|about|exact|correct|following)\s+)*(?:[a-z]+\s+)?"
    r"(?:details?|information|info|things?|request|order|booking|spellings?|credentials|questions?"
    r"|something|parameters?|right|correct(?:ly)?|clear)\b(?:[^?:\w][^?:]{0,20})?[.!:]?$",
    re.IGNORECASE,
)
"""Says that something is to be asked, not yet what: "Let me check a few details."."""
GLOSS = re.compile(r"(?:(?i:the|an?)\b|[A-Z])\D*$")
REMARK = re.compile(r"(?:i|we|i['’]m|i['’]ve|it|there)\b(?! (?:is|was)\b)", re.IGNORECASE)
WANTED = re.compile(r"(?:\w+,? )?(?:do|did) you (?:want|need|mean)\b", re.IGNORECASE)
KIND_OF = re.compile(r"(?:is|was) (?:it|this|that|there) an? \D+$", re.IGNORECASE)
"""Asks of what kind something is: "Is this a business dinner?"."""
HEARING = re.compile(
    r"\b(?:i|we) (?:\w+ ){0,2}?(?:heard|hear|understood|caught)\b"
    r"|\b(?:sounded|sounds) (?:like|as)\b"
    r"|\b(?:(?:did|could|was|am|is)(?:n['’]?t| not)|i['’]m not|not) (?:\w+ ){0,3}?"
    r"(?:catch|caught|get|got|hear|heard|make out|understand|tell|sure (?:if|whether|i|what))\b"
    r"|\b(?:i|i['’]ve|we|may have|might have) (?:just )?(?:missed|misheard|misunderstood)\b"
    r"|\b(?:cut|dropped|breaking|broke) (?:out|off|up)\b|\bgarbled\b|\bunclear\b|\bnoisy\b"
    r"|\b(?:came|coming|comes?) (?:through|across|out)\b|\btrouble (?:with|hearing|understanding)\b"
    r"|\b(?:(?:double|triple)[- ]|(?:let me|to|just) (?:just |quickly )?)(?:check|confirm|verify)\b"
    r"|\bmake sure (?:i|of|that i)\b",
    re.IGNORECASE,
)
"""Says that something may have been misheard."""
OPEN = re.compile(
    r"\W*(?:(?:and|so|sorry|but|okay|ok|also|hmm|um|uh|please|for|in|to|on|at)\b,?\s*){0,2}"
    r"(?:which|what(?! (?:else|next|kind|type|sort))|who|whom|when|where(?! (?:is|are|can|do))"
    r"|how (?:many|much)"
    r"|(?:(?:can|could|would|will) you )?(?:please )?(?:read|give|tell|say|provide|type)\b)",
    re.IGNORECASE,
)
"""A question that a value answers."""
THING = re.compile(
    r"\b(?:which|what|whose|how many)\s+(?!(?:is|was|are|were|did|do|does|should|would|exactly)\b)"
    r"((?:[\w'’-]+\s+){1,4}?)"
    r"(?:is|was|are|were|did|do|does|should|shall|would|will|can|could|have|has|had|you|i|it)\b",
    re.IGNORECASE,
)
"""What a question with "which" or "what" asks for: "which user ID should get the message?"."""
QUESTION_WORD = re.compile(r"\b(?:whom?|when|where|how much)\b", re.IGNORECASE)
ASKED_BY = {
    "who": frozenset({"person", "recipient", "contact"}),
    "whom": frozenset({"person", "recipient", "contact"}),
    "when": frozenset({"date", "time"}),
    "how much": frozenset({"amount", "price", "cost"}),
    "where": frozenset({"place", "directory", "airport"}),
}
"""What a question word asks for."""
RELATIVE = re.compile(
    r"(?P<thing>\b(?:the|your|an?|any|his|her|their)\s+(?:[\w'’-]+\s+){0,3}?[\w'’-]+)"
    r"(?<!\bdid)(?<!\bdo)(?<!\bare)(?<!\bwere)(?<!\bhave)(?<!\bcan)(?<!\bcould)(?<!\bwould)"
    r"(?<!\bshould)(?<!\band)(?<!\bor)(?<!\bbut)(?<!\bso)(?<!\bif)(?<!\bbefore)"
    r"\s+(?:(?:that|who|which|whom|where)\s+)?(?:i|we|you)(?:'d|'re|'ll|'ve)?\s+"
    r"\w+[^,?;:.\"\ue000-\uf000]*?(?=\s+(?:and|or|is|was|as|again)\b|[,?;:.\"\ue000-\uf000]|$)",
    re.IGNORECASE,
)
"""What the caller or the assistant does with a thing: "the person I should message"."""
ADJUNCT = re.compile(
    r"^\W*(?:and |so |okay,? |now |then )?(?:for|in|at|on|as for|regarding|about|with) "
    r"[^,?]{1,40},",
    re.IGNORECASE,
)
"""What a question is about, in front of what it asks: "For Texas, was it 2018?"."""
LEADING = PLAIN - frozenset({"in", "on", "at", "from", "to", "with", "by", "of"})
PARTIAL = frozenset(
    """letter letters digit digits character characters part parts half beginning end start piece
    section bit wording phrasing version case format capitalisation capitalization pronunciation
    rest sure instead""".split()  # noqa: SIM905
)
"""Of a thing, what is asked about with the thing itself: "the end of the file name"."""
CONTENT = 4
"""Letters from which on a word of another language is taken to say something."""
