"""Installs the reference into the Python that runs this: all that its `evaluate` imports.

    python install_reference.py

Of what bfcl-eval asks for, two packages are left out, and with them some 5 GB of libraries for
graphics cards: only its memory simulators import those, and `evaluate` never does. One is added,
that a package of a vendor imports and does not ask for.
"""

import re
import subprocess
import sys
from importlib.metadata import requires

REQUIREMENT = "bfcl-eval==2026.3.23"
_LEFT_OUT = ("sentence-transformers", "faiss-cpu")
_ADDED = ("soundfile",)


def install(*arguments: str) -> None:
    """Call pip."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *arguments], check=True)


def needed() -> list[str]:
    """What the installed bfcl-eval asks for, extras aside, but for what is left out."""
    asked = [one for one in requires("bfcl-eval") or () if "extra ==" not in one]
    return [one for one in asked if not re.match(rf"({'|'.join(_LEFT_OUT)})\b", one)]


if __name__ == "__main__":
    install("--no-deps", REQUIREMENT)
    install(*needed(), *_ADDED)
