"""Words that carry no value when a request is spoken, and words that say a symbol.

Everything here is data: the tables that `spoken_lattice` reads. All keys are folded
(lower case, no accents).
"""

from __future__ import annotations

NATO = {
    "alpha": "a", "alfa": "a", "bravo": "b", "charlie": "c", "delta": "d", "echo": "e",
    "foxtrot": "f", "golf": "g", "hotel": "h", "india": "i", "juliet": "j", "juliett": "j",
    "kilo": "k", "lima": "l", "mike": "m", "november": "n", "oscar": "o", "papa": "p",
    "quebec": "q", "romeo": "r", "sierra": "s", "tango": "t", "uniform": "u", "victor": "v",
    "whiskey": "w", "whisky": "w", "xray": "x", "yankee": "y", "zulu": "z",
}  # fmt: skip

# "oh" is a digit as often as a filler; `spoken_letters` decides.
FILLERS = frozenset(
    ("uh", "um", "uhm", "umm", "uhh", "er", "erm", "hmm", "hm", "hmmm", "mm", "mmm", "ah", "ahh")
) | {"eh", "huh", "ugh"}

FILLER_PHRASES: dict[str, tuple[tuple[str, ...], ...]] = {
    "you": (("you", "know"),),
    "i": (("i", "mean"),),
}
"""First word -> phrases that are dropped."""

SOFT_FILLERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "like": (("like",),),
    "actually": (("actually",),),
    "basically": (("basically",),),
    "well": (("well",),),
    "okay": (("okay",),),
    "ok": (("ok",),),
    "sort": (("sort", "of"),),
    "kind": (("kind", "of"),),
    "let": (("let", "me", "see"), ("let", "us", "see")),
    "all": (("all", "caps"), ("all", "capitals"), ("all", "lowercase"), ("all", "lower", "case"),
            ("all", "one", "word"), ("all", "together")),
    "no": (("no", "spaces"), ("no", "space")),
    "one": (("one", "word"),),
    "point": (("point",),),
    "period": (("period",),),
    "comma": (("comma",),),
    "colon": (("colon",),),
    "quote": (("quote",),),
    "space": (("space",),),
    "tilde": (("tilde",),),
    "pipe": (("pipe",),),
    "open": (("open", "quote"), ("open", "paren"), ("open", "parenthesis"), ("open", "bracket")),
    "close": (("close", "quote"), ("close", "paren"), ("close", "parenthesis"),
              ("close", "bracket")),
    "end": (("end", "quote"), ("end", "of", "quote")),
    "exclamation": (("exclamation", "mark"), ("exclamation", "point")),
    "question": (("question", "mark"),),
    "at": (("at", "sign"),),
    "new": (("new", "line"),),
    "apostrophe": (("apostrophe",),),
    "asterisk": (("asterisk",),),
    "semicolon": (("semicolon",),),
    "parenthesis": (("parenthesis",),),
    "bracket": (("bracket",),),
    "hashtag": (("hashtag",),),
    "hash": (("hash",),),
}  # fmt: skip
"""First word -> phrases that may be dropped, but are kept where nothing asks otherwise."""

SEPARATORS: dict[str, tuple[tuple[str, ...], ...]] = {
    "underscore": (("underscore",),),
    "under": (("under", "score"),),
    "dash": (("dash", "dash"), ("dash",)),
    "hyphen": (("hyphen",),),
    "slash": (("slash", "slash"), ("slash",)),
    "forward": (("forward", "slash"),),
    "back": (("back", "slash"),),
    "backslash": (("backslash",),),
    "dot": (("dot", "dot"), ("dot",)),
    "unquote": (("unquote",),),
    "endquote": (("endquote",),),
    "ellipsis": (("ellipsis",),),
}
"""First word -> phrases that say a separator; dropped, as the written separator is."""

LETTER_CASES = frozenset(["capital", "uppercase", "lowercase", "cap", "big", "small"])
"""Said before a letter; speech without them cannot carry case, so they are dropped there."""

CONTRACTIONS: dict[str, tuple[str, ...]] = {
    "it's": ("it", "is"), "that's": ("that", "is"), "what's": ("what", "is"),
    "there's": ("there", "is"), "here's": ("here", "is"), "he's": ("he", "is"),
    "she's": ("she", "is"), "who's": ("who", "is"), "where's": ("where", "is"),
    "how's": ("how", "is"), "when's": ("when", "is"), "i'm": ("i", "am"),
    "let's": ("let", "us"), "won't": ("will", "not"), "can't": ("can", "not"),
    "cannot": ("can", "not"), "shan't": ("shall", "not"), "ain't": ("is", "not"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"),
    "isnt": ("is", "not"), "cant": ("can", "not"), "wont": ("will", "not"),
    "gonna": ("going", "to"), "wanna": ("want", "to"), "gotta": ("got", "to"),
    "gimme": ("give", "me"), "lemme": ("let", "me"), "y'all": ("you", "all"),
    "im": ("i", "am"), "ive": ("i", "have"), "thats": ("that", "is"), "whats": ("what", "is"),
    "kinda": ("kind", "of"), "sorta": ("sort", "of"), "o'clock": ("oclock",),
}  # fmt: skip

CONTRACTION_TAILS = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}

