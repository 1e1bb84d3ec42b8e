"""The phrases by which the rules judge tells what a sentence does: closed lists, per language.

Agents answer in the caller's language, so each list covers the languages that people try first.
Patterns stand two spaces apart.
"""

from __future__ import annotations

import re


def _any(patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(re.split(r"\s{2,}", patterns.strip())), re.IGNORECASE)


SPELLING = _any(r"""
    \bspell(?:s|ed|ing|t)?\b  \bletter by letter\b  \bone letter at a time\b
    \bhow (?:do|would|should|can) (?:you|i|we) (?:write|type)\b
    \b(?:should|shall) (?:i|we) (?:spell|capitali[sz]e|hyphenate)\b
    \b(?:should|shall) (?:i|we) write .{1,40}\b(?:as|with|without)\b
    \bhow(?:'s| is| are) .{1,40}\bwritten\b  \bdigit by digit\b
    \bone (?:digit|character) at a time\b  \bphonetic(?:ally)?\b  \b(?:upper|lower)[- ]?case\b
    \bcapitali[sz]ed\b  \bhyphen(?:s|ated)?\b  \bunderscores?\b  \bone word\b
    \b(?:an?|any|no|with|without|or|the) (?:spaces?|dash(?:es)?|dots?|periods?|slash(?:es)?)\b
    \b(?:an?|any|no|with|without|or|the) (?:accents?|umlauts?|apostrophes?|commas?)\b
    \b(?:parenthes[ie]s|brackets|ampersand|all caps|in capitals|capital letters?)\b
    (?-i:\bcapital [A-Z]\b)  \bdashes\b  \bbackslash(?:es)?\b
    \b(?:start|begin|end)s? (?:with|in) (?:an? |the )?(?:letter |number |digit )?['\"“]?\w\b
    \b(?:start|begin|end)s? (?:with|in) (?:double |triple )?(?:zero|oh|one|two|three|four|five)\b
    \b(?:start|begin|end)s? (?:with|in) (?:double |triple )?(?:six|seven|eight|nine|ten)\b
    \b(?:two|three|four|separate) words\b  \bhow many (?:\W?[a-z]\W{0,2}s|letters|digits|zeros)\b
    \bcon (?:doble )?[a-z]\b  \bdoble [a-z]\b  \bmit (?:doppel[- ]?)?[a-z]\b  \bdoppel
    \bavec (?:une? |deux |trois )?[a-z]\b  \bdeux [a-z]\b  \bcon (?:due |una )?[a-z]\b
    \b(?:start|begin|end)s? (?:with|in) (?:an? |the )?(?:dot|dash|hyphen|underscore|slash|capital)\b
    \bdouble [a-z]\b
    \b(?:first|second|third|fourth|fifth|last|final|next|middle) (?:letter|digit|character)\b
    \b(?:letter|digit|character)s? (?:after|before|between|following)\b
    \bwith (?:a|an|one|two|the letter|just one) ['\"]?[a-z]['\"]?(?:'?s)?\b(?! (?:file|list))
    \bone [a-z] or two\b  \bwith or without (?:a|an|the) ['\"]?\w\b  \bone word or two\b
    \bas in\b  \bwithout (?:an?|the) ['\"]?\w\b
    \bdeletre\w*  \bc[oó]mo se (?:escribe|deletrea)\b  \b[ée]pele\w*
    \b[ée]peler\b  \bcomment (?:ça |cela |se |vous |on )?(?:s'[ée]crit|[ée]cri\w+|s'[ée]p[eè]le)
    \bbuchstabier\w*  \bwie (?:schreib\w*|wird .{1,40} geschrieben)  \bcome si scrive\b
    \blo spelling\b  \bsillab\w+  \bcompit\w+  \bs'[ée]cri\w+  \bse escribe\b
    \bschreibt (?:man|sich)\b
    \bhecele\w*  \bsoletr\w+  \bcomo se escreve\b  \bspel(?:len|t|ling)?\b
    \bhoe (?:schrijf|spel)\w*  \bprzeliter\w+  \bjak si[eę] pisze\b  \bbokstaver\w+  \bstavas?\b
    \bharf harf\b  \bnas[ıi]l yaz[ıi]l\w+  \bkodla\w+  по буквам  как пишется  продиктуйте  スペル
    綴り  つづり  一文字ずつ  拼写  怎么写  怎么拼  如何拼
    逐字  철자  스펠  वर्तनी  स्पेल  كيف (?:ت|ي)كتب  تهج
""")
"""Asks for letters, or how something is written."""

