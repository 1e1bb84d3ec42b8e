"""How amounts of money, percentages, and numbers with a unit are said."""

import random
import re

from .numbers import cardinal, number

NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
# symbol -> (one, several); a symbol that is also a word or a letter ("in", "m") needs a number.
UNITS: dict[str, tuple[str, str]] = {
    symbol: (one, one if several == "=" else several or f"{one}s")
    for symbol, one, several in (
        line.split("|")
        for line in """\
m|meter|
km|kilometer|
kms|kilometer|
cm|centimeter|
mm|millimeter|
nm|nanometer|
ft|foot|feet
in|inch|inches
inch|inch|inches
mi|mile|
yd|yard|
kg|kilogram|
kgs|kilogram|
g|gram|
mg|milligram|
lb|pound|
lbs|pound|
oz|ounce|
st|stone|=
l|liter|
ml|milliliter|
mL|milliliter|
s|second|
sec|second|
ms|millisecond|
min|minute|
mins|minute|
hr|hour|
hrs|hour|
h|hour|
d|D|=
Hz|hertz|=
kHz|kilohertz|=
MHz|megahertz|=
GHz|gigahertz|=
K|kelvin|=
J|joule|
kJ|kilojoule|
N|newton|
C|coulomb|
A|amp|
V|volt|
W|watt|
kW|kilowatt|
kWh|kilowatt hour|
F|farad|
µF|microfarad|
uF|microfarad|
mH|millihenry|millihenries
H|henry|henries
µm|micrometer|
T|tesla|=
Pa|pascal|
kPa|kilopascal|
psi|P S I|=
PSI|P S I|=
mph|miles per hour|=
MPG|M P G|=
mpg|M P G|=
BPM|B P M|=
bpm|B P M|=
mol|mole|
GB|gigabyte|
MB|megabyte|
KB|kilobyte|
TB|terabyte|
USD|U S dollar|
EUR|euro|
GBP|G B P|=
CAD|Canadian dollar|
AUD|Australian dollar|
RMB|R M B|=
JPY|yen|=
dB|decibel|
sq ft|square foot|square feet
sq. ft|square foot|square feet
sq.ft|square foot|square feet
atm|atmosphere|
°C|degree Celsius|degrees Celsius
°F|degree Fahrenheit|degrees Fahrenheit
°|degree|
m²|square meter|
m³|cubic meter|
m^2|square meter|
m^3|cubic meter|
cm^3|cubic centimeter|
cm³|cubic centimeter|
""".splitlines()
    )
}
RATES: dict[str, str] = {
    "m/s^2": "meters per second squared",
    "m/s²": "meters per second squared",
    "meters/second^2": "meters per second squared",
    "m/s": "meters per second",
    "meters/second": "meters per second",
    "km/h": "kilometers per hour",
    "km/hr": "kilometers per hour",
    "N/C": "newtons per coulomb",
    "F/m": "farads per meter",
    "J/K": "joules per kelvin",
    "J/kg": "joules per kilogram",
    "kJ/mol": "kilojoules per mole",
    "g/mol": "grams per mole",
    "grams/mole": "grams per mole",
    "kg/m³": "kilograms per cubic meter",
    "kg/m^3": "kilograms per cubic meter",
    "g/cm³": "grams per cubic centimeter",
    "g/cm^3": "grams per cubic centimeter",
    "°C": "degrees Celsius",
    "°F": "degrees Fahrenheit",
    "sq ft": "square feet",
    "sq. ft": "square feet",
    "sq.ft": "square feet",
}
CURRENCIES = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee"}
SCALES = {"k": "thousand", "m": "million", "b": "billion", "bn": "billion"}


def _choices(symbols: list[str]) -> str:
    return "|".join(re.escape(symbol) for symbol in sorted(symbols, key=len, reverse=True))


RATE = _choices(list(RATES))
UNIT = _choices(list(UNITS))
MONEY = rf"-?[$€£¥₹]\s?(?:{NUMBER})(?:\s?(?:million|billion|thousand|[MKB]\b|bn\b|k\b))?"

COMPASS = {"N": "north", "S": "south", "E": "east", "W": "west"}
BEARING = r"\d{1,3}(?:\.\d+)?\s?°\s?[NSEW]|\d{1,3}\.\d{3,}\s?[NSEW]"


def bearing(text: str, rng: random.Random) -> str:
    """Say a coordinate: "12.5° W" is "twelve point five degrees west".

    Without the sign it takes three decimals to tell degrees from watts and newtons.
    """
    amount = number(text[:-1].rstrip(" °"), rng)
    return f"{amount} {'degrees ' if '°' in text else ''}{COMPASS[text[-1]]}"


def singular(words: str) -> str:
    """An amount as it stands before a noun: "five hundred dollars" is "five hundred dollar".

    >>> singular("two cubic meters"), singular("six feet"), singular("five hertz")
    ('two cubic meter', 'six foot', 'five hertz')
    """
    for one, several in _NUMBERED:
        if several != one and words.endswith(f" {several}") and " and " not in words:
            return words.removesuffix(several) + one
    return words


_NUMBERED = sorted(
    {*UNITS.values(), *((unit, f"{unit}s") for unit in CURRENCIES.values() if unit != "yen")},
    key=lambda pair: len(pair[1]),
    reverse=True,
)


def quantity(text: str, rng: random.Random) -> str:
    """Say a number with its unit: "1.75m" is "one point seven five meters"."""
    match = re.fullmatch(rf"([-−]?(?:{NUMBER}))\s?({RATE}|{UNIT})", text)
    if match is None:
        raise ValueError(f"not a quantity: {text!r}")
    amount, unit = match.groups()
    if unit in RATES and unit not in UNITS:
        return f"{number(amount, rng)} {RATES[unit]}"
    one, several = UNITS[unit]
    return f"{number(amount, rng)} {one if amount in ('1', '-1') else several}"


def percent(text: str, rng: random.Random) -> str:
    """Say a percentage: "3.5%" is "three point five percent"."""
    return f"{number(text.rstrip('% '), rng)} percent"


def money(text: str, rng: random.Random) -> str:
    """Say an amount: "$1,250.50" is "one thousand two hundred fifty dollars and fifty cents".

    Now and then the short form, "thirty forty five", is avoided: it would lose the amount.
    """
    match = re.fullmatch(rf"(-?)([$€£¥₹])\s?({NUMBER})\s?([A-Za-z]*)", text)
    if match is None:
        raise ValueError(f"not an amount: {text!r}")
    sign, symbol, amount, scale = match.groups()
    minus = "minus " if sign else ""
    unit = CURRENCIES[symbol]
    plural = unit if unit in ("yen",) else f"{unit}s"
    if scale:
        scale = SCALES.get(scale.lower(), scale.lower())
        return f"{minus}{number(amount, rng)} {scale} {plural}"
    whole, _, cents = amount.replace(",", "").partition(".")
    said = f"{number(whole or '0', rng)} {unit if whole == '1' else plural}"
    if cents and int(cents):
        return (
            f"{minus}{said} and {_cents(cents)}"
            if len(cents) == 2
            else (f"{minus}{number(amount, rng)} {plural}")
        )
    return minus + said


def _cents(cents: str) -> str:
    count = int(cents)
    return f"{cardinal(count)} cent{'' if count == 1 else 's'}"
