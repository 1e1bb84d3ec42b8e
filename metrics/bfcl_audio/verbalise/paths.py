"""How file names, paths, e-mail addresses, URLs, hashtags and handles are said."""

import random
import re

from .codes import code, is_word, runs, word_run
from .lists import word_set
from .numbers import digit_string, year
from .spelling import spell

# Extensions that are said as a word; the others are spelled.
WORD_EXTENSIONS = word_set(
    """
    log app wav class doc zip json properties dat bin key jar war bak temp
    """
)
EXTENSIONS = (
    "txt|csv|tsv|pdf|docx?|xlsx?|pptx?|md|json|jsonl|js|ts|tsx|py|java|html?|css|ya?ml|xml|"
    "properties|nii|log|app|wav|mp3|mp4|png|jpe?g|gif|svg|zip|gz|tar|db|ipynb|ini|cfg|toml|sh|sql|"
    "dat|bin|exe|dmg|jar|class|conf|bak|rtf"
)


def name(text: str, rng: random.Random, *, separators: bool) -> str:
    """Say a file's or folder's name without its extension: words, years, counters, signs."""
    said: list[str] = []
    for run in runs(text):
        if re.fullmatch(r"(19|20)\d\d", run):
            said.append(year(int(run)))
        elif run.isdecimal():
            said.append(digit_string(run, rng))
        elif run.isalpha():
            said.append(word_run(run) if is_word(run) else spell(run))
        elif separators or run not in "_- ":
            said.append(code(run, rng, separators=separators))
    return " ".join(part for part in said if part)


def file_name(text: str, rng: random.Random) -> str:
    """Say a file name: "final_report.pdf" is "final report dot P D F".

    The underscore is mostly left out, the dot now and then.
    """
    separators = rng.random() < 0.25
    dot = "" if rng.random() < 0.1 else "dot"
    stem, _, extension = text.rpartition(".")
    stems = [name(part, rng, separators=separators) for part in stem.split(".")]
    return " ".join(part for part in (" dot ".join(stems), dot, _extension(extension)) if part)


def path(text: str, rng: random.Random) -> str:
    """Say a path: "/var/log/db.log" is "slash var slash log slash D B dot log"."""
    said: list[str] = []
    for index, part in enumerate(re.split(r"[/\\]", text)):
        if index:
            said.append("slash")
        if part == "~":
            said.append("tilde")
        elif part.endswith(":"):
            said.append(f"{part[:-1].upper()} colon")
        elif re.search(rf"\.({EXTENSIONS})$", part):
            said.append(file_name(part, rng))
        elif part:
            said.append(name(part, rng, separators=False))
    return " ".join(said)


def slashed(text: str, rng: random.Random) -> str:
    """Say words with slashes between: "document/temp", "America/New_York"."""
    return " slash ".join(name(part, rng, separators=False) for part in text.split("/"))


def email(text: str, rng: random.Random) -> str:
    """Say an e-mail address: "jane.doe@example.com" is "jane dot doe at example dot com"."""
    user, _, domain = text.partition("@")
    return f"{name(user, rng, separators=True)} at {host(domain, rng)}"


def host(text: str, rng: random.Random) -> str:
    """Say a host name: "www.example.com" is "W W W dot example dot com"."""
    return " dot ".join(name(part, rng, separators=True) for part in text.split(".")).strip()


def url(text: str, rng: random.Random) -> str:
    """Say a URL: "https://api.example.com/data" is "H T T P S A P I dot example dot com slash …".

    People say "colon slash slash" less and less; here one time in four.
    """
    scheme, _, rest = text.partition("://")
    domain, slash, tail = rest.partition("/")
    joint = " colon slash slash " if rng.random() < 0.25 else " "
    said = f"{spell(scheme)}{joint}{host(domain, rng)}"
    return f"{said} {path(slash + tail, rng)}" if tail else said


def hashtag(text: str, rng: random.Random) -> str:
    """Say a hashtag: "#RoadTrip" is "hashtag road trip"."""
    return f"hashtag {name(text[1:], rng, separators=True)}"


def handle(text: str, rng: random.Random) -> str:
    """Say a user handle: "@VehicleGuru" is "at vehicle guru"."""
    return f"at {name(text[1:], rng, separators=True)}"


def _extension(text: str) -> str:
    return text.lower() if text.lower() in WORD_EXTENSIONS else spell(text)