SYMBOLS: dict[str, tuple[str, ...]] = {
    "+": ("plus", ""), "=": ("equals", "equal"), "&": ("and", ""), "@": ("at", ""),
    "#": ("hash", "", "number", "hashtag"), "%": ("percent",), "*": ("times", "", "star", "by"),
    "×": ("times", "by", ""), "÷": ("over", "divided by"), "<": ("less than", "is less than"),
    ">": ("greater than", "is greater than"), "≤": ("less than or equal to", ""),
    "≥": ("greater than or equal to", ""), "≠": ("not equal to", ""),
    "^": ("to the", "to the power of", "to the power", "caret"),
    "²": ("squared", "square"), "³": ("cubed", "cubic"), "√": ("square root of",), "π": ("pi",),
    "°": ("degree", ""), "~": ("", "tilde", "about"), "|": ("", "pipe"), "∞": ("infinity",),
    "−": ("minus", ""), "½": ("1/2", "0.5"), "¼": ("1/4", "0.25"), "¾": ("3/4", "0.75"),
    "$": ("dollar", ""), "€": ("euro", ""), "£": ("pound", ""), "¥": ("yen", ""),
    "₹": ("rupee", ""), "♥": ("of hearts", "hearts", ""), "♠": ("of spades", "spades", ""),
    "♦": ("of diamonds", "diamonds", ""), "♣": ("of clubs", "clubs", ""),
    "∫": ("integral of",), "μ": ("mu", "micro"), "ω": ("omega", "ohm"), "→": ("to", ""),
}  # fmt: skip
"""A written symbol -> how it is said (best first); "" may be left unsaid."""

WORD_FORMS: dict[str, tuple[str, ...]] = {
    "hashtag": ("hash",), "asterisk": ("times", "star"), "star": ("star", "times"),
    "equal": ("equals",), "multiplied": ("multiplied", "times"),
    "mr": ("mister",), "mrs": ("missus", "mrs"), "dr": ("doctor", "drive"),
    "st": ("st", "street", "saint"), "ave": ("avenue",), "blvd": ("boulevard",),
    "rd": ("rd", "road"), "jr": ("junior",), "sr": ("senior",), "vs": ("versus",),
    "versus": ("versus",), "co": ("co", "company"), "inc": ("incorporated", "inc"),
    "corp": ("corporation", "corp"), "ltd": ("limited", "ltd"), "dept": ("department",),
    "approx": ("approximately",), "etc": ("etcetera", "etc"), "prof": ("professor",),
    "mt": ("mt", "mount"), "ft": ("ft", "fort", "foot"), "ok": ("okay",), "thru": ("through",),
    "usa": ("usa", "unitedstatesofamerica"), "uk": ("uk", "unitedkingdom"),
    "noon": ("12:00", "noon"), "midnight": ("00:00", "midnight"),
    "half": ("half", "0.5", "1/2"), "quarter": ("quarter", "0.25", "1/4"), "dozen": ("dozen", "12"),
    "once": ("once", "1"), "twice": ("twice", "2"),
    "bucks": ("dollar",), "buck": ("dollar",), "grey": ("gray",), "colour": ("color",),
    "usd": ("usd", "usdollar"), "eur": ("eur", "euro"), "jpy": ("jpy", "yen"),
    "ii": ("ii", "2"), "iii": ("iii", "3"), "iv": ("iv", "4"), "vi": ("vi", "6"),
    "vii": ("vii", "7"), "viii": ("viii", "8"), "ix": ("ix", "9"),
    "no": ("no", "number"), "apt": ("apartment", "apt"), "ste": ("suite", "ste"),
    "sin": ("sin", "sine"), "cos": ("cos", "cosine"), "tan": ("tan", "tangent"),
    "zed": ("z",), "doubleu": ("w",), "xray": ("xray", "x"),
    "exe": ("exe",), "jpeg": ("jpeg", "jpg"),
}  # fmt: skip
"""A word -> its forms, best first; a word that is absent is its own only form."""

