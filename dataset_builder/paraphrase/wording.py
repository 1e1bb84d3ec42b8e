"""Written phrases in the words of speech: contractions, everyday verbs, requests as questions."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

from bfcl_audio.verbalise_lists import word_set

from .pieces import Piece, said
from .style import Register

# Words of the request -> what a caller says; "!" marks what only a casual caller says.
CONTRACTIONS: dict[str, str] = {
    "i am": "I'm",
    "i will": "I'll",
    "i would": "I'd",
    "it is": "it's",
    "what is": "what's",
    "that is": "that's",
    "there is": "there's",
    "who is": "who's",
    "where is": "where's",
    "how is": "how's",
    "you are": "you're",
    "we are": "we're",
    "they are": "they're",
    "do not": "don't",
    "does not": "doesn't",
    "did not": "didn't",
    "is not": "isn't",
    "are not": "aren't",
    "can not": "can't",
    "cannot": "can't",
    "could not": "couldn't",
    "would not": "wouldn't",
    "should not": "shouldn't",
    "have not": "haven't",
    "has not": "hasn't",
    "will not": "won't",
    "let us": "let's",
}
EVERYDAY: dict[str, str] = {
    "could you kindly": "could you",
    "would you kindly": "could you",
    "would you be so kind as to": "could you",
    "i would appreciate it if you could": "I'd love it if you could",
    "i'd appreciate it if you could": "I'd love it if you could",
    "would it be possible to": "could you",
    "kindly": "please",
    "in order to": "to",
    "utilize": "use",
    "utilizing": "using",
    "regarding": "about",
    "additionally": "also",
    "furthermore": "also",
    "subsequently": "then",
    "afterwards": "after that",
    "assist me in": "help me with",
    "assist me with": "help me with",
    "prior to": "before",
    "i wish to": "I want to",
    "upon": "on",
    "approximately": "about",
    "commence": "start",
    "respectively": "respectively",
}
CASUAL: dict[str, str] = {
    "want to": "wanna",
    "going to": "gonna",
    "got to": "gotta",
    "give me": "gimme",
}
IMPERATIVES = word_set(
    """
    add analyze arrange ascertain assess book build buy calculate cancel catalogue change check
    compare compile compose compute confirm convert copy craft create delete design determine
    display draft draw ensure estimate evaluate examine execute explore extract fetch fill find
    format forward generate get give identify include inform initiate inspect integrate
    investigate list locate look lock make mix move open order perform plot play post predict
    provide purchase put register replicate retrieve return reveal review round run schedule
    search select send set share show shuffle solve sort start store summarize tell toss
    train transfer translate turn update verify write
    """
)
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
OPENED = word_set(
    """
    hey hi hello okay so alright yeah right good oh ah well thanks thank great fantastic wonderful
    excellent splendid perfect sorry omg wow
    """
)
JOINTS = (said("and"), said("and"), said("so"), [*said("and", ","), *said("um", ",")])
# Sentences that begin with these don't follow on from the one before.
UNJOINED = OPENED | word_set("however also additionally finally lastly first second third next")
CLAUSE_STARTS = word_set(
    """
    before after once when while if as since upon given to with for
    """
)
POINTING = word_set(
    """
    it them he she they his her its their this that these those it's that's he's she's there
    they're him then so and but also i'd here
    """
)


def reword(pieces: Sequence[Piece], register: Register, rng: random.Random) -> list[Piece]:
    """The request in a caller's words; quoted texts and values stay as they are."""
    worded = _sentence_starts(pieces)
    if register != "formal":
        worded = _replaced(worded, EVERYDAY, 0.7, rng)
        worded = _replaced(worded, CONTRACTIONS, 0.85, rng)
    if register == "casual":
        worded = _replaced(worded, CASUAL, 0.3, rng)
    sentences = [_request(sentence, register, rng) for sentence in split_sentences(worded)]
    if register == "casual":
        sentences = [_turned(sentence, rng) for sentence in sentences]
        sentences = _run_on(sentences, rng)
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


