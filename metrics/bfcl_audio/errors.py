"""The errors a user can cause, each one line that says what, got and how to fix.

BfclAudioError
├── UpstreamError        the pinned BFCL release cannot be found or is not what it should be
├── ModelError           an embedded model cannot be found or is not what it should be
├── InputError           an argument, file, dataset folder or spec that cannot be used
└── (dataset_builder.errors adds the builder's own)
"""


class BfclAudioError(Exception):
    """Root of every error that ends a command with one line and exit status 2."""


class UpstreamError(BfclAudioError):
    """The pinned BFCL release cannot be found, fetched or verified."""


class ModelError(BfclAudioError):
    """An embedded model cannot be found, fetched or verified."""


class InputError(BfclAudioError):
    """Something the user named cannot be used."""