PHRASES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "divided": ((("divided", "by"), "over"),),
    "multiplied": ((("multiplied", "by"), "times"),),
    "equal": ((("equal", "to"), "equals"), (("equal", "sign"), "equals")),
    "double": ((("double", "u"), "w"),),
    "per": ((("per", "cent"), "percent"),),
    "x": ((("x", "ray"), "x"),),
    "sine": ((("sine", "of"), "sin"),),
    "cosine": ((("cosine", "of"), "cos"),),
    "tangent": ((("tangent", "of"), "tan"),),
    "exp": ((("exp", "of"), "exp"),),
    "log": ((("log", "of"), "log"),),
    "square": ((("square", "root", "of"), "sqrt"),),
    "natural": ((("natural", "log", "of"), "ln"),),
    "e": ((("e", "to", "the"), "exp"),),
    "star": ((("star", "star"), "tothe"),),
    "f": ((("f", "of"), "f"),),
    "g": ((("g", "of"), "g"),),
    "h": ((("h", "of"), "h"),),
    **{
        word: (((word, "sign"), form),)
        for word, form in (
            ("dollar", "dollar"),
            ("percent", "percent"),
            ("hash", "hash"),
            ("pound", "hash"),
            ("number", "hash"),
            ("plus", "plus"),
            ("minus", "minus"),
            ("equals", "equals"),
        )
    },
}
"""First word -> (words, squashed form) that count as one word."""

CARD_FACES = {"j": "jack", "q": "queen", "k": "king", "a": "ace"}

STATES = {
    "al": "alabama", "ak": "alaska", "az": "arizona", "ar": "arkansas", "ca": "california",
    "co": "colorado", "ct": "connecticut", "de": "delaware", "fl": "florida", "ga": "georgia",
    "hi": "hawaii", "id": "idaho", "il": "illinois", "in": "indiana", "ia": "iowa", "ks": "kansas",
    "ky": "kentucky", "la": "louisiana", "me": "maine", "md": "maryland", "ma": "massachusetts",
    "mi": "michigan", "mn": "minnesota", "ms": "mississippi", "mo": "missouri", "mt": "montana",
    "ne": "nebraska", "nv": "nevada", "nh": "newhampshire", "nj": "newjersey", "nm": "newmexico",
    "ny": "newyork", "nc": "northcarolina", "nd": "northdakota", "oh": "ohio", "ok": "oklahoma",
    "or": "oregon", "pa": "pennsylvania", "ri": "rhodeisland", "sc": "southcarolina",
    "sd": "southdakota", "tn": "tennessee", "tx": "texas", "ut": "utah", "vt": "vermont",
    "va": "virginia", "wa": "washington", "wv": "westvirginia", "wi": "wisconsin", "wy": "wyoming",
    "dc": "districtofcolumbia",
}  # fmt: skip

_UNITS = """
    km=kilometer kms=kilometer cm=centimeter mm=millimeter nm=nanometer µm=micrometer
    kg=kilogram kgs=kilogram mg=milligram lb=pound lbs=pound oz=ounce ft=foot feet=foot
    hr=hour hrs=hour min=minute mins=minute sec=second secs=second ms=millisecond
    mph=mph|mileperhour kmh=kilometerperhour kph=kilometerperhour mpg=mpg|milepergallon
    gb=gigabyte mb=megabyte kb=kilobyte tb=terabyte hz=hertz khz=kilohertz mhz=megahertz
    ghz=gigahertz kw=kilowatt kwh=kilowatthour ml=milliliter yd=yard yds=yard mi=mile
    sq=square psi=psi nc=nanocoulomb ma=milliamp mv=millivolt kv=kilovolt pa=pascal
    kpa=kilopascal mol=mole cal=calorie kcal=kilocalorie in=inch gal=gallon db=decibel
    mh=millihenry uf=microfarad μf=microfarad bpm=bpm|beatperminute rpm=rpm atm=atmosphere
    kj=kilojoule st=stone m=meter g=gram l=liter s=second h=hour|henry w=watt|west v=volt
    n=newton|north j=joule k=kelvin|thousand c=celsius|coulomb f=fahrenheit|farad a=amp|ampere
    t=tesla e=east
"""
UNITS: dict[str, tuple[str, ...]] = {
    symbol: tuple(names.split("|"))
    for symbol, names in (pair.split("=") for pair in _UNITS.split())
}
"""A unit as written after a number -> as said, singular, best first."""

_SINGULAR_UNITS = """
    kilometer centimeter millimeter micrometer nanometer meter mile yard kilogram milligram gram
    pound ounce hour minute millisecond day week month year dollar euro cent rupee gigabyte
    megabyte kilobyte terabyte kilowatt watt volt millivolt newton joule kilojoule amp milliamp
    tesla liter milliliter gallon degree radian mole calorie kilocalorie pascal kilopascal coulomb
    nanocoulomb ohm percent farad microfarad decibel atmosphere beat
"""
PLURAL_UNITS: dict[str, str] = {
    **{f"{unit}s": unit for unit in _SINGULAR_UNITS.split()},
    "inches": "inch", "seconds": "second", "kilometre": "kilometer", "kilometres": "kilometer",
    "metre": "meter", "metres": "meter", "centimetre": "centimeter", "centimetres": "centimeter",
    "litre": "liter", "litres": "liter", "amperes": "amp", "ampere": "amp", "feet": "foot",
    "celcius": "celsius", "henries": "henry", "millihenries": "millihenry", "pennies": "penny",
}  # fmt: skip
"""A unit's plural or British spelling -> its canonical singular."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun",
            "july jul", "august aug", "september sep sept", "october oct", "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
