"""Which packages are installed, and in what version: looked up once a process."""

import importlib.metadata
from functools import cache


@cache
def version(package: str) -> str:
    """A distribution's version; reading it takes a millisecond, and every clip's key holds one.

    Raises:
        PackageNotFoundError: it is not installed.
    """
    return importlib.metadata.version(package)
