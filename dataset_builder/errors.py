"""What can go wrong while a dataset is built, each one line: what, got, fix.

BfclAudioError
├── InputError
│   ├── SelectionError   an unknown category or id, or nothing left to build
│   ├── OptionError      an unknown engine, recogniser or rewriter, or a number out of range
│   └── FolderError      an output or dataset folder that cannot be used as it is
├── HubError             the Hub refuses, or cannot be reached
└── BuildError           the build itself could not go on
    ├── WriteError       the disk refused (full, read-only, gone)
    └── WorkerError      a worker process died; a rerun resumes

A failing engine is none of these: its entries are reported and left out, the build goes on.
"""

from bfcl_audio.errors import BfclAudioError, InputError


class SelectionError(InputError):
    """An unknown category or id, or a selection that holds nothing."""


class OptionError(InputError):
    """An unknown engine, recogniser or rewriter, or a number out of range."""


class FolderError(InputError):
    """An output or dataset folder that cannot be used as it is."""


class HubError(BfclAudioError):
    """The Hub refuses, or cannot be reached; what arrived is not sent again."""


class BuildError(BfclAudioError):
    """The build itself could not go on."""


class WriteError(BuildError):
    """The disk refused: full, read-only or gone."""


class WorkerError(BuildError):
    """A worker process died; everything finished is kept and a rerun resumes."""