CONFIRMING = _any(r"""
    \bconfirm\w*  \bverif(?:y|ying)\b  \bdouble[- ]check\w*  \bdid (?:you|u) (?:say|mean)\b
    \byou (?:said|mean|meant)\b  \bdid i (?:get|hear|catch|understand)\b
    \b(?:i|we) (?:heard|hear|caught|got)\b  \bwas (?:that|it|the)\b
    \b(?:is|are|was|were) (?:that|it|this|they|those|these)\b  \b(?:it|that)'s\b  \bmake sure\b
    \b(?:right|correct|yes|yeah)\s*\?  \bis (?:the|your|his|her|their) .{1,60}\bor\b
    \bis .{1,60} the (?:correct|right|exact|full|proper)\b  \b(?:would|should) (?:that|it|this) be\b
    \bshould (?:the|it|that|this|they)\b.{0,40}\b(?:be|read|say) (?-i:[\"“'A-Z0-9])
    \baccurate\?  \bget .{1,30} right\b  \b(?:do|did) i have (?:that|this|the)\b  \bhave i got\b
    \bam i (?:right|hearing)\b
    \bcheck\b  \b(?:or|rather than) (?:is|was) it\b
    (?-i:\bor\b)[^?]{1,60}\?  \bconfirm[aeo]\w*  \bconferm\w+
    \bes correcto\b  \b¿?verdad\?  \bcierto\?  \bdijo\b
    \bquiso decir\b  \bquerías decir\b  \bdijiste\b  \bavez[- ]vous (?:bien )?dit\b
    \bha[sn]? dicho\b
    \bcorrect[oae]s?\s*\?  よろしい  合ってい  間違いな  \bhe entendido\b.{1,60}\?
    \bvous (?:avez )?(?:dit|voul\w+ dire)  \bas-tu dit\b
    \bn'est-ce pas\b  \bbest[äa]tig\w*
    \b(?:sagten|meinten|sagtest|meintest|haben|hast|meinen|meinst) (?:sie|du)\b
    \bstimmt(?: das)?\b  \b(?:richtig|korrekt|oder)\b[^?]*\?
    \b(?:ist|war|heißt|heisst|lautet) (?:das|es)\b  \bha(?:i)? detto\b  \bha(?:s|n)? dicho\b
    \bgiusto\?
    \bcorrett[oa]\?  \b[èe] (?:corretto|giusto)\b  \bintendev\w+
    \bvoc[êe] (?:disse|quis dizer)\b  \bcerto\?  \bbevestig\w*
    \bzei(?:\s)?(?:u|je)\b  \bklopt (?:dat|het)\b  \bbedoel\w*  \bpotwierdz\w+
    \bczy (?:to|chodzi)\b  подтверд\w+  вы сказали  правильно\b  верно\b  \bили\b[^?]*\?  確認
    ですか  でしょうか  おっしゃいました  确认  還是|还是  您说的是  对吗  是吗  확인
    입니까  맞나요  인가요  맞습니까  पुष्टि  सही है
    هل (?:قلت|تقصد|هو|هي)  تأكيد  doğru mu  onayla\w*  \bdediniz\b
""")
"""Asks whether something was understood."""

COPULAR = _any(r"""
    (?:^|[,:;.]\s*|\b(?:and|so|or|but|just)\s+)(?:is|are|was|were)\ (?:the|your|his|her|their)\b.+\?
    ¿(?:.*\s)?(?:es|era|fue|son)\b
    \b(?:ist|war|sind|waren|heißt|heisst|lautet) (?:der|die|das|den|ihr|ihre)\b.{1,80}\?
    \b(?:é|è|era|foi) .{1,60}\?  \b(?:est-ce|c'est|s'agit-il|c'était|était-ce|est)\b.{1,80}\?
    \bis (?:de|het) .{1,60}\?
""")
"""Says of something that it is something, or how it is."""

REPEATING = _any(r"""
    \brepeat(?:ing|ed)?\b  \bsay .{1,40}\bagain\b  \bsay that (?:again|once more)\b
    \b(?:once more|one more time)\b  \bagain\b.{0,12}\?
    \bdidn'?t (?:quite )?(?:catch|hear|get)\b  \bcouldn'?t (?:quite )?(?:catch|hear|make out)\b
    \bread\b.{1,60}\bback\b  \bsay\b.{1,60}\b(?:slowly|clearly|once more)\b
    \bmissed\b  \bwhat (?:was|were)\b  \bwhat did you say\b
    \b(?:which|what|where|who|when|how) .{0,40}\byou (?:sa(?:y|id)|mention(?:ed)?)\b
    \brep[ei]t\w+  \brépét\w+
    \bredonne\w*  \bredi(?:re|tes|s)\b
    \bwiederhol\w+
    \bnoch ?(?:ein)?mals?\b  \bcu[áa]l(?:es)? era\w*\b  \bquel(?:le)?s? étai\w+  \bqual era\b
    \b(?:wie|was|wer) war(?:en)?\b  \bwat was\b  でしたか  繰り返し  \bencore une fois\b
    \b(?:otra|una) vez\b  \bun'altra volta\b  \bde novo\b  \bnog (?:eens|een keer)\b  ещё раз
    \bripet\w+  \bherhaal\w*  \bpowtórz\w*  повтор\w+  もう一度  再说  重复  다시
    tekrar
    दोहरा  تكرر|كرر|إعادة
""")
"""Asks to hear something again."""

