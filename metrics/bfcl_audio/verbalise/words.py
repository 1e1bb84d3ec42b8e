"""Words that are written short and said long, and what a number beside other words means."""

import re
from typing import Literal

ABBREVIATIONS = {
    "St": "Street",
    "Ave": "Avenue",
    "Rd": "Road",
    "Blvd": "Boulevard",
    "Apt": "apartment",
    "Ltd": "Limited",
    "Inc": "Incorporated",
    "vs": "versus",
    "e.g": "for example",
    "i.e": "that is",
    "etc": "et cetera",
    "Dr": "Doctor",
    "Mr": "Mister",
    "Mrs": "Missus",
    "No": "number",
    "km": "kilometers",
    "cm": "centimeters",
    "mm": "millimeters",
    "kg": "kilograms",
    "ft": "feet",
    "mph": "miles per hour",
    "hrs": "hours",
    "mins": "minutes",
    "lbs": "pounds",
    "id": "I D",
    "II": "two",
    "III": "three",
    "Id": "I D",
    "ids": "I D's",
    "Btw": "by the way",
    "btw": "by the way",
    "BTW": "by the way",
    "OMG": "oh my god",
    "AM": "A M",
    "PM": "P M",
    "kms": "kilometers",
    "w/": "with",
}
# Marks that only a reader sees.
UNSAID = frozenset("'\"`[]{}«»“”‘’\\_^~")
ID_CUE = re.compile(
    r"(?:\b(?:ids?|ticket|account|passport|cvv|zip|pin|flight|phone|serial|parcel|password|passcode"
    r"|code|token|case|badge|booking|room|rule|confirmation)\b"
    r"(?:\s(?:number|no|id|code|is|of|was|being|as|with|followed by|equals?))*"
    r"|\b(?:card|docket|order|tracking|routing|contact)\snumber|\bnumbered"
    r"|\bno\.?|\bids?\s?=|\bcvv\b[^.\d]{0,25}|\bfollowed by"
    r"|\b(?:ids|codes|case no|case numbers)\b\s?"
    r"(?:['\"`\ue000]?\d+['\"`\ue001]?,?\s(?:and\s)?)*)\s?[-:#=]?\s?['\"`\ue000]?$",
    re.IGNORECASE,
)
YEAR_CUE = re.compile(
    r"\b(?:in|years?|since|by|from|until|till|to|and|of|seasons?|the|during|after|before|between|late"
    r"|early|for|around|this|through|spring|summer|fall|winter|autumn)\s(?:the\s)?(?:year\s(?:of\s)?)?"
    r"['\"`\ue000]?$|[-,]\s?$",
    re.IGNORECASE,
)
STRICT_YEAR_CUE = re.compile(r"\b(?:in|years?|since|during)\s['\"`\ue000]?$", re.IGNORECASE)
ZIP_CUE = re.compile(r"(?:\b[A-Z]{2}|[A-Z][a-z]+,)\s$")
STREET = re.compile(
    r"\s(?:[A-Z0-9]\w*\s){1,3}(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Lane|Drive|Way|Court|Place|Square|Broadway)\b|"
    r"\s[a-z]+\s(?:street|avenue|road)\b"
)
EXPIRY_CUE = re.compile(r"(?:expir|valid|\bdate)[\w\s]*['\"`\ue000]?$", re.IGNORECASE)
COUNTED = re.compile(r"\s(?:[a-z]+s\b|square|cubic|feet|U\.?S|US)")
Role = Literal["id", "year", "house", "number"]


def number_role(text: str, before: str, after: str) -> Role:
    """What a written number is, by the words around it: an id is read digit by digit.

    Args:
        text: the number as written.
        before: the text up to it.
        after: the text behind it.
    """
    if not text.isdecimal():
        return "number"
    if (len(text) > 1 and text[0] == "0") or ID_CUE.search(before[-40:]):
        return "id"
    if len(text) == 5 and ZIP_CUE.search(before[-24:]):
        return "id"
    if len(text) < 5 and STREET.match(after):
        return "house"
    if re.fullmatch(r"19\d[1-9]|19[1-9]0|20[1-9]\d", text) and not COUNTED.match(after):
        return "year"
    if re.fullmatch(r"1[5-9]\d\d|20\d\d", text):
        cue = STRICT_YEAR_CUE if text.endswith("00") else YEAR_CUE
        if cue.search(before[-30:]):
            return "year"
    return "number"