def _sentence_starts(pieces: Sequence[Piece]) -> list[Piece]:
    """Small letters after a comma, and a stop after initials that end a sentence ("F.C. Find")."""
    worded: list[Piece] = []
    for piece in pieces:
        small = lowered(piece)
        if worded and worded[-1].pause == ",":
            piece = small
        elif (
            worded and small != piece and worded[-1].written.endswith(".") and not worded[-1].pause
        ):
            worded[-1] = replace(worded[-1], pause=".")
        worded.append(piece)
    return worded


def _replaced(
    pieces: list[Piece], table: dict[str, str], rate: float, rng: random.Random
) -> list[Piece]:
    lengths: dict[str, int] = {}
    for key in table:
        first, _, rest = key.partition(" ")
        lengths[first] = max(lengths.get(first, 0), len(rest.split()) + 1)
    done: list[Piece] = []
    at = 0
    while at < len(pieces):
        length = _matching(pieces, at, table, lengths.get(pieces[at].text.lower(), 0))
        if length and rng.random() < rate:
            key = " ".join(piece.text.lower() for piece in pieces[at : at + length])
            done += said(table[key], pieces[at + length - 1].pause)
            at += length
        else:
            done.append(pieces[at])
            at += 1
    return done


def _matching(pieces: list[Piece], at: int, table: dict[str, str], longest: int) -> int:
    """How many pieces from `at` make a key of `table`; a pause inside breaks the phrase."""
    for length in range(min(longest, len(pieces) - at), 0, -1):
        run = pieces[at : at + length]
        if not all(piece.free for piece in run) or any(piece.pause for piece in run[:-1]):
            continue
        # "Yes, I am." keeps its full form.
        if " ".join(piece.text.lower() for piece in run) in table and (
            length == 1 or not run[-1].pause
        ):
            return length
    return 0


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


def _run_on(sentences: list[list[Piece]], rng: random.Random) -> list[list[Piece]]:
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
                sentence = [*rng.choice(JOINTS), *sentence]
        joined.append(sentence)
    return joined


def _opens_plainly(pieces: Sequence[Piece]) -> bool:
    first = pieces[0]
    return first.free and first.text.lower() not in OPENED


def lowered(piece: Piece) -> Piece:
    """A sentence's first word, now inside one; names, "I" and values keep their capital."""
    small = piece.text.lower()
    if not piece.free or small[:2] == "i'" or small == "i":
        return piece
    if small in LOWERABLE or re.fullmatch(r"[a-z]{2,}(?:ing|ly)", small):
        return replace(piece, text=small)
    return piece


LOWERABLE = (
    IMPERATIVES
    | CLAUSE_STARTS
    | POINTING
    | word_set(
        """
    a an the and or but also then there there's here here's what what's who who's where when how
    how's why which can could would will should may might do does is are was were please my your
    our we we're we've you you're you've let let's in on at of from by under upon first second
    third next finally lastly additionally furthermore after afterwards afterward later now just
    once one all any some each both every everything given having using assuming imagine make
    don't great wonderful please could've to for with whether specifically secondly thirdly
    firstly about within during between since until following considering looking thinking help
    go use no not only got however moreover perhaps maybe be keep let check put see talk tell
    thank thanks sorry show take try word yes you'll ensure access according ahead all am
    another armed as ask assist assume based because best call come consider continue convey
    despite details double draft due during easy either else employ engage enter even ever every
    excellent extract fantastic feel few fingers fire for forget forward four give given good
    grab had has have having head hello hey hi hook if important inform it'd it'll join keep
    kick knowing lastly leave less like live log lots love many mind more most much must
    naturally need never nice note notify now obtain oh okay one open opt our over pass perfect
    perform picture play pop post prior proceed procure pull push quick reach ready recall
    recent recently regarding relating remember remind remove request resolve right run same
    save say secure security seeing send seven several since six so some something soon splendid
    still stock stocks such sure ten than that thus today tomorrow tonight top turn two
    unexpected utilize very via want was well were where's which who whoever why with won't wow
    write yet you yours alright appreciate attempt current
        everyone everything furthermore gradually healthy hopefully initially inside kindly moreover
        normally otherwise out overall per plus put rather regarding regrettably simply
        subsequently surely thereafter though together trust unfortunately until whatever
        whenever wherever without
    """
    )
)
