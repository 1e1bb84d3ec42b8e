"""What things are called, and other closed lists of single words that the rules judge knows."""

from __future__ import annotations

from collections.abc import Mapping

from .judge_vocabulary import FOREIGN_NOUNS

_CALLED: Mapping[str, str] = {
    "file": "file files filename filenames document doc documents",
    "directory": "directory directories folder folders dir",
    "path": "path paths filepath",
    "name": "name names named surname firstname lastname",
    "email": "email emails e-mail e-mails mail",
    "address": "address addresses",
    "city": "city cities town",
    "country": "country countries",
    "place": "place places location locations",
    "date": "date dates day birthday month year",
    "time": "time times hour",
    "number": "number numbers digit digits figure figures",
    "code": "code codes",
    "id": "id ids identifier identification identifiers",
    "symbol": "symbol symbols ticker tickers",
    "reference": "reference",
    "serial": "serial",
    "token": "token tokens",
    "key": "key keys",
    "quantity": "quantity quantities count",
    "amount": "amount amounts price cost sum total budget fee salary balance payment",
    "company": "company companies firm business organization organisation",
    "user": "user users username",
    "url": "url link website site",
    "domain": "domain domains",
    "title": "title heading subject headline",
    "word": "word words term phrase keyword keywords value values parameter text",
    "message": "message",
    "password": "password passcode pin",
    "age": "age",
    "phone": "phone telephone mobile",
    "seat": "seat seats",
    "card": "card cards",
    "account": "account accounts",
    "flight": "flight flights",
    "weight": "weight",
    "height": "height",
    "size": "size",
    "color": "color colour",
    "destination": "destination",
    "origin": "origin",
    "airport": "airport airports",
    "station": "station",
    "venue": "venue",
    "region": "region",
    "state": "state",
    "county": "county",
    "area": "area",
    "street": "street road avenue lane",
    "zip": "zip zipcode postcode postal",
    "recipient": "recipient",
    "receiver": "receiver",
    "sender": "sender",
    "person": "person",
    "contact": "contact",
    "customer": "customer",
    "passenger": "passenger",
    "traveler": "traveler traveller",
    "guest": "guest",
    "author": "author",
    "artist": "artist",
    "player": "player",
    "brand": "brand",
    "restaurant": "restaurant",
    "hotel": "hotel",
    "school": "school",
    "university": "university",
    "airline": "airline",
    "team": "team",
    "museum": "museum",
}

NOUN_WORDS = frozenset(_CALLED)
"""The things themselves: what may be asked for by name even if no topic is called so."""

_ENGLISH = {word: noun for noun, words in _CALLED.items() for word in words.split()}

NOUNS: Mapping[str, str] = {
    word: _ENGLISH.get(noun, noun) for word, noun in FOREIGN_NOUNS.items()
} | _ENGLISH
"""The names of things ("folder", "Datei", "ファイル") -> one English word each."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SMALL_WORDS = _words("""
    yes yeah yep no nope not it its it's that that's thats is the a an and or with as in like for
    sure correct right exactly sorry okay ok thanks please one comma dot oh i said mean meant
    spelled spelt
""")
"""All that a reply may hold beside the requested values."""

SPELLING_DETAILS = _words("""
    as in like letter letters capital lowercase uppercase upper lower case underscore dot dash
    hyphen slash space at double triple zero alpha bravo charlie delta echo foxtrot golf hotel
    india juliett juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform
    victor whiskey x-ray xray yankee zulu apple boy cat dog
""")
"""Words that explain a spelling and are no values themselves."""

PLAIN = _words("""
    a an the this that these those it its his her their your my our any some of for in on at to
    from with is was are were be as and or so not no exact exactly correct full right complete
    precise specific spelling spellings same proper actual current again spell confirm repeat
    check verify say said mean meant catch hear heard get got give tell provide share clarify
    specify what what's which who how please me us you i we one two both only just called named
    written whose entire many much did do does can could would will missed missing quite really
    following below out up off by all entirely completely fully bien pas que qui está el la los
    las le les il lo gli das die den dem ihr ihre ihren su sus tu votre son sa suo sua o os um
    uma het een uw der des du de del desired requested mentioned given famille familia family
    pila complet completo electrónico electronico electronica eletrônico électronique
    elettronica
""")
"""Words before the name of a thing that do not change which thing it is."""

JOINING = _words("""
    of for the your my his her their de der des dem den du del da do van von la le el los di della
    dello dell famille familia электронной の 的
""")
"""Words that hold a name together: "name of the file"."""

OPPOSED = _words("""
    first last middle source destination target departure arrival start end old new
    check-in check-out checkin checkout origin
""")
"""Words that tell two things of a kind apart: a topic without such a word is not meant."""

NOISE = _words("""
    i i'm i'd i'll i've ok okay sure sorry thanks thank hi hello hey great alright pdf am pm mr mrs
    ms dr just could can would did do does is was are please what which who how so got and or not
    no yes let me english spanish french german nato if the a an to for with
""")
"""Capitalised words, or such with a digit's neighbour, that are no values."""

UNSAID = _words("""
    a i o u an am are as at be by do for from in is it me my no of off oh on or our out so the their
    then this that these those to too us was we what when where which who why with you your and did
    got has had have see why if one won ate ok okay und der die das ist oder el la los las un una es
    o de y le les et ou est une des il lo e di het een of en
""")
"""Small words that sound like a value ("for" and 4, "in" and INR) and mostly are none."""

COMMON = _words("""
    the and for with from into that this you your are was did say com org net www http https pdf
    txt csv doc docx jpg png inc ltd llc new old report data test final main
""")
"""Words of longer values by which nobody would mean the whole value."""
