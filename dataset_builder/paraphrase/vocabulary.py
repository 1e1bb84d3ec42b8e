"""Sets of English words that the rewriter tells apart."""

from functools import cache
from pathlib import Path

from bfcl_audio.verbalise.lists import word_set

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
"""Verbs that a written request starts with."""

OPENED = word_set(
    """
    hey hi hello okay so alright yeah right good oh ah well thanks thank great fantastic wonderful
    excellent splendid perfect sorry omg wow
    """
)
"""Words that already open a turn of speech; nothing is put before them."""

# Sentences that begin with these don't follow on from the one before.
UNJOINED = OPENED | word_set("however also additionally finally lastly first second third next")

CLAUSE_STARTS = word_set(
    """
    before after once when while if as since upon given to with for
    """
)
"""Words that start a clause that may also come last."""

POINTING = word_set(
    """
    it them he she they his her its their this that these those it's that's he's she's there
    they're him then so and but also i'd here
    """
)
"""Words that point at something said before, so that their clause cannot move."""

LOWERABLE = (
    IMPERATIVES
    | CLAUSE_STARTS
    | POINTING
    | word_set(
        """
            a about access according additionally after afterward afterwards ahead all alright
            also am an and another any appreciate are armed as ask assist assume assuming at
            attempt based be because best between both but by call can check come consider
            considering continue convey could could've current despite details do does don't
            double draft due during each easy either else employ engage ensure enter even ever
            every everyone everything excellent extract fantastic feel few finally fingers fire
            first firstly following for forget forward four from furthermore give given go good
            got grab gradually great had has have having head healthy hello help here here's hey
            hi hook hopefully how how's however if imagine important in inform initially inside is
            it'd it'll join just keep kick kindly knowing lastly later leave less let let's like
            live log looking lots love make many may maybe might mind more moreover most much must
            my naturally need never next nice no normally not note notify now obtain of oh okay on
            once one only open opt or otherwise our out over overall pass per perfect perform
            perhaps picture play please plus pop post prior proceed procure pull push put quick
            rather reach ready recall recent recently regarding regrettably relating remember
            remind remove request resolve right run same save say second secondly secure security
            see seeing send seven several should show simply since six so some something soon
            sorry specifically splendid still stock stocks subsequently such sure surely take talk
            tell ten than thank thanks that the then there there's thereafter thinking third
            thirdly though thus to today together tomorrow tonight top trust try turn two under
            unexpected unfortunately until upon use using utilize very via want was we we're we've
            well were what what's whatever when whenever where where's wherever whether which who
            who's whoever why will with within without won't wonderful word would wow write yes
            yet you you'll you're you've your yours
        """
    )
)
"""Words that need no capital when a sentence no longer starts with them."""

NAME_FILE = Path(__file__).with_name("known_names.txt")


@cache
def known_names() -> frozenset[str]:
    """Names nobody spells, small letters: months, countries, big cities, household companies."""
    lines = NAME_FILE.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if line[:1] != "#" for word in line.lower().split())
