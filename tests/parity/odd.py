"""Tables of odd ways to write things, a JSON file for each language, with gaps to fill in."""

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("odd")


@cache
def table(name: str) -> dict[str, list[Any]]:
    """The lists of one file of `odd/`."""
    found: dict[str, list[Any]] = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    return found


def odd(name: str, kind: str, rng: random.Random, **parts: str) -> Any:
    """One item of a list of a file; every name of a part in it becomes that part."""
    item = rng.choice(table(name)[kind])
    return re.sub("|".join(parts), lambda gap: parts[gap[0]], item) if parts else item
