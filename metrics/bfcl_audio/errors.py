"""The errors a user can cause, each one line that says what, got and how to fix.

BfclAudioError
├── UpstreamError        the pinned BFCL release cannot be found or is not what it should be
├── ModelError           an embedded model cannot be found or is not what it should be
├── InputError           an argument, file, dataset folder or spec that cannot be used
└── (dataset_builder.errors adds the builder's own)
"""

import difflib
from collections.abc import Iterable


class BfclAudioError(Exception):
    """Root of every error that ends a command with one line and exit status 2."""


class UpstreamError(BfclAudioError):
    """The pinned BFCL release cannot be found, fetched or verified."""


class ModelError(BfclAudioError):
    """An embedded model cannot be found, fetched or verified."""


class InputError(BfclAudioError):
    """Something the user named cannot be used."""


class JudgeError(Exception):
    """A judge could not decide; the entry is not run. No error of the user, so it ends nothing."""


class JudgeRefused(JudgeError):
    """The judge's provider refuses it altogether; trying other entries is pointless."""


def meant(name: str, known: Iterable[str]) -> str:
    """For the middle of an error: which known name is near, ending in a space; or nothing.

    >>> meant("hibarri", ("hibari", "kokoro"))
    "did you mean 'hibari'? "
    """
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {near[0]!r}? " if near else ""
