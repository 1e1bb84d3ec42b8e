"""What a call costs: its characters, seconds and tokens times a dated price (`prices.toml`).

What a rewriter's language model costs stands where it does for agents.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from bfcl_audio.harness import prices as language_models

from .calls import Call, Kind
from .engines.base import Spec
from .engines.catalogue import elsewhere, server
from .errors import OptionError
from .price_table import CHARACTERS_PER_TOKEN, Price, full_name, rows

System = tuple[Kind, str]
"""Kind and SPEC: a vendor may both speak and hear."""

_DATED = re.compile(r"-20\d\d-\d\d-\d\d$")
_LIKELY_TOKENS, _MOST_TOKENS = 400, 4_096
"""Of a rewriter's answer: what is likely, and what it is cut off at unless its SPEC says."""
_SLOWEST = 2.0
"""How much longer a clip may be than was thought."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What every system costs.

    Attributes:
        given: prices that replace those of the tables, by SPEC or by vendor/model.
        today: the day whose prices count.
    """

    given: Mapping[str, Price | language_models.Price] = field(default_factory=dict)
    today: date = field(default_factory=date.today)

    def cost_usd(self, call: Call) -> float | None:
        """What a call costs, as far as it is known how much it asks for.

        Returns:
            0 for what runs on this machine, None where the price is not known.
        """
        return self._cost_usd(call, 1.0, _LIKELY_TOKENS)

    def most_usd(self, call: Call) -> float | None:
        """What a call may cost at most, before it is made: slow speech, a long answer."""
        options = Spec.parse(call.spec).options if "?" in call.spec else {}
        most = options.get("max_tokens", "")
        longer = _SLOWEST if call.kind == "speech" else 1.0
        return self._cost_usd(call, longer, int(most) if most.isdecimal() else _MOST_TOKENS)

    def of(self, kind: Kind, spec: str) -> Price | language_models.Price | None:
        """The price of a system; None if it is not known. Asked of vendors only."""
        name = full_name(kind, spec)
        for key in (spec, name):
            if key in self.given:
                return self.given[key]
        if server(spec):
            return None  # whose prices are its own
        if kind == "paraphrase":
            return language_models.price_of(name)
        return self._listed(kind, name) or self._listed(kind, _DATED.sub("", name))

    def check(self, systems: Iterable[System]) -> None:
        """See that a cap on costs can be held.

        Raises:
            OptionError: nobody knows what one of them costs.
        """
        unknown = {
            full_name(kind, spec): kind
            for kind, spec in systems
            if elsewhere(kind, spec) and self.of(kind, spec) is None
        }
        if unknown:
            flags = " ".join(f"--price {name}={_FORM[kind]}" for name, kind in unknown.items())
            raise OptionError(
                f"--max-cost cannot be held: the price of {', '.join(unknown)} is not known; "
                f"give {flags}"
            )

    def _cost_usd(self, call: Call, longer: float, answer: int) -> float | None:
        if not elsewhere(call.kind, call.spec):
            return 0.0
        price = self.of(call.kind, call.spec)
        if price is None:
            return None
        if isinstance(price, Price):
            return price.cost_usd(replace(call, seconds=call.seconds * longer))
        asked = call.prompt_tokens or math.ceil(call.characters / CHARACTERS_PER_TOKEN)
        answered = call.completion_tokens or answer
        return price.cost_usd({"prompt_tokens": asked, "completion_tokens": answered})

    def _listed(self, kind: Kind, name: str) -> Price | None:
        today = self.today.isoformat()
        found = [row for row in rows()[kind] if row.spec == name and row.since <= today]
        return found[-1].price if found else None


def cost_usd(call: Call) -> float | None:
    """What a call costs by today's tables; see `Prices.cost_usd`."""
    return Prices().cost_usd(call)


def price_text(kind: Kind, vendor: str) -> str:
    """The price of a vendor's default model, for a person to read."""
    if not elsewhere(kind, vendor):
        return "free"
    name = full_name(kind, vendor)
    price = Prices().of(kind, name)
    model = name.partition("/")[2]
    if not isinstance(price, Price):
        return f"not known ({model})"
    return f"{price} ({model}, {price.date})"


_FORM: Mapping[Kind, str] = {
    "speech": "USD/min or =USD/1Mchars",
    "transcript": "USD/min",
    "paraphrase": "IN,OUT",
}
_UNITS: Mapping[str, Callable[[float], Price]] = {
    "min": lambda usd: Price(per_minute=usd, source="--price"),
    "1Mchars": lambda usd: Price(per_million_characters=usd, source="--price"),
}


def read_prices(texts: Iterable[str]) -> Prices:
    """Prices from the command line, over those of the tables.

    `SPEC=USD/min` of sound, `SPEC=USD/1Mchars` of text, `SPEC=IN,OUT` for a million tokens of a
    language model, `SPEC=0` for free.

    >>> read_prices(["elevenlabs/scribe_v3=0.005/min"]).of("transcript", "elevenlabs").per_minute
    0.005

    Raises:
        OptionError: one is not written so.
    """
    return Prices(dict(map(_read_price, texts)))


def _read_price(text: str) -> tuple[str, Price | language_models.Price]:
    spec, _, written = text.strip().rpartition("=")
    amount, _, unit = written.partition("/")
    numbers = [_number(part) for part in amount.split(",")]
    shape = (unit, len(numbers))
    if spec and all(one is not None for one in numbers):
        known = [one for one in numbers if one is not None]
        if shape == ("", 2):
            return spec, language_models.Price(
                prompt=known[0], completion=known[1], source="--price"
            )
        if unit in _UNITS and len(known) == 1:
            return spec, _UNITS[unit](known[0])
        if shape == ("", 1) and known == [0.0]:
            return spec, Price(source="--price")
    raise OptionError(
        f"--price is {text!r}; give SPEC=USD/min, SPEC=USD/1Mchars, SPEC=IN,OUT (per million "
        "tokens) or SPEC=0, e.g. elevenlabs/scribe_v3=0.005/min"
    )


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < math.inf else None
