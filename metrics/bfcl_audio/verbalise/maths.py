"""How mathematics is said: "3x^2 + 2x - 1" is "three X squared plus two X minus one"."""

import random
import re

from .numbers import cardinal, number, ordinal

OPERATORS = {
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "–": "minus",
    "*": "times",
    "×": "times",
    "/": "over",
    "=": "equals",
    "<": "is less than",
    ">": "is greater than",
}
SUPERSCRIPTS = {"²": "2", "³": "3"}
TERM = r"(?:\d+(?:\.\d+)?)?[a-zA-Z]?(?:\^-?\d+|²|³)?"
CALLED = r"(?:sin|cos|tan|exp|log|ln|sqrt|[fgh])\([^()]{1,12}\)"
ATOM = rf"(?:{CALLED}|\d+(?:\.\d+)?[a-zA-Z]?(?:\^-?\d+|²|³)?|[a-zA-Z](?:\^-?\d+|²|³)?)"
# Something with a power, a coefficient or an equals sign; "a - b" alone is prose.
EXPRESSION = rf"""
    (?<![\w.])(?:[-−]?{CALLED}|[-−]?{ATOM})(?:\s?[-+*/=−]\s?[-−]?{ATOM}(?![\w]))+
  | (?<![\w.])\d+(?:\.\d+)?\s?x\s?10\^-?\d+
  | (?<![\w.])\d*[a-zA-Z](?:\^-?\d+|²|³)(?!\w)
  | (?<![\w.])10\^-?\d+
  | (?<![\w.]){CALLED}
"""
PIECE = re.compile(
    r"(?P<called>sin|cos|tan|exp|log|ln|sqrt|[fgh](?=\())|(?P<number>\d+(?:\.\d+)?)|"
    r"(?P<letter>[a-zA-Z])|(?P<power>\^-?\d+|[²³])|(?P<open>\()|(?P<close>\))|(?P<sign>[-+*/=<>−–×])"
)
FUNCTIONS = {
    "sin": "sine of",
    "cos": "cosine of",
    "tan": "tangent of",
    "exp": "exp of",
    "log": "log of",
    "ln": "natural log of",
    "sqrt": "square root of",
}


def expression(text: str, rng: random.Random) -> str:
    """Say an expression, an equation or a single term."""
    said: list[str] = []
    text = re.sub(r"(?<=\d)\s?x\s?(?=10\^)", "*", text)
    for match in PIECE.finditer(text):
        said.append(_piece(match, bool(said) and not _binary(said[-1]), rng))
    return " ".join(part for part in said if part)


def power(exponent: int) -> str:
    """Say what an exponent does: 2 is "squared", -12 "to the minus twelve"."""
    if exponent in (2, 3):
        return "squared" if exponent == 2 else "cubed"
    if exponent < 0:
        return f"to the minus {cardinal(-exponent)}"
    return f"to the {ordinal(exponent)}"


def _piece(match: re.Match[str], operand_before: bool, rng: random.Random) -> str:
    text = match[0]
    if match["called"]:
        return FUNCTIONS.get(text, f"{text.upper()} of")
    if match["number"]:
        return number(text, rng)
    if match["letter"]:
        return text.upper()
    if match["power"]:
        return power(int(SUPERSCRIPTS.get(text, text.lstrip("^"))))
    if match["sign"]:
        if text in "-−–" and not operand_before:
            return "negative"
        return OPERATORS[text]
    return ""


def _binary(word: str) -> bool:
    return word in OPERATORS.values() or word.endswith(" of")