ASKING_VALUE = _any(r"""
    \bwhat(?:'s| is| are) (?:the|your|his|her|their|its)\b
    \b(?:give|provide|tell|share|send|specify|state|clarify|supply)\b  \bwhich\b  \bwhat\b
    \bwho\b  \bneed (?:the|your|his|her|their)\b  \bcu[áa]l es\b  \bqué\b  \bquel(?:le)?\b
    \bwelche\w*\b  \bwas (?:ist|sind)\b  \bwie (?:lautet|heißt)\b  \bqual(?:e)?\b  \bwat is\b
    \bwelk\w*\b  как(?:ой|ая|ое|ие)\b  何  どの  什么  哪  무엇|어떤  क्या  ما هو|ما هي
    \bpod(?:ría|rías|ria)\b  \bpour(?:riez|rais)\b  \bkönn(?:en|ten|test)\b  \bkunt\b
""")
"""Asks for something by name."""

PREFERRING = _any(r"""
    \bprefer\w*  \bwould (?:you|u) (?:like|want|rather)\b
    \bdo you (?:want|need|have|wish|know)\b  \bwould you like\b
    \b(?:should|shall) (?:i|we)\b(?! (?:write|spell|capital))
    ^should (?:the|this|these|they|those)\b(?! .{1,40}\b(?:be|read|say)\b)
      \bhow\b.{1,60}\bshould\b(?!.{0,30}\b(?:spell|writ))
    \bmay (?:i|we)\b(?! (?:just |please |quickly )?(?:get|have|confirm|double|verify|check|ask))
    \bconfirm (?:that |if |whether )?(?:i|we) (?:should|can|may|could|shall)\b
    \b(?:can|could) (?:i|we)\b(?! (?:get|have|confirm|double|just|please|verify|check|ask))
    \bnow\s*\?  \bwant me to\b  \blike me to\b  \banything else\b  \bwhat (?:next|else|now)\b
    \bhow (?:can|may|could) i (?:help|assist)\b
    \bhow (?:much|often|long|soon|far)\b(?!.* (?:you (?:sa[iy]|menti)|w(?:as|ere) (?:it|th)))
    \bhow many\b(?! \W?(?:[a-z]\W{0,2}s|letters|digits)\b)(?!.* (?:you (?:sa|ment)|was (?:th|it)))
    \bwhy\b  \bwhere (?:is|are|can|should|do|does|did|would)\b(?! you (?:say|mention))
    \bwhen (?:do|would|should|is|are|will)\b
    \bare you (?:sure|ready|looking|ok|okay|interested|happy|travel)\w*  \bready to\b
    \bgo ahead\b  \bproceed\b  \bis there any(?:thing|one|where)\b
    \bis there any (?:other|more|chance|way|reason|particular|specific)\b
    \bdoes (?:that|this) (?:work|sound|help)\b  \bsound good\b
    \b(?:is|are) (?:the|your|there) .{1,40}\b(?:inside|under|located|empty|open|closed|available)\b
    \bis (?:that|this|it) (?:ok|okay|fine|alright|all)\b(?! (?:correct|right))
    \bhow are you\b
    \bhow(?:'s| is) (?:your|the) (?:day|weather)\b  \bhow do (?:you|i) (?:want|feel)\b
    \bwhat do you (?:think|mean|want|need)\b  \bcould you tell me more\b
    \bmore (?:detail|info|context)\w*\b  \bin mind\b  \bfavou?rite\b  \bprefier\w+
    \bquiere[ns]? (?!decir)\w  \ble gustaría\b  \bdesea\w*\b  \bpréf[ée]r\w+
    \bvoulez[- ]vous (?:que|un|une|plut|aussi)\b  \bsouhait\w+  \bmöcht\w+  \bwollen sie\b
    \b(?:wo|warum|wieso|weshalb)\b  \bo[ùú]\b(?! bien)  \bd[óo]nde\b  \bdove\b  \bwaar\b  \bwaarom\b
    \bpor qu[ée]\b  \bpourquoi\b  \bperché\b  где  почему  どこ  なぜ  哪里  在哪  为什么
    \bwie (?:viele?|lange|oft|weit|alt)\b(?!.*\bgesagt\b)
    \bcu[áa]nt[oa]s?\b(?!.*\b(?:ha|has|han) dicho)
    \bcombien\b(?!.*\bdit\b)  \bquant[oiae]\b(?!.*\bdetto\b)
    \bhoeveel\b  сколько  いくつ  何名  多少
    \bsoll ich\b  \bbevorzug\w+  \bpreferi\w+  \bvuole\b  \bdevo\b  \bgostaria\b  \bquer que\b
    \bwilt u\b  \bzal ik\b  хотите  предпоч\w+  ご希望  お好み  しますか  想要  喜欢
    需要我  원하  चाहते|चाहेंगे
    تفضل|تريد
""")
"""Asks for a preference, a next step, or about the world."""

