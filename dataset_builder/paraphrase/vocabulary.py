"""Sets of English words that the rewriter tells apart."""

from bfcl_audio.verbalise_lists import word_set

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
    a an the and or but also then there there's here here's what what's who who's where when how
    how's why which can could would will should may might do does is are was were please my your
    our we we're we've you you're you've let let's in on at of from by under upon first second
    third next finally lastly additionally furthermore after afterwards afterward later now just
    once one all any some each both every everything given having using assuming imagine make
    don't great wonderful could've to for with whether specifically secondly thirdly firstly
    about within during between since until following considering looking thinking help go use
    no not only got however moreover perhaps maybe be keep check put see talk tell thank thanks
    sorry show take try word yes you'll ensure access according ahead am another armed as ask
    assist assume based because best call come consider continue convey despite details double
    draft due easy either else employ engage enter even ever excellent extract fantastic feel
    few fingers fire forget forward four give good grab had has have head hello hey hi hook if
    important inform it'd it'll join kick knowing leave less like live log lots love many mind
    more most much must naturally need never nice note notify obtain oh okay open opt over pass
    perfect perform picture play pop post prior proceed procure pull push quick reach ready
    recall recent recently regarding relating remember remind remove request resolve right run
    same save say secure security seeing send seven several six so something soon splendid still
    stock stocks such sure ten than that thus today tomorrow tonight top turn two unexpected
    utilize very via want well where's whoever won't wow write yet yours alright appreciate
    attempt current everyone gradually healthy hopefully initially inside kindly normally
    otherwise out overall per plus rather regrettably simply subsequently surely thereafter
    though together trust unfortunately whatever whenever wherever without
    """
    )
)
"""Words that need no capital when a sentence no longer starts with them."""
