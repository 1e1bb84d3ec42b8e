"""Numbers on the command line; what is none, or out of range, is told what would do."""

import argparse
import json
import math


def whole(text: str) -> int:
    """A whole number of any size."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def positive(text: str) -> int:
    """A whole number, at least 1."""
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def seconds(text: str) -> float:
    """A time that can pass: above 0 and finite."""
    number = _real(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no time; give seconds, such as 300")
    return number


def temperature(text: str) -> float:
    """A sampling temperature: 0 or more and finite."""
    number = _real(text)
    if not 0 <= number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no temperature; give 0 or more")
    return number


def json_object(text: str) -> dict[str, object]:
    """A JSON object."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f'{text!r:.80} is no JSON object such as {{"top_k": 20}}')
    return value


def usd(text: str) -> float:
    """A sum of money that can be spent: above 0 and finite."""
    number = _real(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no sum; give USD, such as 5")
    return number


def _real(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