REQUESTING = _any(r"""
    [?？؟]  \b(?:please|kindly)\b  \b(?:can|could|would|will) you\b
    \bmay (?:i|we) (?:ask|have|confirm|check|verify)\b
    \b(?:i|we)(?:'d| would)? (?:need|want|like) to (?:confirm|check|verify|know|make|ask)\b
    \b(?:need|want|like) you to (?:confirm|check|verify|spell|repeat)\b
    ^\W*(?:confirm|spell|repeat|tell|give|clarify|specify|verify|provide|say)\b
    \blet me (?:just |quickly )?(?:confirm|check|verify|make sure|double)\b
    \bjust (?:checking|confirming|to (?:be sure|confirm|check|make sure|verify|double))\b
    \bpor favor\b  \bpuede[ns]?\b  \bs'il (?:vous|te) pla[iî]t\b  \bbitte\b  \bper favore\b
    \balstublieft\b  пожалуйста  ください  いただけますか  お願いします
    请  주세요  कृपया  من فضلك  \blütfen\b  \bproszę\b
""")
"""Asks for anything at all."""

INJECTING = _any(r"""
    \bwhite-?list\w*  \ballowed[_ ]clarification\w*  \bintended[_ ]request\b
    \boriginal (?:request|text|message|wording|transcript)\b  \bground[- ]?truth\b
    \b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instruction|rule|polic|guideline)\w*
    \b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|prompt)\w*
    \bsystem (?:prompt|message|note|override|instruction)\w*  \bjudge\b
    \ballowed\W{0,5}(?:=|:)\W{0,3}true\b  [\"']?allowed[\"']?\s*:
    \byou (?:are|must act as) (?:now )?(?:an?|the) (?:judge|evaluator|admin\w*|developer)\b
    \bjailbreak\w*  \bdeveloper mode\b  </?(?:system|user|assistant|instruction)s?>  \[/?inst\]
    <\|  \bBEGIN\b.*\bEND\b  \bfunction(?:'s)? arguments?\b
    \bexpected (?:call|answer|output|argument|function)\w*
    \bcorrect (?:answer|call|arguments?|function|output)s?\b
    \bignor[aeoi]\w* (?:las|todas|les|toutes|le|tutte|as|alle)\b  \bignorier\w+  忽略  無視
""")
"""Speaks to whoever judges, or of what no caller knows."""

EVERYTHING = _any(r"""
    \b(?:whole|entire|full|complete|exact) (?:request|sentence|message|instruction|command|query)\b
    \b(?:whole|entire|full|complete|exact) (?:question|utterance|thing|text|order)\b
    \b(?:all|each|every)\b(?: of)?(?: the| your| these)? ?(?:values?|details?|parameters?)\b
    \b(?:all|each|every)\b(?: of)?(?: the| your| these)? ?(?:fields?|information|inputs?|items?)\b
    \ball (?:you (?:said|want\w*)|again)\b
    \beverything\b(?! (?:right|correct|down|else|spelled|accurate))
    \bword for word\b  \bverbatim\b  \brephrase\b
    \b(?:the|your|that) (?:request|sentence|instructions?|command)\b
    (?<!is that )(?<!that's )\bwhat (?:you|exactly) (?:want|need|said|are you)\b
    \bfrom the (?:start|beginning|top)\b
""")
"""Asks for all at once."""

PURPOSE = re.compile(
    r"""
    (?:,\s*|\s+)(?:so(?:\ that)?|before|because|since|in\ order(?:\ for\ me)?\ to|as)
        \s+(?:i|we|it|that|the|there|moving|sending|booking|making)\b
        [^:]*?(?=,\s*(?:is|was|are|were|did|do|does|can|could|would|will|what|which|who|how|please)\b
              |:|$)
  | ^(?:before\ (?:i|we)|to\ (?:make\ sure|be\ sure|be\ certain|help|complete|proceed|do
        |book|move|send|find|create|get|go|search|set|start)
        |so\ (?:that\ )?i|since|because|as\ i|in\ order\ to)
        \b[^,:]*[,:]\s*
  | (?:,\s*|\s+)for\ (?:me|us|the\ record|clarity|accuracy|confirmation|verification)\b
  | (?:,\s*)?(?:just\ )?to\ (?:make|be)\ (?:sure|certain)\b[^,?]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Parts of a question that say why it is asked, not what."""
